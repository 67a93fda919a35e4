#include "jit_x86/peak_loop.hpp"

#include <xbyak/xbyak.h>

#include <array>
#include <random>
#include <span>
#include <string>

#include "gen/error.hpp"

namespace quern {

namespace {

constexpr int unroll = 8;
/// Of a dot product four products and four additions a 32-bit lane, of an FMA one of each a lane.
std::int64_t operations_of_step(const MachineTraits& machine, PeakStep step) {
    const std::int64_t lanes = isa_traits(machine.isa).lanes();
    return step == PeakStep::dot_product ? 8 * lanes : step == PeakStep::fma_f32 ? 2 * lanes : lanes;
}

/// void (*)(std::int64_t iterations)
class PeakEmitter : public Xbyak::CodeGenerator {
  public:
    PeakEmitter(const MachineTraits& machine, int accumulators, PeakStep kind)
        : machine_(machine), isa_(isa_traits(machine.isa)), step_(kind) {
        const Xbyak::Reg64& iterations = rdi;
        Xbyak::Label operands, body;
        load(codes(), rip + operands);
        load(activations(), rip + operands + isa_.vector_bytes);
        for (int i = 0; i < accumulators; ++i) clear(vector(i));
        align(64);
        L(body);
        for (int repeat = 0; repeat < unroll; ++repeat)
            for (int i = 0; i < accumulators; ++i) step(vector(i));
        dec(iterations);
        jnz(body, T_NEAR);
        vzeroupper();
        ret();

        align(64);
        L(operands);
        std::minstd_rand random;
        if (step_ == PeakStep::dot_product)
            for (int i = 0; i < 2 * isa_.vector_bytes; ++i) db(random() >> 16 & 255);
        else
            // Either half of a double or a float: magnitudes near 1.
            for (int i = 0; i < 2 * isa_.vector_bytes / 4; ++i) dd(float_word(static_cast<std::uint32_t>(random())));
    }

  private:
    bool wide() const { return isa_.vector_bytes == 64; }
    Xbyak::Xmm vector(int index) const {
        if (wide()) return Xbyak::Zmm(index);
        return Xbyak::Ymm(index);
    }
    Xbyak::Xmm codes() const { return vector(isa_.vector_registers - 1); }
    Xbyak::Xmm activations() const { return vector(isa_.vector_registers - 2); }
    Xbyak::Xmm products() const { return vector(isa_.vector_registers - 3); }

    void load(const Xbyak::Xmm& to, const Xbyak::RegRip& from) {
        if (wide())
            vmovdqu8(to, ptr[from]);
        else
            vmovdqu(to, ptr[from]);
    }
    void clear(const Xbyak::Xmm& v) {
        if (wide())
            vpxord(v, v, v);
        else
            vpxor(v, v, v);
    }
    static std::uint32_t float_word(std::uint32_t random) {
        constexpr std::uint32_t sign_and_mantissa = 0x807FFFFF, exponent_of_a_half = 0x3F000000;
        return (random * 2654435761U & sign_and_mantissa) | exponent_of_a_half;
    }
    void step(const Xbyak::Xmm& sum) {
        if (step_ == PeakStep::fma_f64) return vfmadd231pd(sum, codes(), activations());
        if (step_ == PeakStep::fma_f32) return vfmadd231ps(sum, codes(), activations());
        if (isa_.dot == DotProduct::vpmaddubsw) {
            vpmaddubsw(products(), codes(), activations());
            vpaddw(sum, sum, products());
        } else {
            const bool evex = wide() || machine_.evex_ymm_dot;
            vpdpbusd(sum, codes(), activations(), evex ? Xbyak::EvexEncoding : Xbyak::VexEncoding);
        }
    }

    const MachineTraits& machine_;
    const IsaTraits& isa_;
    const PeakStep step_;
};

ExecutableMemory emit_peak_loop(const MachineTraits& machine, int accumulators, PeakStep step) {
    const IsaTraits& isa = isa_traits(machine.isa);
    if (isa.backend != Backend::x86) throw Error(std::string(isa.name) + " is not an x86 ISA");
    const int operand_registers = step == PeakStep::dot_product && isa.dot == DotProduct::vpmaddubsw ? 3 : 2;
    if (accumulators < 1 || accumulators > isa.vector_registers - operand_registers)
        throw Error("a peak loop on " + std::string(isa.name) + " cannot hold " + std::to_string(accumulators) +
                    " accumulators");
    PeakEmitter emitter(machine, accumulators, step);
    return ExecutableMemory({emitter.getCode(), emitter.getSize()});
}

}  // namespace

PeakLoop::PeakLoop(const MachineTraits& machine, int accumulators, PeakStep step)
    : accumulators_(accumulators),
      operations_(std::int64_t{unroll} * accumulators * operations_of_step(machine, step)),
      memory_(emit_peak_loop(machine, accumulators, step)) {}

void PeakLoop::run(std::int64_t iterations) const {
    const auto entry = reinterpret_cast<std::uintptr_t>(memory_.code().data());
    reinterpret_cast<void (*)(std::int64_t)>(entry)(iterations < 1 ? 1 : iterations);
}

std::vector<PeakLoop> peak_loops(const MachineTraits& machine, PeakStep step) {
    constexpr std::array<int, 3> in_32_registers{12, 16, 24};
    constexpr std::array<int, 2> in_16_registers{10, 12};
    std::span<const int> choices = in_16_registers;
    if (isa_traits(machine.isa).vector_registers == 32) choices = in_32_registers;
    std::vector<PeakLoop> loops;
    for (const int accumulators : choices) loops.emplace_back(machine, accumulators, step);
    return loops;
}

}  // namespace quern
