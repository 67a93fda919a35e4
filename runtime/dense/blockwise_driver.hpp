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

/// Y = W X, X k x n and Y m x n row-major, with strides between their rows (0: n). X is packed into panels first; W is
/// never stored dense. Else as the gemv.
GemmStatus run_blockwise_gemm(const BlockwisePlan& plan, const Kernel& kernel, const BlockwiseWeight& weight,
                              const double* x, double* y, DenseContext::Turn& turn, std::int64_t x_row_stride = 0,
                              std::int64_t y_row_stride = 0);

/// The spec of a product: of a gemv k is 0, and of NF4 bits are.
KernelSpec blockwise_spec(Op op, std::int64_t m, std::int64_t n, std::int64_t k, std::int64_t block, int bits,
                          bool byte_codes);

/// The product of such a spec on operands where they lie, by the context's plan and kernel, in a turn of its own;
/// strides are a gemm's. Throws Error where the spec is invalid.
GemmStatus run_blockwise(const KernelSpec& spec, const BlockwiseWeight& weight, const double* x, double* y,
                         DenseContext& context, std::int64_t x_row_stride = 0, std::int64_t y_row_stride = 0);

}  // namespace quern
