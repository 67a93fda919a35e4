// output[i] = row rows[i] of x. Block (x, y): values [256 y, 256 y + 256) of output row x.

extern "C" __global__ void __launch_bounds__(plan::threads) gather_rows(GatherCall call) {
    const long long index = blockIdx.x;
    const int column = blockIdx.y * plan::threads + threadIdx.x;
    if (column >= plan::k) return;
    call.output[index * call.output_stride + column] =
        call.x[static_cast<long long>(call.rows[index]) * call.x_stride + column];
}
