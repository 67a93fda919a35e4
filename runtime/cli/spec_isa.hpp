#pragma once

#include <string>

#include "gen/kernel_spec.hpp"

namespace quern::cli {

/// The ISA a spec's kernel is generated for: the flag's where it names one, else the spec's own, else the best of this
/// processor. Throws Error naming the flag, or the file and the kernel, where that ISA's backend is not built yet.
Isa isa_for(const KernelSpec& spec, const std::string& isa_flag, const std::string& file);

}  // namespace quern::cli
