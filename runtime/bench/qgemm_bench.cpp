#include "runtime/bench/qgemm_bench.hpp"

#include <algorithm>
#include <cmath>
#include <memory>
#include <span>
#include <vector>

#include "gen/error.hpp"
#include "runtime/bench/median.hpp"
#include "runtime/bench/peak_meter.hpp"
#include "runtime/bench/qgemm_operands.hpp"
#include "runtime/bench/read_meter.hpp"
#include "runtime/engine/stopwatch.hpp"
#include "runtime/kernels/kernel_cache.hpp"
#include "runtime/system/thread_pool.hpp"

namespace quern {

namespace {

constexpr int fewest_pairs = 25;
constexpr double shortest_run_seconds = 3e-3;  ///< one side of a pair: long against a timer interrupt
constexpr double shortest_total_seconds = 0.5;
constexpr double peak_loop_seconds = 1.5e-3;

/// One product on random operands, ready to run.
class Product {
  public:
    /// With `quantize` every run rounds the activations anew.
    Product(const KernelSpec& spec, KernelCache& cache, ThreadPool& pool, bool quantize)
        : plan_(cache.plan(spec)), kernel_(cache.get(spec)), operands_(spec, pool) {
        if (quantize) {
            KernelSpec quantize_spec;
            quantize_spec.name = "quantize";
            quantize_spec.op = Op::quantize;
            quantize_spec.k = spec.k;
            quantize_kernel_ = cache.get(quantize_spec);
        }
    }

    const QGemmPlan& plan() const { return plan_; }
    double operations() const { return operands_.operations(); }
    double rel_error() const { return operands_.rel_error(); }
    std::span<const std::uint8_t> packed_weights() const { return operands_.packed(); }

    void run() {
        if (quantize_kernel_) operands_.quantize(*quantize_kernel_);
        operands_.multiply(*kernel_, plan_);
    }

  private:
    const QGemmPlan plan_;
    const std::shared_ptr<const Kernel> kernel_;
    std::shared_ptr<const Kernel> quantize_kernel_;
    QGemmOperands operands_;
};

}  // namespace

QGemmBenchResult bench_qgemm(const KernelSpec& spec, KernelCache& cache, ThreadPool& pool, bool quantize,
                             const std::function<void()>& peer) {
    if (spec.op != Op::qgemm) throw Error("kernel \"" + spec.name + "\" is no qgemm");
    Product product(spec, cache, pool, quantize);
    PeakMeter peak(cache.machine(), pool, peak_loop_seconds);

    // The first run pages everything in, the second says how often a short product must be repeated.
    product.run();
    const Stopwatch probe;
    product.run();
    const double probe_seconds = std::max(probe.seconds(), 1e-7);
    const int repeats = std::max(1, static_cast<int>(std::ceil(shortest_run_seconds / probe_seconds)));

    if (peer) peer();  // pages its operands in
    std::vector<double> milliseconds, fractions, peer_milliseconds, peer_ratios, peaks{peak.measure()};
    const Stopwatch total;
    while (static_cast<int>(milliseconds.size()) < fewest_pairs || total.seconds() < shortest_total_seconds) {
        const Stopwatch run;
        for (int i = 0; i < repeats; ++i) product.run();
        const double seconds = run.seconds() / repeats;
        const double before = peaks.back();
        peaks.push_back(peak.measure());
        milliseconds.push_back(seconds * 1e3);
        fractions.push_back(product.operations() / seconds / 1e9 / ((before + peaks.back()) / 2));
        if (peer) {
            const Stopwatch peer_run;
            for (int i = 0; i < repeats; ++i) peer();
            peer_milliseconds.push_back(peer_run.seconds() / repeats * 1e3);
            peer_ratios.push_back(peer_milliseconds.back() / milliseconds.back());
        }
    }

    QGemmBenchResult result;
    result.read_gbps = read_gigabytes_a_second(product.packed_weights(), pool);
    result.tile = static_cast<int>(product.plan().token_tile);
    result.pairs = static_cast<int>(milliseconds.size());
    result.ms_min = *std::min_element(milliseconds.begin(), milliseconds.end());
    result.ms_median = median(milliseconds);
    result.gops = product.operations() / result.ms_median / 1e6;
    result.peak_gops = median(peaks);
    result.fraction_of_peak = median(fractions);
    const PortCeiling ports = product.plan().ceiling();
    result.ceiling = ports.share;
    result.ceiling_resource = ports.resource;
    const double read_seconds = static_cast<double>(product.packed_weights().size()) / result.read_gbps / 1e9;
    const double read_share = product.operations() / read_seconds / 1e9 / result.peak_gops;
    if (read_share < result.ceiling) {
        result.ceiling = read_share;
        result.ceiling_resource = "reading the weights";
    }
    if (peer) {
        result.peer_gops = product.operations() / median(peer_milliseconds) / 1e6;
        result.peer_ratio = median(peer_ratios);
    }
    result.rel_error = product.rel_error();
    return result;
}

}  // namespace quern
