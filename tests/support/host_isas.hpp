#pragma once

#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "gen/isa.hpp"
#include "jit_x86/host.hpp"

namespace quern::test {

/// The x86 ISAs this processor runs; the others are reported, so that a log shows what was not tested.
inline std::vector<Isa> host_isas() {
    std::vector<Isa> supported;
    for (const IsaTraits& isa : all_isas()) {
        if (isa.backend != Backend::x86) continue;
        if (host_supports(isa.isa)) {
            supported.push_back(isa.isa);
        } else {
            MESSAGE("not tested, this processor lacks it: " << std::string(isa.name));
        }
    }
    REQUIRE_FALSE(supported.empty());
    return supported;
}

}  // namespace quern::test
