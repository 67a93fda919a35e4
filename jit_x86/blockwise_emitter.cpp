#include "jit_x86/blockwise_emitter.hpp"

#include <bit>

#include "gen/codebook.hpp"

namespace quern {

BlockwiseEmitter::BlockwiseEmitter(const BlockwisePlan& plan)
    : DenseEmitter(most_code_bytes, plan.machine.isa, ElementType::f64), plan_(plan) {}

void BlockwiseEmitter::load_tables() {
    if (!looked_up()) return;
    vmovups(table_low(), wide() ? zword[rip + tables_] : yword[rip + tables_]);
    vmovups(table_high(), wide() ? zword[rip + tables_ + vector_bytes_] : yword[rip + tables_ + vector_bytes_]);
}

void BlockwiseEmitter::load_shifts(int first) {
    if (!plan_.packed()) return;
    shifts_ = first;
    if (wide()) {
        vmovups(vector(first), zword[rip + shifts_right_]);
        vmovups(vector(first + 1), zword[rip + shifts_right_ + vector_bytes_]);
    } else {
        vmovups(vector(first), yword[rip + shifts_right_]);
        vmovups(vector(first + 1), yword[rip + shifts_left_]);
    }
}

/// `to` gets its lane's code of the `eight`th 8 of the copies in `codes`, in its low bits.
void BlockwiseEmitter::shift_right(Vector to, Vector codes, int eight) {
    if (wide())
        shifts_ ? vpsrlvq(to, codes, vector(*shifts_ + eight))
                : vpsrlvq(to, codes, zword[rip + shifts_right_ + eight * vector_bytes_]);
    else
        shifts_ ? vpsrlvd(to, codes, vector(*shifts_)) : vpsrlvd(to, codes, yword[rip + shifts_right_]);
}

void BlockwiseEmitter::values(int first, const Xbyak::RegExp& codes, int temporary) {
    const Vector value = vector(first);
    if (wide()) {
        if (plan_.packed()) {
            // Both halves of a qword hold the 8 codes; the shifts reach its lower half alone.
            vpbroadcastd(value, dword[codes]);
            shift_right(value, value, 0);
            vpermi2pd(value, table_low(), table_high());
        } else if (looked_up()) {
            vpmovzxbq(value, qword[codes]);
            vpermi2pd(value, table_low(), table_high());
        } else {
            vpmovsxbq(value, qword[codes]);
            vcvtqq2pd(value, value);
        }
        return;
    }
    const Xbyak::Ymm low(first), high(first + 1), other(temporary), upper(temporary + 1);
    if (!looked_up()) {
        for (int half = 0; half < 2; ++half) {
            const Xbyak::Ymm to(first + half);
            vpmovsxbd(Xbyak::Xmm(first + half), dword[codes + 4 * half]);
            vcvtdq2pd(to, Xbyak::Xmm(first + half));
        }
        return;
    }
    // `upper` gets the code's upper bit as its sign.
    if (plan_.packed()) {
        vpbroadcastd(low, dword[codes]);
        if (shifts_)
            vpsllvd(upper, low, Xbyak::Ymm(*shifts_ + 1));
        else
            vpsllvd(upper, low, yword[rip + shifts_left_]);
        shift_right(low, low, 0);
    } else {
        vpmovzxbd(low, qword[codes]);
        vpslld(upper, low, 28);
    }
    vpermps(other, low, Xbyak::Ymm(table_low().getIdx()));
    vpermps(low, low, Xbyak::Ymm(table_high().getIdx()));
    vblendvps(low, other, low, upper);
    vextractf128(Xbyak::Xmm(first + 1), low, 1);
    vcvtps2pd(low, Xbyak::Xmm(first));
    vcvtps2pd(high, Xbyak::Xmm(first + 1));
}

void BlockwiseEmitter::values_of_16(int first, const Xbyak::RegExp& codes) {
    const Vector value = vector(first), next = vector(first + 1);
    vpbroadcastq(value, qword[codes]);
    shift_right(next, value, 1);
    shift_right(value, value, 0);
    vpermi2pd(value, table_low(), table_high());
    vpermi2pd(next, table_low(), table_high());
}

void BlockwiseEmitter::load_byte_tables(int first) {
    vbroadcasti128(Xbyak::Ymm(first), ptr[rip + byte_tables_]);
    vbroadcasti128(Xbyak::Ymm(first + 1), ptr[rip + byte_tables_ + 16]);
    byte_table_ = first;
    zero(vector(first + 2));
}

void BlockwiseEmitter::sum_of_32(Vector sum, const Xbyak::RegExp& codes, const Xbyak::RegExp& x, bool set,
                                 int temporary) {
    const Vector upper_table = vector(byte_table_), lower_table = vector(byte_table_ + 1),
                 zeros = vector(byte_table_ + 2);
    const Vector upper = vector(temporary), lower = vector(temporary + 1), words = vector(temporary + 2),
                 double_words = vector(temporary + 3), values = vector(temporary + 4);
    // Codes one a byte: 0, 1, 4, 5, 8, .. in the lower lane and 2, 3, 6, 7, .. in the upper, as unpacking will take
    // them.
    vbroadcasti128(Xbyak::Ymm(upper.getIdx()), ptr[codes]);
    vpshufb(upper, upper, yword[rip + spread_bytes_]);
    vpsrlw(lower, upper, 4);
    vpand(upper, upper, yword[rip + even_halves_]);
    vpand(lower, lower, yword[rip + odd_halves_]);
    vpor(lower, lower, upper);
    vpshufb(upper, upper_table, lower);
    vpshufb(lower, lower_table, lower);
    for (int four = 0; four < 8; ++four) {
        if (four % 4 == 0) four < 4 ? vpunpcklbw(words, lower, upper) : vpunpckhbw(words, lower, upper);
        if (four % 2 == 0)
            four % 4 == 0 ? vpunpcklwd(double_words, zeros, words) : vpunpckhwd(double_words, zeros, words);
        four % 2 == 0 ? vpunpckldq(values, zeros, double_words) : vpunpckhdq(values, zeros, double_words);
        if (set && four == 0)
            vmulpd(sum, values, vector_at(x));
        else
            fma(sum, values, vector_at(x + four * vector_bytes_));
    }
}

void BlockwiseEmitter::one_value(Vector to, bool everywhere) {
    const Xbyak::Xmm low(to.getIdx());
    if (looked_up()) {
        movzx(eax, byte[codes_]);
        if (plan_.packed()) {
            Xbyak::Label low_half;
            test(second_half_, second_half_);
            jz(low_half);
            shr(eax, 4);
            L(low_half);
            and_(eax, 15);
            add(codes_, second_half_);
            xor_(second_half_, 1);
        } else {
            inc(codes_);
        }
        lea(rbx, ptr[rip + table_f64_]);
        everywhere ? broadcast(to, rbx + rax * 8) : vmovsd(low, qword[rbx + rax * 8]);
        return;
    }
    movsx(eax, byte[codes_]);
    inc(codes_);
    vxorps(low, low, low);
    vcvtsi2sd(low, low, eax);
}

void BlockwiseEmitter::emit_constants() {
    align(64);
    mark_constants();
    if (byte_tables()) {
        emit_byte_tables();
        return;
    }
    if (looked_up()) {
        const auto& levels = plan_.grid() == CodeGrid::nf4 ? nf4_levels : int4_levels;
        if (!wide()) {
            L(tables_);
            for (const double level : levels) dd(std::bit_cast<std::uint32_t>(static_cast<float>(level)));
        }
        if (wide()) L(tables_);
        L(table_f64_);
        for (const double level : levels) dq(std::bit_cast<std::uint64_t>(level));
    }
    if (plan_.packed()) {
        L(shifts_right_);
        const int codes = wide() ? 16 : 8;
        for (int code = 0; code < codes; ++code)
            wide() ? dq(static_cast<std::uint64_t>(4 * code)) : dd(static_cast<std::uint32_t>(4 * code));
        if (!wide()) {
            L(shifts_left_);
            for (int code = 0; code < codes; ++code) dd(static_cast<std::uint32_t>(28 - 4 * code));
        }
    }
    if (wide()) return;
    emit_mask_table();
}

void BlockwiseEmitter::emit_byte_tables() {
    const auto byte_of = [](double value, int byte) {
        return static_cast<std::uint8_t>(std::bit_cast<std::uint64_t>(value) >> (8 * byte));
    };
    align(32);
    L(byte_tables_);
    for (const int byte : {7, 6})
        for (const double level : int4_levels) db(byte_of(level, byte));
    L(spread_bytes_);
    for (int lane = 0; lane < 2; ++lane)
        for (int i = 0; i < 16; ++i) db(static_cast<std::uint8_t>(i / 2 * 2 + lane));
    L(even_halves_);
    for (int i = 0; i < 16; ++i) dw(0x000F);
    L(odd_halves_);
    for (int i = 0; i < 16; ++i) dw(0x0F00);
}

}  // namespace quern
