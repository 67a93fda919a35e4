#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <initializer_list>
#include <span>
#include <variant>
#include <vector>

#include "gen/isa.hpp"
#include "jit_x86/marked_code_generator.hpp"

namespace quern {

/// A virtual register of 16 f32 or int32 lanes: zmm `index` on avx512_vnni, the pair ymm 2 * index (lanes 0..7) and
/// ymm 2 * index + 1 (lanes 8..15) on avx2 and avx_vnni.
struct Lanes {
    int index;
};

/// A 32-bit constant in every lane, kept behind the code.
struct LaneConstant {
    int index;
};

/// Second source of an operation: a register, a constant, or 16 lanes in memory.
using LaneSource = std::variant<Lanes, LaneConstant, Xbyak::RegExp>;

/// Assembler for code over 16 virtual lanes. Every operation below computes the same bits on every ISA: the same
/// IEEE operations in the same order, whatever number of physical registers carries the lanes. avx2 and avx_vnni get
/// VEX encodings and ymm0-15 only.
///
/// Memory operands address lane 0 and need no alignment.
class LaneEmitter : public MarkedCodeGenerator {
  public:
    static constexpr int lane_count = 16;
    static constexpr int lane_bytes = 4;
    static constexpr int register_bytes = lane_count * lane_bytes;

    explicit LaneEmitter(Isa isa);

    bool zmm_lanes() const { return parts_ == 1; }
    /// Virtual registers there are: 32 or 8.
    int virtual_registers() const { return zmm_lanes() ? 32 : 8; }

    /// \name Physical vectors, for code whose results do not depend on how many lanes one register has.
    /// @{
    int vector_bytes() const { return register_bytes / parts_; }
    int vector_lanes() const { return lane_count / parts_; }
    int vector_count() const { return zmm_lanes() ? 32 : 16; }
    Xbyak::Xmm vector(int index) const;
    /// Physical register of part `part` (0 or 1) of a virtual register.
    Xbyak::Xmm part(Lanes lanes, int part) const { return vector(lanes.index * parts_ + part); }
    void load_vector(const Xbyak::Xmm& to, const Xbyak::RegExp& from) { vmovups(to, ptr[from]); }
    void store_vector(const Xbyak::RegExp& to, const Xbyak::Xmm& from) { vmovups(ptr[to], from); }
    void zero_vector(const Xbyak::Xmm& to);
    /// @}

    /// \name Function frame: void(const Call*), System V.
    /// @{
    /// Saves the callee-saved registers and reserves `stack_bytes` at rsp, 64-byte aligned.
    void enter_function(int stack_bytes);
    /// Restores them and returns, the upper halves of the vector registers zeroed.
    void leave_function();
    /// Everything emitted, followed by its constants.
    std::vector<std::uint8_t> finish();
    /// @}

    LaneConstant constant(float value);
    LaneConstant constant_bits(std::uint32_t bits);
    /// The constant as one scalar in memory.
    Xbyak::Address scalar(LaneConstant constant);
    /// Words kept behind the code, 64-byte aligned.
    Xbyak::Label& table(std::span<const std::uint32_t> words);
    Xbyak::Label& table(std::initializer_list<std::uint32_t> words) {
        return table(std::span(words.begin(), words.size()));
    }

    static Xbyak::RegExp at(const Xbyak::RegExp& base, int offset_bytes) {
        return base + static_cast<std::size_t>(offset_bytes);
    }
    void advance(const Xbyak::Reg64& pointer, int bytes) { add(pointer, static_cast<std::uint32_t>(bytes)); }
    void compare(const Xbyak::Reg64& value, int with) { cmp(value, static_cast<std::uint32_t>(with)); }

    /// Emits body for index = 0, step, 2 * step, ... below `end`, which is a multiple of `step`. index is `end` after.
    template <class Body>
    void for_steps(const Xbyak::Reg64& index, int end, int step, Body body) {
        Xbyak::Label next;
        xor_(index.cvt32(), index.cvt32());
        if (end == 0) return;
        L(next);
        body();
        add(index, static_cast<std::uint32_t>(step));
        cmp(index, static_cast<std::uint32_t>(end));
        jb(next, T_NEAR);
    }

    void load(Lanes to, const Xbyak::RegExp& from);
    void store(const Xbyak::RegExp& to, Lanes from);
    /// The first `count` lanes alone touch memory; a load gives zero in the others.
    void load_first(Lanes to, const Xbyak::RegExp& from, int count);
    void store_first(const Xbyak::RegExp& to, Lanes from, int count, Lanes temporary);
    /// As load_first, from count / 2 floats, each in two neighbouring lanes; `count` is even.
    void load_doubled(Lanes to, const Xbyak::RegExp& from, int count);
    void load(Lanes to, LaneConstant constant);
    void broadcast(Lanes to, const Xbyak::RegExp& from);
    /// Lane 0 of `from` in every lane.
    void broadcast(Lanes to, const Xbyak::Xmm& from);
    void copy(Lanes to, Lanes from);
    void set_zero(Lanes to);

    void add_f32(Lanes to, Lanes a, LaneSource b);
    void sub_f32(Lanes to, Lanes a, LaneSource b);
    void mul_f32(Lanes to, Lanes a, LaneSource b);
    void div_f32(Lanes to, Lanes a, LaneSource b);
    /// a > b ? a : b and a < b ? a : b, as x86 has it: b where either is NaN.
    void max_f32(Lanes to, Lanes a, LaneSource b);
    void min_f32(Lanes to, Lanes a, LaneSource b);
    void fma_231(Lanes to, Lanes a, LaneSource b);              ///< to = a * b + to, rounded once
    void fma_213(Lanes to, Lanes a, LaneSource b);              ///< to = a * to + b, rounded once
    void negated_fma_231(Lanes to, Lanes a, LaneSource b);      ///< to = -a * b + to, rounded once
    void subtracting_fma_213(Lanes to, Lanes a, LaneSource b);  ///< to = a * to - b, rounded once
    /// to = a * to - b in even lanes, a * to + b in odd ones, rounded once
    void alternating_fma_213(Lanes to, Lanes a, LaneSource b);
    void and_bits(Lanes to, Lanes a, LaneSource b);
    void xor_bits(Lanes to, Lanes a, LaneSource b);
    void shift_left_i32(Lanes to, Lanes a, int bits);
    void to_i32(Lanes to, Lanes a);  ///< f32 to int32, round to nearest even
    /// Neighbours exchanged: lanes 1 0 3 2 ...
    void swap_pairs(Lanes to, Lanes a);

    /// 32 int32 saturated to int8, `a` below `b`. `to` must overlap neither; `a` and `b` are overwritten.
    void pack_int8(const Xbyak::Ymm& to, Lanes a, Lanes b);

    /// Sum and maximum of all lanes in lane 0 of the returned register, `a` overwritten. The tree: lane i and i + 8,
    /// then i + 4, i + 2, i + 1.
    Xbyak::Xmm horizontal_sum(Lanes a, Lanes temporary);
    Xbyak::Xmm horizontal_max(Lanes a, Lanes temporary);

    /// x = e^x, within 1 ulp for results that are normal: with n = round(x log2 e) and r = x - n ln 2 in two FMAs,
    /// 2^n times a degree-6 polynomial in r (least maximum relative error on |r| <= ln 2 / 2, first two coefficients
    /// fixed at 1). Exactly 1 at 0; exactly 0 below -86.3 and at -inf; inf where e^x is above the largest float; NaN
    /// stays NaN. Overwrites the three temporaries.
    void exp_f32(Lanes x, Lanes temporary0, Lanes temporary1, Lanes temporary2);

  private:
    /// Overwritten by exp_f32 and by partial loads and stores on avx512_vnni.
    const Xbyak::Opmask& scratch_mask() const { return k1; }

    struct Table {
        Xbyak::Label label;
        std::vector<std::uint32_t> words;
    };

    template <class Operation>
    void each_part(LaneSource source, Operation operation);
    template <class Combine>
    Xbyak::Xmm reduce(Lanes a, Lanes temporary, Combine combine);
    Xbyak::Address part_memory(const Xbyak::RegExp& base, int part);
    int part_count(int count, int part) const;
    void load_vector_first(const Xbyak::Xmm& to, const Xbyak::RegExp& from, int count, int capacity);
    Xbyak::Label& first_lanes_mask(int count);
    void set_scratch_mask(int count);

    int parts_;
    std::deque<Table> constants_, tables_;  // deques, because labels must not move
};

}  // namespace quern
