// Times llama.cpp's own quantized matrix product from its published binaries, weights repacked as its users get them,
// and prints one JSON object with the keys `quern bench qgemm --json` shares with it. Its time includes rounding the
// f32 activations to int8.
//
//     llama_matmul LIBRARIES LEVEL WEIGHT N K TOKENS THREADS REPEATS
//     llama_matmul node_modules/@node-llama-cpp/linux-x64/bins/linux-x64 icelake q4_K 4096 4096 128 1 20
//
// LEVEL names the libggml-cpu-LEVEL.so to load: haswell (AVX2), alderlake (AVX-VNNI), icelake or zen4 (AVX512-VNNI).
#include <dlfcn.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <random>
#include <stdexcept>
#include <string>
#include <vector>

namespace {

using Handle = void*;  // any of ggml's opaque pointers

Handle open_library(const std::filesystem::path& path) {
    Handle library = dlopen(path.c_str(), RTLD_NOW | RTLD_GLOBAL);
    if (!library) throw std::runtime_error(dlerror());
    return library;
}

Handle open_ggml(const std::filesystem::path& directory) {
    open_library(directory / "libggml-base.so");
    for (const auto& entry : std::filesystem::directory_iterator(directory))
        if (entry.path().filename().string().starts_with("libggml.")) return open_library(entry.path());
    throw std::runtime_error("no libggml.*.so in " + directory.string());
}

struct InitParameters {  // ggml_init_params
    std::size_t memory_size;
    Handle memory;
    bool no_allocation;
};

constexpr int ggml_type_f32 = 0;
constexpr std::size_t tensor_buffer_offset = 8;  // of ggml_tensor::buffer

class Ggml {
  public:
    Ggml(const std::filesystem::path& directory, const std::string& level, int threads)
        : library_(open_ggml(directory)) {
        const auto path = directory / ("libggml-cpu-" + level + ".so");
        registry_ = call<Handle>("ggml_backend_load", path.c_str());
        if (!registry_) throw std::runtime_error("this processor cannot load " + path.string());
        device_ = call<Handle>("ggml_backend_reg_dev_get", registry_, std::size_t{0});
        backend_ = call<Handle>("ggml_backend_dev_init", device_, static_cast<const char*>(nullptr));
        procedure<void>("ggml_backend_set_n_threads", backend_, threads);
    }

    template <class Result, class... Arguments>
    Result call(const char* name, Arguments... arguments) const {
        void* symbol = dlsym(RTLD_DEFAULT, name);
        if (!symbol) symbol = dlsym(library_, name);
        if (!symbol) throw std::runtime_error(std::string("missing symbol ") + name);
        return reinterpret_cast<Result (*)(Arguments...)>(symbol)(arguments...);
    }

    /// A function the CPU backend offers by name.
    template <class Result, class... Arguments>
    Result procedure(const char* name, Arguments... arguments) const {
        Handle address = call<Handle>("ggml_backend_reg_get_proc_address", registry_, name);
        if (!address) throw std::runtime_error(std::string("missing procedure ") + name);
        return reinterpret_cast<Result (*)(Arguments...)>(address)(arguments...);
    }

    int type(const std::string& name) const {
        constexpr int types = 40;
        for (int i = 0; i < types; ++i) {
            const char* known = call<const char*>("ggml_type_name", i);
            if (known && name == known) return i;
        }
        throw std::runtime_error("ggml knows no type " + name);
    }

    Handle context(std::size_t bytes) const { return call<Handle>("ggml_init", InitParameters{bytes, nullptr, true}); }
    Handle matrix(Handle context, int type, std::int64_t columns, std::int64_t rows) const {
        return call<Handle>("ggml_new_tensor_2d", context, type, columns, rows);
    }

    /// Allocates the weights' context where the backend repacks them for `product`, else plainly; says where.
    std::string allocate_weights(Handle context, Handle weights, Handle product) const {
        Handle& buffer = *reinterpret_cast<Handle*>(static_cast<char*>(weights) + tensor_buffer_offset);
        Handle* type = procedure<Handle*>("ggml_backend_dev_get_extra_bufts", device_);
        for (; type && *type; ++type) {
            // An empty buffer of the type, for as long as the backend is asked whether it would take the product.
            buffer = call<Handle>("ggml_backend_buft_alloc_buffer", *type, std::size_t{0});
            const bool supported = call<bool>("ggml_backend_dev_supports_op", device_, product);
            call<void>("ggml_backend_buffer_free", buffer);
            buffer = nullptr;
            if (!supported) continue;
            allocate(context, *type);
            return call<const char*>("ggml_backend_buft_name", *type);
        }
        allocate_plainly(context);
        return "plain";
    }
    void allocate_plainly(Handle context) const {
        allocate(context, call<Handle>("ggml_backend_dev_buffer_type", device_));
    }

    void store(Handle tensor, const void* data, std::size_t bytes) const {
        call<void>("ggml_backend_tensor_set", tensor, data, std::size_t{0}, bytes);
    }
    void compute(Handle graph) const {
        if (call<int>("ggml_backend_graph_compute", backend_, graph) != 0)
            throw std::runtime_error("ggml_backend_graph_compute failed");
    }

  private:
    void allocate(Handle context, Handle buffer_type) const {
        if (!call<Handle>("ggml_backend_alloc_ctx_tensors_from_buft", context, buffer_type))
            throw std::runtime_error("ggml could not allocate the tensors");
    }

    Handle library_, registry_ = nullptr, device_ = nullptr, backend_ = nullptr;
};

std::vector<float> normal_values(std::int64_t count, float deviation, std::mt19937& random) {
    std::normal_distribution<float> normal(0, deviation);
    std::vector<float> values(static_cast<std::size_t>(count));
    for (float& value : values) value = normal(random);
    return values;
}

/// |y - y_ref| / |y_ref| over a sample, y_ref the f64 product of the values before quantization.
double relative_error(const std::vector<float>& weights, const std::vector<float>& inputs,
                      const std::vector<float>& outputs, std::int64_t n, std::int64_t k, std::mt19937& random) {
    constexpr int samples = 300;
    std::uniform_int_distribution<std::int64_t> pick_row(0, n - 1);
    std::uniform_int_distribution<std::int64_t> pick_token(0, static_cast<std::int64_t>(inputs.size()) / k - 1);
    double error = 0, norm = 0;
    for (int i = 0; i < samples; ++i) {
        const std::int64_t row = pick_row(random), token = pick_token(random);
        const float* w = weights.data() + row * k;
        const float* x = inputs.data() + token * k;
        double reference = 0;
        for (std::int64_t c = 0; c < k; ++c) reference += double{w[c]} * double{x[c]};
        const double y = outputs[static_cast<std::size_t>(token * n + row)];
        error += (y - reference) * (y - reference);
        norm += reference * reference;
    }
    return std::sqrt(error / norm);
}

void run(char** arguments) {
    const std::string level = arguments[2], weight = arguments[3];
    const std::int64_t n = std::stoll(arguments[4]), k = std::stoll(arguments[5]), tokens = std::stoll(arguments[6]);
    const int threads = std::stoi(arguments[7]), repeats = std::stoi(arguments[8]);
    if (n < 1 || k < 1 || tokens < 1 || threads < 1 || repeats < 1)
        throw std::runtime_error("N, K, TOKENS, THREADS and REPEATS must be positive");
    const Ggml ggml(arguments[1], level, threads);

    const int type = ggml.type(weight);
    Handle weight_context = ggml.context(1 << 20), context = ggml.context(4 << 20);
    Handle weights = ggml.matrix(weight_context, type, k, n), inputs = ggml.matrix(context, ggml_type_f32, k, tokens);
    Handle product = ggml.call<Handle>("ggml_mul_mat", context, weights, inputs);
    const std::string buffer = ggml.allocate_weights(weight_context, weights, product);
    ggml.allocate_plainly(context);

    std::mt19937 random(1);
    const std::vector<float> weight_values = normal_values(n * k, 0.02f, random);
    const std::vector<float> input_values = normal_values(tokens * k, 1, random);
    std::vector<char> blocks(ggml.call<std::size_t>("ggml_row_size", type, k) * static_cast<std::size_t>(n));
    ggml.call<std::size_t>("ggml_quantize_chunk", type, weight_values.data(), static_cast<void*>(blocks.data()),
                           std::int64_t{0}, n, k, static_cast<const float*>(nullptr));
    ggml.store(weights, blocks.data(), blocks.size());
    ggml.store(inputs, input_values.data(), input_values.size() * sizeof(float));

    Handle graph = ggml.call<Handle>("ggml_new_graph", context);
    ggml.call<void>("ggml_build_forward_expand", graph, product);
    ggml.compute(graph);
    std::vector<double> milliseconds;
    for (int i = 0; i < repeats; ++i) {
        const auto start = std::chrono::steady_clock::now();
        ggml.compute(graph);
        const std::chrono::duration<double, std::milli> elapsed = std::chrono::steady_clock::now() - start;
        milliseconds.push_back(elapsed.count());
    }
    std::sort(milliseconds.begin(), milliseconds.end());
    const double median = milliseconds[milliseconds.size() / 2];

    std::vector<float> outputs(static_cast<std::size_t>(n * tokens));
    ggml.call<void>("ggml_backend_tensor_get", product, static_cast<void*>(outputs.data()), std::size_t{0},
                    outputs.size() * sizeof(float));
    const double operations = 2.0 * static_cast<double>(n) * static_cast<double>(k) * static_cast<double>(tokens);
    std::printf(
        "{\"peer\":\"llama.cpp\",\"level\":\"%s\",\"buffer\":\"%s\",\"weight\":\"%s\",\"n\":%lld,\"k\":%lld,"
        "\"tokens\":%lld,\"threads\":%d,\"ms_min\":%.4f,\"ms_median\":%.4f,\"gops\":%.2f,\"rel_error\":%.5f}\n",
        level.c_str(), buffer.c_str(), weight.c_str(), static_cast<long long>(n), static_cast<long long>(k),
        static_cast<long long>(tokens), threads, milliseconds.front(), median, operations / median / 1e6,
        relative_error(weight_values, input_values, outputs, n, k, random));
}

}  // namespace

int main(int argument_count, char** arguments) {
    if (argument_count != 9) {
        std::fprintf(stderr, "usage: llama_matmul LIBRARIES LEVEL WEIGHT N K TOKENS THREADS REPEATS\n");
        return 2;
    }
    try {
        run(arguments);
    } catch (const std::exception& error) {
        std::fprintf(stderr, "error: %s\n", error.what());
        return 1;
    }
    // The libraries' threads do not survive an orderly exit.
    std::fflush(nullptr);
    std::_Exit(0);
}
