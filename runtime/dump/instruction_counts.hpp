#pragma once

#include <array>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "gen/port_ceiling.hpp"
#include "runtime/dump/disassembly.hpp"
#include "runtime/dump/kernel_code.hpp"

namespace quern {

/// How many instructions of each kind a stretch of code holds, alignment left out.
struct InstructionCounts {
    std::array<int, instruction_kinds> by_kind{};
    int memory_reads = 0;  ///< instructions with an explicit memory source, whatever their kind
    int instructions = 0;

    int of(InstructionKind kind) const { return by_kind[static_cast<std::size_t>(kind)]; }
    void add(const Instruction& instruction);
    VectorWork vector_work() const;
    /// "96 dot products, 12 converts, 12 FMAs (...)", zeros left out.
    std::string text() const;
};

/// Every kind with the name counts are reported under, in order.
std::string kind_name(InstructionKind kind);

/// The code from a mark to the next one. Regions that close another one (labels in "_end") or hold no code are left
/// out.
struct CodeRegion {
    std::string label;
    std::size_t begin = 0, end = 0;  ///< offsets
    bool loops = false;              ///< a branch in it goes back to its first byte
    InstructionCounts counts;
};
std::vector<CodeRegion> code_regions(std::span<const Instruction> instructions, std::span<const CodeMark> marks,
                                     std::size_t code_bytes);

/// Share of the dot-product peak that a qgemm's instructions leave (see port_ceiling()).
struct MicroKernelCeiling {
    std::string label;       ///< the micro-kernel's
    PortCeiling inner_loop;  ///< of the sub-block loop alone
    PortCeiling whole;       ///< of one call: every sub-block, the offset term and the update of C
};
/// One for each micro-kernel; none where the kernel is no qgemm.
std::vector<MicroKernelCeiling> micro_kernel_ceilings(const KernelCode& code, std::span<const CodeRegion> regions);

}  // namespace quern
