#pragma once

#include <span>
#include <vector>

#include "jit_x86/kernel.hpp"
#include "runtime/dump/disassembly.hpp"

namespace quern::test {

/// The instructions of a kernel, without those that only align and without its constants.
inline std::vector<Instruction> instructions_of(std::span<const std::uint8_t> code,
                                                std::span<const CodeMark> marks = {}) {
    std::vector<Instruction> instructions = disassemble(code.first(instruction_bytes(code, marks)));
    std::erase_if(instructions, [](const Instruction& instruction) { return instruction.is_padding; });
    return instructions;
}

inline std::vector<Instruction> instructions_of(const EmittedCode& emitted) {
    return instructions_of(emitted.code, emitted.marks);
}

}  // namespace quern::test
