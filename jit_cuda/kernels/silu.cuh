// silu(gate) * up, silu(x) = x / (1 + exp(-x)).
__device__ inline float silu_times(float gate, float up) {
    return __fmul_rn(__fdiv_rn(gate, __fadd_rn(1.0f, expf(-gate))), up);
}
