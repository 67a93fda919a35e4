// rmsnorm, then quantize, without storing the normalized row. A block a row.

extern "C" __global__ void __launch_bounds__(plan::threads) rmsnorm_quantize(RowCall call) {
    const long long token = blockIdx.x;
    const float* x = call.x + token * call.x_stride;
    signed char* values = call.values + token * plan::k;
    const float inverse = inverse_rms([x](int column) { return x[column]; }, call.eps);
    for (int column = threadIdx.x; column < plan::k; column += plan::threads)
        quantize_lane(normalized(x[column], inverse, call.weight[column]), values + column,
                      call.scales + 2 * (static_cast<long long>(column / 32) * call.token_stride + token));
}
