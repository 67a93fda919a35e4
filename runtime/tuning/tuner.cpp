#include "runtime/tuning/tuner.hpp"

#include <algorithm>
#include <memory>
#include <vector>

#include "gen/error.hpp"
#include "runtime/bench/qgemm_operands.hpp"
#include "runtime/system/thread_pool.hpp"

namespace quern {

namespace {

/// One measurement: long against a timer interrupt, short enough for many.
constexpr double shortest_measurement = 5e-4;
/// A thread's share of one run at most, and the weights' bytes at most: about 10 ms, and more than any cache.
constexpr double most_operations_a_thread = 5e9;
constexpr double most_weight_bytes = 64 << 20;
/// Rows are left out in whole work items of any candidate.
constexpr std::int64_t row_multiple = 1024;

std::int64_t rows_to_measure(const KernelSpec& spec, int threads) {
    const double row_operations = 2.0 * static_cast<double>(spec.k) * static_cast<double>(spec.tokens);
    const double row_bytes = static_cast<double>(spec.k) * spec.weight->block_bytes / spec.weight->block_weights;
    const double rows = std::min(most_operations_a_thread * threads / row_operations, most_weight_bytes / row_bytes);
    const auto whole = static_cast<std::int64_t>(rows) / row_multiple * row_multiple;
    return std::min(spec.n, std::max(whole, row_multiple));
}

struct Candidate {
    QGemmPlan plan;
    std::unique_ptr<const Kernel> kernel;
};

}  // namespace

TunedKernel tune_kernel(const KernelSpec& spec, const MachineTraits& machine, ThreadPool& pool,
                        const ContestRules& rules,
                        const std::function<void(std::size_t contenders, int rounds)>& progress) {
    if (spec.tile) throw Error("kernel \"" + spec.name + "\" asks for a tile: there is nothing to tune");
    const std::vector<PlanChoice> choices = plan_candidates(spec, machine);
    KernelSpec measured = spec;
    measured.n = rows_to_measure(spec, pool.threads());
    std::vector<Candidate> candidates;
    for (const PlanChoice& choice : choices) {
        QGemmPlan plan = plan_qgemm(measured, machine, choice);
        auto kernel = std::make_unique<const Kernel>(compile(plan));
        candidates.push_back({std::move(plan), std::move(kernel)});
    }
    QGemmOperands operands(measured, pool);
    const auto run = [&](std::size_t candidate) {
        operands.multiply(*candidates[candidate].kernel, candidates[candidate].plan);
    };
    const ContestResult result = find_fastest_run(candidates.size(), run, shortest_measurement, rules, progress);

    const double scale = static_cast<double>(spec.n) / static_cast<double>(measured.n);
    TunedKernel tuned;
    tuned.plan = {spec.weight,
                  spec.n,
                  spec.k,
                  spec.tokens,
                  choices[result.winner],
                  result.first_seconds * scale,
                  result.winner_seconds * scale};
    tuned.ratio = result.ratio;
    tuned.is_default = result.winner == 0;
    tuned.candidates = choices.size();
    tuned.measured_n = measured.n;
    return tuned;
}

}  // namespace quern
