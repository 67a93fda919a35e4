// Rows of f32 to int8 with a scale per 32 values. Block (x, y): values [256 y, 256 y + 256) of token x, a warp for each
// 32 of them, so that loads and stores of a warp are neighbours in memory.

extern "C" __global__ void __launch_bounds__(plan::threads) quantize(RowCall call) {
    const int token = blockIdx.x;
    const int column = blockIdx.y * plan::threads + threadIdx.x;
    const long long block = column / 32;
    quantize_lane(call.x[static_cast<long long>(token) * call.x_stride + column],
                  call.values + static_cast<long long>(token) * plan::k + column,
                  call.scales + 2 * (block * call.token_stride + token));
}
