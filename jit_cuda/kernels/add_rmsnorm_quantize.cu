// residual += x, then rmsnorm and quantize of the sum, without storing the normalized row. A block a row.

extern "C" __global__ void __launch_bounds__(plan::threads) add_rmsnorm_quantize(RowCall call) {
    const long long token = blockIdx.x;
    const float* x = call.x + token * call.x_stride;
    float* residual = call.residual + token * call.residual_stride;
    signed char* values = call.values + token * plan::k;
    // A thread reads back only what it stored itself.
    const float inverse = inverse_rms(
        [x, residual](int column) {
            const float sum = __fadd_rn(residual[column], x[column]);
            residual[column] = sum;
            return sum;
        },
        call.eps);
    for (int column = threadIdx.x; column < plan::k; column += plan::threads)
        quantize_lane(normalized(residual[column], inverse, call.weight[column]), values + column,
                      call.scales + 2 * (static_cast<long long>(column / 32) * call.token_stride + token));
}
