#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>

#include "jit_x86/kernel.hpp"
#include "jit_x86/lane_emitter.hpp"

namespace quern {

/// Attention with online softmax (Milakov and Gimelshein 2018; tiled as in FlashAttention, Dao et al. 2022):
///
///     for each query tile:
///         queries scaled by 1 / sqrt(head size); maximum = -inf, sum = 0, output = 0
///         for each block of 64 keys:
///             K transposed to [dimension][key], V copied                              into scratch
///             for each group of 6 queries:
///                 score[key] = fma over the dimensions in order                       lanes are keys
///                 maximum' = max(maximum, scores); factor = exp(maximum - maximum')
///                 score = exp(score - maximum')
///                 sum[lane] = sum[lane] * factor + scores of keys lane, 16 + lane, ... in order
///                 output = output * factor, then fma(score[key], V[key]) in order     lanes are dimensions
///         output / (sum over the 16 lanes, by the tree of LaneEmitter)
///
/// Keys past the end of the last block score -inf. A query's arithmetic depends on no other query.
///
/// A unit is 16 keys, or 16 dimensions of V: what one virtual register holds. Micro-kernels take a pass of pass_units
/// units at a time, so K and V lie in scratch in panels that wide.
class AttentionEmitter : LaneEmitter {
  public:
    AttentionEmitter(const KernelSpec& spec, const MachineTraits& machine);
    EmittedCode emit(const MachineTraits& machine);

  private:
    /// Keys taken at a time. Part of the order of accumulation, hence the same on every ISA.
    static constexpr int key_block = 64;
    /// Queries that share a transposed key block, at most; more are taken in turns. Changes no bit of the result.
    static constexpr int query_tile = 192;
    /// Query rows of a micro-kernel.
    static constexpr int group_rows = 6;
    static_assert(query_tile % group_rows == 0);
    /// Steps of the micro-kernels' loops. Changes no bit of the result.
    static constexpr int dimension_unroll = 4, key_unroll = 4;
    static_assert(lane_count % dimension_unroll == 0 && lane_count % key_unroll == 0);

    static constexpr int float_bytes = 4;
    static constexpr int score_row_bytes = key_block * float_bytes;
    static constexpr std::uint32_t minus_infinity =
        std::bit_cast<std::uint32_t>(-std::numeric_limits<float>::infinity());

    /// Width in bytes of panel `panel` of V: the last one may be narrower than a pass.
    int panel_bytes(int panel) const { return std::min(pass_bytes_, row_bytes_ - panel * pass_bytes_); }
    int narrow_panel_bytes() const { return row_bytes_ % pass_bytes_; }

    void emit_at_most(const Xbyak::Reg64& value, int limit);
    /// pointer = call.base + row * call.stride, step = call.stride, in bytes
    void emit_matrix_row(const Xbyak::Reg64& pointer, const Xbyak::Reg64& step, const Xbyak::Operand& row,
                         std::size_t base, std::size_t stride);
    /// Scaled queries into scratch, and their state as before any key; rows past the tile's last up to a whole group
    /// become zeros.
    void emit_start_queries();
    /// Divides by the sums and stores the tile's output rows.
    void emit_store_outputs();
    std::string plan_text(const MachineTraits& machine) const;

    /// \name A block of keys into scratch: attention_blocks.cpp
    /// @{

    /// K rows of the block into [panel][dimension][pass_units * 16 keys]; keys past the block's last, up to a whole
    /// unit, are zeros.
    void emit_transpose_keys();
    /// Transposes the square of floats in vectors 0 .. vector_lanes() - 1, rows to columns, through the registers
    /// above them.
    void emit_transpose_square();
    /// Register that holds column i after emit_transpose_square.
    Xbyak::Xmm transposed(int i) const { return vector(zmm_lanes() ? i : 8 + i); }
    /// V rows of the block into [panel][key][pass_units * 16 dimensions], where neighbouring keys do not compete for
    /// cache sets; zero rows make the number of keys a multiple of key_unroll.
    void emit_copy_values();
    /// @}

    /// \name A group of queries with a block of keys: attention_micro_kernels.cpp
    /// @{

    /// Scores, a pass of keys at a time.
    void emit_scores();
    /// Micro-kernel: group_rows queries x `units` units of keys. Leaves pass_keys at the next panel.
    void emit_score_pass(const Xbyak::Reg64& pass_keys, int units);
    /// Scores to weights, row by row, with the running maximum and sums.
    void emit_softmax();
    /// output = output * factor + weights * V, a panel of dimensions at a time.
    void emit_weigh_values();
    /// Micro-kernel: group_rows queries x width_bytes of dimensions.
    void emit_weigh_panel(const Xbyak::Reg64& panel_values, const Xbyak::Reg64& panel_outputs, int width_bytes);
    /// @}

    const int head_size_, row_bytes_;
    const int pass_units_, pass_bytes_;
    /// Offsets in scratch. Sums have 16 lanes a query, scores and factors are of one group.
    int queries_, outputs_, keys_, values_, scores_, sums_, maxima_, factors_, scratch_bytes_;

    /// First query of the tile, on the stack.
    Xbyak::Address tile_first() { return qword[rsp]; }
    const Xbyak::Reg64 call = rdi, scratch = rsi, tile_rows = r9, key = r10, block_keys = r11;
    const Xbyak::Reg64 group = r8, group_queries = rcx;
    const Xbyak::Reg64 score_start = r15, score_offset = r14, narrow_target = r12;
};

}  // namespace quern
