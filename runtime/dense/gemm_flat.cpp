#include "runtime/dense/gemm_flat.hpp"

#include <algorithm>

#include "gen/dense_oracle.hpp"
#include "gen/error.hpp"
#include "runtime/dense/gemm.hpp"
#include "runtime/dense/gemv_driver.hpp"

namespace quern {

namespace {

template <class T>
DenseResult<T> refused(std::int32_t status) {
    DenseResult<T> result;
    result.status = status;
    return result;
}

/// The elements of op(M): (i, j) at i * row + j * column.
struct Strides {
    std::int64_t row, column;
};

template <class T>
void multiply_indexed(std::span<const T> a, Strides sa, std::span<const T> b, Strides sb, std::int64_t m,
                      std::int64_t n, std::int64_t k, T alpha, std::span<T> c) {
    for (std::int64_t i = 0; i < m; ++i)
        for (std::int64_t j = 0; j < n; ++j) {
            T sum{0};
            for (std::int64_t kk = 0; kk < k; ++kk)
                sum += a[static_cast<std::size_t>(i * sa.row + kk * sa.column)] *
                       b[static_cast<std::size_t>(kk * sb.row + j * sb.column)];
            c[static_cast<std::size_t>(i * n + j)] = alpha * sum;
        }
}

double two_products(std::int64_t m, std::int64_t n, std::int64_t k) {
    return 2 * static_cast<double>(m) * static_cast<double>(n) * static_cast<double>(k);
}

}  // namespace

template <class T>
DenseResult<T> sgemm_flat(std::span<const T> a, std::span<const T> b, std::int64_t m, std::int64_t n, std::int64_t k,
                          T alpha, T beta, bool trans_a, bool trans_b, DenseContext& context,
                          const GemmCeilings& ceilings) {
    if (const GemmStatus status = gemm_dims_check(m, n, k, std::ssize(a), std::ssize(b), ceilings); status != GEMM_OK)
        return refused<T>(status);
    if (const GemmStatus status = gemm_scalars_ok(static_cast<double>(alpha), static_cast<double>(beta));
        status != GEMM_OK)
        return refused<T>(status);
    DenseResult<T> result;
    result.c = zero_result<T>(m * n);
    result.flop_count = two_products(m, n, k);
    if (trans_a || trans_b) {
        multiply_indexed(a, trans_a ? Strides{1, m} : Strides{k, 1}, b, trans_b ? Strides{1, k} : Strides{n, 1}, m, n,
                         k, alpha, std::span<T>(result.c));
        return result;
    }
    const GemmReport report = gemm<T>(m, n, k, alpha, {a}, {b}, T{0}, {std::span<T>(result.c)}, context, ceilings);
    result.backend_used = report.backend_used;
    return result;
}

template <class T>
DenseResult<T> gemv_flat(std::span<const T> a, std::span<const T> x, std::int64_t m, std::int64_t n, bool trans,
                         DenseContext& context, const GemmCeilings& ceilings) {
    // The shape of op(A): y = op(A) x has one column.
    const std::int64_t rows = trans ? n : m, columns = trans ? m : n;
    if (const GemmStatus status = gemm_dims_check(rows, 1, columns, std::ssize(a), std::ssize(x), ceilings);
        status != GEMM_OK)
        return refused<T>(status);
    DenseResult<T> result;
    result.c = zero_result<T>(rows);
    run_gemv(m, n, trans, a.data(), x.data(), result.c.data(), context);
    result.backend_used = GEMM_BACKEND_CPU_SIMD;
    result.flop_count = two_products(m, n, 1);
    return result;
}

template <class T>
ReferenceDelta gemm_reference_delta_flat(std::span<const T> a, std::span<const T> b, std::int64_t m, std::int64_t n,
                                         std::int64_t k, DenseContext& context, const GemmCeilings& ceilings) {
    const DenseResult<T> result = sgemm_flat<T>(a, b, m, n, k, 1, 0, false, false, context, ceilings);
    if (result.status != GEMM_OK) return {result.status};
    return compare_with_reference<T>(result.c, dense_reference(a, b, m, n, k));
}

template DenseResult<double> sgemm_flat(std::span<const double>, std::span<const double>, std::int64_t, std::int64_t,
                                        std::int64_t, double, double, bool, bool, DenseContext&, const GemmCeilings&);
template DenseResult<float> sgemm_flat(std::span<const float>, std::span<const float>, std::int64_t, std::int64_t,
                                       std::int64_t, float, float, bool, bool, DenseContext&, const GemmCeilings&);
template DenseResult<double> gemv_flat(std::span<const double>, std::span<const double>, std::int64_t, std::int64_t,
                                       bool, DenseContext&, const GemmCeilings&);
template DenseResult<float> gemv_flat(std::span<const float>, std::span<const float>, std::int64_t, std::int64_t, bool,
                                      DenseContext&, const GemmCeilings&);
template ReferenceDelta gemm_reference_delta_flat(std::span<const double>, std::span<const double>, std::int64_t,
                                                  std::int64_t, std::int64_t, DenseContext&, const GemmCeilings&);
template ReferenceDelta gemm_reference_delta_flat(std::span<const float>, std::span<const float>, std::int64_t,
                                                  std::int64_t, std::int64_t, DenseContext&, const GemmCeilings&);

}  // namespace quern
