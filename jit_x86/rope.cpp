#include <algorithm>
#include <cstddef>
#include <string>

#include "gen/error.hpp"
#include "jit_x86/kernel.hpp"
#include "jit_x86/lane_emitter.hpp"

namespace quern {

namespace {

using Xbyak::Label;
using Xbyak::Reg64;
using Xbyak::RegExp;

/// A pair (a, b) at angle (c, s) becomes
///
///     a' = fma(a, c, -(b * s)),     b' = fma(b, c, a * s)
///
/// with b * s and a * s rounded to f32: the products with the cosine are the fused ones, in both pairings and on every
/// ISA.
class RopeEmitter : LaneEmitter {
  public:
    RopeEmitter(const KernelSpec& spec, const MachineTraits& machine)
        : LaneEmitter(machine.isa), head_size_(spec.head_size), pairs_(spec.pairs) {}

    EmittedCode emit(const MachineTraits& machine) {
        Label next_token, done;
        mark("tokens", "rdi call, rsi token, up to call.end");
        enter_function(0);
        mov(token, ptr[call + offsetof(RopeCall, begin)]);
        L(next_token);
        mark("row_pointers", "of the next token: rax x, r8 cosines and r9 sines of its position");
        cmp(token, ptr[call + offsetof(RopeCall, end)]);
        jge(done, T_NEAR);
        emit_row_pointers();
        // Heads are the inner loop, so that the angles of a chunk are loaded once a token.
        if (pairs_ == RopePairs::adjacent) {
            for (int lane = 0; lane < head_size_; lane += lane_count) {
                const int count = std::min(lane_count, head_size_ - lane);
                mark("pairs_" + std::to_string(lane / 2),
                     "angles of neighbours from element " + std::to_string(lane) + " on; rcx head, rdx heads left");
                load_doubled(cosine, cosine_row + bytes(lane / 2), count);
                load_doubled(sine, sine_row + bytes(lane / 2), count);
                for_heads([&] { emit_adjacent(head + bytes(lane), count); });
            }
        } else {
            for (int pair = 0; pair < half(); pair += lane_count) {
                const int count = std::min(lane_count, half() - pair);
                mark("pairs_" + std::to_string(pair),
                     "angles of elements i and i + " + std::to_string(half()) + "; rcx head, rdx heads left");
                load_first(cosine, cosine_row + bytes(pair), count);
                load_first(sine, sine_row + bytes(pair), count);
                for_heads([&] { emit_halves(head + bytes(pair), count); });
            }
        }
        inc(token);
        jmp(next_token, T_NEAR);
        L(done);
        mark("return");
        leave_function();
        return {finish(), plan_text(machine), 0, take_marks()};
    }

  private:
    static std::size_t bytes(int floats) { return static_cast<std::size_t>(floats) * sizeof(float); }
    int half() const { return head_size_ / 2; }

    void emit_row_pointers() {
        mov(row, ptr[call + offsetof(RopeCall, x_stride)]);
        imul(row, token);
        shl(row, 2);
        add(row, ptr[call + offsetof(RopeCall, x)]);
        // The angles of this token's position.
        mov(cosine_row, ptr[call + offsetof(RopeCall, positions)]);
        movsxd(cosine_row, dword[cosine_row + token * 4]);
        imul(cosine_row, cosine_row, half() * 4);
        mov(sine_row, cosine_row);
        add(cosine_row, ptr[call + offsetof(RopeCall, cosine)]);
        add(sine_row, ptr[call + offsetof(RopeCall, sine)]);
    }

    template <class Body>
    void for_heads(Body body) {
        Label next, done;
        mov(head, row);
        mov(heads_left, ptr[call + offsetof(RopeCall, heads)]);
        L(next);
        dec(heads_left);
        js(done, T_NEAR);
        body();
        add(head, static_cast<std::uint32_t>(head_size_ * 4));
        jmp(next, T_NEAR);
        L(done);
    }

    /// Lanes are a, b, a, b, ...: the exchanged lanes times the sine, minus in even lanes and plus in odd ones.
    void emit_adjacent(const RegExp& at, int count) {
        load_first(first, at, count);
        swap_pairs(second, first);
        mul_f32(second, second, sine);
        alternating_fma_213(first, cosine, second);
        store_first(at, first, count, temporary);
    }

    void emit_halves(const RegExp& at, int count) {
        const RegExp at_second = at + bytes(half());
        load_first(first, at, count);
        load_first(second, at_second, count);
        mul_f32(first_by_sine, first, sine);
        mul_f32(second_by_sine, second, sine);
        subtracting_fma_213(first, cosine, second_by_sine);
        fma_213(second, cosine, first_by_sine);
        store_first(at, first, count, temporary);
        store_first(at_second, second, count, temporary);
    }

    std::string plan_text(const MachineTraits& machine) const {
        const IsaTraits& isa = isa_traits(machine.isa);
        std::string text = "isa = \"" + std::string(isa.name) + "\"\n";
        text += "register_lanes = " + std::to_string(isa.lanes()) + "\n";
        text += "fused_products = \"cosine\"\n";
        text += "over_read_bytes = 0\n";
        return text;
    }

    const int head_size_;
    const RopePairs pairs_;

    const Reg64 call = rdi, token = rsi, row = rax, head = rcx, heads_left = rdx, cosine_row = r8, sine_row = r9;
    const Lanes cosine{0}, sine{1}, first{2}, second{3}, first_by_sine{4}, second_by_sine{5}, temporary{6};
};

}  // namespace

EmittedCode emit_rope(const KernelSpec& spec, const MachineTraits& machine) {
    if (spec.head_size < 16 || spec.head_size > 256 || spec.head_size % 2 != 0)
        throw Error("kernel \"" + spec.name + "\": rope takes an even head_size of 16 to 256, not " +
                    std::to_string(spec.head_size));
    return RopeEmitter(spec, machine).emit(machine);
}

}  // namespace quern
