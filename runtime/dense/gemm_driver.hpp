#pragma once

#include <cstdint>

#include "gen/gemm_plan.hpp"
#include "jit_x86/kernel.hpp"
#include "runtime/dense/dense_context.hpp"
#include "runtime/dense/pack_panels.hpp"

namespace quern {

/// Pointers and scalars of one dense product; sizes are the plan's.
template <class T>
struct GemmOperands {
    DenseView<T> a, b;
    T* c;  ///< row-major
    std::int64_t c_row_stride;
    T alpha, beta;
};

/// C = alpha A B + beta C by a plan and its kernel: the loops around the generated one, threads over blocks of rows.
/// C is not read where beta is 0. Throws Error where there is no memory for the packed block of B.
template <class T>
void run_gemm(const GemmPlan& plan, const Kernel& kernel, const GemmOperands<T>& operands, DenseContext::Turn& turn);

}  // namespace quern
