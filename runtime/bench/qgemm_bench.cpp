#include "runtime/bench/qgemm_bench.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <random>
#include <vector>

#include "gen/activation_layout.hpp"
#include "gen/error.hpp"
#include "gen/oracle.hpp"
#include "gen/packer.hpp"
#include "runtime/aligned_buffer.hpp"
#include "runtime/bench/peak_meter.hpp"
#include "runtime/engine/stopwatch.hpp"
#include "runtime/kernel_cache.hpp"
#include "runtime/thread_pool.hpp"

namespace quern {

namespace {

constexpr int fewest_pairs = 25;
constexpr double shortest_run_seconds = 3e-3;  ///< one side of a pair: long against a timer interrupt
constexpr double shortest_total_seconds = 0.5;
constexpr double peak_loop_seconds = 1.5e-3;

double median(std::vector<double> values) {
    const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
    std::nth_element(values.begin(), middle, values.end());
    return *middle;
}

void store_half(std::uint8_t* to, std::uint16_t half) {
    std::memcpy(to, &half, sizeof half);
}

/// GGUF blocks with random codes and scales. Block scales are powers of two, 2^-12 to 2^-9, and mins put the mean
/// weight near zero, so sums neither cancel nor grow beyond what trained weights give.
std::vector<std::uint8_t> random_weights(const WeightFormat& format, std::int64_t n, std::int64_t k) {
    const auto block_bytes = static_cast<std::size_t>(format.block_bytes);
    const std::size_t blocks = static_cast<std::size_t>(n) * static_cast<std::size_t>(k / format.block_weights);
    std::vector<std::uint8_t> gguf(blocks * block_bytes);
    std::mt19937 random(1);
    for (std::uint8_t& byte : gguf) byte = static_cast<std::uint8_t>(random());
    constexpr unsigned half_exponent_of_1 = 15;
    for (std::size_t i = 0; i < blocks; ++i) {
        std::uint8_t* block = gguf.data() + i * block_bytes;
        const unsigned exponent = half_exponent_of_1 - 12 + random() % 4;
        store_half(block + format.d_offset, static_cast<std::uint16_t>(exponent << 10));
        // Scales and mins are alike in size, so d * max_code / 2 centers the codes; a power of two near it will do.
        const auto half_code = static_cast<unsigned>(std::bit_width(static_cast<unsigned>(format.max_code())) - 1);
        if (format.has_mins)
            store_half(block + format.dmin_offset, static_cast<std::uint16_t>((exponent + half_code) << 10));
    }
    return gguf;
}

/// One product on random operands, ready to run.
class Product {
  public:
    /// With `quantize` every run rounds the activations anew.
    Product(const KernelSpec& spec, KernelCache& cache, ThreadPool& pool, bool quantize)
        : spec_(spec),
          plan_(plan_qgemm(spec, cache.machine())),
          kernel_(cache.get(spec)),
          pool_(pool),
          gguf_(random_weights(*spec.weight, spec.n, spec.k)) {
        if (quantize) {
            KernelSpec quantize_spec;
            quantize_spec.name = "quantize";
            quantize_spec.op = Op::quantize;
            quantize_spec.k = spec.k;
            quantize_kernel_ = cache.get(quantize_spec);
        }
        pack_weights();
        make_activations();
        output_ = AlignedBuffer<float>(static_cast<std::size_t>(spec.tokens) * static_cast<std::size_t>(spec.n));
        scratch_stride_ = (kernel_->scratch_bytes() + 63) / 64 * 64;
        scratch_ = AlignedBuffer<std::uint8_t>(scratch_stride_ * static_cast<std::size_t>(pool.threads()));
    }

    const QGemmPlan& plan() const { return plan_; }
    double operations() const {
        return 2.0 * static_cast<double>(spec_.n) * static_cast<double>(spec_.k) * static_cast<double>(spec_.tokens);
    }

    void run() {
        if (quantize_kernel_) quantize();
        pool_.parallel_for(plan_.items(), [this](std::int64_t item, int thread) {
            (*kernel_)(QGemmCall{.weights = packed_.data(),
                                 .activations = activations_.data(),
                                 .output = output_.data(),
                                 .output_stride = spec_.n,
                                 .item = item,
                                 .scratch = scratch_.data() + scratch_stride_ * static_cast<std::size_t>(thread)});
        });
    }

    double rel_error() const {
        constexpr int row_samples = 32, token_samples = 16;
        const auto columns = static_cast<std::size_t>(spec_.k);
        const std::size_t row_bytes = gguf_.size() / static_cast<std::size_t>(spec_.n);
        std::vector<float> weights(columns);
        std::mt19937_64 random(3);
        const auto sample = [&random](std::int64_t bound) { return random() % static_cast<std::uint64_t>(bound); };
        double error = 0, norm = 0;
        for (int i = 0; i < row_samples; ++i) {
            const std::size_t row = sample(spec_.n);
            dequantize_row(*spec_.weight, std::span(gguf_).subspan(row * row_bytes, row_bytes), weights);
            for (int j = 0; j < token_samples; ++j) {
                const std::size_t token = sample(spec_.tokens);
                double reference = 0;
                for (std::size_t c = 0; c < columns; ++c)
                    reference += double{weights[c]} * double{inputs_[token * columns + c]};
                const double y = double{output_.span()[token * static_cast<std::size_t>(spec_.n) + row]};
                error += (y - reference) * (y - reference);
                norm += reference * reference;
            }
        }
        return std::sqrt(error / norm);
    }

  private:
    void quantize() {
        constexpr std::int64_t item_tokens = 8;
        pool_.parallel_for((spec_.tokens + item_tokens - 1) / item_tokens, [this](std::int64_t item, int) {
            RowCall call{};
            call.x = inputs_.data();
            call.x_stride = spec_.k;
            call.activations = activations_.data();
            call.tokens = spec_.tokens;
            call.begin = item * item_tokens;
            call.end = std::min(spec_.tokens, call.begin + item_tokens);
            (*quantize_kernel_)(call);
        });
    }

    void pack_weights() {
        packed_ = AlignedBuffer<std::uint8_t>(plan_.layout.matrix_bytes(spec_.n, spec_.k));
        pool_.parallel_for(row_groups(spec_.n), [this](std::int64_t group, int) {
            pack_row_groups(plan_.layout, spec_.n, spec_.k, gguf_, group, group + 1, packed_.span());
        });
    }

    void make_activations() {
        const auto columns = static_cast<std::size_t>(spec_.k), tokens = static_cast<std::size_t>(spec_.tokens);
        std::mt19937 random(2);
        std::normal_distribution<float> normal;
        inputs_.resize(tokens * columns);
        for (float& value : inputs_) value = normal(random);
        activations_ = AlignedBuffer<std::uint8_t>(ActivationLayout::bytes(spec_.tokens, spec_.k));
        for (std::size_t t = 0; t < tokens; ++t)
            quantize_activations(std::span(inputs_).subspan(t * columns, columns),
                                 activations_.data() + t * ActivationLayout::record_bytes,
                                 tokens * ActivationLayout::record_bytes);
    }

    const KernelSpec spec_;
    const QGemmPlan plan_;
    const std::shared_ptr<const Kernel> kernel_;
    std::shared_ptr<const Kernel> quantize_kernel_;
    ThreadPool& pool_;
    const std::vector<std::uint8_t> gguf_;
    AlignedBuffer<std::uint8_t> packed_, activations_, scratch_;
    std::vector<float> inputs_;    ///< [tokens][k]
    AlignedBuffer<float> output_;  ///< [tokens][n]
    std::size_t scratch_stride_ = 0;
};

}  // namespace

QGemmBenchResult bench_qgemm(const KernelSpec& spec, KernelCache& cache, ThreadPool& pool, bool quantize) {
    if (spec.op != Op::qgemm) throw Error("kernel \"" + spec.name + "\" is no qgemm");
    Product product(spec, cache, pool, quantize);
    PeakMeter peak(cache.machine(), pool, peak_loop_seconds);

    // The first run pages everything in, the second says how often a short product must be repeated.
    product.run();
    const Stopwatch probe;
    product.run();
    const double probe_seconds = std::max(probe.seconds(), 1e-7);
    const int repeats = std::max(1, static_cast<int>(std::ceil(shortest_run_seconds / probe_seconds)));

    std::vector<double> milliseconds, fractions, peaks{peak.measure()};
    const Stopwatch total;
    while (static_cast<int>(milliseconds.size()) < fewest_pairs || total.seconds() < shortest_total_seconds) {
        const Stopwatch run;
        for (int i = 0; i < repeats; ++i) product.run();
        const double seconds = run.seconds() / repeats;
        const double before = peaks.back();
        peaks.push_back(peak.measure());
        milliseconds.push_back(seconds * 1e3);
        fractions.push_back(product.operations() / seconds / 1e9 / ((before + peaks.back()) / 2));
    }

    QGemmBenchResult result;
    result.tile = static_cast<int>(product.plan().token_tile);
    result.pairs = static_cast<int>(milliseconds.size());
    result.ms_min = *std::min_element(milliseconds.begin(), milliseconds.end());
    result.ms_median = median(milliseconds);
    result.gops = product.operations() / result.ms_median / 1e6;
    result.peak_gops = median(peaks);
    result.fraction_of_peak = median(fractions);
    result.ceiling = product.plan().ceiling();
    result.rel_error = product.rel_error();
    return result;
}

}  // namespace quern
