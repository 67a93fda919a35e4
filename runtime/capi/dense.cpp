#include <algorithm>
#include <cmath>

#include "runtime/capi/context_core.hpp"
#include "runtime/dense/gemm.hpp"
#include "runtime/dense/gemv_driver.hpp"

namespace quern::capi {

namespace {

template <class T>
std::span<T> elements(T* data, const Extent& extent) {
    return {data, extent.bytes / sizeof(T)};
}

template <class T>
void multiply(ContextCore& core, std::int64_t m, std::int64_t n, std::int64_t k, T alpha, const T* a,
              std::int64_t a_stride, const T* b, std::int64_t b_stride, T beta, T* c, std::int64_t c_stride) {
    require_range(m, 1, most_rows, "m");
    require_range(n, 1, most_rows, "n");
    require_range(k, 1, most_rows, "k");
    if (!std::isfinite(alpha)) throw StatusError(QUERN_BAD_VALUE, "alpha is not finite");
    if (!std::isfinite(beta)) throw StatusError(QUERN_BAD_VALUE, "beta is not finite");
    const Extent a_extent = rows_of(a, m, k, a_stride, "a", "a_stride");
    const Extent b_extent = rows_of(b, k, n, b_stride, "b", "b_stride");
    const Extent c_extent = rows_of(c, m, n, c_stride, "c", "c_stride");
    require_apart(c_extent, a_extent);
    require_apart(c_extent, b_extent);
    const ContextCore::Dense dense(core);
    const GemmReport report =
        gemm<T>(m, n, k, alpha, GemmMatrix<const T>{elements(a, a_extent), MatrixLayout::row_major, a_stride},
                GemmMatrix<const T>{elements(b, b_extent), MatrixLayout::row_major, b_stride}, beta,
                GemmMatrix<T>{elements(c, c_extent), MatrixLayout::row_major, c_stride}, dense.context());
    if (report.status != GEMM_OK)
        throw StatusError(QUERN_BAD_SHAPE,
                          "the product of m, n and k is refused: " + std::string(gemm_status_name(report.status)));
}

template <class T>
void multiply_vector(ContextCore& core, std::int64_t m, std::int64_t n, bool transposed, const T* a, const T* x, T* y) {
    require_range(m, 1, most_rows, "m");
    require_range(n, 1, std::min(most_rows, most_bytes / static_cast<std::int64_t>(sizeof(T)) / m), "n");
    const std::int64_t x_length = transposed ? m : n, y_length = transposed ? n : m;
    const Extent a_extent = rows_of(a, m, n, n, "a", "n");
    const Extent x_extent = rows_of(x, 1, x_length, x_length, "x", "n");
    const Extent y_extent = rows_of(y, 1, y_length, y_length, "y", "n");
    require_apart(y_extent, a_extent);
    require_apart(y_extent, x_extent);
    run_gemv(m, n, transposed, a, x, y, ContextCore::Dense(core).context());
}

}  // namespace

}  // namespace quern::capi

using namespace quern::capi;

quern_status quern_gemm_f64(quern_context* context, int64_t m, int64_t n, int64_t k, double alpha, const double* a,
                            int64_t a_stride, const double* b, int64_t b_stride, double beta, double* c,
                            int64_t c_stride) {
    return on_handle(context, "context", QUERN_BAD_SHAPE, [&](quern_context& handle) {
        multiply(*handle.core, m, n, k, alpha, a, a_stride, b, b_stride, beta, c, c_stride);
    });
}

quern_status quern_gemm_f32(quern_context* context, int64_t m, int64_t n, int64_t k, float alpha, const float* a,
                            int64_t a_stride, const float* b, int64_t b_stride, float beta, float* c,
                            int64_t c_stride) {
    return on_handle(context, "context", QUERN_BAD_SHAPE, [&](quern_context& handle) {
        multiply(*handle.core, m, n, k, alpha, a, a_stride, b, b_stride, beta, c, c_stride);
    });
}

quern_status quern_gemv_f64(quern_context* context, int64_t m, int64_t n, int transposed, const double* a,
                            const double* x, double* y) {
    return on_handle(context, "context", QUERN_BAD_SHAPE,
                     [&](quern_context& handle) { multiply_vector(*handle.core, m, n, transposed != 0, a, x, y); });
}

quern_status quern_gemv_f32(quern_context* context, int64_t m, int64_t n, int transposed, const float* a,
                            const float* x, float* y) {
    return on_handle(context, "context", QUERN_BAD_SHAPE,
                     [&](quern_context& handle) { multiply_vector(*handle.core, m, n, transposed != 0, a, x, y); });
}
