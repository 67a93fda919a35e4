#include "runtime/dense/gemm_driver.hpp"

#include <algorithm>

#include "gen/divide_up.hpp"

namespace quern {

namespace {

/// Work items a thread, where several threads share a block: a slow one takes fewer.
constexpr std::int64_t items_a_thread = 4;
/// Rows of B packed in one work item.
constexpr std::int64_t packed_rows_an_item = 16;

/// One block of B and of C's columns: `depth` x `columns`.
struct Block {
    std::int64_t first_depth, depth, first_column, columns;
};

template <class T>
class GemmDriver {
  public:
    GemmDriver(const GemmPlan& plan, const Kernel& kernel, const GemmOperands<T>& operands, DenseContext::Turn& turn)
        : plan_(plan), kernel_(kernel), operands_(operands), pool_(turn.pool()) {
        const std::int64_t columns = plan.packed_columns(std::min(plan.spec.n, plan.column_block));
        const std::int64_t depth = std::min(plan.spec.k, plan.depth_block);
        b_block_ =
            reinterpret_cast<T*>(turn.shared_scratch(static_cast<std::size_t>(columns * depth) * sizeof(T)).data());
        if (plan.a_panel == APanel::in_place) return;
        a_panels_ =
            turn.thread_scratch(static_cast<std::size_t>(a_panel_elements(plan)) * sizeof(T), a_panel_stride_).data();
    }

    void run() {
        for (std::int64_t column = 0; column < plan_.spec.n; column += plan_.column_block)
            for (std::int64_t depth = 0; depth < plan_.spec.k; depth += plan_.depth_block)
                run_block({depth, std::min(plan_.depth_block, plan_.spec.k - depth), column,
                           std::min(plan_.column_block, plan_.spec.n - column)});
    }

  private:
    void run_block(const Block& block) {
        const std::int64_t panels = divide_up(block.columns, plan_.tile_columns());
        pack_b(block, panels);

        // Rows are shared out first; where there are few of them, panels of B too.
        const std::int64_t row_tiles = divide_up(plan_.spec.m, plan_.tile.rows);
        const std::int64_t wanted = pool_.threads() == 1 ? 1 : items_a_thread * pool_.threads();
        const std::int64_t row_items = std::min(row_tiles, wanted);
        const std::int64_t panel_items = std::min(panels, divide_up(wanted, row_items));
        pool_.parallel_for(row_items * panel_items, [&](std::int64_t item, int thread) {
            const std::int64_t row_item = item / panel_items, panel_item = item % panel_items;
            const std::int64_t first_panel = panels * panel_item / panel_items;
            const std::int64_t last_panel = panels * (panel_item + 1) / panel_items;
            const std::int64_t last_tile = row_tiles * (row_item + 1) / row_items;
            for (std::int64_t tile = row_tiles * row_item / row_items; tile < last_tile; ++tile)
                run_row_tile(block, tile * plan_.tile.rows, first_panel, last_panel, thread);
        });
    }

    // In memory's order: a few whole rows at a time, or panels of a few columns.
    void pack_b(const Block& block, std::int64_t panels) {
        DenseView<T> b = operands_.b;
        b.data = b.at(block.first_depth, block.first_column);
        const PackedBlock packed{block.depth, block.columns, plan_.tile_columns(),
                                 plan_.packed_columns(block.columns % plan_.tile_columns())};
        if (plan_.spec.b_layout == MatrixLayout::column_major)
            pool_.parallel_for(panels, [&](std::int64_t panel, int) { pack_b_panel(b, packed, panel, b_block_); });
        else
            pool_.parallel_for(divide_up(block.depth, packed_rows_an_item), [&](std::int64_t item, int) {
                pack_b_rows(b, packed, item * packed_rows_an_item,
                            std::min(block.depth, (item + 1) * packed_rows_an_item), b_block_);
            });
    }

    void run_row_tile(const Block& block, std::int64_t row, std::int64_t first_panel, std::int64_t last_panel,
                      int thread) {
        const std::int64_t first_column = first_panel * plan_.tile_columns();
        const std::int64_t whole_panels = block.columns / plan_.tile_columns();
        GemmTileCall<T> call{};
        call.a = operands_.a;
        call.a.data = call.a.at(row, block.first_depth);
        call.rows = static_cast<int>(std::min<std::int64_t>(plan_.tile.rows, plan_.spec.m - row));
        call.depth = block.depth;
        call.b = b_block_ + first_column * block.depth;
        call.c = operands_.c + row * operands_.c_row_stride + block.first_column + first_column;
        call.c_row_stride = operands_.c_row_stride;
        call.panels = std::min(last_panel, whole_panels) - first_panel;
        call.tail_panel = last_panel > whole_panels;
        call.alpha = operands_.alpha;
        call.beta = block.first_depth == 0 ? operands_.beta : T{1};
        run_gemm_tile(plan_, kernel_, call,
                      reinterpret_cast<T*>(a_panels_ + static_cast<std::size_t>(thread) * a_panel_stride_));
    }

    const GemmPlan& plan_;
    const Kernel& kernel_;
    const GemmOperands<T>& operands_;
    ThreadPool& pool_;
    T* b_block_;
    std::uint8_t* a_panels_ = nullptr;
    std::size_t a_panel_stride_ = 0;
};

}  // namespace

std::int64_t a_panel_elements(const GemmPlan& plan) {
    if (plan.a_panel == APanel::in_place) return 0;
    const std::int64_t depth = std::min(plan.spec.k, plan.depth_block);
    return plan.tile.rows * divide_up(depth, depth_unroll) * depth_unroll;
}

template <class T>
void run_gemm_tile(const GemmPlan& plan, const Kernel& kernel, const GemmTileCall<T>& tile, T* a_panel) {
    const DenseView<T>& a = tile.a;
    constexpr auto element = static_cast<std::int64_t>(sizeof(T));
    GemmCall call{};
    call.a = a.data;
    call.a_row_bytes = a.row_stride * element;
    if (plan.a_panel != APanel::in_place) {
        pack_a_panel(a, tile.rows, tile.depth, plan.a_panel, a_panel);
        call.a = a_panel;
        call.next_a = a.data + tile.rows * a.row_stride;
        const bool by_rows = plan.a_panel == APanel::packed_rows;
        call.next_a_panel_bytes = (by_rows ? a.row_stride : a.column_stride) * element;
        call.next_a_step_bytes = depth_unroll * a.column_stride * element;
    }
    call.b = tile.b;
    call.c = tile.c;
    call.c_row_bytes = tile.c_row_stride * element;
    call.rows = tile.rows;
    call.depth = tile.depth;
    call.panels = tile.panels;
    call.tail_panel = tile.tail_panel ? 1 : 0;
    call.alpha = static_cast<double>(tile.alpha);
    call.beta = static_cast<double>(tile.beta);
    kernel(call);
}

template <class T>
void run_gemm(const GemmPlan& plan, const Kernel& kernel, const GemmOperands<T>& operands, DenseContext::Turn& turn) {
    GemmDriver<T>(plan, kernel, operands, turn).run();
}

template void run_gemm_tile(const GemmPlan&, const Kernel&, const GemmTileCall<double>&, double*);
template void run_gemm_tile(const GemmPlan&, const Kernel&, const GemmTileCall<float>&, float*);
template void run_gemm(const GemmPlan&, const Kernel&, const GemmOperands<double>&, DenseContext::Turn&);
template void run_gemm(const GemmPlan&, const Kernel&, const GemmOperands<float>&, DenseContext::Turn&);

}  // namespace quern
