// output = x * weight / rms(x). A block a row.

extern "C" __global__ void __launch_bounds__(plan::threads) rmsnorm(RowCall call) {
    const long long token = blockIdx.x;
    const float* x = call.x + token * call.x_stride;
    float* output = call.output + token * call.output_stride;
    const float inverse = inverse_rms([x](int column) { return x[column]; }, call.eps);
    for (int column = threadIdx.x; column < plan::k; column += plan::threads)
        output[column] = normalized(x[column], inverse, call.weight[column]);
}
