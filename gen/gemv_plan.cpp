#include "gen/gemv_plan.hpp"

#include <algorithm>
#include <sstream>

#include "gen/error.hpp"

namespace quern {

namespace {

/// Rows whose addresses fit the registers.
constexpr int most_rows = 4;
/// The first is the default. Fewer streams leave x or y passing through L1 too often; more run out of prefetchers.
constexpr int row_candidates[] = {4, 3, 2, 1};
/// Transposed, the rows side by side decide the order of summation: always as many.
constexpr int transposed_rows = 4;
constexpr int prefetch_candidates[] = {256, 0, 512};
constexpr int longest_prefetch = 1 << 16;

[[noreturn]] void fail(const KernelSpec& spec, const std::string& message) {
    throw Error("kernel \"" + spec.name + "\": " + message);
}

void check_spec(const KernelSpec& spec, const MachineTraits& machine) {
    validate(spec);
    if (spec.op != Op::gemv) throw Error("kernel \"" + spec.name + "\" is no gemv");
    if (isa_traits(machine.isa).backend != Backend::x86)
        fail(spec, std::string(isa_traits(machine.isa).name) + " is not an x86 ISA");
}

/// The columns whose y fills a quarter of L2, in whole cache lines: the longer a run of a row, the better memory
/// streams.
std::int64_t column_block_of(const KernelSpec& spec, const MachineTraits& machine) {
    constexpr std::int64_t line = 16;
    const auto quarter = static_cast<std::int64_t>(machine.l2_bytes / 4) / element_bytes(spec.type);
    return std::max(quarter / line * line, line);
}

}  // namespace

GemvChoice default_gemv_choice(const KernelSpec& spec, const MachineTraits& machine) {
    check_spec(spec, machine);
    return {row_candidates[0], prefetch_candidates[0], column_block_of(spec, machine)};
}

std::vector<GemvChoice> gemv_choice_candidates(const KernelSpec& spec, const MachineTraits& machine) {
    const GemvChoice default_choice = default_gemv_choice(spec, machine);
    std::vector<GemvChoice> choices{default_choice};
    for (const int rows : row_candidates)
        for (const int prefetch : prefetch_candidates) {
            if (spec.transposed && rows != transposed_rows) continue;
            const GemvChoice choice{rows, prefetch, default_choice.column_block};
            if (choice != default_choice) choices.push_back(choice);
        }
    return choices;
}

GemvPlan plan_gemv(const KernelSpec& spec, const MachineTraits& machine, const GemvChoice& choice) {
    check_spec(spec, machine);
    if (choice.rows < 1 || choice.rows > most_rows)
        fail(spec, std::to_string(choice.rows) + " rows at once are not in 1 to " + std::to_string(most_rows));
    if (spec.transposed && choice.rows != transposed_rows)
        fail(spec, "a transposed product takes " + std::to_string(transposed_rows) + " rows at once, not " +
                       std::to_string(choice.rows));
    if (choice.prefetch_bytes < 0 || choice.prefetch_bytes > longest_prefetch)
        fail(spec, "a prefetch of " + std::to_string(choice.prefetch_bytes) + " bytes is not in 0 to " +
                       std::to_string(longest_prefetch));
    GemvPlan plan{spec, machine, choice.rows, choice.prefetch_bytes, choice.column_block};
    if (choice.column_block < 1 || choice.column_block % plan.lanes() != 0)
        fail(spec, "a column block of " + std::to_string(choice.column_block) + " is no whole number of vectors");
    return plan;
}

GemvPlan plan_gemv(const KernelSpec& spec, const MachineTraits& machine) {
    return plan_gemv(spec, machine, default_gemv_choice(spec, machine));
}

std::string GemvPlan::text() const {
    std::ostringstream out;
    out << "op = \"gemv\"\n"
        << "isa = \"" << isa_traits(machine.isa).name << "\"\n"
        << "type = \"" << element_type_name(spec.type) << "\"\n"
        << "m = " << spec.m << "\nn = " << spec.n << "\n"
        << "transposed = " << (spec.transposed ? "true" : "false") << "\n"
        << "rows = " << rows << "\n"
        << "prefetch_bytes = " << prefetch_bytes << "\n";
    if (spec.transposed) out << "column_block = " << column_block << "\n";
    out << "tail_columns = " << tail_columns() << "\n";
    return out.str();
}

}  // namespace quern
