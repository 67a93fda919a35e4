#include "runtime/bench/dense_bench.hpp"

#include <algorithm>
#include <memory>
#include <optional>
#include <vector>

#include "gen/error.hpp"
#include "runtime/bench/dense_operands.hpp"
#include "runtime/bench/median.hpp"
#include "runtime/bench/openblas_peer.hpp"
#include "runtime/bench/peak_meter.hpp"
#include "runtime/bench/timed_run.hpp"

namespace quern {

namespace {

constexpr double peak_loop_seconds = 1.5e-3;

template <class T>
DenseBenchResult bench(const KernelSpec& spec, DenseContext& context, const OpenBlasPeer* peer) {
    const bool is_gemm = spec.op == Op::gemm;
    const std::shared_ptr<const Kernel> kernel = context.kernels().get(spec);
    const auto gemm_plan = is_gemm ? std::optional(context.gemm_plan(spec)) : std::nullopt;
    const auto gemv_plan = is_gemm ? std::nullopt : std::optional(context.gemv_plan(spec));
    DenseOperands<T> operands(spec);
    DenseContext::Turn turn(context);
    TimedRun ours(
        [&] { is_gemm ? operands.multiply(*gemm_plan, *kernel, turn) : operands.multiply(*gemv_plan, *kernel, turn); });
    TimedRun theirs([&] {
        if (peer != nullptr) operands.multiply(*peer);
    });
    TimedRun sum([&] {
        if (!is_gemm) operands.sum(turn.pool());
    });
    PeakMeter peak(context.machine(), turn.pool(), peak_loop_seconds,
                   spec.type == ElementType::f64 ? PeakStep::fma_f64 : PeakStep::fma_f32);

    std::vector<double> seconds, peer_seconds, ratios, bounds, fractions;
    if (is_gemm) bounds.push_back(peak.measure());
    DenseBenchResult result;
    result.pairs = run_rounds([&] {
        seconds.push_back(ours.seconds());
        if (is_gemm) {
            const double before = bounds.back();
            bounds.push_back(peak.measure());
            fractions.push_back(operands.operations() / seconds.back() / 1e9 / ((before + bounds.back()) / 2));
        } else {
            bounds.push_back(sum.seconds());
            fractions.push_back(bounds.back() / seconds.back());
        }
        if (peer == nullptr) return;
        peer_seconds.push_back(theirs.seconds());
        ratios.push_back(peer_seconds.back() / seconds.back());
    });

    result.ms_min = *std::min_element(seconds.begin(), seconds.end()) * 1e3;
    const double middle = median(seconds);
    result.ms_median = middle * 1e3;
    result.gflops = operands.operations() / middle / 1e9;
    if (peer != nullptr) {
        result.peer_gflops = operands.operations() / median(peer_seconds) / 1e9;
        result.ratio = median(ratios);
    }
    result.rel_error = operands.rel_error();
    if (is_gemm) {
        result.peak_gflops = median(bounds);
        result.fraction_of_peak = median(fractions);
        result.ceiling = gemm_plan->ceiling();
    } else {
        result.gigabytes = operands.a_bytes() / middle / 1e9;
        result.sum_gigabytes = operands.a_bytes() / median(bounds) / 1e9;
        result.fraction_of_sum = median(fractions);
    }
    return result;
}

}  // namespace

DenseBenchResult bench_dense(const KernelSpec& spec, DenseContext& context, const OpenBlasPeer* peer) {
    validate(spec);
    if (spec.op != Op::gemm && spec.op != Op::gemv) throw Error("kernel \"" + spec.name + "\" is no dense product");
    return spec.type == ElementType::f64 ? bench<double>(spec, context, peer) : bench<float>(spec, context, peer);
}

}  // namespace quern
