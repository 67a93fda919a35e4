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

/// Instructions a dot product is at the peak: vpmaddubsw comes with the add of its int16 sums.
int peak_instructions_per_dot(const MachineTraits& machine) {
    return isa_traits(machine.isa).dot == DotProduct::vpmaddubsw ? 2 : 1;
}

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

int InstructionCounts::on_dot_ports(bool convert_shares_dot_ports) const {
    using enum InstructionKind;
    const int arithmetic = of(dot) + of(pair_dot) + of(integer_add) + of(fma) + of(vector_arithmetic);
    return arithmetic + (convert_shares_dot_ports ? of(convert) : 0);
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
    const bool converts = code.machine.convert_shares_dot_ports;
    const auto ceiling = [&](double dots, double on_ports) {
        return on_ports > 0 ? dots * peak_instructions_per_dot(code.machine) / on_ports : 0;
    };
    for (const CodeRegion& loop : regions) {
        if (!loop.label.starts_with(micro_kernel_prefix) || !loop.label.ends_with(inner_loop_suffix)) continue;
        MicroKernelCeiling result;
        result.label = loop.label.substr(0, loop.label.size() - inner_loop_suffix.size());
        result.inner_loop = ceiling(loop.counts.of(InstructionKind::dot), loop.counts.on_dot_ports(converts));
        double dots = 0, on_ports = 0;
        for (const CodeRegion& region : regions) {
            if (!belongs_to(region, result.label)) continue;
            // What is no loop is unrolled.
            const int times = region.loops ? code.spec.weight->sub_blocks() : 1;
            dots += times * region.counts.of(InstructionKind::dot);
            on_ports += times * region.counts.on_dot_ports(converts);
        }
        result.whole = ceiling(dots, on_ports);
        ceilings.push_back(std::move(result));
    }
    return ceilings;
}

}  // namespace quern
