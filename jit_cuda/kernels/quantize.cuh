// One quantization block of 32 values by one warp, a value a lane (llama.cpp's Q8_1 scheme):
//
//     amax = max |x|     code = round_to_even(x * (127 / amax))     scale = amax / 127
//
// A block whose amax is below 2^-100 is zeros with scale 0: 127 / amax would overflow.

constexpr float smallest_amax = 0x1p-100f;

// Stores the code to `value`, a byte of each lane, and (scale, scale * sum of codes) to `scale_and_sum`.
__device__ inline void quantize_lane(float x, signed char* value, float* scale_and_sum) {
    const float amax = warp_max(fabsf(x));
    const bool zeros = amax < smallest_amax;
    const float inverse = zeros ? 0.0f : __fdiv_rn(127.0f, amax);
    const float scale = zeros ? 0.0f : __fdiv_rn(amax, 127.0f);
    const int code = __float2int_rn(__fmul_rn(x, inverse));
    const int sum = warp_sum(code);
    *value = static_cast<signed char>(code);
    if (threadIdx.x % 32 == 0)
        *reinterpret_cast<float2*>(scale_and_sum) = make_float2(scale, __fmul_rn(scale, static_cast<float>(sum)));
}
