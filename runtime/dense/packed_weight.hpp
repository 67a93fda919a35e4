#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>

#include "gen/gemm_plan.hpp"
#include "runtime/kernels/kernel_cache.hpp"

namespace quern {

/// A dense f32 weight W, rows x columns, packed ahead as the B = W^T of its products y = x W^T. One layout for every
/// ISA, plan and number of tokens:
///
///     [depth block][16 rows of W][depth][16]       rows rounded up to 16 with zeros
///
/// The depth blocks are those of gemm() for n = rows and k = columns, so that the products have gemm()'s bits.
struct PackedWeightLayout {
    static constexpr std::int64_t panel_rows = ahead_panel_bytes / static_cast<std::int64_t>(sizeof(float));

    std::int64_t rows, columns;

    std::int64_t panels() const { return (rows + panel_rows - 1) / panel_rows; }
    std::size_t bytes() const { return static_cast<std::size_t>(panels() * panel_rows * columns) * sizeof(float); }
    std::int64_t depth_block() const;
    /// The plan of the products with `tokens` rows of x, over any run of panels. Throws Error where the shape is none
    /// of a gemm.
    GemmPlan plan(std::int64_t tokens, const MachineTraits& machine) const;
};

/// Packs rows [first_row, first_row + row_count), which lie one after another at `rows`. Rows are independent: threads
/// may pack disjoint ranges at once, in any order. Zeros past W's end are written with its last row.
void pack_weight_rows(const PackedWeightLayout& layout, const float* rows, std::int64_t first_row,
                      std::int64_t row_count, float* packed);

/// y[t][j] = sum over k of W[first_row + j][k] x[t][k], for t in [0, tokens), j in [0, row_count): operands as they
/// lie.
struct PackedWeightCall {
    const float* packed;
    std::int64_t first_row, row_count;
    const float* x;
    std::int64_t x_stride;
    float* y;
    std::int64_t y_stride;
};

/// Products of some number of tokens with a packed weight.
class PackedWeightProduct {
  public:
    /// Throws Error where the shape is none of a gemm.
    PackedWeightProduct(const PackedWeightLayout& layout, std::int64_t tokens, KernelCache& kernels);

    /// Scratch of each thread, 64-byte aligned.
    std::size_t scratch_bytes() const;
    /// In how many independent items `threads` threads share a call.
    std::int64_t items(const PackedWeightCall& call, int threads) const;
    void run_item(const PackedWeightCall& call, int threads, std::int64_t item, float* scratch) const;

  private:
    struct Share;  // how a call is split into items
    struct Part;   // of an item: row tiles times panels
    void run_whole_panels(const PackedWeightCall& call, const Part& part, float* scratch) const;
    void run_edge_panel(const PackedWeightCall& call, const Part& part, float* scratch) const;
    void run_tile(const PackedWeightCall& call, std::int64_t first_depth, std::int64_t row, std::int64_t first_panel,
                  std::int64_t panels, float* c, std::int64_t c_stride, float* a_panel) const;

    const PackedWeightLayout layout_;
    const GemmPlan plan_;
    const std::shared_ptr<const Kernel> kernel_;
};

}  // namespace quern
