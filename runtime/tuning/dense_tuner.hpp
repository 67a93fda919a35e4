#pragma once

#include <cstddef>
#include <functional>

#include "runtime/bench/candidate_contest.hpp"
#include "runtime/dense/dense_context.hpp"
#include "runtime/tuning/tuning.hpp"

namespace quern {

struct TunedDenseKernel {
    TunedDense plan;
    double ratio = 1;             ///< median of the plan's time / the default plan's; 1 where the default stays
    bool is_default = true;       ///< no candidate beat the default plan by more than the noise
    std::size_t candidates = 0;   ///< plans measured
    std::int64_t measured_m = 0;  ///< rows of A or W they were measured on
};

/// Measures the candidate plans of a gemm, gemv or block-quantized product on random operands, on every thread of the
/// context, and says which is fastest. A product that would take long is measured on as many rows of A or W as do not.
/// Throws Error where the spec is invalid or another op. `progress` is find_fastest()'s.
TunedDenseKernel tune_dense_kernel(const KernelSpec& spec, DenseContext& context, const ContestRules& rules = {},
                                   const std::function<void(std::size_t contenders, int rounds)>& progress = {});

}  // namespace quern
