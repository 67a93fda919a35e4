#include <chrono>
#include <string>
#include <utility>

#include "gen/error.hpp"
#include "gen/op_traits.hpp"
#include "jit_x86/kernel.hpp"

namespace quern {

namespace {

EmittedCode emit_blockwise(const BlockwisePlan& plan) {
    return plan.spec.op == Op::nf4_gemm ? emit_blockwise_gemm(plan) : emit_blockwise_gemv(plan);
}

template <class Emit>
Kernel timed(const KernelSpec& spec, const Emit& emit_code) {
    const auto start = std::chrono::steady_clock::now();
    EmittedCode emitted = emit_code();
    const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - start;
    return Kernel(spec, std::move(emitted), elapsed.count());
}

}  // namespace

EmittedCode emit(const KernelSpec& spec, const MachineTraits& machine) {
    validate(spec);
    const IsaTraits& isa = isa_traits(machine.isa);
    if (isa.backend != Backend::x86)
        throw Error("kernel \"" + spec.name + "\": " + std::string(isa.name) + " is not an x86 ISA");
    if (op_traits(spec.op).cuda_only)
        throw Error("kernel \"" + spec.name + "\": op " + std::string(op_name(spec.op)) + " has no x86 kernel");
    switch (spec.op) {
        case Op::qgemm:
            return emit_qgemm(plan_qgemm(spec, machine));
        case Op::rope:
            return emit_rope(spec, machine);
        case Op::attention:
            return emit_attention(spec, machine);
        case Op::gemm:
            return emit_gemm(plan_gemm(spec, machine));
        case Op::gemv:
            return emit_gemv(plan_gemv(spec, machine));
        case Op::nf4_gemm:
        case Op::nf4_gemv:
        case Op::int_gemv:
            return emit_blockwise(plan_blockwise(spec, machine));
        default:
            return emit_row_kernel(spec, machine);
    }
}

Kernel compile(const KernelSpec& spec, const MachineTraits& machine) {
    return timed(spec, [&] { return emit(spec, machine); });
}

Kernel compile(const QGemmPlan& plan) {
    return timed(plan.spec, [&] { return emit_qgemm(plan); });
}

Kernel compile(const GemmPlan& plan) {
    return timed(plan.spec, [&] { return emit_gemm(plan); });
}

Kernel compile(const GemvPlan& plan) {
    return timed(plan.spec, [&] { return emit_gemv(plan); });
}

Kernel compile(const BlockwisePlan& plan) {
    return timed(plan.spec, [&] { return emit_blockwise(plan); });
}

}  // namespace quern
