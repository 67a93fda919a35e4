#pragma once

#include "runtime/dump/kernel_code.hpp"

namespace quern {

/// Where the environment says QUERN_DUMP=DIRECTORY, writes the kernel's files there (see write_kernel_files), named by
/// kernel_label(). A kernel of the same label but other code, as of another plan, gets a number; one whose code this
/// process has written already is left out. Safe to call from many threads. Throws what write_kernel_files throws, with
/// QUERN_DUMP named.
void dump_if_asked(const KernelCode& code);

}  // namespace quern
