#pragma once

#include "gen/machine.hpp"

namespace quern {

/// True where this processor and operating system can run kernels of `isa`. avx_vnni counts as supported where only the
/// EVEX encoding of its instructions exists (see MachineTraits::evex_ymm_dot).
bool host_supports(Isa isa);

/// The best x86 ISA this processor has. Throws Error on a processor without AVX2, BMI2, FMA and F16C.
Isa best_host_isa();

/// Traits of this processor for `isa`. Throws Error, naming what the processor lacks, where it cannot run it.
MachineTraits host_machine(Isa isa);

}  // namespace quern
