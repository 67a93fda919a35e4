#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "gen/gemm_contract.hpp"
#include "runtime/dense/dense_context.hpp"
#include "runtime/dense/dense_result.hpp"

namespace quern {

/// What a flat call returns. Unless status is GEMM_OK, c is empty and nothing was computed.
template <class T>
struct DenseResult {
    std::vector<T> c;
    std::int32_t status = GEMM_OK;
    std::int32_t backend_used = GEMM_BACKEND_SCALAR;
    double flop_count = 0;  ///< 2 m n k, or 2 m n
};

/// alpha op(A) op(B), row-major, [m][n]. op(A) is m x k: A as it lies, or, with trans_a, A^T of a k x m buffer; B the
/// same. Transposed operands take the plain indexed loop and say so (GEMM_BACKEND_SCALAR): a caller who cares about
/// speed transposes once, or calls gemm(). beta scales a prior C, which is always zero here, and must be finite all the
/// same. Refuses what gemm_dims_check() and gemm_scalars_ok() refuse. T is double or float.
template <class T>
DenseResult<T> sgemm_flat(std::span<const T> a, std::span<const T> b, std::int64_t m, std::int64_t n, std::int64_t k,
                          T alpha, T beta, bool trans_a, bool trans_b, DenseContext& context = DenseContext::shared(),
                          const GemmCeilings& ceilings = {});

/// A x, [m], or, with `trans`, A^T x, [n]; A is a row-major m x n buffer, x has n elements, or m. Both orientations run
/// at memory's speed. GEMM_ERR_B_LENGTH where x is not as long as that.
template <class T>
DenseResult<T> gemv_flat(std::span<const T> a, std::span<const T> x, std::int64_t m, std::int64_t n, bool trans,
                         DenseContext& context = DenseContext::shared(), const GemmCeilings& ceilings = {});

/// How far sgemm_flat is from the plain triple loop.
template <class T>
ReferenceDelta gemm_reference_delta_flat(std::span<const T> a, std::span<const T> b, std::int64_t m, std::int64_t n,
                                         std::int64_t k, DenseContext& context = DenseContext::shared(),
                                         const GemmCeilings& ceilings = {});

}  // namespace quern
