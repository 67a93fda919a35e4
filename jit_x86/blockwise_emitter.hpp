#pragma once

#include <optional>

#include "gen/blockwise_plan.hpp"
#include "jit_x86/dense_emitter.hpp"
#include "jit_x86/kernel.hpp"

namespace quern {

/// What the kernels of block-quantized weights share: codes become f64 values in registers.
///
/// Four-bit codes index a table of 16 f64 held in registers. avx512_vnni: two zmm, vpermi2pd. avx2: the levels of NF4
/// and the integers are f32 exactly, so two ymm of 8 f32, vpermps of both, a blend by the code's upper bit, and a
/// conversion. Packed codes are spread by one broadcast and a shift a lane; the permutes read the low bits of an index
/// alone, so nothing is masked:
///
///     bytes   [c1 c0] [c3 c2] ...           two codes a byte, the first in the low half
///     lanes   c15..c0 >> 0, >> 4, >> 8, ...  a copy of them each
///
/// avx2, int4: only the upper two bytes of such a small integer's f64 are not 0. Each comes from a table of 16 bytes
/// for 32 codes at once, and unpacking with zeros makes the f64:
///
///     vpshufb twice    b0 b1 ..      upper byte a code; next byte a code
///     vpunpckl/hbw     w0 w1 ..      16 bits a code
///     with zeros       0 w0 0 w1 ..  vpunpckl/hwd, then vpunpckl/hdq: 64 bits a code
class BlockwiseEmitter : public DenseEmitter {
  protected:
    explicit BlockwiseEmitter(const BlockwisePlan& plan);

    static constexpr std::size_t most_code_bytes = 1 << 16;

    // From the last register down, so that sums may begin at 0.
    Vector table_low() const { return vector(last_register()); }
    Vector table_high() const { return vector(last_register() - 1); }
    /// Temporaries of values(), two on avx2 alone.
    int last_register() const { return wide() ? 31 : 15; }
    /// Registers that hold eight values.
    int value_vectors() const { return wide() ? 1 : 2; }

    void load_tables();
    /// From here on packed codes are shifted by registers `first` and, on avx512_vnni, `first` + 1.
    void load_shifts(int first);
    /// The values of the 8 codes at `codes`, in value_vectors() registers from `first` on. avx2 overwrites two more.
    void values(int first, const Xbyak::RegExp& codes, int temporary);
    /// avx512_vnni, packed: the 16 codes at `codes`, in `first` and `first` + 1.
    void values_of_16(int first, const Xbyak::RegExp& codes);
    /// Whether regular rows take 32 codes at a time through tables of bytes.
    bool byte_tables() const { return plan_.byte_tables(); }
    /// With byte_tables(), sets up registers first to first + 2 for sum_of_32().
    void load_byte_tables(int first);
    /// With byte_tables(): sum += the values of the 32 codes at `codes` times the 32 f64 at `x`; `sum` is set where
    /// `set`. Overwrites temporary to temporary + 4.
    void sum_of_32(Vector sum, const Xbyak::RegExp& codes, const Xbyak::RegExp& x, bool set, int temporary);
    /// The value of the code at codes_ (its half second_half_), in lane 0 of `to` or, with `everywhere`, in every lane;
    /// then both are at the next code. Overwrites rax.
    void one_value(Vector to, bool everywhere);
    /// Takes rows_left_ rows by plan_.rows at a time, then one by one: `emit_rows(count)` emits what is done for so
    /// many.
    template <class EmitRows>
    void emit_row_groups(const EmitRows& emit_rows) {
        Xbyak::Label next_rows, few_rows, next_row, done;
        L(next_rows);
        cmp(rows_left_, plan_.rows);
        jl(few_rows, T_NEAR);
        emit_rows(plan_.rows);
        sub(rows_left_, plan_.rows);
        jmp(next_rows, T_NEAR);
        L(few_rows);
        if (plan_.rows > 1) {
            L(next_row);
            test(rows_left_, rows_left_);
            jz(done, T_NEAR);
            emit_rows(1);
            dec(rows_left_);
            jmp(next_row, T_NEAR);
        }
        L(done);
    }
    void emit_constants();
    int step_bytes(int codes) const { return plan_.packed() ? codes / 2 : codes; }
    /// Where 4-bit codes are looked up; otherwise they are converted.
    bool looked_up() const { return plan_.grid() == CodeGrid::nf4 || plan_.packed(); }

    const BlockwisePlan plan_;

    const Register call_{rdi}, codes_{rsi}, x_{rdx}, y_{rcx}, rows_left_{r8}, scales_{r9}, second_half_{r11};

  private:
    void shift_right(Vector to, Vector codes, int eight);
    void emit_byte_tables();

    Xbyak::Label tables_, table_f64_, shifts_right_, shifts_left_, byte_tables_, spread_bytes_, even_halves_,
        odd_halves_;
    std::optional<int> shifts_;  ///< the register of load_shifts()
    int byte_table_ = 0;         ///< of load_byte_tables()
};

}  // namespace quern
