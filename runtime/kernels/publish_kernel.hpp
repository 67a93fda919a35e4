#pragma once

#include <memory>

#include "gen/machine.hpp"
#include "jit_x86/kernel.hpp"

namespace quern {

/// Makes a kernel that was just generated visible to tools, and shares it: to debuggers always, for as long as it
/// lives; to perf and as files where QUERN_PERF and QUERN_DUMP ask for it (tell_perf_if_asked, dump_if_asked). Throws
/// what they throw.
std::shared_ptr<const Kernel> publish_kernel(Kernel kernel, const MachineTraits& machine);

}  // namespace quern
