#pragma once

#include <cstdint>

#include "gen/gemv_plan.hpp"
#include "jit_x86/kernel.hpp"
#include "runtime/dense/dense_context.hpp"

namespace quern {

/// y = A x or A^T x by a plan and its kernel, threads over rows of A or, transposed, over its columns. A is row-major
/// with `row_stride` elements between rows; sizes are the plan's.
template <class T>
void run_gemv(const GemvPlan& plan, const Kernel& kernel, const T* a, std::int64_t row_stride, const T* x, T* y,
              ThreadPool& pool);

}  // namespace quern
