#include "gen/blockwise_plan.hpp"

#include <sstream>

#include "gen/error.hpp"

namespace quern {

namespace {

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
    return !spec.byte_codes && grid() != CodeGrid::int8;
}

std::int64_t BlockwisePlan::columns() const {
    return spec.op == Op::nf4_gemm ? spec.k : spec.n;
}

bool BlockwisePlan::regular() const {
    return spec.block % codes_a_step == 0 && columns() % spec.block == 0;
}

bool BlockwisePlan::byte_tables() const {
    return lanes() == 4 && packed() && grid() == CodeGrid::int4 && regular() && spec.block % 32 == 0;
}

BlockwisePlan plan_blockwise(const KernelSpec& spec, const MachineTraits& machine) {
    validate(spec);
    if (!is_blockwise(spec.op)) throw Error("kernel \"" + spec.name + "\" is no block-quantized product");
    if (isa_traits(machine.isa).backend != Backend::x86)
        throw Error("kernel \"" + spec.name + "\": " + std::string(isa_traits(machine.isa).name) +
                    " is not an x86 ISA");
    BlockwisePlan plan{spec, machine};
    // A product with a matrix holds rows * vectors sums, one with a vector two a row; 16 of 32 registers, 8 of 16.
    if (plan.regular() && plan.columns() < largest_displacement) {
        const int sums = plan.lanes() == 8 ? 16 : 8;
        plan.rows = spec.op == Op::nf4_gemm ? sums / BlockwisePlan::vectors : sums / 2;
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
        << "codes = \"" << (packed() ? "packed" : "bytes") << "\"\n"
        << "runs = \"" << (regular() ? "regular" : "irregular") << "\"\n"
        << "rows = " << rows << "\n";
    if (spec.op == Op::nf4_gemm)
        out << "tile_columns = " << tile_columns() << "\ntail_columns = " << tail_columns() << "\n";
    return out.str();
}

}  // namespace quern
