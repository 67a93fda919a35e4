#include "runtime/tuning/tuning.hpp"

#include <cstdlib>

namespace quern {

namespace {

/// A plan serves token counts this part of its own away: the same number of token tiles and micro-kernels, nearly.
constexpr std::int64_t reach = 8;

}  // namespace

KernelSpec TunedPlan::spec() const {
    KernelSpec spec;
    spec.name = std::string(weight->name) + " " + std::to_string(n) + " x " + std::to_string(k);
    spec.op = Op::qgemm;
    spec.weight = weight;
    spec.n = n;
    spec.k = k;
    spec.tokens = tokens;
    return spec;
}

void Tuning::set(const TunedPlan& plan) {
    plans_.insert_or_assign(Key{plan.weight->name, plan.n, plan.k, plan.tokens}, plan);
}

const TunedPlan* Tuning::find(const KernelSpec& spec) const {
    if (spec.op != Op::qgemm || spec.weight == nullptr || spec.tile) return nullptr;
    const TunedPlan* nearest = nullptr;
    const auto distance = [&spec](const TunedPlan& plan) { return std::abs(plan.tokens - spec.tokens); };
    const std::string_view weight = spec.weight->name;
    for (auto each = plans_.lower_bound({weight, spec.n, spec.k, 0}); each != plans_.end(); ++each) {
        const TunedPlan& plan = each->second;
        if (plan.weight->name != weight || plan.n != spec.n || plan.k != spec.k) break;
        const bool serves = plan.tokens == spec.tokens || distance(plan) <= plan.tokens / reach;
        if (serves && (nearest == nullptr || distance(plan) < distance(*nearest))) nearest = &plan;
    }
    return nearest;
}

QGemmPlan Tuning::plan(const KernelSpec& spec, const MachineTraits& machine) const {
    const TunedPlan* tuned = find(spec);
    if (tuned == nullptr) return plan_qgemm(spec, machine);
    if (tuned->tokens == spec.tokens) return plan_qgemm(spec, machine, tuned->choice);
    return plan_qgemm(spec, machine, scale_choice(tuned->choice, tuned->tokens, spec));
}

namespace {

/// The product alone: neither how it is called nor what it is generated for.
std::string dense_key(KernelSpec spec) {
    spec.isa.reset();
    return spec.key();
}

}  // namespace

void Tuning::set(const TunedDense& plan) {
    dense_plans_.insert_or_assign(dense_key(plan.spec), plan);
}

const TunedDense* Tuning::find_dense(const KernelSpec& spec) const {
    const auto found = dense_plans_.find(dense_key(spec));
    return found == dense_plans_.end() ? nullptr : &found->second;
}

GemmPlan Tuning::gemm_plan(const KernelSpec& spec, const MachineTraits& machine) const {
    const TunedDense* tuned = find_dense(spec);
    return tuned == nullptr ? plan_gemm(spec, machine) : plan_gemm(spec, machine, tuned->gemm);
}

GemvPlan Tuning::gemv_plan(const KernelSpec& spec, const MachineTraits& machine) const {
    const TunedDense* tuned = find_dense(spec);
    return tuned == nullptr ? plan_gemv(spec, machine) : plan_gemv(spec, machine, tuned->gemv);
}

bool is_tuned_dense(Op op) {
    return op == Op::gemm || op == Op::gemv || is_blockwise(op);
}

BlockwisePlan Tuning::blockwise_plan(const KernelSpec& spec, const MachineTraits& machine) const {
    const TunedDense* tuned = find_dense(spec);
    return tuned == nullptr ? plan_blockwise(spec, machine) : plan_blockwise(spec, machine, tuned->blockwise);
}

}  // namespace quern
