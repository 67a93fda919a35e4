#pragma once

#include <cstddef>
#include <string>

#include "gen/isa.hpp"

namespace quern {

/// What a plan may know of the processor it is made for, beyond the ISA. Plans are a pure function of a spec and this.
struct MachineTraits {
    Isa isa = Isa::avx2;
    std::size_t l1_bytes = 32 << 10;  ///< data cache of one core
    std::size_t l2_bytes = 1 << 20;   ///< of one core
    std::size_t l3_bytes = 32 << 20;  ///< shared
    /// True where int32 -> f32 conversion competes with the dot product for ports (Intel); false where it has its own
    /// (Zen).
    bool convert_shares_dot_ports = true;
    /// avx_vnni on a processor that lacks the VEX encoding but has AVX512-VNNI and AVX512-VL: the same instructions on
    /// the same ymm0-15, vpdpbusd and vpdpwssd alone encoded EVEX.
    bool evex_ymm_dot = false;
    std::string processor;  ///< model name, for reports and for tuning files
};

}  // namespace quern
