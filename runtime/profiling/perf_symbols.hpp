#pragma once

#include "jit_x86/kernel.hpp"

namespace quern {

/// Makes a kernel known to perf where the environment asks for it, under the name kernel_label() gives it:
/// QUERN_PERF=map through PerfMap, QUERN_PERF=jitdump through JitDump, empty or unset not at all. Safe to call from
/// many threads. Throws Error where QUERN_PERF is anything else or the file cannot be written.
void tell_perf_if_asked(const Kernel& kernel);

}  // namespace quern
