#include "runtime/engine/projection_kernels.hpp"

#include <algorithm>
#include <functional>

#include "runtime/kernels/packed_matrix.hpp"
#include "runtime/system/thread_pool.hpp"

namespace quern {

namespace {

// What the plan does and what made it so.
std::string explain(const QGemmPlan& plan, const TunedPlan* tuned) {
    std::string text = std::string(isa_traits(plan.machine.isa).name);
    if (plan.machine.evex_ymm_dot) text += " (EVEX encoding, the VEX one is missing)";
    text += ", " + std::to_string(plan.row_registers) + " x " + std::to_string(plan.micro_tokens) + " micro-kernel, ";
    if (plan.direct)
        text += "weights unpacked in registers (few tokens)";
    else
        text += "token tile " + std::to_string(plan.token_tile) +
                (plan.spec.tile ? " (asked for)"
                 : tuned        ? ""
                                : " (the widest even one that stays in cache)") +
                ", " + std::to_string(plan.full_token_tiles + (plan.last_tile_tokens > 0)) + " token tiles";
    text += ", " + std::to_string(plan.items()) + " items of " + std::to_string(plan.rows_per_item()) + " rows";
    if (tuned) text += ", tuned at " + std::to_string(tuned->tokens) + " tokens";
    return text;
}

}  // namespace

std::size_t ProjectionKernels::add(const std::string& role, const PackedMatrix& matrix) {
    auto shape = std::find_if(shapes_.begin(), shapes_.end(), [&](const Shape& each) {
        return each.format == &matrix.format() && each.rows == matrix.rows() && each.columns == matrix.columns();
    });
    if (shape == shapes_.end()) shape = shapes_.insert(shape, {&matrix.format(), matrix.rows(), matrix.columns(), {}});
    shape->roles.insert(role);
    return static_cast<std::size_t>(shape - shapes_.begin());
}

KernelSpec ProjectionKernels::spec(std::size_t shape, std::int64_t tokens) const {
    KernelSpec spec;
    spec.name = *shapes_[shape].roles.begin();
    spec.op = Op::qgemm;
    spec.weight = shapes_[shape].format;
    spec.n = shapes_[shape].rows;
    spec.k = shapes_[shape].columns;
    spec.tokens = tokens;
    if (tile_ > 0) spec.tile = tile_;
    return spec;
}

void ProjectionKernels::prepare(const std::vector<Need>& needs, ThreadPool& pool) {
    struct Missing {
        KernelSpec spec;
        ProjectionKernel* kernel;
    };
    std::vector<Missing> missing;
    for (const Need& need : needs) {
        std::vector<ProjectionKernel>& kernels = by_tokens_[need.tokens];
        kernels.resize(shapes_.size());
        ProjectionKernel* kernel = &kernels[need.shape];
        const bool listed = std::any_of(missing.begin(), missing.end(),
                                        [kernel](const Missing& each) { return each.kernel == kernel; });
        if (kernel->kernel == nullptr && !listed) missing.push_back({spec(need.shape, need.tokens), kernel});
    }
    pool.parallel_for(static_cast<std::int64_t>(missing.size()), [&](std::int64_t item, int) {
        const Missing& each = missing[static_cast<std::size_t>(item)];
        const std::int64_t items = cache_.plan(each.spec).items();
        *each.kernel = {cache_.get(each.spec), items};
    });
    for (const Missing& each : missing) scratch_bytes_ = std::max(scratch_bytes_, each.kernel->kernel->scratch_bytes());
}

std::vector<std::pair<std::string, std::string>> ProjectionKernels::describe() const {
    std::vector<std::pair<std::string, std::string>> lines;
    for (const auto& [tokens, kernels] : by_tokens_)
        for (std::size_t shape = 0; shape < kernels.size(); ++shape) {
            if (kernels[shape].kernel == nullptr) continue;
            const KernelSpec kernel_spec = spec(shape, tokens);
            std::string name;
            for (const std::string& role : shapes_[shape].roles) name += (name.empty() ? "" : ", ") + role;
            name += ": " + std::string(kernel_spec.weight->name) + " " + std::to_string(kernel_spec.n) + " x " +
                    std::to_string(kernel_spec.k) + ", " + std::to_string(tokens) + " tokens";
            lines.emplace_back(std::move(name), explain(cache_.plan(kernel_spec), cache_.tuning().find(kernel_spec)));
        }
    return lines;
}

}  // namespace quern
