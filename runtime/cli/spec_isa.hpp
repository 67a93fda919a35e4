#pragma once

#include <string>

#include "gen/kernel_spec.hpp"

namespace quern::cli {

/// The ISA a spec's kernel is generated for: the flag's where it names one, else the spec's own, else the best of this
/// processor.
Isa isa_for(const KernelSpec& spec, const std::string& isa_flag);

}  // namespace quern::cli
