// output[t] = row ids[t] of a table in Q6_K, decoded. Block (x, y): super-block y of token x, a value a thread.
//
//     128 bytes of low nibbles | 64 bytes of high bits | 16 int8 scales | f16 d | 14 bytes of padding         224 bytes

extern "C" __global__ void __launch_bounds__(plan::threads) embed_rows_q6_k(EmbedCall call) {
    constexpr int block_bytes = 224, high_offset = 128, scales_offset = 192, d_offset = 208;
    const long long token = blockIdx.x;
    const int value = threadIdx.x;
    const unsigned char* block =
        call.table + (static_cast<long long>(call.ids[token]) * (plan::k / 256) + blockIdx.y) * block_bytes;
    // 128 values share 64 bytes of nibbles and 32 of high bits, in four runs of 32.
    const int half = value / 128, run = value / 32 % 4, lane = value % 32;
    const int low = block[half * 64 + run % 2 * 32 + lane] >> (run / 2 * 4) & 15;
    const int high = block[high_offset + half * 32 + lane] >> (run * 2) & 3;
    const float d = half_to_float(*reinterpret_cast<const unsigned short*>(block + d_offset));
    const float scale = static_cast<float>(static_cast<signed char>(block[scales_offset + value / 16]));
    call.output[token * call.output_stride + blockIdx.y * 256 + value] =
        __fmul_rn(__fmul_rn(d, scale), static_cast<float>((high << 4 | low) - 32));
}
