#pragma once

#include <cstdint>

namespace quern {

/// Arguments of one call of a generated kernel. Each kernel is `void (*)(const XCall*)` and runs on the calling thread;
/// distinct items, token ranges or query ranges may run at once. Strides count floats. Nothing is read or written
/// outside the ranges given (see the plan's over_read_bytes).

/// Op::qgemm: one work item of the plan.
struct QGemmCall {
    const std::uint8_t* weights;      ///< packed matrix, PackedLayout
    const std::uint8_t* activations;  ///< ActivationLayout [k / 256][tokens]
    float* output;                    ///< [tokens][output_stride], column n is row n of W
    std::int64_t output_stride;
    std::int64_t item;      ///< 0 .. plan.items() - 1
    std::uint8_t* scratch;  ///< plan.scratch_bytes, 64-byte aligned, one a thread
};

/// The row-wise ops, over tokens [begin, end) of `tokens`; unused fields are ignored.
///
///     quantize               x -> activations
///     rmsnorm                x, weight, eps -> output
///     rmsnorm_quantize       x, weight, eps -> activations
///     add_rmsnorm_quantize   residual += x; residual, weight, eps -> activations
///     silu_mul               silu(x) * second -> output
///     silu_mul_quantize      silu(x) * second -> activations
struct RowCall {
    const float* x;
    std::int64_t x_stride;
    const float* second;
    std::int64_t second_stride;
    const float* weight;  ///< k floats
    float* residual;
    std::int64_t residual_stride;
    float* output;
    std::int64_t output_stride;
    std::uint8_t* activations;  ///< ActivationLayout [k / 256][tokens]
    std::int64_t tokens;        ///< rows of the whole activation buffer
    std::int64_t begin, end;
    float eps;
};

/// Op::rope, in place, over tokens [begin, end): x[t][heads][head_size] rotated by the angle of positions[t].
struct RopeCall {
    float* x;
    std::int64_t x_stride;
    std::int64_t heads;
    const float* cosine;  ///< [position][head_size / 2]
    const float* sine;    ///< [position][head_size / 2]
    const std::int32_t* positions;
    std::int64_t begin, end;
};

/// Op::attention, one head: output[i] = softmax(q[i] . k^T / sqrt(head_size)) v over all keys, queries [begin, end).
/// Pointers are at the head's first column.
struct AttentionCall {
    const float* q;
    std::int64_t q_stride;
    const float* k;
    std::int64_t k_stride;
    const float* v;
    std::int64_t v_stride;
    float* output;
    std::int64_t output_stride;
    std::int64_t keys;
    std::int64_t begin, end;
    std::uint8_t* scratch;  ///< Kernel::scratch_bytes, 64-byte aligned, one a thread
};

/// Op::gemm: one panel of A times a packed block of B (see GemmPlan). Elements are of the spec's type.
struct GemmCall {
    const void* a;             ///< the panel, as the plan's APanel says
    std::int64_t a_row_bytes;  ///< between its rows, in_place alone
    /// Packed: `panels` of [depth][tile columns], then the tail panel, [depth][tail vectors]; where the plan says that
    /// B was packed ahead, panels of [depth][panel_vectors()], of which a tile spans one or more and the tail one.
    const void* b;
    void* c;  ///< first element of the panel's rows
    std::int64_t c_row_bytes;
    std::int64_t rows;  ///< the tile's, or the plan's tail_rows()
    std::int64_t depth;
    std::int64_t panels;
    std::int64_t tail_panel;  ///< 1 where the plan's tail panel follows
    double alpha, beta;       ///< C is not read where beta is 0
    /// What the caller reads next, fetched into L2 meanwhile, not in_place: panel p begins at next_a + (p mod 8) *
    /// next_a_panel_bytes and fetches a line every 8 steps of depth, next_a_step_bytes apart. May be any address.
    const void* next_a;
    std::int64_t next_a_panel_bytes, next_a_step_bytes;
};

/// Op::gemv: rows of A times x, or, transposed, y += the sum of x[row] * A[row] over rows and a range of columns.
struct GemvCall {
    const void* a;  ///< row-major
    std::int64_t a_row_bytes;
    const void* x;  ///< `columns` elements; transposed: `rows`
    void* y;        ///< `rows` elements; transposed: `columns`
    std::int64_t rows;
    std::int64_t columns;  ///< the spec's n; transposed: any whole vectors of them, and the tail
};

/// Op::nf4_gemv, int_gemv, nf4_gemm: consecutive rows of a block-quantized W times x, or times a packed X.
struct BlockwiseCall {
    const void* codes;           ///< the byte that holds the first row's first code
    std::int64_t second_half;    ///< 1 where that code is the high half of a packed byte
    const double* scales;        ///< of the first code's block
    std::int64_t left_in_block;  ///< codes of that block from the first on
    const double* x;             ///< a gemv's vector; a gemm's X packed: `panels` of [k][tile columns], then the tail
                                 ///< panel, [k][tail vectors], where the plan has tail columns
    double* y;                   ///< a gemv's, one a row; a gemm's, row-major
    std::int64_t y_row_bytes;    ///< of a gemm's Y
    std::int64_t rows;
    std::int64_t panels;  ///< of a gemm, whole ones
};

}  // namespace quern
