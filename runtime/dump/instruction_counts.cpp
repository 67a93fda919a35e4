#include "runtime/dump/instruction_counts.hpp"

#include <algorithm>

namespace quern {

namespace {

struct KindNames {
    std::string_view singular, plural;
};

constexpr std::array<KindNames, instruction_kinds> kind_names{{
    {"dot product", "dot products"},
    {"dot product of int16 pairs", "dot products of int16 pairs"},
    {"integer add", "integer adds"},
    {"convert", "converts"},
    {"FMA", "FMAs"},
    {"load", "loads"},
    {"broadcast", "broadcasts"},
    {"store", "stores"},
    {"register cleared", "registers cleared"},
    {"other of vectors", "others of vectors"},
    {"scalar", "scalar"},
}};

constexpr std::string_view end_suffix = "_end";
constexpr std::string_view micro_kernel_prefix = "micro_kernel_", inner_loop_suffix = "_sub_block";

bool belongs_to(const CodeRegion& region, const std::string& micro_kernel) {
    return region.label == micro_kernel || region.label.starts_with(micro_kernel + "_");
}

}  // namespace

std::string kind_name(InstructionKind kind) {
    return std::string(kind_names[static_cast<std::size_t>(kind)].plural);
}

void InstructionCounts::add(const Instruction& instruction) {
    if (instruction.is_padding) return;
    ++by_kind[static_cast<std::size_t>(instruction.kind)];
    memory_reads += instruction.reads_memory ? 1 : 0;
    ++instructions;
}

VectorWork InstructionCounts::vector_work() const {
    using enum InstructionKind;
    return {.dots = static_cast<double>(of(dot)),
            .dot_adds = static_cast<double>(of(integer_add)),
            .pair_dots = static_cast<double>(of(pair_dot)),
            .fmas = static_cast<double>(of(fma)),
            .converts = static_cast<double>(of(convert)),
            .masks = static_cast<double>(of(vector_arithmetic))};
}

std::string InstructionCounts::text() const {
    std::string text;
    for (std::size_t kind = 0; kind < by_kind.size(); ++kind) {
        if (by_kind[kind] == 0) continue;
        if (!text.empty()) text += ", ";
        text += std::to_string(by_kind[kind]) + " ";
        text += by_kind[kind] == 1 ? kind_names[kind].singular : kind_names[kind].plural;
    }
    return text.empty() ? "nothing" : text;
}

std::vector<CodeRegion> code_regions(std::span<const Instruction> instructions, std::span<const CodeMark> marks,
                                     std::size_t code_bytes) {
    std::vector<CodeRegion> regions;
    for (std::size_t m = 0; m < marks.size(); ++m) {
        if (marks[m].is_data || marks[m].label.ends_with(end_suffix)) continue;
        CodeRegion region;
        region.label = marks[m].label;
        region.begin = marks[m].offset;
        region.end = m + 1 < marks.size() ? marks[m + 1].offset : code_bytes;
        for (const Instruction& instruction : instructions) {
            if (instruction.offset < region.begin || instruction.offset >= region.end) continue;
            region.counts.add(instruction);
            region.loops |= instruction.is_branch && instruction.target == region.begin;
        }
        if (region.counts.instructions > 0) regions.push_back(std::move(region));
    }
    return regions;
}

std::vector<MicroKernelCeiling> micro_kernel_ceilings(const KernelCode& code, std::span<const CodeRegion> regions) {
    std::vector<MicroKernelCeiling> ceilings;
    if (code.spec.op != Op::qgemm) return ceilings;
    for (const CodeRegion& loop : regions) {
        if (!loop.label.starts_with(micro_kernel_prefix) || !loop.label.ends_with(inner_loop_suffix)) continue;
        MicroKernelCeiling result;
        result.label = loop.label.substr(0, loop.label.size() - inner_loop_suffix.size());
        result.inner_loop = port_ceiling(loop.counts.vector_work(), code.machine);
        VectorWork call;
        for (const CodeRegion& region : regions)
            if (belongs_to(region, result.label))
                // A loop's turn is a sub-block; what is no loop happens once.
                call.add(region.counts.vector_work(), region.loops ? code.spec.weight->sub_blocks() : 1);
        result.whole = port_ceiling(call, code.machine);
        ceilings.push_back(std::move(result));
    }
    return ceilings;
}

}  // namespace quern
