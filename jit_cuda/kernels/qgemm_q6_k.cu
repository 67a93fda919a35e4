// Q6_K weights times Q8_1 activations on tensor cores, 64 weight rows and 4 warps a thread block.
//
// A super-block of a row, 210 bytes padded to 224, goes to shared memory as it is. Rows are 240 bytes apart, so that the
// 8 rows a fragment load reads begin 4 banks apart (224 would put every eighth bank twice):
//
//     128 bytes of low nibbles | 64 of high bits | 16 int8 scales | d (f16) | 14 of padding | 16 unused
//
// Weights 128 h + 32 q + l (h < 2, q < 4, l < 32) are
//
//     nibble (l + q % 2 * 32) of half h, the low one for q < 2, else the high one; two high bits: bits 2q, 2q + 1 of
//     byte l of half h
//
// so 16 bytes of nibbles are two groups of 16 weights, 16 of high bits four. A weight is its 6 bits minus 32.

constexpr int block_bytes = 224, nibble_bytes = 128, high_bytes = 64;
constexpr int scales_at = nibble_bytes + high_bytes, d_at = scales_at + 16;

struct WeightTile {
    unsigned char rows[plan::weight_rows][block_bytes + 16];
};

// Four weights: the nibbles chosen by `upper_nibble` with bits 2q, 2q + 1 of each byte of `high` above them, minus 32.
// Turning bit 5 over makes the six bits a two's complement number, whose sign then fills bits 6 and 7.
__device__ inline unsigned unpack(unsigned nibbles, bool upper_nibble, unsigned high, int q) {
    const unsigned low = nibbles >> (upper_nibble ? 4 : 0) & 0x0f0f0f0fu;
    const unsigned six_bits = low | (high >> 2 * q & 0x03030303u) << 4;
    const unsigned turned = six_bits ^ 0x20202020u, sign = turned & 0x20202020u;
    return turned | sign << 1 | sign << 2;
}

// The two groups of 16 weights, of one row, that meet one sub-block of activations: A fragments' words and d * scale.
struct RowGroups {
    unsigned words[2];
    float scale[2];

    __device__ RowGroups(const unsigned char* row, int sub_block) {
        const int half = sub_block / 4, q = sub_block % 4;
        const unsigned char* nibbles = row + 64 * half + q % 2 * 32 + 4 * lane_in_group();
        const unsigned char* high = row + nibble_bytes + 32 * half + 4 * lane_in_group();
        const float d = half_to_float(*reinterpret_cast<const unsigned short*>(row + d_at));
        const unsigned scales = *reinterpret_cast<const unsigned short*>(row + scales_at + 2 * sub_block);
#pragma unroll
        for (int group = 0; group < 2; ++group) {
            words[group] = unpack(load_word(nibbles + 16 * group), q >= 2, load_word(high + 16 * group), q);
            scale[group] = __fmul_rn(d, static_cast<float>(static_cast<signed char>(scales >> 8 * group)));
        }
    }
};

// sums += the super-block in shared memory.
__device__ inline void multiply(const WeightTile& weights, const ActivationTile& activations, WarpSums& sums) {
    const int row = threadIdx.x / 32 * 16 + lane_group();
    // Unrolled, the compiler would hold several sub-blocks' operands at once, more than there are registers.
#pragma unroll 1
    for (int sub_block = 0; sub_block < activation_sub_blocks; ++sub_block) {
        const RowGroups upper(weights.rows[row], sub_block), lower(weights.rows[row + 8], sub_block);
#pragma unroll
        for (int tokens = 0; tokens < token_groups; ++tokens) {
            const unsigned char* b =
                activations.values[8 * tokens + lane_group()] + 32 * sub_block + 4 * lane_in_group();
            // (scale, scale * sum) of this lane's two tokens
            const float4 x = activations.scales[sub_block][4 * tokens + lane_in_group()];
            float(&sum)[4] = sums.of[tokens];
#pragma unroll
            for (int group = 0; group < 2; ++group) {
                int dot[4];
                mma_m16n8k16(dot, {upper.words[group], lower.words[group]}, load_word(b + 16 * group));
                sum[0] = __fmaf_rn(__int2float_rn(dot[0]), __fmul_rn(upper.scale[group], x.x), sum[0]);
                sum[1] = __fmaf_rn(__int2float_rn(dot[1]), __fmul_rn(upper.scale[group], x.z), sum[1]);
                sum[2] = __fmaf_rn(__int2float_rn(dot[2]), __fmul_rn(lower.scale[group], x.x), sum[2]);
                sum[3] = __fmaf_rn(__int2float_rn(dot[3]), __fmul_rn(lower.scale[group], x.z), sum[3]);
            }
        }
    }
}

extern "C" __global__ void __launch_bounds__(plan::threads, 3) qgemm_q6_k(QGemmCall call) {
    __shared__ __align__(16) WeightTile weights;
    __shared__ __align__(16) ActivationTile activations;
    const int first_token = blockIdx.x * plan::token_tile, first_row = blockIdx.y * plan::weight_rows;
    const int warp_row = first_row + threadIdx.x / 32 * 16;

    // Nibbles, high bits, then scales and d: columns that the threads share out evenly.
    WeightVectors<block_bytes, 0, nibble_bytes / 16> next_nibbles(call, first_row);
    WeightVectors<block_bytes, nibble_bytes / 16, high_bytes / 16> next_high(call, first_row);
    WeightVectors<block_bytes, scales_at / 16, 2> next_scales(call, first_row);
    ActivationVectors next_activations(call, first_token);
    const auto load = [&] {
        next_nibbles.load();
        next_high.load();
        next_scales.load();
        next_activations.load();
    };
    const auto store = [&] {
        constexpr int stride = sizeof weights.rows[0];
        next_nibbles.store(weights.rows[0], stride);
        next_high.store(weights.rows[0] + nibble_bytes, stride);
        next_scales.store(weights.rows[0] + scales_at, stride);
        next_activations.store(activations);
    };
    load();
    WarpSums sums = {};
#pragma unroll 1
    for (int block = 0; block < super_blocks; ++block) {
        if (block > 0) __syncthreads();
        store();
        __syncthreads();
        if (block + 1 < super_blocks) load();
        if (warp_row < plan::n) multiply(weights, activations, sums);
    }
    store_sums(call, sums, first_token, warp_row);
}
