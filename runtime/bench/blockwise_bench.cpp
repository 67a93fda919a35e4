#include "runtime/bench/blockwise_bench.hpp"

#include <algorithm>
#include <memory>
#include <vector>

#include "runtime/bench/blockwise_operands.hpp"
#include "runtime/bench/median.hpp"
#include "runtime/bench/openblas_peer.hpp"
#include "runtime/bench/timed_run.hpp"
#include "runtime/dense/dense_context.hpp"
#include "runtime/system/resident_memory.hpp"

namespace quern {

BlockwiseBenchResult bench_blockwise(const KernelSpec& spec, DenseContext& context, const OpenBlasPeer* peer,
                                     int weights) {
    const BlockwisePlan plan = context.blockwise_plan(spec);
    const std::shared_ptr<const Kernel> kernel = context.kernels().get(spec);
    BlockwiseOperands operands(plan, weights > 0 ? weights : weights_beyond_cache(plan));
    DenseContext::Turn turn(context);
    BlockwiseBenchResult result;

    const std::size_t resident = resident_bytes();
    for (int i = 0; i < operands.weights(); ++i) operands.multiply(plan, *kernel, turn);
    result.peak_resident = peak_resident_bytes();
    result.resident_growth = std::max(result.peak_resident, resident) - resident;

    if (peer != nullptr) operands.make_dense();
    TimedRun ours([&] { operands.multiply(plan, *kernel, turn); });
    TimedRun theirs([&] {
        if (peer != nullptr) operands.multiply(*peer);
    });
    std::vector<double> seconds, peer_seconds, ratios;
    result.pairs = run_rounds([&] {
        seconds.push_back(ours.seconds());
        if (peer == nullptr) return;
        peer_seconds.push_back(theirs.seconds());
        ratios.push_back(peer_seconds.back() / seconds.back());
    });

    const double middle = median(seconds);
    result.weights = operands.weights();
    result.weight_bytes = operands.weight_bytes();
    result.dense_bytes = operands.dense_bytes();
    result.ms_min = *std::min_element(seconds.begin(), seconds.end()) * 1e3;
    result.ms_median = middle * 1e3;
    result.gweights = static_cast<double>(spec.m) * static_cast<double>(plan.columns()) / middle / 1e9;
    result.gigabytes = static_cast<double>(result.weight_bytes) / middle / 1e9;
    result.gflops = operands.operations() / middle / 1e9;
    result.rel_error = operands.rel_error();
    if (peer == nullptr) return result;
    const double peer_middle = median(peer_seconds);
    result.peer_ms_median = peer_middle * 1e3;
    result.peer_gigabytes = static_cast<double>(result.dense_bytes) / peer_middle / 1e9;
    result.peer_rel_error = operands.peer_rel_error();
    result.ratio = median(ratios);
    return result;
}

}  // namespace quern
