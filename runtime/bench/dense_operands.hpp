#pragma once

#include <cstdint>

#include "gen/gemm_plan.hpp"
#include "gen/gemv_plan.hpp"
#include "jit_x86/kernel.hpp"
#include "runtime/bench/openblas_peer.hpp"
#include "runtime/dense/dense_context.hpp"

namespace quern {

/// Random operands of a gemm or gemv, and room for quern's output and a peer's.
template <class T>
class DenseOperands {
  public:
    explicit DenseOperands(const KernelSpec& spec);

    double operations() const;
    double a_bytes() const { return static_cast<double>(a_.size() * sizeof(T)); }

    void multiply(const GemmPlan& plan, const Kernel& kernel, DenseContext::Turn& turn);
    void multiply(const GemvPlan& plan, const Kernel& kernel, DenseContext::Turn& turn);
    /// The same by a peer, which reads row-major operands.
    void multiply(const OpenBlasPeer& peer);
    /// Reads A once, on every thread.
    void sum(ThreadPool& pool);

    /// |c - c_ref| / |c_ref| of the last product over a sample of elements, c_ref in f64.
    double rel_error() const;

  private:
    bool is_gemm() const { return spec_.op == Op::gemm; }
    // gemv's x is a B of one column, and, transposed, A read the other way.
    std::int64_t b_rows() const { return is_gemm() ? spec_.k : spec_.transposed ? spec_.m : spec_.n; }
    std::int64_t b_columns() const { return is_gemm() ? spec_.n : 1; }
    std::int64_t c_rows() const { return !is_gemm() && spec_.transposed ? spec_.n : spec_.m; }
    double a_at(std::int64_t row, std::int64_t step) const;
    double b_at(std::int64_t step, std::int64_t column) const;

    const KernelSpec spec_;
    AlignedBuffer<T> a_, b_, c_, peer_c_;
    volatile T sum_ = 0;
};

}  // namespace quern
