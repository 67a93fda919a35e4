// Dense products, f64 and f32.
#include <limits>

#include "tests/fuzz/capi_input.hpp"

namespace quern_fuzz {

namespace {

quern_status gemm(quern_context* context, std::int64_t m, std::int64_t n, std::int64_t k, double alpha, const double* a,
                  std::int64_t a_stride, const double* b, std::int64_t b_stride, double beta, double* c,
                  std::int64_t c_stride) {
    return quern_gemm_f64(context, m, n, k, alpha, a, a_stride, b, b_stride, beta, c, c_stride);
}
quern_status gemm(quern_context* context, std::int64_t m, std::int64_t n, std::int64_t k, float alpha, const float* a,
                  std::int64_t a_stride, const float* b, std::int64_t b_stride, float beta, float* c,
                  std::int64_t c_stride) {
    return quern_gemm_f32(context, m, n, k, alpha, a, a_stride, b, b_stride, beta, c, c_stride);
}
quern_status gemv(quern_context* context, std::int64_t m, std::int64_t n, int transposed, const double* a,
                  const double* x, double* y) {
    return quern_gemv_f64(context, m, n, transposed, a, x, y);
}
quern_status gemv(quern_context* context, std::int64_t m, std::int64_t n, int transposed, const float* a,
                  const float* x, float* y) {
    return quern_gemv_f32(context, m, n, transposed, a, x, y);
}

template <class T>
T scalar(Input& input) {
    constexpr T values[] = {0, 1, -2, std::numeric_limits<T>::infinity(), std::numeric_limits<T>::quiet_NaN()};
    const std::uint8_t kind = input.byte();
    return values[kind >= 250 ? 3 + kind % 2 : kind % 3];
}

template <class T>
void fuzz_type(Input& input, quern_context* context, Arena& arena) {
    const std::int64_t m = input.near(1 + input.byte() % 70), n = input.near(1 + input.byte());
    std::size_t a_left = 0, b_left = 0, c_left = 0;
    T* const a = reinterpret_cast<T*>(arena.place(input, &a_left));
    T* const b = reinterpret_cast<T*>(arena.place(input, &b_left));
    T* const c = reinterpret_cast<T*>(arena.place(input, &c_left));
    if (input.flag()) {
        const bool transposed = input.flag();
        if (!fits(m, n, n, a_left, sizeof(T)) || !fits(1, m, m, transposed ? b_left : c_left, sizeof(T)) ||
            !fits(1, n, n, transposed ? c_left : b_left, sizeof(T)))
            return;
        judge(gemv(context, m, n, transposed ? 1 : 0, a, b, c));
        return;
    }
    const std::int64_t k = input.near(1 + input.byte());
    const std::int64_t a_stride = input.near(k), b_stride = input.near(n), c_stride = input.near(n);
    if (!fits(m, k, a_stride, a_left, sizeof(T)) || !fits(k, n, b_stride, b_left, sizeof(T)) ||
        !fits(m, n, c_stride, c_left, sizeof(T)))
        return;
    judge(gemm(context, m, n, k, scalar<T>(input), a, a_stride, b, b_stride, scalar<T>(input), c, c_stride));
}

}  // namespace

void fuzz_dense(Input& input, quern_context* context, Arena& arena) {
    if (input.flag())
        fuzz_type<double>(input, context, arena);
    else
        fuzz_type<float>(input, context, arena);
}

}  // namespace quern_fuzz
