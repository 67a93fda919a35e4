#pragma once

#include <cstdint>

#include "gen/blockwise_plan.hpp"
#include "jit_x86/kernel.hpp"
#include "runtime/dense/dense_context.hpp"

namespace quern {

/// A block-quantized weight of the plan's shape: codes a byte each, or two a byte as pack_codes() makes them, and the
/// scales of its flattened order.
struct BlockwiseWeight {
    const void* codes;
    const double* scales;
};

/// y = W x, threads over rows. GEMM_OK, or GEMM_ERR_CODE_OUT_OF_RANGE where a code lies outside the grid; then y holds
/// nothing of use. Codes are checked a few rows ahead of their use, while they come from memory.
GemmStatus run_blockwise_gemv(const BlockwisePlan& plan, const Kernel& kernel, const BlockwiseWeight& weight,
                              const double* x, double* y, ThreadPool& pool);

/// Y = W X, X k x n and Y m x n row-major. X is packed into panels first; W is never stored dense. Else as the gemv.
GemmStatus run_blockwise_gemm(const BlockwisePlan& plan, const Kernel& kernel, const BlockwiseWeight& weight,
                              const double* x, double* y, DenseContext::Turn& turn);

}  // namespace quern
