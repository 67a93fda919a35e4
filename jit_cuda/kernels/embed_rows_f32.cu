// output[t] = row ids[t] of a table of f32. Block (x, y): values [256 y, 256 y + 256) of token x.

extern "C" __global__ void __launch_bounds__(plan::threads) embed_rows_f32(EmbedCall call) {
    const long long token = blockIdx.x;
    const int column = blockIdx.y * plan::threads + threadIdx.x;
    if (column >= plan::k) return;
    const float* row = reinterpret_cast<const float*>(call.table) + static_cast<long long>(call.ids[token]) * plan::k;
    call.output[token * call.output_stride + column] = row[column];
}
