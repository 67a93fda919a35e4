#include "runtime/bench/cuda_qgemm_bench.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <string>
#include <vector>

#include "gen/error.hpp"
#include "jit_cuda/device_calls.hpp"
#include "runtime/bench/median.hpp"
#include "runtime/bench/qgemm_problem.hpp"
#include "runtime/engine/stopwatch.hpp"

namespace quern::cuda {

namespace {

constexpr std::size_t most_copies = 64;
constexpr int most_samples = 25, fewest_samples = 3;
constexpr double sample_milliseconds = 5, longest_total_seconds = 10;

/// From one 32 activations' scales to the next, in pairs.
std::size_t scale_stride(const KernelSpec& spec) {
    return (static_cast<std::size_t>(spec.tokens) + 1) / 2 * 2;
}

/// Of every operand once, or 2^63 where that is less: dimensions near 2^31 make products beyond 64 bits.
std::size_t operand_bytes(const KernelSpec& spec) {
    const double n = static_cast<double>(spec.n), k = static_cast<double>(spec.k),
                 tokens = static_cast<double>(spec.tokens);
    const double weights = n * (k / spec.weight->block_weights) * static_cast<double>(device_block_bytes(*spec.weight));
    const double scales = k / 32 * static_cast<double>(scale_stride(spec)) * 2 * sizeof(float);
    const double all = weights + tokens * k * (sizeof(float) + 1) + scales + tokens * n * sizeof(float);
    return static_cast<std::size_t>(std::min(all, 0x1p63));
}

/// The operands of a product in device memory, the weights several times.
class Operands {
  public:
    Operands(const QGemmProblem& problem, const Device& device) : problem_(problem) {
        const KernelSpec& spec = problem.spec;
        const std::vector<unsigned char> padded = padded_weights();
        const std::size_t beyond_cache = 2 * device.traits().l2_bytes / padded.size() + 1;
        const std::size_t that_fit = device.memory().free / 4 / padded.size();
        const std::size_t copies = std::clamp<std::size_t>(std::min(beyond_cache, that_fit), 1, most_copies);
        for (std::size_t i = 0; i < copies; ++i) weights_.emplace_back(device, std::span(padded));
        const auto tokens = static_cast<std::size_t>(spec.tokens), columns = static_cast<std::size_t>(spec.k);
        inputs_ = DeviceBuffer<float>(device, std::span(problem.inputs));
        values_ = DeviceBuffer<signed char>(device, tokens * columns);
        scales_ = DeviceBuffer<float>(device, columns / 32 * scale_stride(spec) * 2);
        output_ = DeviceBuffer<float>(device, tokens * static_cast<std::size_t>(spec.n));
    }

    std::size_t copies() const { return weights_.size(); }
    /// Moved by one product at least: every operand once.
    double bytes() const {
        return static_cast<double>(weights_.front().bytes() + values_.bytes() + scales_.bytes() + output_.bytes());
    }

    void quantize(const DeviceKernel& kernel, const Stream& stream) const {
        RowCall call{};
        call.x = inputs_.data();
        call.x_stride = static_cast<int>(problem_.spec.k);
        call.values = values_.data();
        call.scales = scales_.data();
        call.tokens = static_cast<int>(problem_.spec.tokens);
        call.token_stride = static_cast<int>(scale_stride(problem_.spec));
        kernel.launch(stream, problem_.spec.tokens, call);
    }
    void multiply(const DeviceKernel& kernel, const Stream& stream) {
        const KernelSpec& spec = problem_.spec;
        kernel.launch(
            stream, spec.tokens,
            QGemmCall{weights_[next_].data(), values_.data(), scales_.data(), output_.data(),
                      static_cast<int>(spec.tokens), static_cast<int>(scale_stride(spec)), static_cast<int>(spec.n)});
        next_ = (next_ + 1) % weights_.size();
    }
    double rel_error() const {
        std::vector<float> output(output_.size());
        output_.download(output);
        return problem_.rel_error(output);
    }

  private:
    std::vector<unsigned char> padded_weights() const {
        const auto block = static_cast<std::size_t>(problem_.spec.weight->block_bytes);
        const auto padded_block = static_cast<std::size_t>(device_block_bytes(*problem_.spec.weight));
        std::vector<unsigned char> padded(problem_.weights.size() / block * padded_block);
        for (std::size_t i = 0; i < problem_.weights.size() / block; ++i)
            std::memcpy(padded.data() + i * padded_block, problem_.weights.data() + i * block, block);
        return padded;
    }

    const QGemmProblem& problem_;
    std::vector<DeviceBuffer<unsigned char>> weights_;
    std::size_t next_ = 0;
    DeviceBuffer<float> inputs_, scales_, output_;
    DeviceBuffer<signed char> values_;
};

KernelSpec quantize_spec(const KernelSpec& qgemm) {
    KernelSpec spec;
    spec.name = "quantize";
    spec.op = Op::quantize;
    spec.k = qgemm.k;
    return spec;
}

}  // namespace

CudaQGemmBenchResult bench_qgemm(const KernelSpec& spec, DeviceKernelCache& cache, bool quantize) {
    if (spec.op != Op::qgemm) throw Error("kernel \"" + spec.name + "\" is no qgemm");
    const Device& device = cache.device();
    // What has no kernel is refused before what has no room, and that before the kernels and the operands are made.
    lower_to_cuda(spec);
    device.require_memory(operand_bytes(spec), std::to_string(spec.n) + " x " + std::to_string(spec.k) +
                                                   " weights and " + std::to_string(spec.tokens) + " tokens");
    const auto kernel = cache.get(spec), quantize_kernel = cache.get(quantize_spec(spec));
    const QGemmProblem problem(spec);
    Operands operands(problem, device);
    const Stream stream(device);
    const Event begin(device), end(device);
    operands.quantize(*quantize_kernel, stream);
    const auto milliseconds = [&](int repeats) {
        begin.record(stream);
        for (int i = 0; i < repeats; ++i) {
            if (quantize) operands.quantize(*quantize_kernel, stream);
            operands.multiply(*kernel, stream);
        }
        end.record(stream);
        return end.milliseconds_since(begin) / repeats;
    };

    // The first run pages everything in, the second says how often a short product must be repeated.
    milliseconds(1);
    const int repeats = static_cast<int>(std::ceil(sample_milliseconds / std::max(milliseconds(1), 1e-3)));
    std::vector<double> samples;
    const Stopwatch total;
    for (int i = 0; i < most_samples; ++i) {
        if (i >= fewest_samples && total.seconds() > longest_total_seconds) break;
        samples.push_back(milliseconds(repeats));
    }
    stream.synchronize();

    const DeviceTraits& traits = device.traits();
    const double cycles_per_second = traits.clock_khz * 1e3;
    CudaQGemmBenchResult result;
    result.tile = kernel->plan.token_tile;
    result.samples = static_cast<int>(samples.size());
    result.copies = static_cast<int>(operands.copies());
    result.ms_min = *std::min_element(samples.begin(), samples.end());
    result.ms_median = median(samples);
    result.gops = problem.operations() / result.ms_median / 1e6;
    // The rate is the device's own architecture's, whatever the kernel was compiled for.
    result.peak_gops =
        2.0 * isa_traits(traits.isa()).gpu.int8_multiplies * traits.multiprocessors * cycles_per_second / 1e9;
    result.fraction_of_peak = result.peak_gops > 0 ? result.gops / result.peak_gops : 0;
    result.ceiling = kernel->plan.ceiling().value_or(1);
    result.gigabytes_per_second = operands.bytes() / result.ms_median / 1e6;
    // Memory moves data on both edges of its clock.
    result.peak_gigabytes_per_second = 2e3 * traits.memory_clock_khz * traits.memory_bus_bits / 8 / 1e9;
    result.rel_error = operands.rel_error();
    return result;
}

}  // namespace quern::cuda
