#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "gen/gemm_contract.hpp"
#include "gen/gemm_plan.hpp"
#include "runtime/dense/dense_context.hpp"

namespace quern {

/// A dense matrix in memory; T is const for an operand that is only read.
template <class T>
struct GemmMatrix {
    std::span<T> elements;  ///< exactly those of the rows or columns; the last may end with its last element
    MatrixLayout layout = MatrixLayout::row_major;
    std::int64_t leading_dimension = 0;  ///< elements between rows (column_major: columns); 0: none in between
};

/// What a product used.
struct GemmReport {
    std::int32_t status = GEMM_OK;
    std::int32_t backend_used = GEMM_BACKEND_CPU_SIMD;
    double flop_count = 0;  ///< 2 m n k; 0 unless GEMM_OK
    Isa isa = Isa::avx2;
    int threads = 0;
    GemmChoice choice{};  ///< the plan's tile and blocks
};

/// C = alpha A B + beta C with generated kernels, whatever the layouts: A is m x k, B k x n, C m x n. C must overlap
/// neither A nor B and is not read where beta is 0. Anything but GEMM_OK leaves C untouched:
///
///     GEMM_ERR_EMPTY_DIM, _DIM_ELEMS, _WORK_BUDGET   as gemm_dims_check()
///     GEMM_ERR_SCALAR                                alpha or beta is not finite
///     GEMM_ERR_LEADING_DIM                           one is shorter than a row (column_major: a column)
///     GEMM_ERR_A_LENGTH, _B_LENGTH, _C_LENGTH        a span is not exactly as long as its shape
///
/// Throws Error where there is no memory for the packed operands.
template <class T>
GemmReport gemm(std::int64_t m, std::int64_t n, std::int64_t k, T alpha, const GemmMatrix<const T>& a,
                const GemmMatrix<const T>& b, T beta, const GemmMatrix<T>& c,
                DenseContext& context = DenseContext::shared(),
                const GemmCeilings& ceilings = GemmCeilings::unlimited());

}  // namespace quern
