#include "jit_x86/dense_emitter.hpp"

#include "gen/isa.hpp"

namespace quern {

DenseEmitter::DenseEmitter(std::size_t most_code_bytes, Isa isa, ElementType type)
    : MarkedCodeGenerator(most_code_bytes),
      type_(type),
      vector_bytes_(isa_traits(isa).vector_bytes),
      element_bytes_(element_bytes(type)) {}

DenseEmitter::Vector DenseEmitter::vector(int index) const {
    if (wide()) return Xbyak::Zmm(index);
    return Xbyak::Ymm(index);
}

Xbyak::Address DenseEmitter::vector_at(const Xbyak::RegExp& address) const {
    return wide() ? zword[address] : yword[address];
}

void DenseEmitter::zero(Vector v) {
    if (wide())
        vpxord(v, v, v);
    else
        vxorps(v, v, v);
}

void DenseEmitter::load(Vector to, const Xbyak::RegExp& from) {
    f64() ? vmovupd(to, vector_at(from)) : vmovups(to, vector_at(from));
}

void DenseEmitter::store(const Xbyak::RegExp& to, Vector from) {
    f64() ? vmovupd(vector_at(to), from) : vmovups(vector_at(to), from);
}

void DenseEmitter::broadcast(Vector to, const Xbyak::RegExp& from) {
    if (!f64())
        vbroadcastss(to, dword[from]);
    else if (wide())
        vbroadcastsd(Xbyak::Zmm(to.getIdx()), qword[from]);
    else
        vbroadcastsd(Xbyak::Ymm(to.getIdx()), qword[from]);
}

void DenseEmitter::broadcast_double(Vector to, const Xbyak::RegExp& from) {
    const Xbyak::Xmm low(to.getIdx());
    vmovsd(low, qword[from]);
    if (f64()) {
        wide() ? vbroadcastsd(Xbyak::Zmm(to.getIdx()), low) : vbroadcastsd(Xbyak::Ymm(to.getIdx()), low);
        return;
    }
    vcvtsd2ss(low, low, low);
    vbroadcastss(to, low);
}

void DenseEmitter::add_elements(Vector to, Vector a, Vector b) {
    f64() ? vaddpd(to, a, b) : vaddps(to, a, b);
}

void DenseEmitter::multiply(Vector to, Vector a, Vector b) {
    f64() ? vmulpd(to, a, b) : vmulps(to, a, b);
}

void DenseEmitter::fma(Vector sum, Vector a, const Xbyak::Operand& b) {
    f64() ? vfmadd231pd(sum, a, b) : vfmadd231ps(sum, a, b);
}

void DenseEmitter::horizontal_sum(Vector v, Vector temporary) {
    const int to = v.getIdx(), other = temporary.getIdx();
    if (wide()) {
        vextractf64x4(Xbyak::Ymm(other), Xbyak::Zmm(to), 1);
        add_elements(Xbyak::Ymm(to), Xbyak::Ymm(to), Xbyak::Ymm(other));
    }
    // Registers above 15 are EVEX's, which has no vextractf128.
    if (wide())
        vextractf64x2(Xbyak::Xmm(other), Xbyak::Ymm(to), 1);
    else
        vextractf128(Xbyak::Xmm(other), Xbyak::Ymm(to), 1);
    const Xbyak::Xmm sum(to), half(other);
    add_elements(sum, sum, half);
    vshufpd(half, sum, sum, 1);
    add_elements(sum, sum, half);
    if (f64()) return;
    vshufps(half, sum, sum, 1);
    add_elements(sum, sum, half);
}

void DenseEmitter::store_element(const Xbyak::RegExp& to, Vector lane_0) {
    const Xbyak::Xmm low(lane_0.getIdx());
    f64() ? vmovsd(qword[to], low) : vmovss(dword[to], low);
}

void DenseEmitter::set_mask(int count, Vector mask) {
    if (wide()) {
        mov(eax, (1U << count) - 1);
        kmovw(k1, eax);
        return;
    }
    // The table: a vector of ones, then one of zeros; read so that `count` ones are left.
    vmovups(mask, yword[rip + mask_table_ + (lanes() - count) * element_bytes_]);
}

void DenseEmitter::load_masked(Vector to, const Xbyak::RegExp& from, Vector mask) {
    if (wide())
        f64() ? vmovupd(to | k1 | T_z, vector_at(from)) : vmovups(to | k1 | T_z, vector_at(from));
    else
        f64() ? vmaskmovpd(to, mask, vector_at(from)) : vmaskmovps(to, mask, vector_at(from));
}

void DenseEmitter::store_masked(const Xbyak::RegExp& to, Vector from, Vector mask) {
    if (wide())
        f64() ? vmovupd(vector_at(to) | k1, from) : vmovups(vector_at(to) | k1, from);
    else
        f64() ? vmaskmovpd(vector_at(to), mask, from) : vmaskmovps(vector_at(to), mask, from);
}

void DenseEmitter::emit_mask_table() {
    if (wide()) return;
    align(32);
    mark_constants();
    L(mask_table_);
    for (int byte = 0; byte < 2 * vector_bytes_; ++byte) db(byte < vector_bytes_ ? 0xFF : 0);
}

std::string DenseEmitter::range(int first, int count) const {
    const std::string prefix = wide() ? "zmm" : "ymm";
    return prefix + std::to_string(first) + (count > 1 ? ".." + std::to_string(first + count - 1) : "");
}

}  // namespace quern
