/* The dense products against plain loops, and their misuse. */
#include <math.h>

#include "check.h"

enum { m = 37, n = 29, k = 41, stride = 45 };

/* small whole numbers: every sum is exact in either type */
#define DENSE(T, gemm, gemv)                                                                                       \
    static void T##_products(quern_context *context) {                                                             \
        static T a[m * stride], b[k * stride], c[m * stride], x[stride], y[stride];                                \
        for (int i = 0; i < m * stride; ++i) a[i] = (T)(i % 7 - 3), c[i] = (T)(i % 5);                             \
        for (int i = 0; i < k * stride; ++i) b[i] = (T)(i % 9 - 4);                                                \
        OK(gemm(context, m, n, k, 2, a, stride, b, stride, 1, c, stride));                                         \
        for (int i = 0; i < m; ++i)                                                                                \
            for (int j = 0; j < stride; ++j) {                                                                     \
                T sum = (T)((i * stride + j) % 5);                                                                 \
                for (int l = 0; j < n && l < k; ++l) sum += 2 * a[i * stride + l] * b[l * stride + j];             \
                CHECK(c[i * stride + j] == sum);                                                                   \
            }                                                                                                      \
        for (int i = 0; i < stride; ++i) x[i] = (T)(i % 3 - 1);                                                    \
        OK(gemv(context, m, k, 0, a, x, y));                                                                       \
        for (int i = 0; i < m; ++i) {                                                                              \
            T sum = 0;                                                                                             \
            for (int l = 0; l < k; ++l) sum += a[i * k + l] * x[l];                                                \
            CHECK(y[i] == sum);                                                                                    \
        }                                                                                                          \
        OK(gemv(context, m, k, 1, a, x, y));                                                                       \
        for (int l = 0; l < k; ++l) {                                                                              \
            T sum = 0;                                                                                             \
            for (int i = 0; i < m; ++i) sum += a[i * k + l] * x[i];                                                \
            CHECK(y[l] == sum);                                                                                    \
        }                                                                                                          \
        FAILS(gemm(NULL, m, n, k, 1, a, stride, b, stride, 0, c, stride), QUERN_NULL_ARGUMENT, "context");         \
        FAILS(gemm(context, 0, n, k, 1, a, stride, b, stride, 0, c, stride), QUERN_BAD_SHAPE, "m");                \
        FAILS(gemm(context, m, -1, k, 1, a, stride, b, stride, 0, c, stride), QUERN_BAD_SHAPE, "n");               \
        FAILS(gemm(context, m, n, INT64_MAX, 1, a, stride, b, stride, 0, c, stride), QUERN_BAD_SHAPE, "k");        \
        FAILS(gemm(context, m, n, k, (T)NAN, a, stride, b, stride, 0, c, stride), QUERN_BAD_VALUE, "alpha");       \
        FAILS(gemm(context, m, n, k, 1, a, stride, b, stride, (T)INFINITY, c, stride), QUERN_BAD_VALUE, "beta");   \
        FAILS(gemm(context, m, n, k, 1, NULL, stride, b, stride, 0, c, stride), QUERN_NULL_ARGUMENT, "a");         \
        FAILS(gemm(context, m, n, k, 1, a, k - 1, b, stride, 0, c, stride), QUERN_BAD_STRIDE, "a_stride");         \
        FAILS(gemm(context, m, n, k, 1, a, stride, b, n - 1, 0, c, stride), QUERN_BAD_STRIDE, "b_stride");         \
        FAILS(gemm(context, m, n, k, 1, a, stride, b, stride, 0, c, n - 1), QUERN_BAD_STRIDE, "c_stride");         \
        FAILS(gemm(context, m, n, k, 1, a, stride, b, stride, 0, b + 5, stride), QUERN_ALIASED, "overlaps b");     \
        FAILS(gemv(NULL, m, k, 0, a, x, y), QUERN_NULL_ARGUMENT, "context");                                       \
        FAILS(gemv(context, m, 0, 0, a, x, y), QUERN_BAD_SHAPE, "n");                                              \
        FAILS(gemv(context, INT32_MAX, INT32_MAX, 0, a, x, y), QUERN_BAD_SHAPE, "n =");                            \
        FAILS(gemv(context, m, k, 0, a, NULL, y), QUERN_NULL_ARGUMENT, "x");                                       \
        FAILS(gemv(context, m, k, 0, a, x, x), QUERN_ALIASED, "overlaps x");                                       \
        FAILS(gemv(context, m, k, 0, (const T *)((const char *)a + 1), x, y), QUERN_MISALIGNED, "a");              \
    }
DENSE(double, quern_gemm_f64, quern_gemv_f64)
DENSE(float, quern_gemm_f32, quern_gemv_f32)

static void backwards(void *user, int64_t items, quern_parallel_body body, void *work) {
    (void)user;
    for (int64_t i = items; i-- > 0;) body(work, i);
}

int main(void) {
    const quern_context_options options[] = {{.threads = 2}, {.threads = 1, .parallel_for = backwards}};
    for (int i = 0; i < 2; ++i) {
        quern_context *context = NULL;
        OK(quern_context_create(&options[i], &context));
        double_products(context);
        float_products(context);
        OK(quern_context_free(context));
    }
    return 0;
}
