#pragma once

#include <Zydis/Zydis.h>
#include <doctest/doctest.h>

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace quern::test {

/// One instruction of a generated kernel.
struct Instruction {
    ZydisInstructionEncoding encoding;
    std::string text;
    bool relative_branch;  ///< its distance depends on the length of other instructions
};

/// Where the instructions end: tables of constants may follow the last of them.
enum class Until { end_of_code, first_return };

/// Instructions in Intel syntax, without those that only align.
inline std::vector<Instruction> disassemble(std::span<const std::uint8_t> code, Until until = Until::end_of_code) {
    ZydisDecoder decoder;
    ZydisDecoderInit(&decoder, ZYDIS_MACHINE_MODE_LONG_64, ZYDIS_STACK_WIDTH_64);
    ZydisFormatter formatter;
    ZydisFormatterInit(&formatter, ZYDIS_FORMATTER_STYLE_INTEL);
    std::vector<Instruction> instructions;
    for (std::size_t at = 0; at < code.size();) {
        ZydisDecodedInstruction instruction;
        ZydisDecodedOperand operands[ZYDIS_MAX_OPERAND_COUNT];
        REQUIRE(
            ZYAN_SUCCESS(ZydisDecoderDecodeFull(&decoder, code.data() + at, code.size() - at, &instruction, operands)));
        char text[256];
        REQUIRE(ZYAN_SUCCESS(ZydisFormatterFormatInstruction(&formatter, &instruction, operands,
                                                             instruction.operand_count_visible, text, sizeof text,
                                                             ZYDIS_RUNTIME_ADDRESS_NONE, nullptr)));
        at += instruction.length;
        if (instruction.mnemonic == ZYDIS_MNEMONIC_NOP) continue;  // alignment
        instructions.push_back({instruction.encoding, text, (instruction.attributes & ZYDIS_ATTRIB_IS_RELATIVE) != 0});
        if (until == Until::first_return && instruction.mnemonic == ZYDIS_MNEMONIC_RET) break;
    }
    return instructions;
}

}  // namespace quern::test
