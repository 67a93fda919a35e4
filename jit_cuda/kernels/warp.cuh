// Reductions over the 32 lanes of a warp, by exchanges between lanes 16, 8, 4, 2 and 1 apart: every lane ends with the
// same bits.

constexpr unsigned whole_warp = 0xffffffffu;

__device__ inline float warp_sum(float value) {
    for (int apart = 16; apart > 0; apart /= 2) value = __fadd_rn(value, __shfl_xor_sync(whole_warp, value, apart));
    return value;
}

__device__ inline int warp_sum(int value) {
    for (int apart = 16; apart > 0; apart /= 2) value += __shfl_xor_sync(whole_warp, value, apart);
    return value;
}

__device__ inline float warp_max(float value) {
    for (int apart = 16; apart > 0; apart /= 2) value = fmaxf(value, __shfl_xor_sync(whole_warp, value, apart));
    return value;
}
