// output = silu(x) * second. Block (x, y): values [256 y, 256 y + 256) of token x.

extern "C" __global__ void __launch_bounds__(plan::threads) silu_mul(RowCall call) {
    const long long token = blockIdx.x;
    const int column = blockIdx.y * plan::threads + threadIdx.x;
    if (column >= plan::k) return;
    call.output[token * call.output_stride + column] =
        silu_times(call.x[token * call.x_stride + column], call.second[token * call.second_stride + column]);
}
