// Bidirectional attention on f16 tensor cores with an online softmax; no row of scores is ever stored. Block (x, y): 64
// queries of head y, 16 a warp; the keys go by 32 at a time.
//
// Staged in shared memory as f16 words, rows padded so that the 8 rows x 4 words of a fragment load lie in 32 banks:
//
//     keys     [32 keys][head_size / 2 + 4 words]      word = 2 neighbours of the head
//     values   [head_size][32 / 2 + 4 words]           word = 2 neighbouring keys: transposed
//
// S = Q K^T of 16 keys leaves its sums in the lanes that the next product, P V, wants its A operand in (mma.cuh), so the
// probabilities go from one to the other in registers.

constexpr int tile_keys = 32, key_words = plan::head_size / 2 + 4, value_words = tile_keys / 2 + 4;
constexpr int depth_steps = plan::head_size / 16;  // mmas along the head, for S
constexpr int head_tiles = plan::head_size / 8;    // of 8 output columns
constexpr int key_tiles = tile_keys / 8;

struct Scores {
    float of[key_tiles][4];
};

__device__ inline void stage_keys(unsigned (&keys)[tile_keys][key_words], const float* k, int stride, int left) {
    constexpr int words = plan::head_size / 2;
    for (int index = threadIdx.x; index < tile_keys * words; index += plan::threads) {
        const int key = index / words, word = index % words;
        const float2 pair = key < left ? *reinterpret_cast<const float2*>(k + static_cast<long long>(key) * stride + 2 * word)
                                       : make_float2(0.0f, 0.0f);
        keys[key][word] = pack_halves(pair.x, pair.y);
    }
}

// A warp takes 8 columns x 4 pairs of keys at a time: whole sectors are read, and all banks written.
__device__ inline void stage_values(unsigned (&values)[plan::head_size][value_words], const float* v, int stride, int left) {
    constexpr int pairs = tile_keys / 2;
    for (int index = threadIdx.x; index < plan::head_size * pairs; index += plan::threads) {
        const int group = index / 32, lane = index % 32;
        const int pair = group % (pairs / 4) * 4 + lane % 4, column = group / (pairs / 4) * 8 + lane / 4;
        const float* at = v + static_cast<long long>(2 * pair) * stride + column;
        const float even = 2 * pair < left ? at[0] : 0.0f, odd = 2 * pair + 1 < left ? at[stride] : 0.0f;
        values[column][pair] = pack_halves(even, odd);
    }
}

// The largest (or the sum) over the four lanes that share a row.
__device__ inline float quad_max(float value) {
    value = fmaxf(value, __shfl_xor_sync(0xffffffffu, value, 1));
    return fmaxf(value, __shfl_xor_sync(0xffffffffu, value, 2));
}
__device__ inline float quad_sum(float value) {
    value = __fadd_rn(value, __shfl_xor_sync(0xffffffffu, value, 1));
    return __fadd_rn(value, __shfl_xor_sync(0xffffffffu, value, 2));
}

extern "C" __global__ void __launch_bounds__(plan::threads) attention(AttentionCall call) {
    __shared__ unsigned keys[tile_keys][key_words];
    __shared__ unsigned values[plan::head_size][value_words];
    const int lane = threadIdx.x % 32, row = lane / 4, member = lane % 4;
    const int first_query = blockIdx.x * (plan::threads / 32 * 16) + threadIdx.x / 32 * 16 + row;
    const int head = blockIdx.y;
    const int kv_column = head / call.heads_per_kv_head * plan::head_size;
    const float lowest = __int_as_float(0xff800000);

    // Exponentials are powers of two: the logarithm goes into the scale of Q.
    const float scale = __fdiv_rn(1.44269504f, __fsqrt_rn(static_cast<float>(plan::head_size)));
    unsigned query[depth_steps][4];
#pragma unroll
    for (int step = 0; step < depth_steps; ++step) {
#pragma unroll
        for (int word = 0; word < 4; ++word) {
            const int position = first_query + word % 2 * 8;
            const int column = head * plan::head_size + step * 16 + word / 2 * 8 + 2 * member;
            float2 pair = make_float2(0.0f, 0.0f);
            if (position < call.queries)
                pair = *reinterpret_cast<const float2*>(call.q + static_cast<long long>(position) * call.q_stride + column);
            query[step][word] = pack_halves(__fmul_rn(pair.x, scale), __fmul_rn(pair.y, scale));
        }
    }

    float output[head_tiles][4] = {};
    float largest[2] = {lowest, lowest}, sum[2] = {0.0f, 0.0f};  // of rows `row` and `row + 8`
#pragma unroll 1
    for (int first_key = 0; first_key < call.keys; first_key += tile_keys) {
        const int left = call.keys - first_key;
        __syncthreads();
        stage_keys(keys, call.k + static_cast<long long>(first_key) * call.k_stride + kv_column, call.k_stride, left);
        stage_values(values, call.v + static_cast<long long>(first_key) * call.v_stride + kv_column, call.v_stride, left);
        __syncthreads();

        Scores scores = {};
#pragma unroll
        for (int tile = 0; tile < key_tiles; ++tile) {
#pragma unroll
            for (int step = 0; step < depth_steps; ++step)
                mma_m16n8k16_f16(scores.of[tile], query[step], keys[tile * 8 + row][step * 8 + member],
                                 keys[tile * 8 + row][step * 8 + 4 + member]);
#pragma unroll
            for (int element = 0; element < 4; ++element)
                if (tile * 8 + 2 * member + element % 2 >= left) scores.of[tile][element] = lowest;
        }

#pragma unroll
        for (int half = 0; half < 2; ++half) {
            float now = largest[half];
#pragma unroll
            for (int tile = 0; tile < key_tiles; ++tile)
                now = fmaxf(now, fmaxf(scores.of[tile][2 * half], scores.of[tile][2 * half + 1]));
            now = quad_max(now);
            const float factor = exp2f(__fsub_rn(largest[half], now));
            largest[half] = now;
            sum[half] = __fmul_rn(sum[half], factor);
#pragma unroll
            for (int tile = 0; tile < head_tiles; ++tile) {
                output[tile][2 * half] = __fmul_rn(output[tile][2 * half], factor);
                output[tile][2 * half + 1] = __fmul_rn(output[tile][2 * half + 1], factor);
            }
#pragma unroll
            for (int tile = 0; tile < key_tiles; ++tile) {
#pragma unroll
                for (int column = 0; column < 2; ++column) {
                    float& score = scores.of[tile][2 * half + column];
                    score = exp2f(__fsub_rn(score, now));
                    sum[half] = __fadd_rn(sum[half], score);
                }
            }
        }

#pragma unroll
        for (int step = 0; step < tile_keys / 16; ++step) {
            const float(&left_half)[4] = scores.of[2 * step];
            const float(&right_half)[4] = scores.of[2 * step + 1];
            const unsigned probabilities[4] = {pack_halves(left_half[0], left_half[1]), pack_halves(left_half[2], left_half[3]),
                                               pack_halves(right_half[0], right_half[1]),
                                               pack_halves(right_half[2], right_half[3])};
#pragma unroll
            for (int tile = 0; tile < head_tiles; ++tile)
                mma_m16n8k16_f16(output[tile], probabilities, values[tile * 8 + row][step * 8 + member],
                                 values[tile * 8 + row][step * 8 + 4 + member]);
        }
    }

#pragma unroll
    for (int half = 0; half < 2; ++half) {
        const int position = first_query + 8 * half;
        const float inverse = __frcp_rn(quad_sum(sum[half]));
        if (position >= call.queries) continue;
        float* to = call.output + static_cast<long long>(position) * call.output_stride + head * plan::head_size + 2 * member;
#pragma unroll
        for (int tile = 0; tile < head_tiles; ++tile)
            *reinterpret_cast<float2*>(to + tile * 8) =
                make_float2(__fmul_rn(output[tile][2 * half], inverse), __fmul_rn(output[tile][2 * half + 1], inverse));
    }
}
