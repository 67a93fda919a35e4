#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "gen/block_quantizer.hpp"
#include "gen/gemm_contract.hpp"
#include "runtime/dense/dense_context.hpp"
#include "runtime/dense/dense_result.hpp"

namespace quern {

/// What a block-quantized call returns. Unless status is GEMM_OK, y is empty.
struct BlockwiseResult {
    std::vector<double> y;
    std::int32_t status = GEMM_OK;
    std::int32_t backend_used = GEMM_BACKEND_CPU_SIMD;
    double flop_count = 0;  ///< 2 m n k, or 2 m n
};

/// The products of a block-quantized weight, in f64, W never stored dense. The scale of element (i, j) of W is that of
/// its place in the flattened row-major order, scales[(i * columns + j) / block], wherever rows begin. Each refuses, in
/// this order, nothing computed:
///
///     GEMM_ERR_EMPTY_DIM          m, n, k or block not positive
///     GEMM_ERR_BLOCK_SIZE         block over QGEMM_MAX_BLOCK
///     GEMM_ERR_BITS               bits neither 4 nor 8
///     GEMM_ERR_DIM_ELEMS          W, X or Y over the ceiling of elements
///     GEMM_ERR_WORK_BUDGET        m * n * k over the ceiling of multiply-adds
///     GEMM_ERR_A_LENGTH           codes, then x, not of just their shape
///     GEMM_ERR_SCALE_LENGTH       not ceil(elements of W / block) scales
///     GEMM_ERR_CODE_OUT_OF_RANGE  a code outside the codebook (0 to 15) or its grid (-8 to 7): refused, not clamped

/// W X, [m][n] row-major: W is m x k NF4, a code a byte, X a row-major k x n.
BlockwiseResult gemm_nf4_flat(std::span<const std::int8_t> w_codes, std::span<const double> w_scales,
                              std::span<const double> x, std::int64_t m, std::int64_t n, std::int64_t k,
                              std::int64_t block, DenseContext& context = DenseContext::shared(),
                              const GemmCeilings& ceilings = {});
/// W x, [m]: W is m x n NF4, a code a byte.
BlockwiseResult gemv_nf4_flat(std::span<const std::int8_t> w_codes, std::span<const double> w_scales,
                              std::span<const double> x, std::int64_t m, std::int64_t n, std::int64_t block,
                              DenseContext& context = DenseContext::shared(), const GemmCeilings& ceilings = {});
/// W x, [m]: W is m x n of integers of 4 or 8 bits, a code a byte.
BlockwiseResult gemv_int_flat(std::span<const std::int8_t> w_codes, std::span<const double> w_scales,
                              std::span<const double> x, std::int64_t m, std::int64_t n, std::int64_t block, int bits,
                              DenseContext& context = DenseContext::shared(), const GemmCeilings& ceilings = {});

/// The same of codes packed two a byte (pack_codes()): ceil(elements / 2) bytes. Every half byte is on the grid.
BlockwiseResult gemm_nf4_packed(std::span<const std::uint8_t> w_codes, std::span<const double> w_scales,
                                std::span<const double> x, std::int64_t m, std::int64_t n, std::int64_t k,
                                std::int64_t block, DenseContext& context = DenseContext::shared(),
                                const GemmCeilings& ceilings = {});
BlockwiseResult gemv_nf4_packed(std::span<const std::uint8_t> w_codes, std::span<const double> w_scales,
                                std::span<const double> x, std::int64_t m, std::int64_t n, std::int64_t block,
                                DenseContext& context = DenseContext::shared(), const GemmCeilings& ceilings = {});
BlockwiseResult gemv_int4_packed(std::span<const std::uint8_t> w_codes, std::span<const double> w_scales,
                                 std::span<const double> x, std::int64_t m, std::int64_t n, std::int64_t block,
                                 DenseContext& context = DenseContext::shared(), const GemmCeilings& ceilings = {});

/// How far gemv_nf4_flat is from the slow way: W made dense, then multiplied by the plain loop.
ReferenceDelta quantized_gemv_golden_delta(std::span<const std::int8_t> w_codes, std::span<const double> w_scales,
                                           std::span<const double> x, std::int64_t m, std::int64_t n,
                                           std::int64_t block, DenseContext& context = DenseContext::shared(),
                                           const GemmCeilings& ceilings = {});

}  // namespace quern
