#pragma once

#include <map>
#include <string>
#include <vector>

#include "gen/activation_layout.hpp"
#include "gen/plan.hpp"
#include "jit_x86/kernel.hpp"
#include "jit_x86/kernel_calls.hpp"
#include "jit_x86/marked_code_generator.hpp"

namespace quern {

/// Emits the quantized GEMM of one plan. The parts, each in a file of its own:
///
///     qgemm_driver.cpp        the work item: token tiles, super-blocks, row tiles, and the store of C
///     qgemm_unpack.cpp        codes, scales and offset terms of one row register from their packed block
///     qgemm_micro_kernel.cpp  row_registers x tokens over one super-block
///
/// Two small differences make up an ISA: the vector registers' width and count, and how a dot product is spelled
/// (dot_product.cpp).
class QGemmEmitter : MarkedCodeGenerator {
  public:
    explicit QGemmEmitter(const QGemmPlan& plan);
    EmittedCode emit();

  private:
    using Vector = Xbyak::Xmm;
    using Register = Xbyak::Reg64;

    // --- driver
    void emit_prologue();
    void emit_epilogue();
    /// Token tiles of one width, each a pass over the item's weights.
    void emit_token_tile(std::int64_t tokens);
    void emit_clear_output(std::int64_t tokens);
    void emit_super_blocks(std::int64_t tokens);
    /// `calls` micro-kernels of `tokens` tokens each, one after the other.
    void emit_micro_kernel_calls(std::int64_t calls, int tokens);
    void emit_store_output(std::int64_t tokens);
    /// packed_block_[group % 2] <- packed block of the row tile's row group `group` in the current super-block.
    void emit_locate_packed_block(int group);

    // --- unpack
    /// One subroutine per half of a row group (zmm: the whole).
    void emit_unpack_subroutines();
    void emit_unpack_codes(int half);
    void emit_unpack_scales(int half);
    void emit_unpack_offsets(int half);
    /// Unpacks every row register of the row tile into scratch.
    void emit_unpack_row_tile();
    /// code <- the u8 codes of one step, from the packed block at `block`. In the direct micro-kernel `step` counts
    /// from the turn's first.
    void emit_codes_of_step(Vector code, Vector temporary, Register block, int half, int step);
    void emit_load_plane_masks();
    void emit_broadcast_constant(Vector destination, std::uint32_t value);
    /// destination <- f32 or int32 of one byte a row at `offset` of the packed block.
    void emit_widen_bytes(Vector destination, Register block, int offset, int half, bool is_signed);

    // --- micro-kernel
    void emit_micro_kernel_subroutines();
    void emit_micro_kernel(int tokens);
    /// Which vector registers hold what, for the listing.
    std::string register_meanings(int tokens) const;
    /// One sub-block of a turn of the loop: its dot products, then f = fma(float(dot), d * scale, f).
    void emit_sub_block(int tokens, int sub_block);
    /// `step` counts from the turn's first; `first` starts the sums.
    void emit_dot_of_step(int tokens, int step, bool first);
    /// The direct path streams its weights from memory: fetches a step's share of the next super-block's packed block.
    void emit_prefetch_of_step(Register block, int step);
    int turn_fetched_lines() const;
    void emit_scale_sub_block(int tokens, int sub_block);
    enum class Fold { add, subtract };
    /// f = fma(+-float(sum), factor, f) for every token of a row register, wherever f lives.
    void emit_fold_sums(int row_register, int tokens, Fold fold, const Xbyak::Address& factor);
    void emit_clear_float_sums(int tokens);
    void emit_offset_term(int tokens);
    void emit_add_to_output(int tokens);

    // --- dot product
    void emit_dot_constants();
    /// sum += four u8 x i8 products a lane; `first` starts a new sum of int16 where those are summed (vpmaddubsw).
    void emit_dot(Vector sum, Vector codes, Vector activation, bool first);
    /// sum += two int16 x int16 products a lane.
    void emit_pair_dot(Vector sum, Vector activation_pairs, const Xbyak::Address& weight_pairs);
    /// Widens the int16 sums of a finished run of steps; `run` of `runs` in the sub-block. After the last the int32 sum
    /// is in `sum`. Nothing to do where the dot product sums into int32.
    void emit_widen_sum(Vector sum, int index, int run, int runs);

    Xbyak::PreferredEncoding dot_encoding() const;

    // --- small helpers
    Vector vector(int index) const;
    Vector sum(int row_register, int token) const { return vector(token * plan_.row_registers + row_register); }
    Vector float_sum(int row_register, int token) const {
        return vector(float_sum_base_ + token * plan_.row_registers + row_register);
    }
    /// Vectors the micro-kernel has no other use for: widened sums of earlier runs live there, as many as there is room
    /// for.
    Vector spare_vector(int index) const { return vector(first_spare_vector_ + index); }
    /// Bytes of a plane that a turn of the micro-kernel's loop reads.
    int plane_turn_bytes(int bits) const { return turn_sub_blocks_ * steps_ * bits / 8 * PackedLayout::vector_bytes; }
    void zero(Vector v);
    bool wide() const { return vector_bytes_ == 64; }
    Xbyak::Address scratch(std::size_t offset, std::int64_t vectors = 0) const;
    Xbyak::Address vector_at(const Xbyak::RegExp& address) const;
    std::int64_t group_bytes() const { return plan_.spec.k / PackedLayout::super_block * plan_.layout.block_bytes; }

    const QGemmPlan& plan_;
    const WeightFormat& format_;
    const int vector_bytes_;
    const int halves_;  ///< row registers a row group is split into
    const int steps_;   ///< steps of a sub-block
    const int sub_blocks_;
    int narrowest_plane_bits_ = 8;
    int turn_sub_blocks_ = 1;  ///< of the micro-kernel's loop: as many as fill a vector of every plane
    int float_sum_base_ = 0;
    int first_spare_vector_ = 0, spare_vectors_ = 0;

    // Registers, named for what they hold while the item runs.
    const Register call_{rbx};               ///< the QGemmCall
    const Register scratch_{rbp};            ///< this thread's scratch
    const Register activations_{r12};        ///< first record of the token tile in the current super-block
    const Register row_tile_{r13};           ///< row tile in the item
    const Register super_block_bytes_{r14};  ///< offset of the current super-block in a row group
    const Register output_{r15};             ///< C of the current row tile
    // Arguments of the micro-kernel.
    const Register calls_left_{rdi};
    const Register record_{rsi};       ///< activation record of its first token
    const Register output_tile_{rdx};  ///< C of its first token
    // Cursors of its loop over sub-blocks.
    const Register codes_cursor_{r8};  ///< direct: the offset in the narrowest plane
    const Register record_cursor_{r9};
    const Register turns_left_{rcx};
    const Register fetch_cursor_{rcx};  ///< direct: the offset in the packed blocks fetched ahead
    const Register scales_cursor_{r10};
    // Of the unpack subroutine and the direct micro-kernel: packed blocks of the row tile's groups.
    const Register packed_block_[2] = {rax, r11};

    // Vectors beyond the accumulators, in the order they are assigned.
    Vector code_[4];
    Vector activation_, product_, ones_;
    Vector plane_mask_[2];

    // Locals on the stack.
    enum Local { first_group, item_row_tiles, tile_activations, tile_output, tiles_left, local_count };
    Xbyak::Address local(Local which) const { return qword[rsp + 8 * which]; }

    std::map<int, Xbyak::Label> micro_kernel_;  ///< by tokens
    std::vector<Xbyak::Label> unpack_;          ///< by half
};

}  // namespace quern
