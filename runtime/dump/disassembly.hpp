#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "jit_x86/code_mark.hpp"

namespace quern {

enum class Encoding { legacy, vex, evex, other };

/// What an instruction is for, as far as the time of an inner loop goes.
enum class InstructionKind {
    dot,                ///< vpdpbusd, or vpmaddubsw
    pair_dot,           ///< int16 pairs: vpdpwssd, vpmaddwd
    integer_add,        ///< vpaddw, vpaddd: of dot products in int16, of their pairs in int32
    convert,            ///< int32 to f32 or back
    fma,                ///< multiply-add of f32
    load,               ///< a vector from memory
    broadcast,          ///< one element from memory to every lane
    store,              ///< a vector to memory
    zero,               ///< a vector register cleared by xor with itself: needs no execution port
    vector_arithmetic,  ///< any other of vector registers
    scalar,             ///< general registers, branches, prefetches
};
constexpr int instruction_kinds = static_cast<int>(InstructionKind::scalar) + 1;

/// One decoded instruction.
struct Instruction {
    std::size_t offset = 0;  ///< in the code, bytes
    std::size_t length = 0;  ///< bytes
    Encoding encoding = Encoding::other;
    InstructionKind kind = InstructionKind::scalar;
    bool reads_memory = false;  ///< explicitly
    bool is_padding = false;    ///< a nop: aligns what follows
    bool is_return = false;
    bool is_branch = false;             ///< relative: its distance depends on the length of other instructions
    std::optional<std::size_t> target;  ///< offset a relative branch goes to or a rip-relative operand lies at
    std::string mnemonic;
    std::string text;  ///< Intel syntax, targets as distances

    /// The text with `label` in place of the target's distance.
    std::string text_with_target(const std::string& label) const;
};

/// Bytes of `code` that are instructions: constants follow the mark that says so.
std::size_t instruction_bytes(std::span<const std::uint8_t> code, std::span<const CodeMark> marks);

/// Every instruction of `code`, nops included. Throws Error, giving the offset, where bytes are no instruction.
std::vector<Instruction> disassemble(std::span<const std::uint8_t> code);

}  // namespace quern
