// output[t] = row ids[t] of a table in Q4_K, decoded. Block (x, y): super-block y of token x, a value a thread.
//
//     f16 d | f16 dmin | 12 bytes: eight 6-bit scales and mins | 128 bytes of nibbles                         144 bytes

extern "C" __global__ void __launch_bounds__(plan::threads) embed_rows_q4_k(EmbedCall call) {
    constexpr int block_bytes = 144, scales_offset = 4, codes_offset = 16;
    const long long token = blockIdx.x;
    const int value = threadIdx.x;
    const unsigned char* block =
        call.table + (static_cast<long long>(call.ids[token]) * (plan::k / 256) + blockIdx.y) * block_bytes;
    const unsigned short* halves = reinterpret_cast<const unsigned short*>(block);
    const unsigned char* packed = block + scales_offset;
    const int sub_block = value / 32;
    int scale, minimum;
    if (sub_block < 4) {
        scale = packed[sub_block] & 63;
        minimum = packed[sub_block + 4] & 63;
    } else {
        scale = (packed[sub_block + 4] & 15) | (packed[sub_block - 4] >> 6) << 4;
        minimum = packed[sub_block + 4] >> 4 | (packed[sub_block] >> 6) << 4;
    }
    // 64 values share 32 bytes: the first half of them in the low nibbles.
    const int code = block[codes_offset + value / 64 * 32 + value % 32] >> (sub_block % 2 * 4) & 15;
    const float product = __fmul_rn(__fmul_rn(half_to_float(halves[0]), static_cast<float>(scale)), static_cast<float>(code));
    const float offset = __fmul_rn(half_to_float(halves[1]), static_cast<float>(minimum));
    call.output[token * call.output_stride + blockIdx.y * 256 + value] = __fsub_rn(product, offset);
}
