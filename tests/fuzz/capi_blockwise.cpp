// Block-quantized weights: quantized, packed and multiplied.
#include "tests/fuzz/capi_input.hpp"

namespace quern_fuzz {

namespace {

quern_code_format code_format(Input& input) {
    return static_cast<quern_code_format>(input.near(1 + input.byte() % 5));
}

std::size_t near_size(Input& input, std::size_t size) {
    return static_cast<std::size_t>(input.near(static_cast<std::int64_t>(size)));
}

void quantize(Input& input, Arena& arena) {
    const quern_code_format format = code_format(input);
    const std::int64_t count = input.near(1 + input.byte() * 7), block = input.near(1 + input.byte());
    std::size_t codes_bytes = 0, scale_count = 0, left = 0;
    (void)quern_blockwise_size(format, count, block, &codes_bytes, &scale_count);
    const unsigned char* const weights = arena.place(input, &left);
    if (!fits(1, count, count, left, sizeof(double))) return;
    if (input.flag()) {
        unsigned char* const packed = arena.place(input, &left);
        if (codes_bytes <= left)
            judge(quern_blockwise_pack_codes(format, reinterpret_cast<const std::int8_t*>(weights), count, packed,
                                             near_size(input, codes_bytes)));
        return;
    }
    unsigned char* const codes = arena.place(input, &left);
    if (codes_bytes > left) return;
    auto* const scales = reinterpret_cast<double*>(arena.place(input, &left));
    if (scale_count * sizeof(double) > left) return;
    judge(quern_blockwise_quantize(format, reinterpret_cast<const double*>(weights), count, block, codes,
                                   near_size(input, codes_bytes), scales, near_size(input, scale_count)));
}

}  // namespace

void fuzz_blockwise(Input& input, quern_context* context, Arena& arena) {
    if (input.flag()) quantize(input, arena);
    quern_blockwise_matrix w{};
    w.format = code_format(input);
    w.rows = input.near(1 + input.byte() % 70);
    w.columns = input.near(1 + input.byte());
    w.block = input.near(1 + input.byte());
    std::size_t codes_bytes = 0, scale_count = 0, left = 0;
    if (w.rows > 0 && w.columns > 0 && w.rows <= INT32_MAX && w.columns <= INT32_MAX)
        (void)quern_blockwise_size(w.format, w.rows * w.columns, w.block, &codes_bytes, &scale_count);
    w.codes = arena.place(input, &left);
    w.codes_bytes = near_size(input, codes_bytes);
    if (codes_bytes > left) return;
    w.scales = reinterpret_cast<const double*>(arena.place(input, &left));
    w.scale_count = near_size(input, scale_count);
    if (scale_count * sizeof(double) > left) return;

    const bool gemm = input.flag();
    const std::int64_t n = gemm ? input.near(1 + input.byte() % 80) : 1;
    const std::int64_t x_stride = gemm ? input.near(n) : 1, y_stride = gemm ? input.near(n) : 1;
    const auto* const x = reinterpret_cast<const double*>(arena.place(input, &left));
    if (!fits(w.columns, n, x_stride, left, sizeof(double))) return;
    auto* const y = reinterpret_cast<double*>(arena.place(input, &left));
    if (!fits(w.rows, n, y_stride, left, sizeof(double))) return;
    judge(gemm ? quern_blockwise_gemm(context, &w, n, x, x_stride, y, y_stride)
               : quern_blockwise_gemv(context, &w, x, y));
}

}  // namespace quern_fuzz
