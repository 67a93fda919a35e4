#include "tests/support/cuda_qgemm_case.hpp"

#include <cmath>
#include <cstring>
#include <limits>
#include <random>

#include "gen/error.hpp"
#include "jit_cuda/source.hpp"
#include "tests/support/qgemm_case.hpp"

namespace quern::test {

namespace {

Q8_1Activations random_q8_1(std::int64_t tokens, std::int64_t columns, std::uint64_t seed) {
    std::mt19937_64 random(seed);
    const std::int64_t stride = (tokens + 1) / 2 * 2;
    Q8_1Activations x{std::vector<std::int8_t>(static_cast<std::size_t>(tokens * columns)),
                      std::vector<float>(static_cast<std::size_t>(columns / 32 * stride * 2),
                                         std::numeric_limits<float>::quiet_NaN()),
                      stride};
    for (std::int64_t t = 0; t < tokens; ++t)
        for (std::int64_t s = 0; s < columns / 32; ++s) {
            int sum = 0;
            for (int i = 0; i < 32; ++i) {
                const int mixed = static_cast<int>(random() % 255) - 127;
                const int by_kind[] = {mixed, -127, 127, i % 2 == 0 ? -127 : 127, mixed};
                x.values[static_cast<std::size_t>(t * columns + s * 32 + i)] = static_cast<std::int8_t>(by_kind[t % 5]);
                sum += by_kind[t % 5];
            }
            const float scale = static_cast<float>(
                std::ldexp(1.0 + static_cast<double>(random() % 1000) / 1000.0, static_cast<int>(random() % 12) - 10));
            float* pair = &x.scales[static_cast<std::size_t>(2 * (s * stride + t))];
            pair[0] = scale;
            pair[1] = scale * static_cast<float>(sum);
        }
    return x;
}

/// GGUF blocks as the device holds them: padded with zeros to whole 16-byte vectors.
std::vector<unsigned char> pad_blocks(const WeightFormat& format, std::span<const std::uint8_t> gguf) {
    const auto bytes = static_cast<std::size_t>(format.block_bytes);
    const auto padded_bytes = static_cast<std::size_t>(cuda::device_block_bytes(format));
    std::vector<unsigned char> padded(gguf.size() / bytes * padded_bytes);
    for (std::size_t b = 0; b < gguf.size() / bytes; ++b)
        std::memcpy(&padded[b * padded_bytes], &gguf[b * bytes], bytes);
    return padded;
}

void launch(const cuda::CudaPlan& plan, std::int64_t tokens, const cuda::QGemmCall& call,
            const std::function<void(std::string&)>& edit) {
    CudaDevice& device = CudaDevice::get();
    if (!edit) return device.run(plan.spec, tokens, call);
    std::string source = cuda::cuda_source(plan);
    edit(source);
    const cuda::PtxCache::Ptx ptx = device.ptx().get(source, "edited.cu", cuda::nvrtc_options(*plan.spec.isa));
    const cuda::Module module(device.device(), ptx.text, "edited " + plan.spec.name);
    const cuda::Stream stream(device.device());
    module.function(std::string(plan.entry))
        .launch(stream, plan.grid(tokens), static_cast<unsigned>(plan.threads), 0, call);
    stream.synchronize();
}

}  // namespace

CudaQGemmCase::CudaQGemmCase(const WeightFormat& weight, std::int64_t rows, std::int64_t columns,
                             std::int64_t token_count, std::uint64_t seed)
    : format(weight),
      n(rows),
      k(columns),
      tokens(token_count),
      gguf(random_matrix(weight, rows, columns, seed)),
      activations(random_q8_1(token_count, columns, seed + 1)) {}

KernelSpec CudaQGemmCase::spec(int tile) const {
    KernelSpec made = qgemm_spec(format, n, k, tokens);
    if (tile > 0) made.tile = tile;
    made.isa = Isa::sm_80;
    return made;
}

CudaQGemmRun run_cuda_qgemm(const CudaQGemmCase& operands, const KernelSpec& spec,
                            const std::function<void(std::string& source)>& edit) {
    CudaDevice& device = CudaDevice::get();
    const auto n = static_cast<std::size_t>(operands.n), tokens = static_cast<std::size_t>(operands.tokens);
    // Between the rows lie columns that no kernel may touch; the last row ends with its last element.
    const std::size_t stride = n + 3;
    constexpr float untouched = 1234.5f;
    const auto weights = device.upload(pad_blocks(operands.format, operands.gguf));
    const auto values =
        device.upload(std::vector<signed char>(operands.activations.values.begin(), operands.activations.values.end()));
    const auto scales = device.upload(operands.activations.scales);
    const auto output = device.upload(std::vector<float>((tokens - 1) * stride + n, untouched));
    const cuda::QGemmCall call{weights.data(),
                               values.data(),
                               scales.data(),
                               output.data(),
                               static_cast<int>(operands.tokens),
                               static_cast<int>(operands.activations.token_stride),
                               static_cast<int>(stride)};
    const auto address = reinterpret_cast<std::uintptr_t>(weights.data());
    if (device.executor()) device.executor()->watch(address);
    CudaQGemmRun run;
    try {
        launch(cuda::plan_cuda(spec), operands.tokens, call, edit);
    } catch (const Error& error) {
        run.error = error.what();
        if (device.executor()) device.executor()->reset();
        return run;
    }
    if (device.executor()) {
        run.weight_bytes_read.resize(weights.bytes());
        device.executor()->bytes_read(address, run.weight_bytes_read.data(), weights.bytes());
        device.executor()->widths_read(address, run.weight_loads_by_width);
    }
    const std::vector<float> stored = device.download(output);
    for (std::size_t at = 0; at < stored.size(); ++at) {
        if (at % stride < n)
            run.y.push_back(stored[at]);
        else if (stored[at] != untouched)
            run.intact = false;
    }
    return run;
}

}  // namespace quern::test
