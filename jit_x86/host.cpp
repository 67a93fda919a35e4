#include "jit_x86/host.hpp"

#include <unistd.h>
#include <xbyak/xbyak_util.h>

#include <array>
#include <cstring>
#include <string>

#include "gen/error.hpp"

namespace quern {

namespace {

using Xbyak::util::Cpu;

const Cpu& cpu() {
    static const Cpu instance;
    return instance;
}

/// The 48-byte brand string of CPUID leaves 0x80000002 to 0x80000004.
std::string brand_string() {
    std::array<unsigned, 12> words{};
    for (unsigned leaf = 0; leaf < 3; ++leaf) Cpu::getCpuid(0x80000002 + leaf, words.data() + std::size_t{leaf} * 4);
    std::array<char, 49> text{};
    std::memcpy(text.data(), words.data(), 48);
    const std::string brand(text.data());
    const std::size_t begin = brand.find_first_not_of(' ');
    return begin == std::string::npos ? "unknown" : brand.substr(begin, brand.find_last_not_of(' ') - begin + 1);
}

std::size_t cache_bytes(int name, std::size_t fallback) {
    const long bytes = sysconf(name);
    return bytes > 0 ? static_cast<std::size_t>(bytes) : fallback;
}

bool has_avx2_base() {
    return cpu().has(Cpu::tAVX2) && cpu().has(Cpu::tFMA) && cpu().has(Cpu::tF16C) && cpu().has(Cpu::tBMI2);
}

bool has_avx512_vnni() {
    return has_avx2_base() && cpu().has(Cpu::tAVX512F) && cpu().has(Cpu::tAVX512BW) && cpu().has(Cpu::tAVX512VL) &&
           cpu().has(Cpu::tAVX512DQ) && cpu().has(Cpu::tAVX512_VNNI);
}

}  // namespace

bool host_supports(Isa isa) {
    switch (isa) {
        case Isa::avx2:
            return has_avx2_base();
        case Isa::avx_vnni:
            return has_avx2_base() && (cpu().has(Cpu::tAVX_VNNI) || has_avx512_vnni());
        case Isa::avx512_vnni:
            return has_avx512_vnni();
        default:
            return false;
    }
}

Isa best_host_isa() {
    for (Isa isa : {Isa::avx512_vnni, Isa::avx_vnni, Isa::avx2})
        if (host_supports(isa)) return isa;
    throw Error("this processor (" + brand_string() +
                ") lacks AVX2, BMI2, FMA or F16C, which quern's CPU kernels need");
}

MachineTraits host_machine(Isa isa) {
    if (!host_supports(isa))
        throw Error("this processor (" + brand_string() + ") cannot run " + std::string(isa_traits(isa).name) +
                    " kernels");
    MachineTraits machine;
    machine.isa = isa;
    machine.l1_bytes = cache_bytes(_SC_LEVEL1_DCACHE_SIZE, machine.l1_bytes);
    machine.l2_bytes = cache_bytes(_SC_LEVEL2_CACHE_SIZE, machine.l2_bytes);
    machine.l3_bytes = cache_bytes(_SC_LEVEL3_CACHE_SIZE, machine.l3_bytes);
    // Zen executes vcvtdq2ps on the two floating-point pipes that have no multiplier; Intel on those that have one.
    machine.convert_shares_dot_ports = !cpu().has(Cpu::tAMD);
    machine.evex_ymm_dot = isa == Isa::avx_vnni && !cpu().has(Cpu::tAVX_VNNI);
    machine.processor = brand_string();
    return machine;
}

}  // namespace quern
