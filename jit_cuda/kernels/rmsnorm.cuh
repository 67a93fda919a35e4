// RMS normalization of a row of plan::k values by one block: thread t takes the values t, t + threads, ..., so that a warp
// holds 32 neighbours, one quantization block, at each step.

// The sum over the block, the same bits in every thread.
__device__ inline float block_sum(float value) {
    constexpr int warps = plan::threads / 32;
    __shared__ float sums[warps];
    value = warp_sum(value);
    if (threadIdx.x % 32 == 0) sums[threadIdx.x / 32] = value;
    __syncthreads();
    float total = sums[0];
    for (int warp = 1; warp < warps; ++warp) total = __fadd_rn(total, sums[warp]);
    return total;
}

// 1 / sqrt(mean of squares + eps) of the row whose values `value(column)` gives.
template <class Value>
__device__ inline float inverse_rms(const Value& value, float eps) {
    float squares = 0.0f;
    for (int column = threadIdx.x; column < plan::k; column += plan::threads) {
        const float x = value(column);
        squares = __fmaf_rn(x, x, squares);
    }
    const float mean = __fdiv_rn(block_sum(squares), static_cast<float>(plan::k));
    return __frcp_rn(__fsqrt_rn(__fadd_rn(mean, eps)));
}

__device__ inline float normalized(float x, float inverse, float weight) {
    return __fmul_rn(__fmul_rn(x, inverse), weight);
}
