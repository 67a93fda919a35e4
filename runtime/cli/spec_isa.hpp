#pragma once

#include <string>

#include "gen/kernel_spec.hpp"
#include "runtime/cli/machine_options.hpp"

namespace quern::cli {

/// The ISA a spec's kernel is generated for: the flag's where it names one, else the spec's own, else the best of this
/// processor.
Isa isa_for(const KernelSpec& spec, const std::string& isa_flag);

/// The --isa of a command that generates kernels without running them: as given, but where it names none and --device
/// is given, the best ISA of this processor or of the first CUDA device. Throws Error where the two contradict each
/// other, and where there is no device to ask.
std::string isa_flag_for_generating(const MachineOptions& options);

}  // namespace quern::cli
