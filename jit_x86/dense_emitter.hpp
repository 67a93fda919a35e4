#pragma once

#include <string>

#include "gen/element_type.hpp"
#include "gen/machine.hpp"
#include "jit_x86/marked_code_generator.hpp"

namespace quern {

/// Assembler for vectors of f64 or f32 elements: what the dense kernels share. avx512_vnni gets zmm0-31 and opmasks,
/// avx2 and avx_vnni VEX encodings and ymm0-15 alone.
class DenseEmitter : public MarkedCodeGenerator {
  protected:
    using Vector = Xbyak::Xmm;
    using Register = Xbyak::Reg64;

    DenseEmitter(std::size_t most_code_bytes, Isa isa, ElementType type);

    bool wide() const { return vector_bytes_ == 64; }
    bool f64() const { return type_ == ElementType::f64; }
    int lanes() const { return vector_bytes_ / element_bytes_; }
    Vector vector(int index) const;
    Xbyak::Address vector_at(const Xbyak::RegExp& address) const;

    void zero(Vector v);
    void load(Vector to, const Xbyak::RegExp& from);
    void store(const Xbyak::RegExp& to, Vector from);
    void broadcast(Vector to, const Xbyak::RegExp& from);
    /// A double of the call in every lane, rounded to the element type.
    void broadcast_double(Vector to, const Xbyak::RegExp& from);
    void add_elements(Vector to, Vector a, Vector b);
    void multiply(Vector to, Vector a, Vector b);
    void fma(Vector sum, Vector a, const Xbyak::Operand& b);  ///< sum += a * b
    /// Sum of all lanes in lane 0 of `v`; overwrites `temporary`.
    void horizontal_sum(Vector v, Vector temporary);
    void store_element(const Xbyak::RegExp& to, Vector lane_0);

    /// The first `count` lanes of what follows: k1 on avx512_vnni, else the vector `mask`.
    void set_mask(int count, Vector mask);
    void load_masked(Vector to, const Xbyak::RegExp& from, Vector mask);  ///< other lanes are 0
    void store_masked(const Xbyak::RegExp& to, Vector from, Vector mask);
    /// The vectors behind set_mask(), after the code.
    void emit_mask_table();

    /// "zmm0..7".
    std::string range(int first, int count) const;

    const ElementType type_;
    const int vector_bytes_, element_bytes_;

  private:
    Xbyak::Label mask_table_;
};

}  // namespace quern
