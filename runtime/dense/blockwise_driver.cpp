#include "runtime/dense/blockwise_driver.hpp"

#include <algorithm>
#include <atomic>
#include <memory>
#include <span>

#include "gen/divide_up.hpp"
#include "runtime/dense/pack_panels.hpp"

namespace quern {

namespace {

/// Work items a thread: a slow one takes fewer.
constexpr std::int64_t items_a_thread = 8;
/// Codes checked ahead of their use: they stay in a first-level cache.
constexpr std::int64_t codes_checked_at_once = 16 << 10;

/// Whether every code lies on a 4-bit grid. No early end: the loop becomes vectors.
bool all_on_grid(std::span<const std::int8_t> codes, CodeGrid grid) {
    std::uint8_t outside = 0;
    const std::uint8_t to_zero_based = grid == CodeGrid::nf4 ? 0 : 8;
    for (const std::int8_t code : codes)
        outside = static_cast<std::uint8_t>(outside | ((static_cast<std::uint8_t>(code) + to_zero_based) & 0xF0));
    return outside == 0;
}

/// Runs `call` over rows [begin, end), its row pointers those of row 0, in pieces whose codes are checked first where
/// they may lie outside the grid. False where one does.
bool run_rows(const BlockwisePlan& plan, const Kernel& kernel, const BlockwiseWeight& weight, const BlockwiseCall& call,
              std::int64_t y_row_bytes, std::int64_t begin, std::int64_t end) {
    const std::int64_t columns = plan.columns(), block = plan.spec.block;
    const bool checked = !plan.packed() && plan.grid() != CodeGrid::int8;
    std::int64_t rows_at_once = end - begin;
    if (checked && plan.spec.op != Op::nf4_gemm)
        rows_at_once = std::max<std::int64_t>(codes_checked_at_once / columns / plan.rows, 1) * plan.rows;
    for (std::int64_t row = begin; row < end; row += rows_at_once) {
        const std::int64_t rows = std::min(rows_at_once, end - row), first = row * columns;
        const auto* bytes = static_cast<const std::uint8_t*>(weight.codes) + (plan.packed() ? first / 2 : first);
        if (checked &&
            !all_on_grid({reinterpret_cast<const std::int8_t*>(bytes), static_cast<std::size_t>(rows * columns)},
                         plan.grid()))
            return false;
        BlockwiseCall own = call;
        own.codes = bytes;
        own.second_half = plan.packed() ? first % 2 : 0;
        own.scales = weight.scales + first / block;
        own.left_in_block = block - first % block;
        own.y = reinterpret_cast<double*>(reinterpret_cast<std::uint8_t*>(call.y) + row * y_row_bytes);
        own.rows = rows;
        kernel(own);
    }
    return true;
}

GemmStatus run_all_rows(const BlockwisePlan& plan, const Kernel& kernel, const BlockwiseWeight& weight,
                        const BlockwiseCall& call, std::int64_t y_row_bytes, ThreadPool& pool) {
    const std::int64_t items = pool.threads() == 1 ? 1 : items_a_thread * pool.threads();
    const std::int64_t rows = divide_up(divide_up(plan.spec.m, items), plan.rows) * plan.rows;
    std::atomic<bool> outside{false};
    pool.parallel_for(divide_up(plan.spec.m, rows), [&](std::int64_t item, int) {
        if (outside.load(std::memory_order_relaxed)) return;
        const std::int64_t begin = item * rows;
        if (!run_rows(plan, kernel, weight, call, y_row_bytes, begin, std::min(begin + rows, plan.spec.m)))
            outside.store(true, std::memory_order_relaxed);
    });
    return outside.load() ? GEMM_ERR_CODE_OUT_OF_RANGE : GEMM_OK;
}

}  // namespace

GemmStatus run_blockwise_gemv(const BlockwisePlan& plan, const Kernel& kernel, const BlockwiseWeight& weight,
                              const double* x, double* y, ThreadPool& pool) {
    BlockwiseCall call{};
    call.x = x;
    call.y = y;
    return run_all_rows(plan, kernel, weight, call, sizeof(double), pool);
}

GemmStatus run_blockwise_gemm(const BlockwisePlan& plan, const Kernel& kernel, const BlockwiseWeight& weight,
                              const double* x, double* y, DenseContext::Turn& turn, std::int64_t x_row_stride,
                              std::int64_t y_row_stride) {
    const std::int64_t n = plan.spec.n, k = plan.spec.k, tile = plan.tile_columns();
    const std::int64_t tail_width = divide_up(plan.tail_columns(), plan.lanes()) * plan.lanes();
    const std::int64_t packed_columns = n / tile * tile + tail_width;
    auto* packed = reinterpret_cast<double*>(
        turn.shared_scratch(static_cast<std::size_t>(k * packed_columns) * sizeof(double)).data());
    const std::int64_t slice = divide_up(k, items_a_thread * turn.pool().threads());
    turn.pool().parallel_for(divide_up(k, slice), [&](std::int64_t item, int) {
        pack_b_rows<double>({x, x_row_stride == 0 ? n : x_row_stride, 1}, {k, n, tile, tail_width}, item * slice,
                            std::min(k, (item + 1) * slice), packed);
    });
    BlockwiseCall call{};
    call.x = packed;
    call.y = y;
    call.y_row_bytes = (y_row_stride == 0 ? n : y_row_stride) * static_cast<std::int64_t>(sizeof(double));
    call.panels = n / tile;
    return run_all_rows(plan, kernel, weight, call, call.y_row_bytes, turn.pool());
}

KernelSpec blockwise_spec(Op op, std::int64_t m, std::int64_t n, std::int64_t k, std::int64_t block, int bits,
                          bool byte_codes) {
    KernelSpec spec;
    spec.name = op_name(op);
    spec.op = op;
    spec.m = m;
    spec.n = n;
    spec.k = k;
    spec.block = block;
    spec.bits = bits;
    spec.byte_codes = byte_codes;
    return spec;
}

GemmStatus run_blockwise(const KernelSpec& spec, const BlockwiseWeight& weight, const double* x, double* y,
                         DenseContext& context, std::int64_t x_row_stride, std::int64_t y_row_stride) {
    const BlockwisePlan plan = context.blockwise_plan(spec);
    const std::shared_ptr<const Kernel> kernel = context.kernels().get(spec);
    DenseContext::Turn turn(context);
    if (spec.op == Op::nf4_gemm)
        return run_blockwise_gemm(plan, *kernel, weight, x, y, turn, x_row_stride, y_row_stride);
    return run_blockwise_gemv(plan, *kernel, weight, x, y, turn.pool());
}

}  // namespace quern
