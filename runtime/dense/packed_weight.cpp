#include "runtime/dense/packed_weight.hpp"

#include <algorithm>
#include <cstring>

#include "gen/divide_up.hpp"
#include "runtime/dense/gemm_driver.hpp"

namespace quern {

namespace {

/// Work items a thread, where several threads share a product: a slow one takes fewer.
constexpr std::int64_t items_a_thread = 4;
constexpr std::int64_t panel_rows = PackedWeightLayout::panel_rows;

KernelSpec gemm_spec(std::int64_t m, std::int64_t n, std::int64_t k) {
    KernelSpec spec;
    spec.name = "packed_gemm";
    spec.op = Op::gemm;
    spec.type = ElementType::f32;
    spec.m = m;
    spec.n = n;
    spec.k = k;
    spec.b_layout = MatrixLayout::column_major;
    return spec;
}

}  // namespace

std::int64_t PackedWeightLayout::depth_block() const {
    return gemm_depth_block(gemm_spec(1, rows, columns));
}

GemmPlan PackedWeightLayout::plan(std::int64_t tokens, const MachineTraits& machine) const {
    // Columns of whole panels, and an odd number of panels: the kernel has a tail for where one is left over.
    GemmPlan plan = plan_gemm_packed_ahead(gemm_spec(tokens, (panels() | 1) * panel_rows, columns), machine);
    plan.depth_block = depth_block();
    return plan;
}

void pack_weight_rows(const PackedWeightLayout& layout, const float* rows, std::int64_t first_row,
                      std::int64_t row_count, float* packed) {
    const std::int64_t depth_block = layout.depth_block(), last_row = first_row + row_count;
    for (std::int64_t depth = 0; depth < layout.columns; depth += depth_block) {
        const PackedBlock block{std::min(depth_block, layout.columns - depth), layout.rows, panel_rows, panel_rows};
        for (std::int64_t row = first_row; row < last_row;) {
            const std::int64_t end = std::min(row / panel_rows * panel_rows + panel_rows, last_row);
            pack_b_columns<float>({rows + (row - first_row) * layout.columns + depth, 1, layout.columns}, block, row,
                                  end, packed + layout.panels() * panel_rows * depth);
            row = end;
        }
    }
}

/// Items take panels of W, as many as a tile spans or several times that, a block of the plan's columns at most, and,
/// where that gives too few, row tiles of x.
struct PackedWeightProduct::Share {
    Share(const GemmPlan& plan, const PackedWeightCall& call, int threads)
        : first_panel(call.first_row / panel_rows),
          last_panel(divide_up(call.first_row + call.row_count, panel_rows)),
          tile_panels(plan.tile_columns() / panel_rows),
          tiles(divide_up(last_panel - first_panel, tile_panels)),
          row_tiles(divide_up(plan.spec.m, plan.tile.rows)) {
        const std::int64_t wanted = threads == 1 ? 1 : items_a_thread * threads;
        panel_items = std::max(std::min(tiles, wanted), divide_up(tiles, plan.column_block / plan.tile_columns()));
        row_items = std::min(row_tiles, divide_up(wanted, panel_items));
    }
    /// The first panel of an item; that of the next item ends it.
    std::int64_t panel(std::int64_t item) const {
        return std::min(first_panel + tiles * item / panel_items * tile_panels, last_panel);
    }
    std::int64_t first_panel, last_panel, tile_panels, tiles, row_tiles, panel_items, row_items;
};

struct PackedWeightProduct::Part {
    std::int64_t first_tile, last_tile, first_panel, last_panel;
};

PackedWeightProduct::PackedWeightProduct(const PackedWeightLayout& layout, std::int64_t tokens, KernelCache& kernels)
    : layout_(layout), plan_(layout.plan(tokens, kernels.machine())), kernel_(kernels.get(plan_)) {}

// A's panel, then a tile of C for panels of which not every row is wanted.
std::size_t PackedWeightProduct::scratch_bytes() const {
    return static_cast<std::size_t>(a_panel_elements(plan_) + plan_.tile.rows * panel_rows) * sizeof(float);
}

std::int64_t PackedWeightProduct::items(const PackedWeightCall& call, int threads) const {
    const Share share(plan_, call, threads);
    return share.panel_items * share.row_items;
}

void PackedWeightProduct::run_item(const PackedWeightCall& call, int threads, std::int64_t item, float* scratch) const {
    const Share share(plan_, call, threads);
    const std::int64_t panel_item = item / share.row_items, row_item = item % share.row_items;
    Part part{};
    part.first_tile = share.row_tiles * row_item / share.row_items;
    part.last_tile = share.row_tiles * (row_item + 1) / share.row_items;
    part.first_panel = share.panel(panel_item);
    part.last_panel = share.panel(panel_item + 1);

    // Panels whose rows are not all asked for, or not all there, are at the ends.
    const std::int64_t first_whole = divide_up(call.first_row, panel_rows);
    const std::int64_t last_whole = (call.first_row + call.row_count) / panel_rows;
    Part whole = part;
    whole.first_panel = std::max(part.first_panel, first_whole);
    whole.last_panel = std::min(part.last_panel, last_whole);
    if (whole.first_panel < whole.last_panel) run_whole_panels(call, whole, scratch);
    for (std::int64_t panel = part.first_panel; panel < part.last_panel; ++panel)
        if (panel < first_whole || panel >= last_whole)
            run_edge_panel(call, {part.first_tile, part.last_tile, panel, panel + 1}, scratch);
}

void PackedWeightProduct::run_whole_panels(const PackedWeightCall& call, const Part& part, float* scratch) const {
    for (std::int64_t depth = 0; depth < layout_.columns; depth += plan_.depth_block)
        for (std::int64_t tile = part.first_tile; tile < part.last_tile; ++tile) {
            const std::int64_t row = tile * plan_.tile.rows;
            float* const c = call.y + row * call.y_stride + (part.first_panel * panel_rows - call.first_row);
            run_tile(call, depth, row, part.first_panel, part.last_panel - part.first_panel, c, call.y_stride, scratch);
        }
}

void PackedWeightProduct::run_edge_panel(const PackedWeightCall& call, const Part& part, float* scratch) const {
    float* const c = scratch + a_panel_elements(plan_);
    const std::int64_t panel_row = part.first_panel * panel_rows;
    const std::int64_t begin = std::max(panel_row, call.first_row);
    const std::int64_t end = std::min(panel_row + panel_rows, call.first_row + call.row_count);
    for (std::int64_t tile = part.first_tile; tile < part.last_tile; ++tile) {
        const std::int64_t row = tile * plan_.tile.rows;
        for (std::int64_t depth = 0; depth < layout_.columns; depth += plan_.depth_block)
            run_tile(call, depth, row, part.first_panel, 1, c, panel_rows, scratch);
        const std::int64_t rows = std::min<std::int64_t>(plan_.tile.rows, plan_.spec.m - row);
        for (std::int64_t i = 0; i < rows; ++i)
            std::memcpy(call.y + (row + i) * call.y_stride + (begin - call.first_row),
                        c + i * panel_rows + (begin - panel_row),
                        static_cast<std::size_t>(end - begin) * sizeof(float));
    }
}

void PackedWeightProduct::run_tile(const PackedWeightCall& call, std::int64_t first_depth, std::int64_t row,
                                   std::int64_t first_panel, std::int64_t panels, float* c, std::int64_t c_stride,
                                   float* a_panel) const {
    GemmTileCall<float> tile{};
    tile.a = {call.x + row * call.x_stride + first_depth, call.x_stride, 1};
    tile.rows = static_cast<int>(std::min<std::int64_t>(plan_.tile.rows, plan_.spec.m - row));
    tile.depth = std::min(plan_.depth_block, layout_.columns - first_depth);
    tile.b = call.packed + layout_.panels() * panel_rows * first_depth + first_panel * panel_rows * tile.depth;
    tile.c = c;
    tile.c_row_stride = c_stride;
    const std::int64_t tile_panels = plan_.tile_columns() / panel_rows;
    tile.panels = panels / tile_panels;
    tile.tail_panel = panels % tile_panels > 0;
    tile.alpha = 1;
    tile.beta = first_depth == 0 ? 0.0F : 1.0F;
    run_gemm_tile(plan_, *kernel_, tile, a_panel);
}

}  // namespace quern
