#include <bit>

#include "jit_x86/qgemm_emitter.hpp"

namespace quern {

// Unpacking happens once for all tokens of a token tile: codes become a byte each in L1, scales f32 vectors, and what
// is subtracted outside the inner loop (mins, or the zero point's share) int16 pairs and one f32 factor a row.

void QGemmEmitter::emit_unpack_row_tile() {
    const auto vector = static_cast<std::size_t>(vector_bytes_);
    for (int r = 0; r < plan_.row_registers; ++r) {
        const auto register_index = static_cast<std::size_t>(r);
        if (r % halves_ == 0) emit_locate_packed_block(r / halves_);
        // The subroutine takes its packed block in packed_block_[0]; the direct micro-kernel needs every block
        // afterwards.
        const bool second = r / halves_ % 2 == 1;
        if (second) xchg(packed_block_[0], packed_block_[1]);
        lea(r8, scratch(plan_.scratch.codes + register_index * PackedLayout::steps * vector));
        lea(r9, scratch(plan_.scratch.scales + register_index * static_cast<std::size_t>(sub_blocks_) * vector));
        lea(r10,
            scratch(plan_.scratch.offset_pairs + register_index * static_cast<std::size_t>(sub_blocks_ / 2) * vector));
        lea(rsi, scratch(plan_.scratch.offset_factor + register_index * vector));
        call(unpack_[static_cast<std::size_t>(r % halves_)]);
        if (second) xchg(packed_block_[0], packed_block_[1]);
    }
}

// In: packed_block_[0] the packed block; r8 codes, r9 scales, r10 offset pairs, rsi offset factor, all in scratch.
void QGemmEmitter::emit_unpack_subroutines() {
    for (int half = 0; half < halves_; ++half) {
        align(16);
        L(unpack_[static_cast<std::size_t>(half)]);
        const std::string name = halves_ == 1 ? "unpack" : "unpack_half_" + std::to_string(half);
        if (!plan_.direct) {
            mark(name + "_codes", "a byte a weight to [r8], from the packed block at rax");
            // The next super-block's packed block, on its way while this one is multiplied.
            for (int line = half; line * 64 < plan_.layout.block_bytes; line += halves_)
                prefetcht1(ptr[packed_block_[0] + plan_.layout.block_bytes + line * 64]);
            emit_load_plane_masks();
            emit_unpack_codes(half);
        }
        mark(name + "_scales", "f32 d * scale to [r9]");
        emit_unpack_scales(half);
        mark(name + "_offsets", format_.has_mins ? "int16 pairs of mins to [r10], dmin to [rsi]"
                                                 : "int16 pairs of scales to [r10], zero point * d to [rsi]");
        emit_unpack_offsets(half);
        ret();
    }
}

void QGemmEmitter::emit_unpack_codes(int half) {
    for (int step = 0; step < PackedLayout::steps; ++step) {
        const Vector code = vector(step % 2), plane = vector(2 + step % 2);
        emit_codes_of_step(code, plane, packed_block_[0], half, step);
        vmovaps(vector_at(r8 + step * vector_bytes_), code);
    }
}

void QGemmEmitter::emit_codes_of_step(Vector code, Vector temporary, Register block, int half, int step) {
    const auto planes = format_.planes();
    for (std::size_t p = 0; p < planes.size(); ++p) {
        const CodePlane& plane = planes[p];
        const int steps_a_vector = 8 / plane.bits;
        const int right_shift = plane.bits * (step % steps_a_vector) - plane.code_shift;
        Xbyak::RegExp vector =
            block + plan_.layout.plane_offset[p] + step / steps_a_vector * PackedLayout::vector_bytes;
        if (plan_.direct) vector = vector + codes_cursor_ * (plane.bits / narrowest_plane_bits_);
        const Xbyak::Address source = vector_at(vector + half * vector_bytes_);
        const Vector target = p == 0 ? code : temporary;
        // Shifting 16-bit lanes drags bits across bytes; the mask, already at the plane's place in the code, drops
        // them.
        vmovups(target, source);
        if (right_shift > 0) vpsrlw(target, target, static_cast<std::uint8_t>(right_shift));
        if (right_shift < 0) vpsllw(target, target, static_cast<std::uint8_t>(-right_shift));
        if (wide()) {
            if (p == 0)
                vpandd(code, code, plane_mask_[p]);
            else
                vpternlogd(code, temporary, plane_mask_[p], 0xF8);  // code | (temporary & mask)
        } else {
            vpand(target, target, plane_mask_[p]);
            if (p > 0) vpor(code, code, temporary);
        }
    }
}

void QGemmEmitter::emit_load_plane_masks() {
    const auto planes = format_.planes();
    for (std::size_t p = 0; p < planes.size(); ++p) {
        const std::uint32_t mask = ((1U << planes[p].bits) - 1) << planes[p].code_shift;
        emit_broadcast_constant(plane_mask_[p], mask * 0x01010101U);
    }
}

void QGemmEmitter::emit_broadcast_constant(Vector destination, std::uint32_t value) {
    mov(ecx, value);
    const Xbyak::Xmm low(destination.getIdx());
    vmovd(low, ecx);
    vpbroadcastd(destination, low);
}

void QGemmEmitter::emit_widen_bytes(Vector destination, Register block, int offset, int half, bool is_signed) {
    const int lanes = vector_bytes_ / 4;
    const Xbyak::RegExp address = block + offset + half * lanes;
    const Xbyak::Address source = wide() ? xword[address] : qword[address];
    if (is_signed)
        vpmovsxbd(destination, source);
    else
        vpmovzxbd(destination, source);
}

void QGemmEmitter::emit_unpack_scales(int half) {
    const Vector d = vector(4), scale = vector(0);
    const bool is_signed = format_.scale_kind == ScaleKind::int8_per_sub_block;
    const Xbyak::RegExp d_address = packed_block_[0] + plan_.layout.d_offset + half * vector_bytes_ / 2;
    vcvtph2ps(d, wide() ? yword[d_address] : xword[d_address]);
    for (int s = 0; s < sub_blocks_; ++s) {
        emit_widen_bytes(scale, packed_block_[0], plan_.layout.scales_offset + s * PackedLayout::group_rows, half,
                         is_signed);
        vcvtdq2ps(scale, scale);
        vmulps(scale, scale, d);
        vmovaps(vector_at(r9 + s * vector_bytes_), scale);
    }
}

void QGemmEmitter::emit_unpack_offsets(int half) {
    const Vector factor = vector(4), even = vector(0), odd = vector(1);
    if (!format_.has_mins && format_.zero_point == 0) return;
    const bool is_signed = !format_.has_mins && format_.scale_kind == ScaleKind::int8_per_sub_block;
    const int field = format_.has_mins ? plan_.layout.mins_offset : plan_.layout.scales_offset;
    for (int pair = 0; pair < sub_blocks_ / 2; ++pair) {
        emit_widen_bytes(even, packed_block_[0], field + 2 * pair * PackedLayout::group_rows, half, is_signed);
        emit_widen_bytes(odd, packed_block_[0], field + (2 * pair + 1) * PackedLayout::group_rows, half, is_signed);
        vpslld(odd, odd, 16);
        if (is_signed) {  // the sign bits above the low half belong to the odd one
            vpslld(even, even, 16);
            vpsrld(even, even, 16);
        }
        if (wide())
            vpord(even, even, odd);
        else
            vpor(even, even, odd);
        vmovaps(vector_at(r10 + pair * vector_bytes_), even);
    }
    const int factor_field = format_.has_mins ? plan_.layout.dmin_offset : plan_.layout.d_offset;
    const Xbyak::RegExp address = packed_block_[0] + factor_field + half * vector_bytes_ / 2;
    vcvtph2ps(factor, wide() ? yword[address] : xword[address]);
    if (!format_.has_mins) {
        emit_broadcast_constant(odd, std::bit_cast<std::uint32_t>(static_cast<float>(format_.zero_point)));
        vmulps(factor, factor, odd);
    }
    vmovaps(vector_at(rsi), factor);
}

}  // namespace quern
