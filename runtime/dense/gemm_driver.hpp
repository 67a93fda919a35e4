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

/// One panel of A times panels of a packed block of B.
template <class T>
struct GemmTileCall {
    DenseView<T> a;  ///< its element of the tile's first row and the block's first step of depth
    int rows;        ///< the tile's, or the plan's tail_rows()
    std::int64_t depth;
    const T* b;  ///< the first panel
    T* c;        ///< of the first panel
    std::int64_t c_row_stride;
    std::int64_t panels;
    bool tail_panel;  ///< the plan's follows
    T alpha, beta;
};
/// Elements of A's panel; 0 where A is read in place.
std::int64_t a_panel_elements(const GemmPlan& plan);
/// Packs A's panel into `a_panel`, unless the plan reads it in place, and runs the kernel.
template <class T>
void run_gemm_tile(const GemmPlan& plan, const Kernel& kernel, const GemmTileCall<T>& call, T* a_panel);

/// C = alpha A B + beta C by a plan and its kernel: the loops around the generated one, threads over blocks of rows.
/// C is not read where beta is 0. Throws Error where there is no memory for the packed block of B.
template <class T>
void run_gemm(const GemmPlan& plan, const Kernel& kernel, const GemmOperands<T>& operands, DenseContext::Turn& turn);

}  // namespace quern
