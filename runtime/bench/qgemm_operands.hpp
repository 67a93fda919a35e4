#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "gen/plan.hpp"
#include "jit_x86/kernel.hpp"
#include "runtime/bench/qgemm_problem.hpp"
#include "runtime/system/aligned_buffer.hpp"

namespace quern {

class ThreadPool;

/// Random operands of a quantized GEMM: weights packed, activations quantized, and room for its output.
class QGemmOperands {
  public:
    /// `pool` must outlive it.
    QGemmOperands(const KernelSpec& spec, ThreadPool& pool);

    double operations() const { return problem_.operations(); }
    /// Every work item of a kernel of the spec, on every thread of the pool.
    void multiply(const Kernel& kernel, const QGemmPlan& plan);
    /// Rounds the activations to int8 anew, with a kernel of Op::quantize.
    void quantize(const Kernel& kernel);
    /// QGemmProblem::rel_error() of the last product.
    double rel_error() const { return problem_.rel_error(output_.span()); }

    std::span<const std::uint8_t> packed() const { return packed_.span(); }
    std::span<const std::uint8_t> activations() const { return activations_.span(); }

  private:
    void pack_weights();
    void make_activations();

    const QGemmProblem problem_;
    const KernelSpec& spec_;
    ThreadPool& pool_;
    AlignedBuffer<std::uint8_t> packed_, activations_, scratch_;
    AlignedBuffer<float> output_;  ///< [tokens][n]
    std::size_t scratch_stride_ = 0;
};

}  // namespace quern
