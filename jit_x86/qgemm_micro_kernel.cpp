#include <algorithm>

#include "jit_x86/qgemm_emitter.hpp"

namespace quern {

namespace {

constexpr int cache_line = 64;

}  // namespace

// row_registers x tokens over one super-block. In: record_ the first token's activation record, output_tile_ its C.
//
//     f = 0
//     for each sub-block:  sum = dot(codes, activations)         int32, in registers
//                          f = fma(float(sum), d * scale, f)
//     offset = sum over sub-blocks of min (or scale) * activation sum
//     f = fma(-float(offset), dmin (or zero_point * d), f)
//     C = fma(token scale, f, C)

void QGemmEmitter::emit_micro_kernel_subroutines() {
    for (auto& [tokens, label] : micro_kernel_) {
        align(64);
        L(label);
        mark("micro_kernel_" + std::to_string(tokens), register_meanings(tokens));
        emit_micro_kernel(tokens);
        ret();
    }
}

void QGemmEmitter::emit_micro_kernel(int tokens) {
    const std::string name = "micro_kernel_" + std::to_string(tokens);
    emit_dot_constants();
    emit_clear_float_sums(tokens);
    if (plan_.direct) emit_load_plane_masks();
    Xbyak::Label next_turn;
    if (plan_.direct)
        xor_(codes_cursor_.cvt32(), codes_cursor_.cvt32());
    else
        lea(codes_cursor_, scratch(plan_.scratch.codes));
    lea(scales_cursor_, scratch(plan_.scratch.scales));
    mov(record_cursor_, record_);
    if (plan_.direct)
        xor_(fetch_cursor_.cvt32(), fetch_cursor_.cvt32());
    else
        mov(turns_left_, sub_blocks_ / turn_sub_blocks_);
    align(32);
    L(next_turn);
    mark(name + "_sub_block",
         std::string("the inner loop: ") +
             (plan_.direct ? "rax, r11 packed blocks, r8 offset in their narrowest plane, rcx in the blocks fetched"
                           : "r8 codes, ecx sub-blocks left") +
             ", r9 activations, r10 scales");
    for (int sub_block = 0; sub_block < turn_sub_blocks_; ++sub_block) emit_sub_block(tokens, sub_block);
    add(scales_cursor_, turn_sub_blocks_ * vector_bytes_);
    add(record_cursor_, turn_sub_blocks_ * format_.sub_block);
    if (plan_.direct) {
        const int turn_bytes = plane_turn_bytes(narrowest_plane_bits_);
        add(fetch_cursor_, turn_fetched_lines() * cache_line);
        add(codes_cursor_, turn_bytes);
        cmp(codes_cursor_, turn_bytes * (sub_blocks_ / turn_sub_blocks_));
        jl(next_turn, T_NEAR);
    } else {
        add(codes_cursor_, turn_sub_blocks_ * steps_ * vector_bytes_);
        dec(turns_left_);
        jnz(next_turn, T_NEAR);
    }
    mark(name + "_sub_block_end");
    mark(name + "_offset_term", format_.has_mins ? "f -= dmin * sum of min * activation sum"
                                                 : "f -= zero point * d * sum of scale * activation sum");
    if (format_.has_mins || format_.zero_point != 0) emit_offset_term(tokens);
    mark(name + "_store", "C += token scale * f");
    emit_add_to_output(tokens);
}

std::string QGemmEmitter::register_meanings(int tokens) const {
    const std::string prefix = wide() ? "zmm" : "ymm";
    const int accumulators = plan_.row_registers * tokens;
    const auto range = [&prefix](int first, int count) {
        return prefix + std::to_string(first) + (count > 1 ? ".." + std::to_string(first + count - 1) : "");
    };
    std::string text = range(0, accumulators) + " int32 sums [token][row register]";
    if (plan_.float_accumulators == FloatAccumulators::registers)
        text += ", " + range(float_sum_base_, accumulators) + " f32 sums";
    text += ", " + range(code_[0].getIdx(), plan_.row_registers) + " codes, " + range(activation_.getIdx(), 1) +
            " activation, " + range(product_.getIdx(), 1) + " temporary";
    if (plan_.steps_per_int16_sum > 0) text += ", " + range(ones_.getIdx(), 1) + " ones";
    if (plan_.steps_per_int16_sum > 0 && plan_.steps_per_int16_sum < steps_ && spare_vectors_ > 0)
        text += ", " + range(first_spare_vector_, std::min(spare_vectors_, accumulators)) + " sums of earlier steps";
    return text + "; rsi activation record, rdx C";
}

void QGemmEmitter::emit_clear_float_sums(int tokens) {
    const bool in_registers = plan_.float_accumulators == FloatAccumulators::registers;
    if (!in_registers) zero(product_);
    for (int t = 0; t < tokens; ++t)
        for (int r = 0; r < plan_.row_registers; ++r) {
            if (in_registers)
                zero(float_sum(r, t));
            else
                vmovaps(scratch(plan_.scratch.float_sums, t * plan_.row_registers + r), product_);
        }
}

void QGemmEmitter::emit_sub_block(int tokens, int sub_block) {
    const int run_steps = plan_.steps_per_int16_sum > 0 ? plan_.steps_per_int16_sum : steps_;
    if (plan_.steps_per_int16_sum == 0)
        for (int t = 0; t < tokens; ++t)
            for (int r = 0; r < plan_.row_registers; ++r) zero(sum(r, t));
    for (int run = 0; run < steps_ / run_steps; ++run) {
        for (int step = run * run_steps; step < (run + 1) * run_steps; ++step)
            emit_dot_of_step(tokens, sub_block * steps_ + step, step == run * run_steps);
        for (int t = 0; t < tokens; ++t)
            for (int r = 0; r < plan_.row_registers; ++r)
                emit_widen_sum(sum(r, t), t * plan_.row_registers + r, run, steps_ / run_steps);
    }
    emit_scale_sub_block(tokens, sub_block);
}

void QGemmEmitter::emit_dot_of_step(int tokens, int step, bool first) {
    for (int r = 0; r < plan_.row_registers; ++r) {
        if (plan_.direct) {
            if (r % halves_ == 0) emit_prefetch_of_step(packed_block_[r / halves_], step);
            emit_codes_of_step(code_[r], product_, packed_block_[r / halves_], r % halves_, step);
        } else
            vmovaps(code_[r], vector_at(codes_cursor_ + (r * PackedLayout::steps + step) * vector_bytes_));
    }
    for (int t = 0; t < tokens; ++t) {
        vpbroadcastd(activation_,
                     ptr[record_cursor_ + t * ActivationLayout::record_bytes + step * PackedLayout::step_weights]);
        for (int r = 0; r < plan_.row_registers; ++r) emit_dot(sum(r, t), code_[r], activation_, first);
    }
}

int QGemmEmitter::turn_fetched_lines() const {
    const int turns = sub_blocks_ / turn_sub_blocks_;
    return (plan_.layout.block_bytes + turns * cache_line - 1) / (turns * cache_line);
}

void QGemmEmitter::emit_prefetch_of_step(Register block, int step) {
    // A step fetches its share of the next block's lines, in order: bursts would fill the line buffers and stall the
    // loads.
    const int turn_steps = turn_sub_blocks_ * steps_, lines = turn_fetched_lines();
    for (int line = step * lines / turn_steps; line < (step + 1) * lines / turn_steps; ++line)
        prefetcht0(ptr[block + fetch_cursor_ + plan_.layout.block_bytes + line * cache_line]);
}

void QGemmEmitter::emit_scale_sub_block(int tokens, int sub_block) {
    for (int r = 0; r < plan_.row_registers; ++r)
        emit_fold_sums(r, tokens, Fold::add, vector_at(scales_cursor_ + (r * sub_blocks_ + sub_block) * vector_bytes_));
}

void QGemmEmitter::emit_fold_sums(int row_register, int tokens, Fold fold, const Xbyak::Address& factor) {
    vmovaps(product_, factor);
    for (int t = 0; t < tokens; ++t) {
        const Vector s = sum(row_register, t);
        vcvtdq2ps(s, s);
        if (plan_.float_accumulators == FloatAccumulators::registers) {
            const Vector f = float_sum(row_register, t);
            if (fold == Fold::add)
                vfmadd231ps(f, s, product_);
            else
                vfnmadd231ps(f, s, product_);
            continue;
        }
        const Xbyak::Address f = scratch(plan_.scratch.float_sums, t * plan_.row_registers + row_register);
        if (fold == Fold::add)
            vfmadd213ps(s, product_, f);
        else
            vfnmadd213ps(s, product_, f);
        vmovaps(f, s);
    }
}

void QGemmEmitter::emit_offset_term(int tokens) {
    const int sums = format_.sub_block == 16 ? ActivationLayout::sum16_offset : ActivationLayout::sum32_offset;
    for (int t = 0; t < tokens; ++t)
        for (int r = 0; r < plan_.row_registers; ++r) zero(sum(r, t));
    for (int pair = 0; pair < sub_blocks_ / 2; ++pair)
        for (int t = 0; t < tokens; ++t) {
            vpbroadcastd(activation_, ptr[record_ + t * ActivationLayout::record_bytes + sums + 4 * pair]);
            for (int r = 0; r < plan_.row_registers; ++r)
                emit_pair_dot(sum(r, t), activation_, scratch(plan_.scratch.offset_pairs, r * sub_blocks_ / 2 + pair));
        }
    for (int r = 0; r < plan_.row_registers; ++r)
        emit_fold_sums(r, tokens, Fold::subtract, scratch(plan_.scratch.offset_factor, r));
}

void QGemmEmitter::emit_add_to_output(int tokens) {
    for (int t = 0; t < tokens; ++t) {
        vbroadcastss(activation_, ptr[record_ + t * ActivationLayout::record_bytes + ActivationLayout::scale_offset]);
        for (int r = 0; r < plan_.row_registers; ++r) {
            const int index = t * plan_.row_registers + r;
            const Xbyak::Address c = vector_at(output_tile_ + index * vector_bytes_);
            Vector f = float_sum(r, t);
            if (plan_.float_accumulators == FloatAccumulators::l1_scratch) {
                f = sum(r, t);
                vmovaps(f, scratch(plan_.scratch.float_sums, index));
            }
            vfmadd213ps(f, activation_, c);
            vmovaps(c, f);
        }
    }
}

}  // namespace quern
