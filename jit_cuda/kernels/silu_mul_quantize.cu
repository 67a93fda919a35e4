// silu_mul, then quantize, without storing the product. Block (x, y): values [256 y, 256 y + 256) of token x.

extern "C" __global__ void __launch_bounds__(plan::threads) silu_mul_quantize(RowCall call) {
    const long long token = blockIdx.x;
    const int column = blockIdx.y * plan::threads + threadIdx.x;
    const float product =
        silu_times(call.x[token * call.x_stride + column], call.second[token * call.second_stride + column]);
    quantize_lane(product, call.values + token * plan::k + column,
                  call.scales + 2 * (static_cast<long long>(column / 32) * call.token_stride + token));
}
