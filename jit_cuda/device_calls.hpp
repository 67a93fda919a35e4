#pragma once

// What the CUDA kernels take, one struct by value each. The host compiler reads this file, and it is put before the
// source of every kernel, so it includes nothing and uses plain types alone. Pointers are device addresses, 16-byte
// aligned; strides count elements. How many tokens there are is an argument; n, k, tiles and head sizes are constants
// of the generated source.
namespace quern::cuda {

/// Quantized activations, llama.cpp's Q8_1 scheme, of `tokens` rows of k values:
///
///     values   int8 [tokens][k]
///     scales   (scale, scale * sum of the values) [k / 32][token_stride], f32 pairs
///
/// token_stride is a multiple of 2 and at least `tokens`; pairs past the last token are there but mean nothing.
///
/// Op::qgemm: output[t * output_stride + row] = sum_k W[row][k] x[t][k].
struct QGemmCall {
    const unsigned char* weights;  ///< [n][k / 256] blocks: Q4_K's 144 bytes as in GGUF, Q6_K's 210 padded to 224
    const signed char* values;
    const float* scales;
    float* output;
    int tokens, token_stride, output_stride;
};

/// The ops over rows of k values, a row a token. Each uses the fields it needs:
///
///     quantize               x -> values, scales
///     rmsnorm                x * weight / rms(x) -> output
///     rmsnorm_quantize       the same -> values, scales
///     add_rmsnorm_quantize   residual += x, then rmsnorm_quantize of residual
///     silu_mul               silu(x) * second -> output
///     silu_mul_quantize      the same -> values, scales
struct RowCall {
    const float *x, *second, *weight;
    float *residual, *output;
    signed char* values;
    float* scales;
    int x_stride, second_stride, residual_stride, output_stride;
    int tokens, token_stride;
    float eps;
};

/// Op::rope, in place: x[t][heads][head_size] rotated by the angles of positions[t].
struct RopeCall {
    float* x;
    const float *cosine, *sine;  ///< [position][head_size / 2]
    const int* positions;        ///< [tokens]
    int x_stride, heads, tokens;
};

/// Op::attention: for every head h, output[i] = softmax(q[i] . k^T / sqrt(head_size)) v over all keys, the keys and
/// values of head h / heads_per_kv_head.
struct AttentionCall {
    const float *q, *k, *v;  ///< [queries or keys][heads][head_size]
    float* output;           ///< [queries][heads][head_size]
    int q_stride, k_stride, v_stride, output_stride;
    int queries, keys, heads, heads_per_kv_head;
};

/// Op::embed_rows: output[t] = row ids[t] of a table of n rows of k weights, decoded to f32.
struct EmbedCall {
    const unsigned char* table;  ///< blocks as in QGemmCall, or f32
    const int* ids;
    float* output;
    int output_stride, tokens;
};

/// Op::gather_rows: output[i] = row rows[i] of x, k values.
struct GatherCall {
    const float* x;
    const int* rows;
    float* output;
    int x_stride, output_stride, count;
};

/// What a sampler needs of a row of n logits.
struct RowStatistics {
    int best;          ///< index of the largest logit, the smallest of equals
    float best_logit;  ///< its value
    float runner_up;   ///< the largest logit at any other index
    double z;          ///< sum of exp(x - best_logit)
    double weighted;   ///< sum of exp(x - best_logit) * (x - best_logit)
};

/// Op::row_statistics.
struct RowStatisticsCall {
    const float* logits;  ///< [rows][stride]
    RowStatistics* output;
    int stride, rows;
};

}  // namespace quern::cuda
