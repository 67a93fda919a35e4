#pragma once

#include <cstddef>
#include <functional>

#include "runtime/bench/candidate_contest.hpp"
#include "runtime/tuning/tuning.hpp"

namespace quern {

class ThreadPool;

struct TunedKernel {
    TunedPlan plan;
    double ratio = 1;             ///< median of the plan's time / the default plan's; 1 where the default stays
    bool is_default = true;       ///< no candidate beat the default plan by more than the noise
    std::size_t candidates = 0;   ///< plans measured
    std::int64_t measured_n = 0;  ///< rows of the weights they were measured on
};

/// Measures the candidate plans of a qgemm (plan_candidates()) on random operands, on every thread of the pool, and
/// says which is fastest. A matrix that would take long is measured on as many of its rows as do not. Throws Error
/// where the spec is invalid, no qgemm or asks for a tile. `progress` is find_fastest()'s.
TunedKernel tune_kernel(const KernelSpec& spec, const MachineTraits& machine, ThreadPool& pool,
                        const ContestRules& rules = {},
                        const std::function<void(std::size_t contenders, int rounds)>& progress = {});

}  // namespace quern
