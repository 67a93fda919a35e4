#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "tests/ptx/module_text.hpp"

namespace quern::ptx {

class Warp;
struct Instruction;

/// Carries an instruction out for the lanes of `mask`, which is not empty.
using Handler = void (*)(Warp& warp, const Instruction& instruction, std::uint32_t mask);

/// A decoded instruction. A slot is the byte offset of a register, constant or special register in the warp's register
/// file, or the index of a predicate.
struct Instruction {
    Handler execute = nullptr;
    std::int32_t guard = -1;  ///< predicate, -1 where there is none
    bool guard_negated = false;
    std::array<std::uint32_t, 15> slot{};
    std::int64_t offset = 0;        ///< of an address
    std::uint32_t target = 0;       ///< of a branch
    std::uint32_t reconverge = 0;   ///< of a branch: where its lanes meet again
    std::uint16_t counter = 0;      ///< which of the kernel's counters a matrix or memory instruction belongs to
    std::uint16_t flags = 0;        ///< each operation's own
    std::uint32_t memory_site = 0;  ///< index among the instructions that access memory
    std::int32_t line = 0;
};

/// What a register file holds, in this order: constants (immediates and addresses, the same in every lane), special
/// registers, registers.
struct Constant {
    std::uint64_t bits = 0;
    bool wide = false;  ///< 64-bit lanes
    std::uint32_t slot = 0;
};
enum class Special {
    tid_x,
    tid_y,
    tid_z,
    ntid_x,
    ntid_y,
    ntid_z,
    ctaid_x,
    ctaid_y,
    ctaid_z,
    nctaid_x,
    nctaid_y,
    nctaid_z,
    laneid,
    warpid,
    nwarpid,
    lanemask_lt,
    lanemask_le,
    lanemask_eq,
    lanemask_gt,
    lanemask_ge,
    clock,
    smid
};
struct SpecialRegister {
    Special special{};
    std::uint32_t slot = 0;
};

/// A kernel ready to run.
struct Kernel {
    std::string name;
    std::vector<Instruction> instructions;  ///< ends with an exit of its own
    std::vector<std::string> texts;         ///< of each instruction
    std::vector<Constant> constants;
    std::vector<SpecialRegister> specials;
    std::uint32_t register_bytes = 0;  ///< of a warp's register file
    std::uint32_t predicates = 0;
    std::uint32_t true_predicate = 0;  ///< the one that holds in every lane, 0 where none is used
    std::uint32_t memory_sites = 0;
    struct Parameter {
        std::uint32_t offset = 0, bytes = 0;
    };
    std::vector<Parameter> parameters;
    std::uint32_t parameter_bytes = 0;       ///< of all together
    std::uint32_t shared_bytes = 0;          ///< static
    std::uint32_t dynamic_start = 0;         ///< where dynamic shared memory begins
    std::uint32_t local_bytes = 0;           ///< a thread
    std::uint32_t dynamic_limit = 48 << 10;  ///< dynamic shared memory a launch may ask for (cuFuncSetAttribute)
    unsigned max_threads = 1024;
    std::vector<std::string> matrix_shapes;  ///< the opcodes counted, by Instruction::counter
};

}  // namespace quern::ptx
