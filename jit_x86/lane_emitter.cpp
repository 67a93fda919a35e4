#include "jit_x86/lane_emitter.hpp"

#include <algorithm>
#include <array>
#include <bit>

namespace quern {

using Xbyak::Address;
using Xbyak::Label;
using Xbyak::Operand;
using Xbyak::RegExp;
using Xbyak::Xmm;
using Xbyak::Ymm;
using Xbyak::Zmm;

namespace {

constexpr std::size_t code_capacity = 256 << 10;

// Xbyak's conditions for "no less than, or unordered" of vcmpps.
constexpr std::uint8_t not_less_than = 5;

}  // namespace

LaneEmitter::LaneEmitter(Isa isa)
    : MarkedCodeGenerator(code_capacity), parts_(register_bytes / isa_traits(isa).vector_bytes) {}

Xmm LaneEmitter::vector(int index) const {
    return zmm_lanes() ? Xmm(Zmm(index)) : Xmm(Ymm(index));
}

void LaneEmitter::zero_vector(const Xmm& to) {
    // The short form zeroes the whole register; only zmm16-31 need EVEX.
    if (to.getIdx() < 16) {
        const Xmm low(to.getIdx());
        vxorps(low, low, low);
    } else {
        vpxord(to, to, to);
    }
}

void LaneEmitter::enter_function(int stack_bytes) {
    push(rbp);
    mov(rbp, rsp);
    for (const auto& saved : {rbx, r12, r13, r14, r15}) push(saved);
    if (stack_bytes > 0) {
        sub(rsp, static_cast<std::uint32_t>(stack_bytes));
        and_(rsp, ~std::uint32_t{register_bytes - 1});
    }
}

void LaneEmitter::leave_function() {
    vzeroupper();
    lea(rsp, ptr[rbp - 5 * 8]);
    for (const auto& saved : {r15, r14, r13, r12, rbx}) pop(saved);
    pop(rbp);
    ret();
}

std::vector<std::uint8_t> LaneEmitter::finish() {
    align(register_bytes);
    if (!constants_.empty() || !tables_.empty()) mark_constants();
    for (Table& entry : constants_) {
        L(entry.label);
        // Read by broadcast on zmm, as a whole vector on ymm.
        for (int copy = 0; copy < (zmm_lanes() ? 1 : vector_lanes()); ++copy) dd(entry.words.front());
    }
    for (Table& entry : tables_) {
        align(register_bytes);
        L(entry.label);
        for (const std::uint32_t word : entry.words) dd(word);
    }
    return {getCode(), getCode() + getSize()};
}

LaneConstant LaneEmitter::constant(float value) {
    return constant_bits(std::bit_cast<std::uint32_t>(value));
}

LaneConstant LaneEmitter::constant_bits(std::uint32_t bits) {
    for (std::size_t i = 0; i < constants_.size(); ++i)
        if (constants_[i].words.front() == bits) return {static_cast<int>(i)};
    constants_.push_back({Label(), {bits}});
    return {static_cast<int>(constants_.size()) - 1};
}

Address LaneEmitter::scalar(LaneConstant constant) {
    return ptr[rip + constants_[static_cast<std::size_t>(constant.index)].label];
}

Label& LaneEmitter::table(std::span<const std::uint32_t> words) {
    for (Table& entry : tables_)
        if (std::equal(words.begin(), words.end(), entry.words.begin(), entry.words.end())) return entry.label;
    tables_.push_back({Label(), {words.begin(), words.end()}});
    return tables_.back().label;
}

Address LaneEmitter::part_memory(const RegExp& base, int part) {
    return ptr[base + static_cast<std::size_t>(part * vector_bytes())];
}

// operation(part, operand): the operand is what part `part` of the source is read from.
template <class Operation>
void LaneEmitter::each_part(LaneSource source, Operation operation) {
    for (int p = 0; p < parts_; ++p) {
        if (const auto* lanes = std::get_if<Lanes>(&source)) {
            operation(p, part(*lanes, p));
        } else if (const auto* memory = std::get_if<RegExp>(&source)) {
            operation(p, part_memory(*memory, p));
        } else {
            Label& label = constants_[static_cast<std::size_t>(std::get<LaneConstant>(source).index)].label;
            operation(p, zmm_lanes() ? ptr_b[rip + label] : ptr[rip + label]);
        }
    }
}

// Lanes of a partial load or store that fall in one part.
int LaneEmitter::part_count(int count, int part) const {
    return std::clamp(count - part * vector_lanes(), 0, vector_lanes());
}

Label& LaneEmitter::first_lanes_mask(int count) {
    std::array<std::uint32_t, 8> words{};
    std::fill_n(words.begin(), count, ~0u);
    return table(words);
}

// k1 = the first `count` lanes.
void LaneEmitter::set_scratch_mask(int count) {
    kmovw(scratch_mask(), ptr[rip + table({(1u << count) - 1})]);
}

void LaneEmitter::load_vector_first(const Xmm& to, const RegExp& from, int count, int capacity) {
    if (count == capacity) {
        vmovups(to, ptr[from]);
    } else if (count == 0) {
        zero_vector(to);
    } else if (zmm_lanes()) {
        set_scratch_mask(count);
        vmovups(to | scratch_mask() | T_z, ptr[from]);
    } else {
        vmovups(to, ptr[rip + first_lanes_mask(count)]);
        vmaskmovps(to, to, ptr[from]);
    }
}

void LaneEmitter::load(Lanes to, const RegExp& from) {
    for (int p = 0; p < parts_; ++p) vmovups(part(to, p), part_memory(from, p));
}

void LaneEmitter::load_first(Lanes to, const RegExp& from, int count) {
    for (int p = 0; p < parts_; ++p)
        load_vector_first(part(to, p), from + static_cast<std::size_t>(p * vector_bytes()), part_count(count, p),
                          vector_lanes());
}

void LaneEmitter::load_doubled(Lanes to, const RegExp& from, int count) {
    for (int p = 0; p < parts_; ++p) {
        const Xmm doubled = part(to, p);
        const Xmm singles = zmm_lanes() ? Xmm(Ymm(doubled.getIdx())) : Xmm(doubled.getIdx());
        load_vector_first(singles, from + static_cast<std::size_t>(p * vector_bytes() / 2), part_count(count, p) / 2,
                          vector_lanes() / 2);
        vpmovzxdq(doubled, singles);
        vmovsldup(doubled, doubled);
    }
}

void LaneEmitter::store(const RegExp& to, Lanes from) {
    for (int p = 0; p < parts_; ++p) vmovups(part_memory(to, p), part(from, p));
}

void LaneEmitter::store_first(const RegExp& to, Lanes from, int count, Lanes temporary) {
    for (int p = 0; p < parts_; ++p) {
        const int wanted = part_count(count, p);
        if (wanted == vector_lanes()) {
            vmovups(part_memory(to, p), part(from, p));
        } else if (wanted > 0 && zmm_lanes()) {
            set_scratch_mask(wanted);
            vmovups(part_memory(to, p) | scratch_mask(), part(from, p));
        } else if (wanted > 0) {
            vmovups(part(temporary, p), ptr[rip + first_lanes_mask(wanted)]);
            vmaskmovps(part_memory(to, p), part(temporary, p), part(from, p));
        }
    }
}

void LaneEmitter::load(Lanes to, LaneConstant constant) {
    for (int p = 0; p < parts_; ++p) vbroadcastss(part(to, p), scalar(constant));
}

void LaneEmitter::broadcast(Lanes to, const RegExp& from) {
    for (int p = 0; p < parts_; ++p) vbroadcastss(part(to, p), ptr[from]);
}

void LaneEmitter::broadcast(Lanes to, const Xmm& from) {
    // The source may be the low part of `to`, so that comes last.
    for (int p = parts_ - 1; p >= 0; --p) vbroadcastss(part(to, p), Xmm(from.getIdx()));
}

void LaneEmitter::copy(Lanes to, Lanes from) {
    for (int p = 0; p < parts_; ++p) vmovaps(part(to, p), part(from, p));
}

void LaneEmitter::set_zero(Lanes to) {
    for (int p = 0; p < parts_; ++p) zero_vector(part(to, p));
}

void LaneEmitter::add_f32(Lanes to, Lanes a, LaneSource b) {
    each_part(b, [&](int p, const Operand& source) { vaddps(part(to, p), part(a, p), source); });
}

void LaneEmitter::sub_f32(Lanes to, Lanes a, LaneSource b) {
    each_part(b, [&](int p, const Operand& source) { vsubps(part(to, p), part(a, p), source); });
}

void LaneEmitter::mul_f32(Lanes to, Lanes a, LaneSource b) {
    each_part(b, [&](int p, const Operand& source) { vmulps(part(to, p), part(a, p), source); });
}

void LaneEmitter::div_f32(Lanes to, Lanes a, LaneSource b) {
    each_part(b, [&](int p, const Operand& source) { vdivps(part(to, p), part(a, p), source); });
}

void LaneEmitter::max_f32(Lanes to, Lanes a, LaneSource b) {
    each_part(b, [&](int p, const Operand& source) { vmaxps(part(to, p), part(a, p), source); });
}

void LaneEmitter::min_f32(Lanes to, Lanes a, LaneSource b) {
    each_part(b, [&](int p, const Operand& source) { vminps(part(to, p), part(a, p), source); });
}

void LaneEmitter::fma_231(Lanes to, Lanes a, LaneSource b) {
    each_part(b, [&](int p, const Operand& source) { vfmadd231ps(part(to, p), part(a, p), source); });
}

void LaneEmitter::fma_213(Lanes to, Lanes a, LaneSource b) {
    each_part(b, [&](int p, const Operand& source) { vfmadd213ps(part(to, p), part(a, p), source); });
}

void LaneEmitter::negated_fma_231(Lanes to, Lanes a, LaneSource b) {
    each_part(b, [&](int p, const Operand& source) { vfnmadd231ps(part(to, p), part(a, p), source); });
}

void LaneEmitter::subtracting_fma_213(Lanes to, Lanes a, LaneSource b) {
    each_part(b, [&](int p, const Operand& source) { vfmsub213ps(part(to, p), part(a, p), source); });
}

void LaneEmitter::alternating_fma_213(Lanes to, Lanes a, LaneSource b) {
    each_part(b, [&](int p, const Operand& source) { vfmaddsub213ps(part(to, p), part(a, p), source); });
}

void LaneEmitter::and_bits(Lanes to, Lanes a, LaneSource b) {
    each_part(b, [&](int p, const Operand& source) { vandps(part(to, p), part(a, p), source); });
}

void LaneEmitter::xor_bits(Lanes to, Lanes a, LaneSource b) {
    each_part(b, [&](int p, const Operand& source) { vxorps(part(to, p), part(a, p), source); });
}

void LaneEmitter::shift_left_i32(Lanes to, Lanes a, int bits) {
    for (int p = 0; p < parts_; ++p) vpslld(part(to, p), part(a, p), static_cast<std::uint8_t>(bits));
}

void LaneEmitter::to_i32(Lanes to, Lanes a) {
    for (int p = 0; p < parts_; ++p) vcvtps2dq(part(to, p), part(a, p));
}

void LaneEmitter::swap_pairs(Lanes to, Lanes a) {
    constexpr std::uint8_t lanes_1_0_3_2 = 0b10'11'00'01;
    for (int p = 0; p < parts_; ++p) vpermilps(part(to, p), part(a, p), lanes_1_0_3_2);
}

void LaneEmitter::pack_int8(const Ymm& to, Lanes a, Lanes b) {
    if (zmm_lanes()) {
        const Xmm low(to.getIdx()), high(b.index);
        vpmovsdb(low, Zmm(a.index));
        vpmovsdb(high, Zmm(b.index));
        vinserti128(to, to, high, 1);
        return;
    }
    const Ymm a_low(part(a, 0).getIdx()), a_high(part(a, 1).getIdx());
    const Ymm b_low(part(b, 0).getIdx()), b_high(part(b, 1).getIdx());
    vpackssdw(a_low, a_low, a_high);
    vpackssdw(b_low, b_low, b_high);
    vpacksswb(to, a_low, b_low);
    // The packs work in 128-bit halves and leave the four-byte groups in the order 0 2 4 6 | 1 3 5 7.
    vmovdqu(a_low, ptr[rip + table({0, 4, 1, 5, 2, 6, 3, 7})]);
    vpermd(to, a_low, to);
}

// The tree shared by the two reductions.
template <class Combine>
Xmm LaneEmitter::reduce(Lanes a, Lanes temporary, Combine combine) {
    const Ymm half(part(a, 0).getIdx());
    const Xmm low(half.getIdx()), other(part(temporary, 0).getIdx());
    if (zmm_lanes()) {
        vextractf64x4(Ymm(temporary.index), Zmm(a.index), 1);
        combine(half, Ymm(temporary.index));  // lanes i, i + 8
    } else {
        combine(half, Ymm(part(a, 1).getIdx()));
    }
    vextractf128(other, half, 1);
    combine(low, other);  // i, i + 4
    vmovhlps(other, low, low);
    combine(low, other);  // i, i + 2
    vmovshdup(other, low);
    combine(low, other);  // i, i + 1
    return low;
}

Xmm LaneEmitter::horizontal_sum(Lanes a, Lanes temporary) {
    return reduce(a, temporary, [this](const Xmm& to, const Xmm& other) { vaddps(to, to, other); });
}

Xmm LaneEmitter::horizontal_max(Lanes a, Lanes temporary) {
    return reduce(a, temporary, [this](const Xmm& to, const Xmm& other) { vmaxps(to, to, other); });
}

void LaneEmitter::exp_f32(Lanes x, Lanes temporary0, Lanes temporary1, Lanes temporary2) {
    const Lanes shifted = temporary0, n = temporary1, polynomial = temporary2, remainder = x;
    // Above 89 the result is inf already, and n must stay in the exponent's range. x second: NaN passes through.
    load(shifted, constant(89.0f));
    min_f32(x, shifted, x);

    // Adding 1.5 * 2^23 leaves round_to_even(x log2 e) in the low bits of the significand; 126 more make them the
    // exponent field of 2^(n - 1).
    constexpr float round_and_bias = 0x1.8p23f + 126;
    load(shifted, constant(round_and_bias));
    fma_231(shifted, x, constant(0x1.715476p+0f));
    sub_f32(n, shifted, constant(round_and_bias));

    negated_fma_231(remainder, n, constant(0x1.62e43p-1f));
    negated_fma_231(remainder, n, constant(-0x1.05c61p-29f));

    load(polynomial, constant(0x1.6a4e2cp-10f));
    for (const float coefficient : {0x1.123996p-7f, 0x1.5558bp-5f, 0x1.555492p-3f, 0x1.fffffcp-2f, 1.0f, 1.0f})
        fma_213(polynomial, remainder, constant(coefficient));

    // 2^n in two steps, so that n = 128 and n = -124 both stay normal on the way.
    shift_left_i32(shifted, shifted, 23);
    mul_f32(polynomial, polynomial, shifted);
    const LaneConstant smallest_n = constant(-124.0f);
    if (zmm_lanes()) {
        vcmpps(scratch_mask(), Zmm(n.index), ptr_b[rip + constants_[static_cast<std::size_t>(smallest_n.index)].label],
               not_less_than);
        vaddps(Zmm(x.index) | scratch_mask() | T_z, Zmm(polynomial.index), Zmm(polynomial.index));
    } else {
        each_part(smallest_n,
                  [&](int p, const Operand& source) { vcmpps(part(n, p), part(n, p), source, not_less_than); });
        add_f32(polynomial, polynomial, polynomial);
        and_bits(x, polynomial, n);
    }
}

}  // namespace quern
