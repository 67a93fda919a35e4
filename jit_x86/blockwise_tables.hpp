#pragma once

#include "jit_x86/blockwise_emitter.hpp"

namespace quern {

/// avx2's lookups of packed codes where a permute, which reaches 8 values alone, would have to be done twice and its
/// f32 converted.
///
/// Tables of bytes, int4: only the upper two bytes of so small an integer's f64 are not 0. Each comes from a table of
/// 16 bytes, for 32 codes at once; then every f64 is one word, moved to the top of 8 bytes otherwise 0:
///
///     vpshufb twice         b0 b1 ..          upper bytes, and those below them
///     vpunpckl/hbw          w0 w1 w2 w3 ..    16 bits a code
///     a shift, vpshufb,     0 0 0 w0 ..       of every fourth code
///     vpshufb, vpand        0 0 0 w3 ..
///
/// The codes are first spread over the bytes so that each of the last four steps yields four codes in order.
///
/// Table of pairs: a byte of two codes is the index of their two f64 in memory, 4 KiB, which stay in the first-level
/// cache:
///
///     pair  0: v0 v0   1: v1 v0   2: v2 v0  ..  16: v0 v1  ..  255: v15 v15
class TableEmitter : public BlockwiseEmitter {
  protected:
    using BlockwiseEmitter::BlockwiseEmitter;

    static constexpr int byte_table_count = 6;
    /// Fills byte_table_count registers from `first` on.
    void load_byte_tables(int first);
    static constexpr int byte_table_sums = 2;
    /// byte_table_sums registers from `sum` on += the values of the 32 codes at `codes` times the 32 f64 at `x`; they
    /// are set instead where `set`. Overwrites four registers from `temporary` on.
    void add_32_codes(Vector sum, const Xbyak::RegExp& codes, const Xbyak::RegExp& x, bool set, int temporary);

    void load_pair_table(const Register& table);
    static constexpr int pair_table_sums = 4;  ///< one a byte of the 8 codes
    /// Lanes 0 and 1 of pair_table_sums registers from `sum` on += the values of the 8 codes at `codes` times the 8 f64
    /// in lanes 0 and 1 of four registers from `x` on; they are set instead where `set`. Overwrites rax, rbx, rbp and
    /// r12.
    void add_8_codes(Vector sum, const Xbyak::RegExp& codes, const Register& table, int x, bool set);

    /// Instead of emit_constants().
    void emit_table_constants();

  private:
    void emit_byte_tables();
    void emit_pair_table();

    Xbyak::Label table_constants_, spread_, halves_;
    int byte_tables_ = 0;  ///< the first register of load_byte_tables()
};

}  // namespace quern
