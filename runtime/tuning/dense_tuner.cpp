#include "runtime/tuning/dense_tuner.hpp"

#include <algorithm>
#include <memory>
#include <vector>

#include "gen/error.hpp"
#include "runtime/bench/blockwise_operands.hpp"
#include "runtime/bench/dense_operands.hpp"

namespace quern {

namespace {

/// One measurement: long against a timer interrupt, short enough for many.
constexpr double shortest_measurement = 1e-3;
/// A thread's share of one product at most: about 20 ms of a gemm. A dense gemv's A at most: beyond any cache.
constexpr double most_operations_a_thread = 1e9;
constexpr double most_gemv_bytes = 256 << 20;
/// Rows are left out in whole tiles of most candidates.
constexpr std::int64_t row_multiple = 168;

std::int64_t rows_to_measure(const KernelSpec& spec, int threads) {
    const double columns = static_cast<double>(spec.n), depth = static_cast<double>(std::max<std::int64_t>(spec.k, 1));
    const double rows = spec.op == Op::gemv ? most_gemv_bytes / (columns * element_bytes(spec.type))
                                            : most_operations_a_thread * threads / (2 * columns * depth);
    const auto whole = static_cast<std::int64_t>(rows) / row_multiple * row_multiple;
    return std::min(spec.m, std::max(whole, row_multiple));
}

GemmPlan plan_of(const KernelSpec& spec, const MachineTraits& machine, const GemmChoice& choice) {
    return plan_gemm(spec, machine, choice);
}
GemvPlan plan_of(const KernelSpec& spec, const MachineTraits& machine, const GemvChoice& choice) {
    return plan_gemv(spec, machine, choice);
}
BlockwisePlan plan_of(const KernelSpec& spec, const MachineTraits& machine, const BlockwiseChoice& choice) {
    return plan_blockwise(spec, machine, choice);
}

/// `operands_of` makes the operands of a spec.
template <class OperandsOf, class Choice>
TunedDenseKernel tune(const KernelSpec& spec, DenseContext& context, const OperandsOf& operands_of,
                      const std::vector<Choice>& choices, Choice TunedDense::*chosen, const ContestRules& rules,
                      const std::function<void(std::size_t, int)>& progress) {
    DenseContext::Turn turn(context);
    KernelSpec measured = spec;
    measured.m = rows_to_measure(spec, turn.pool().threads());
    using Plan = decltype(plan_of(spec, context.machine(), Choice{}));
    struct Candidate {
        Plan plan;
        std::unique_ptr<const Kernel> kernel;
    };
    std::vector<Candidate> candidates;
    for (const Choice& choice : choices) {
        Plan plan = plan_of(measured, context.machine(), choice);
        auto kernel = std::make_unique<const Kernel>(compile(plan));
        candidates.push_back({std::move(plan), std::move(kernel)});
    }
    auto operands = operands_of(measured);
    const auto run = [&](std::size_t candidate) {
        operands.multiply(candidates[candidate].plan, *candidates[candidate].kernel, turn);
    };
    const ContestResult result = find_fastest_run(candidates.size(), run, shortest_measurement, rules, progress);

    const double scale = static_cast<double>(spec.m) / static_cast<double>(measured.m);
    TunedDenseKernel tuned;
    tuned.plan.spec = spec;
    tuned.plan.spec.isa.reset();
    tuned.plan.*chosen = choices[result.winner];
    tuned.plan.default_seconds = result.first_seconds * scale;
    tuned.plan.seconds = result.winner_seconds * scale;
    tuned.ratio = result.ratio;
    tuned.is_default = result.winner == 0;
    tuned.candidates = choices.size();
    tuned.measured_m = measured.m;
    return tuned;
}

template <class T>
TunedDenseKernel tune(const KernelSpec& spec, DenseContext& context, const ContestRules& rules,
                      const std::function<void(std::size_t, int)>& progress) {
    const auto operands_of = [](const KernelSpec& measured) { return DenseOperands<T>(measured); };
    if (spec.op == Op::gemm)
        return tune(spec, context, operands_of, gemm_choice_candidates(spec, context.machine()), &TunedDense::gemm,
                    rules, progress);
    return tune(spec, context, operands_of, gemv_choice_candidates(spec, context.machine()), &TunedDense::gemv, rules,
                progress);
}

}  // namespace

TunedDenseKernel tune_dense_kernel(const KernelSpec& spec, DenseContext& context, const ContestRules& rules,
                                   const std::function<void(std::size_t contenders, int rounds)>& progress) {
    validate(spec);
    if (is_blockwise(spec.op)) {
        const auto operands_of = [&context](const KernelSpec& measured) {
            const BlockwisePlan plan = plan_blockwise(measured, context.machine());
            return BlockwiseOperands(plan, weights_beyond_cache(plan));
        };
        return tune(spec, context, operands_of, blockwise_choice_candidates(spec, context.machine()),
                    &TunedDense::blockwise, rules, progress);
    }
    if (spec.op != Op::gemm && spec.op != Op::gemv) throw Error("kernel \"" + spec.name + "\" is no dense product");
    return spec.type == ElementType::f64 ? tune<double>(spec, context, rules, progress)
                                         : tune<float>(spec, context, rules, progress);
}

}  // namespace quern
