#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "gen/kernel_spec.hpp"
#include "gen/machine.hpp"
#include "jit_x86/kernel.hpp"

namespace quern {

/// A view of one generated kernel and what it was generated from, mapped executable or not.
struct KernelCode {
    const KernelSpec& spec;  ///< its isa is machine.isa
    const MachineTraits& machine;
    std::string_view plan_text;  ///< TOML
    std::span<const std::uint8_t> bytes;
    std::span<const CodeMark> marks;
};

inline KernelCode code_of(const Kernel& kernel, const MachineTraits& machine) {
    return {kernel.spec(), machine, kernel.plan_text(), kernel.code(), kernel.marks()};
}

inline KernelCode code_of(const KernelSpec& spec, const EmittedCode& emitted, const MachineTraits& machine) {
    return {spec, machine, emitted.plan_text, emitted.code, emitted.marks};
}

}  // namespace quern
