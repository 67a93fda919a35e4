#include "jit_x86/attention_emitter.hpp"

namespace quern {

using Xbyak::Label;
using Xbyak::Reg64;
using Xbyak::RegExp;
using Xbyak::Ymm;
using Xbyak::Zmm;

void AttentionEmitter::emit_transpose_keys() {
    const Reg64 source = rax, step = rcx, left = rdx, target = rbx, dimension = r12, source_row = r13, target_row = r14;
    Label next_unit;
    emit_matrix_row(source, step, key, offsetof(AttentionCall, k), offsetof(AttentionCall, k_stride));
    mov(left, block_keys);
    lea(target, ptr[at(scratch, keys_)]);

    L(next_unit);
    for (int part = 0; part < lane_count / vector_lanes(); ++part) {
        lea(target_row, ptr[at(target, part * vector_bytes())]);
        for_steps(dimension, row_bytes_, vector_bytes(), [&] {
            Label loaded;
            for (int i = 0; i < vector_lanes(); ++i) zero_vector(vector(i));
            lea(source_row, ptr[source + dimension]);
            for (int i = 0; i < vector_lanes(); ++i) {
                compare(left, i);
                jle(loaded, T_NEAR);
                load_vector(vector(i), source_row);
                add(source_row, step);
            }
            L(loaded);
            emit_transpose_square();
            for (int i = 0; i < vector_lanes(); ++i) {
                store_vector(target_row, transposed(i));
                advance(target_row, pass_bytes_);
            }
        });
        advance(left, -vector_lanes());
        mov(dimension, step);
        imul(dimension, dimension, vector_lanes());
        add(source, dimension);
    }
    advance(target, pass_units_ == 1 ? register_bytes * head_size_ : register_bytes);
    test(left, left);
    jg(next_unit, T_NEAR);
}

void AttentionEmitter::emit_transpose_square() {
    // In 128-bit quarters (zmm) or halves (ymm): 4 x 4 blocks by two rounds of interleaving.
    const int count = vector_lanes();
    for (int i = 0; i < count; i += 2) {
        vunpcklps(vector(count + i), vector(i), vector(i + 1));
        vunpckhps(vector(count + i + 1), vector(i), vector(i + 1));
    }
    for (int i = 0; i < count; i += 4) {
        vunpcklpd(vector(i), vector(count + i), vector(count + i + 2));
        vunpckhpd(vector(i + 1), vector(count + i), vector(count + i + 2));
        vunpcklpd(vector(i + 2), vector(count + i + 1), vector(count + i + 3));
        vunpckhpd(vector(i + 3), vector(count + i + 1), vector(count + i + 3));
    }
    // Vector 4 r + c now has column 4 q + c of rows 4 r .. 4 r + 3 in quarter q: transpose the quarters.
    if (!zmm_lanes()) {
        for (int c = 0; c < 4; ++c) {
            vperm2f128(Ymm(8 + c), Ymm(c), Ymm(4 + c), 0x20);
            vperm2f128(Ymm(12 + c), Ymm(c), Ymm(4 + c), 0x31);
        }
        return;
    }
    constexpr std::uint8_t even_quarters = 0b10'00'10'00, odd_quarters = 0b11'01'11'01;
    for (int c = 0; c < 4; ++c) {
        vshuff32x4(Zmm(16 + c), Zmm(c), Zmm(4 + c), even_quarters);
        vshuff32x4(Zmm(20 + c), Zmm(c), Zmm(4 + c), odd_quarters);
        vshuff32x4(Zmm(24 + c), Zmm(8 + c), Zmm(12 + c), even_quarters);
        vshuff32x4(Zmm(28 + c), Zmm(8 + c), Zmm(12 + c), odd_quarters);
    }
    for (int c = 0; c < 4; ++c) {
        vshuff32x4(Zmm(c), Zmm(16 + c), Zmm(24 + c), even_quarters);
        vshuff32x4(Zmm(4 + c), Zmm(20 + c), Zmm(28 + c), even_quarters);
        vshuff32x4(Zmm(8 + c), Zmm(16 + c), Zmm(24 + c), odd_quarters);
        vshuff32x4(Zmm(12 + c), Zmm(20 + c), Zmm(28 + c), odd_quarters);
    }
}

void AttentionEmitter::emit_copy_values() {
    const Reg64 source = rax, step = rcx, row = rdx, target = rbx;
    const Lanes value{0}, zero{1};
    Label next_row, next_zero_row, copied;
    emit_matrix_row(source, step, key, offsetof(AttentionCall, v), offsetof(AttentionCall, v_stride));
    set_zero(zero);
    const auto for_row = [&](auto store_chunk) {
        // Keys of the last, narrower panel lie closer together.
        for (int chunk = 0; chunk < row_bytes_; chunk += register_bytes) {
            const int panel = chunk / pass_bytes_, width = panel_bytes(panel);
            const int offset = values_ + panel * key_block * pass_bytes_ + chunk % pass_bytes_;
            const RegExp to = width == pass_bytes_ ? at(scratch + target, offset) : at(scratch + narrow_target, offset);
            store_chunk(chunk, to);
        }
        advance(target, pass_bytes_);
        if (narrow_panel_bytes() > 0) advance(narrow_target, narrow_panel_bytes());
        inc(row);
    };
    xor_(row.cvt32(), row.cvt32());
    xor_(target.cvt32(), target.cvt32());
    xor_(narrow_target.cvt32(), narrow_target.cvt32());
    L(next_row);
    for_row([&](int chunk, const RegExp& to) {
        load(value, at(source, chunk));
        store(to, value);
    });
    add(source, step);
    cmp(row, block_keys);
    jl(next_row, T_NEAR);
    L(next_zero_row);
    test(row, key_unroll - 1);
    jz(copied, T_NEAR);
    for_row([&](int, const RegExp& to) { store(to, zero); });
    jmp(next_zero_row, T_NEAR);
    L(copied);
}

}  // namespace quern
