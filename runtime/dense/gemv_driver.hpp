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
/// The same of an m x n A without gaps, by the context's plan and kernel, in a turn of its own.
template <class T>
void run_gemv(std::int64_t m, std::int64_t n, bool transposed, const T* a, const T* x, T* y, DenseContext& context);

}  // namespace quern
