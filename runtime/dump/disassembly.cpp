#include "runtime/dump/disassembly.hpp"

#include <Zydis/Zydis.h>

#include <array>
#include <sstream>
#include <string_view>

#include "gen/error.hpp"

namespace quern {

namespace {

using Operands = std::span<const ZydisDecodedOperand>;

bool is_vector_register(const ZydisDecodedOperand& operand) {
    if (operand.type != ZYDIS_OPERAND_TYPE_REGISTER) return false;
    switch (ZydisRegisterGetClass(operand.reg.value)) {
        case ZYDIS_REGCLASS_XMM:
        case ZYDIS_REGCLASS_YMM:
        case ZYDIS_REGCLASS_ZMM:
            return true;
        default:
            return false;
    }
}

bool is_read_memory(const ZydisDecodedOperand& operand) {
    return operand.type == ZYDIS_OPERAND_TYPE_MEMORY && operand.mem.type == ZYDIS_MEMOP_TYPE_MEM &&
           (operand.actions & ZYDIS_OPERAND_ACTION_MASK_READ) != 0;
}

bool reads_memory(Operands operands) {
    for (const ZydisDecodedOperand& operand : operands)
        if (is_read_memory(operand)) return true;
    return false;
}

/// xor of a register with itself.
bool is_cleared(Operands operands) {
    const std::size_t count = operands.size();
    return count >= 3 && is_vector_register(operands[count - 1]) && is_vector_register(operands[count - 2]) &&
           operands[count - 1].reg.value == operands[count - 2].reg.value;
}

InstructionKind kind_of_move(Operands operands) {
    if (operands.front().type == ZYDIS_OPERAND_TYPE_MEMORY) return InstructionKind::store;
    return reads_memory(operands) ? InstructionKind::load : InstructionKind::vector_arithmetic;
}

InstructionKind kind_of(const ZydisDecodedInstruction& instruction, Operands operands) {
    bool touches_vectors = false;
    for (const ZydisDecodedOperand& operand : operands) touches_vectors |= is_vector_register(operand);
    if (!touches_vectors) return InstructionKind::scalar;
    switch (instruction.mnemonic) {
        case ZYDIS_MNEMONIC_VPDPBUSD:
        case ZYDIS_MNEMONIC_VPMADDUBSW:
            return InstructionKind::dot;
        case ZYDIS_MNEMONIC_VPDPWSSD:
        case ZYDIS_MNEMONIC_VPMADDWD:
            return InstructionKind::pair_dot;
        case ZYDIS_MNEMONIC_VPADDW:
        case ZYDIS_MNEMONIC_VPADDD:
            return InstructionKind::integer_add;
        case ZYDIS_MNEMONIC_VCVTDQ2PS:
        case ZYDIS_MNEMONIC_VCVTPS2DQ:
            return InstructionKind::convert;
        case ZYDIS_MNEMONIC_VPXOR:
        case ZYDIS_MNEMONIC_VPXORD:
        case ZYDIS_MNEMONIC_VXORPS:
            return is_cleared(operands) ? InstructionKind::zero : InstructionKind::vector_arithmetic;
        default:
            break;
    }
    const std::string_view mnemonic = ZydisMnemonicGetString(instruction.mnemonic);
    if (mnemonic.starts_with("vfmadd") || mnemonic.starts_with("vfnmadd") || mnemonic.starts_with("vfmsub"))
        return InstructionKind::fma;
    if (mnemonic.starts_with("vbroadcast") || mnemonic.starts_with("vpbroadcast"))
        return reads_memory(operands) ? InstructionKind::broadcast : InstructionKind::vector_arithmetic;
    if (mnemonic.starts_with("vmov")) return kind_of_move(operands);
    return InstructionKind::vector_arithmetic;
}

Encoding encoding_of(const ZydisDecodedInstruction& instruction) {
    switch (instruction.encoding) {
        case ZYDIS_INSTRUCTION_ENCODING_LEGACY:
            return Encoding::legacy;
        case ZYDIS_INSTRUCTION_ENCODING_VEX:
            return Encoding::vex;
        case ZYDIS_INSTRUCTION_ENCODING_EVEX:
            return Encoding::evex;
        default:
            return Encoding::other;
    }
}

/// Where in the code a relative branch goes or a rip-relative operand lies.
std::optional<std::size_t> target_of(const ZydisDecodedInstruction& instruction, Operands operands,
                                     std::size_t offset) {
    for (const ZydisDecodedOperand& operand : operands) {
        ZyanU64 target = 0;
        const bool is_relative = (operand.type == ZYDIS_OPERAND_TYPE_IMMEDIATE && operand.imm.is_relative != 0) ||
                                 (operand.type == ZYDIS_OPERAND_TYPE_MEMORY && operand.mem.base == ZYDIS_REGISTER_RIP);
        if (is_relative && ZYAN_SUCCESS(ZydisCalcAbsoluteAddress(&instruction, &operand, offset, &target)))
            return static_cast<std::size_t>(target);
    }
    return std::nullopt;
}

}  // namespace

std::string Instruction::text_with_target(const std::string& label) const {
    if (is_branch) return mnemonic + " " + label;
    const std::size_t rip = text.find("rip"), end = text.find(']', rip);
    if (rip == std::string::npos || end == std::string::npos) return text;
    return text.substr(0, rip) + "rip+" + label + text.substr(end);
}

std::size_t instruction_bytes(std::span<const std::uint8_t> code, std::span<const CodeMark> marks) {
    for (const CodeMark& mark : marks)
        if (mark.is_data) return mark.offset;
    return code.size();
}

std::vector<Instruction> disassemble(std::span<const std::uint8_t> code) {
    ZydisDecoder decoder;
    ZydisDecoderInit(&decoder, ZYDIS_MACHINE_MODE_LONG_64, ZYDIS_STACK_WIDTH_64);
    ZydisFormatter formatter;
    ZydisFormatterInit(&formatter, ZYDIS_FORMATTER_STYLE_INTEL);
    // Assemblers need the size of a memory operand in some instructions, and take it in all.
    ZydisFormatterSetProperty(&formatter, ZYDIS_FORMATTER_PROP_FORCE_SIZE, ZYAN_TRUE);
    std::vector<Instruction> instructions;
    for (std::size_t at = 0; at < code.size();) {
        ZydisDecodedInstruction decoded;
        std::array<ZydisDecodedOperand, ZYDIS_MAX_OPERAND_COUNT> storage{};
        std::array<char, 256> text{};
        if (!ZYAN_SUCCESS(
                ZydisDecoderDecodeFull(&decoder, code.data() + at, code.size() - at, &decoded, storage.data())) ||
            !ZYAN_SUCCESS(ZydisFormatterFormatInstruction(&formatter, &decoded, storage.data(),
                                                          decoded.operand_count_visible, text.data(), text.size(),
                                                          ZYDIS_RUNTIME_ADDRESS_NONE, nullptr))) {
            std::ostringstream offset;
            offset << std::hex << at;
            throw Error("no x86-64 instruction at offset 0x" + offset.str() + " of the machine code");
        }
        const Operands operands(storage.data(), decoded.operand_count_visible);
        Instruction instruction;
        instruction.offset = at;
        instruction.length = decoded.length;
        instruction.encoding = encoding_of(decoded);
        instruction.kind = kind_of(decoded, operands);
        instruction.reads_memory = reads_memory(operands);
        instruction.is_padding = decoded.mnemonic == ZYDIS_MNEMONIC_NOP;
        instruction.is_return = decoded.mnemonic == ZYDIS_MNEMONIC_RET;
        instruction.target = target_of(decoded, operands, at);
        instruction.is_branch =
            instruction.target && !operands.empty() && operands.front().type == ZYDIS_OPERAND_TYPE_IMMEDIATE;
        instruction.mnemonic = ZydisMnemonicGetString(decoded.mnemonic);
        instruction.text = text.data();
        instructions.push_back(std::move(instruction));
        at += decoded.length;
    }
    return instructions;
}

}  // namespace quern
