#include "gen/blockwise_plan.hpp"

#include <sstream>
#include <string_view>

#include "gen/error.hpp"

namespace quern {

namespace {

constexpr std::string_view lookup_names[] = {"permutes", "byte_tables", "pair_table"};

/// Rows are addressed by displacements of 31 bits.
constexpr std::int64_t largest_displacement = std::int64_t{1} << 28;

}  // namespace

bool is_blockwise(Op op) {
    return op == Op::nf4_gemm || op == Op::nf4_gemv || op == Op::int_gemv;
}

CodeGrid BlockwisePlan::grid() const {
    if (spec.op != Op::int_gemv) return CodeGrid::nf4;
    return spec.bits == 4 ? CodeGrid::int4 : CodeGrid::int8;
}

bool BlockwisePlan::packed() const {
    return spec.packed_codes();
}

std::int64_t BlockwisePlan::columns() const {
    return spec.op == Op::nf4_gemm ? spec.k : spec.n;
}

bool BlockwisePlan::regular() const {
    return spec.block % codes_a_step == 0 && columns() % spec.block == 0;
}

CodeLookup BlockwisePlan::lookup() const {
    if (lanes() == 8 || spec.op == Op::nf4_gemm || !packed() || !regular()) return CodeLookup::permutes;
    return grid() == CodeGrid::int4 && spec.block % 32 == 0 ? CodeLookup::byte_tables : CodeLookup::pair_table;
}

BlockwisePlan plan_blockwise(const KernelSpec& spec, const MachineTraits& machine) {
    validate(spec);
    if (!is_blockwise(spec.op)) throw Error("kernel \"" + spec.name + "\" is no block-quantized product");
    if (isa_traits(machine.isa).backend != Backend::x86)
        throw Error("kernel \"" + spec.name + "\": " + std::string(isa_traits(machine.isa).name) +
                    " is not an x86 ISA");
    BlockwisePlan plan{spec, machine};
    // A product with a matrix holds rows * vectors sums: 16 of 32 registers, 8 of 16. One with a vector reads as few
    // streams as keep its sums from waiting for each other; codes that are looked up take longer than their sums.
    if (plan.regular() && plan.columns() < largest_displacement) {
        if (spec.op == Op::nf4_gemm)
            plan.rows = (plan.lanes() == 8 ? 16 : 8) / BlockwisePlan::vectors;
        else
            plan.rows = plan.packed() ? 2 : 4;
    }
    return plan;
}

std::string BlockwisePlan::text() const {
    std::ostringstream out;
    out << "op = \"" << op_name(spec.op) << "\"\n"
        << "isa = \"" << isa_traits(machine.isa).name << "\"\n"
        << "m = " << spec.m << "\nn = " << spec.n << "\n";
    if (spec.op == Op::nf4_gemm) out << "k = " << spec.k << "\n";
    if (spec.op == Op::int_gemv) out << "bits = " << spec.bits << "\n";
    out << "block = " << spec.block << "\n"
        << "codes = \"" << spec.codes_name() << "\"\n"
        << "runs = \"" << (regular() ? "regular" : "irregular") << "\"\n"
        << "rows = " << rows << "\n";
    if (packed()) out << "lookup = \"" << lookup_names[static_cast<int>(lookup())] << "\"\n";
    if (spec.op == Op::nf4_gemm)
        out << "tile_columns = " << tile_columns() << "\ntail_columns = " << tail_columns() << "\n";
    return out.str();
}

}  // namespace quern
