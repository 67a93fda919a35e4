#include "jit_x86/blockwise_emitter.hpp"

#include <bit>

#include "gen/codebook.hpp"

namespace quern {

namespace {

/// 1.5 * 2^52: a small integer added to its bits adds itself to its value, whose unit is 1.
constexpr double integer_bias = 0x1.8p52;

}  // namespace

BlockwiseEmitter::BlockwiseEmitter(const BlockwisePlan& plan)
    : DenseEmitter(most_code_bytes, plan.machine.isa, ElementType::f64), plan_(plan) {}

void BlockwiseEmitter::load_tables() {
    if (looked_up()) {
        vmovups(table_low(), wide() ? zword[rip + tables_] : yword[rip + tables_]);
        vmovups(table_high(), wide() ? zword[rip + tables_ + vector_bytes_] : yword[rip + tables_ + vector_bytes_]);
    } else if (!wide()) {
        vbroadcastsd(Xbyak::Ymm(table_low().getIdx()), qword[rip + tables_]);
    }
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
            vpmovsxbq(to, dword[codes + 4 * half]);
            vpaddq(to, to, table_low());
            vsubpd(to, to, table_low());
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
    if (looked_up()) {
        const auto& levels = plan_.grid() == CodeGrid::nf4 ? nf4_levels : int4_levels;
        if (!wide()) {
            L(tables_);
            for (const double level : levels) dd(std::bit_cast<std::uint32_t>(static_cast<float>(level)));
        }
        if (wide()) L(tables_);
        L(table_f64_);
        for (const double level : levels) dq(std::bit_cast<std::uint64_t>(level));
    } else if (!wide()) {
        L(tables_);
        dq(std::bit_cast<std::uint64_t>(integer_bias));
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

}  // namespace quern
