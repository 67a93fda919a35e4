// Q4_K weights times Q8_1 activations on tensor cores, 128 weight rows and 8 warps a thread block.
//
// A super-block of a row, 144 bytes, goes to shared memory as it is:
//
//     headers   [row]   d, dmin (f16) | 8 scales and 8 mins of 6 bits in 12 bytes
//     nibbles   [row]   128 bytes | 16 unused, so that the 8 rows a fragment load reads begin 4 banks apart
//
// The 32 bytes of nibble pair p hold sub-block 2p in their low halves and sub-block 2p + 1, at the same positions, in
// their high ones, so a word loaded once gives the A fragments of two mmas. Per sub-block, with its activations' scale
// dx and the sum of their codes:
//
//     sum w x = d*sc*dx * sum(q*qx) - dmin*m * (dx * sum(qx))

constexpr int block_bytes = 144, header_bytes = 16, nibble_bytes = 128, nibble_pairs = 4;

struct WeightTile {
    unsigned char headers[plan::weight_rows][header_bytes];
    unsigned char nibbles[plan::weight_rows][nibble_bytes + 16];
};

// What the dot products of one row's sub-block are multiplied by, d * scale, and its sums of activations, -dmin * min.
// The header's words:
//
//     x   d, dmin
//     y   scales 0..3 in the low 6 bits of its bytes, two high bits of scales 4..7 above them
//     z   the same of the mins
//     w   low 4 bits of scales 4..7, low 4 bits of mins 4..7 above them
struct SubBlockScales {
    float scale, negative_min;

    __device__ SubBlockScales(const unsigned char* header_bytes, int sub_block) {
        const uint4 header = *reinterpret_cast<const uint4*>(header_bytes);
        const int shift = sub_block % 4 * 8;
        const unsigned y = header.y >> shift, z = header.z >> shift, w = header.w >> shift;
        const unsigned scale_bits = sub_block < 4 ? y & 0x3fu : (w & 0x0fu) | (y >> 2 & 0x30u);
        const unsigned min_bits = sub_block < 4 ? z & 0x3fu : (w >> 4 & 0x0fu) | (z >> 2 & 0x30u);
        scale = __fmul_rn(half_to_float(static_cast<unsigned short>(header.x)), static_cast<float>(scale_bits));
        negative_min = __fmul_rn(-half_to_float(static_cast<unsigned short>(header.x >> 16)),
                                 static_cast<float>(min_bits));
    }
};

// sums += the super-block in shared memory.
__device__ inline void multiply(const WeightTile& weights, const ActivationTile& activations, WarpSums& sums) {
    const int row = threadIdx.x / 32 * 16 + lane_group();
    const unsigned char* upper_nibbles = weights.nibbles[row] + 4 * lane_in_group();
    const unsigned char* lower_nibbles = weights.nibbles[row + 8] + 4 * lane_in_group();
    // Unrolled, the compiler would hold several pairs' operands at once, more than there are registers.
#pragma unroll 1
    for (int pair = 0; pair < nibble_pairs; ++pair) {
        const unsigned packed[4] = {load_word(upper_nibbles + 32 * pair), load_word(lower_nibbles + 32 * pair),
                                    load_word(upper_nibbles + 32 * pair + 16),
                                    load_word(lower_nibbles + 32 * pair + 16)};
#pragma unroll(plan::token_tile < 64 ? 2 : 1)
        for (int high = 0; high < 2; ++high) {
            const int sub_block = 2 * pair + high;
            const SubBlockScales upper(weights.headers[row], sub_block), lower(weights.headers[row + 8], sub_block);
            unsigned a[4];
#pragma unroll
            for (int word = 0; word < 4; ++word) a[word] = packed[word] >> 4 * high & 0x0f0f0f0fu;
#pragma unroll
            for (int group = 0; group < token_groups; ++group) {
                const unsigned char* b =
                    activations.values[8 * group + lane_group()] + 32 * sub_block + 4 * lane_in_group();
                int dot[4];
                mma_m16n8k32(dot, a, load_word(b), load_word(b + 16));
                // (scale, scale * sum) of this lane's two tokens
                const float4 x = activations.scales[sub_block][4 * group + lane_in_group()];
                float(&sum)[4] = sums.of[group];
                sum[0] = __fmaf_rn(__int2float_rn(dot[0]), __fmul_rn(upper.scale, x.x), sum[0]);
                sum[1] = __fmaf_rn(__int2float_rn(dot[1]), __fmul_rn(upper.scale, x.z), sum[1]);
                sum[2] = __fmaf_rn(__int2float_rn(dot[2]), __fmul_rn(lower.scale, x.x), sum[2]);
                sum[3] = __fmaf_rn(__int2float_rn(dot[3]), __fmul_rn(lower.scale, x.z), sum[3]);
                sum[0] = __fmaf_rn(upper.negative_min, x.y, sum[0]);
                sum[1] = __fmaf_rn(upper.negative_min, x.w, sum[1]);
                sum[2] = __fmaf_rn(lower.negative_min, x.y, sum[2]);
                sum[3] = __fmaf_rn(lower.negative_min, x.w, sum[3]);
            }
        }
    }
}

extern "C" __global__ void __launch_bounds__(plan::threads) qgemm_q4_k(QGemmCall call) {
    __shared__ __align__(16) WeightTile weights;
    __shared__ __align__(16) ActivationTile activations;
    const int first_token = blockIdx.x * plan::token_tile, first_row = blockIdx.y * plan::weight_rows;
    const int warp_row = first_row + threadIdx.x / 32 * 16;

    WeightVectors<block_bytes, 0, header_bytes / 16> next_headers(call, first_row);
    WeightVectors<block_bytes, header_bytes / 16, nibble_bytes / 16> next_nibbles(call, first_row);
    ActivationVectors next_activations(call, first_token);
    next_headers.load();
    next_nibbles.load();
    next_activations.load();
    WarpSums sums = {};
#pragma unroll 1
    for (int block = 0; block < super_blocks; ++block) {
        if (block > 0) __syncthreads();
        next_headers.store(weights.headers[0], sizeof weights.headers[0]);
        next_nibbles.store(weights.nibbles[0], sizeof weights.nibbles[0]);
        next_activations.store(activations);
        __syncthreads();
        if (block + 1 < super_blocks) {
            next_headers.load();
            next_nibbles.load();
            next_activations.load();
        }
        if (warp_row < plan::n) multiply(weights, activations, sums);
    }
    store_sums(call, sums, first_token, warp_row);
}
