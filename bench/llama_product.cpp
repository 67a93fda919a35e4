#include "bench/llama_product.hpp"

#include <dlfcn.h>

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <random>
#include <stdexcept>
#include <vector>

namespace quern::bench {

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

}  // namespace

struct LlamaProduct::State {
    Ggml ggml;
    std::string buffer;
    Handle graph = nullptr;
};

LlamaProduct::LlamaProduct(const std::filesystem::path& libraries, const std::string& level, const std::string& weight,
                           std::int64_t n, std::int64_t k, std::int64_t tokens, int threads)
    : state_(new State{Ggml(libraries, level, threads), {}, nullptr}) {
    const Ggml& ggml = state_->ggml;
    const int type = ggml.type(weight);
    Handle weight_context = ggml.context(1 << 20), context = ggml.context(4 << 20);
    Handle weights = ggml.matrix(weight_context, type, k, n), inputs = ggml.matrix(context, ggml_type_f32, k, tokens);
    Handle product = ggml.call<Handle>("ggml_mul_mat", context, weights, inputs);
    state_->buffer = ggml.allocate_weights(weight_context, weights, product);
    ggml.allocate_plainly(context);

    // A few quantized rows, repeated: quantizing takes far longer than the products that are timed.
    std::mt19937 random(1);
    const std::int64_t own_rows = std::min<std::int64_t>(n, 64);
    const auto row_bytes = ggml.call<std::size_t>("ggml_row_size", type, k);
    const std::vector<float> weight_values = normal_values(own_rows * k, 0.02f, random);
    std::vector<char> blocks(row_bytes * static_cast<std::size_t>(n));
    ggml.call<std::size_t>("ggml_quantize_chunk", type, weight_values.data(), static_cast<void*>(blocks.data()),
                           std::int64_t{0}, own_rows, k, static_cast<const float*>(nullptr));
    for (std::int64_t row = own_rows; row < n; ++row)
        std::memcpy(blocks.data() + static_cast<std::size_t>(row) * row_bytes,
                    blocks.data() + static_cast<std::size_t>(row % own_rows) * row_bytes, row_bytes);
    const std::vector<float> input_values = normal_values(tokens * k, 1, random);
    ggml.store(weights, blocks.data(), blocks.size());
    ggml.store(inputs, input_values.data(), input_values.size() * sizeof(float));

    state_->graph = ggml.call<Handle>("ggml_new_graph", context);
    ggml.call<void>("ggml_build_forward_expand", state_->graph, product);
}

LlamaProduct::~LlamaProduct() = default;

void LlamaProduct::run() {
    state_->ggml.compute(state_->graph);
}

const std::string& LlamaProduct::buffer() const {
    return state_->buffer;
}

}  // namespace quern::bench
