#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "gen/blockwise_plan.hpp"
#include "gen/gemm_plan.hpp"
#include "gen/gemv_plan.hpp"
#include "gen/kernel_spec.hpp"
#include "gen/machine.hpp"
#include "gen/plan.hpp"
#include "jit_x86/code_mark.hpp"
#include "jit_x86/emitted_code.hpp"
#include "jit_x86/executable_memory.hpp"
#include "jit_x86/kernel_calls.hpp"

namespace quern {

/// A generated kernel, immutable and safe to call from many threads.
class Kernel {
  public:
    Kernel(KernelSpec spec, EmittedCode emitted, double compile_seconds)
        : spec_(std::move(spec)),
          plan_text_(std::move(emitted.plan_text)),
          scratch_bytes_(emitted.scratch_bytes),
          compile_seconds_(compile_seconds),
          marks_(std::move(emitted.marks)),
          memory_(emitted.code) {}

    template <class Call>
    void operator()(const Call& call) const {
        reinterpret_cast<void (*)(const Call*)>(reinterpret_cast<std::uintptr_t>(memory_.code().data()))(&call);
    }

    const KernelSpec& spec() const { return spec_; }
    const std::string& plan_text() const { return plan_text_; }
    std::size_t scratch_bytes() const { return scratch_bytes_; }
    std::span<const std::uint8_t> code() const { return memory_.code(); }
    double compile_seconds() const { return compile_seconds_; }
    std::span<const CodeMark> marks() const { return marks_; }

  private:
    KernelSpec spec_;
    std::string plan_text_;
    std::size_t scratch_bytes_;
    double compile_seconds_;
    std::vector<CodeMark> marks_;
    ExecutableMemory memory_;
};

/// Emits the code of any spec without mapping it; works for an ISA this processor lacks. Throws Error where the spec is
/// invalid or its ISA is no x86 ISA.
EmittedCode emit(const KernelSpec& spec, const MachineTraits& machine);

/// The emitters, one file each.
EmittedCode emit_qgemm(const QGemmPlan& plan);
EmittedCode emit_row_kernel(const KernelSpec& spec, const MachineTraits& machine);  ///< quantize, rmsnorm*, silu_mul*
EmittedCode emit_rope(const KernelSpec& spec, const MachineTraits& machine);
EmittedCode emit_attention(const KernelSpec& spec, const MachineTraits& machine);
EmittedCode emit_gemm(const GemmPlan& plan);
EmittedCode emit_gemv(const GemvPlan& plan);
EmittedCode emit_blockwise_gemv(const BlockwisePlan& plan);  ///< nf4_gemv, int_gemv
EmittedCode emit_blockwise_gemm(const BlockwisePlan& plan);  ///< nf4_gemm

/// emit(), then mapped executable. The processor must support machine.isa.
Kernel compile(const KernelSpec& spec, const MachineTraits& machine);
/// The same of a plan.
Kernel compile(const QGemmPlan& plan);
Kernel compile(const GemmPlan& plan);
Kernel compile(const GemvPlan& plan);
Kernel compile(const BlockwisePlan& plan);

}  // namespace quern
