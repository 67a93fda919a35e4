#include "runtime/dense/gemv_driver.hpp"

#include <algorithm>

#include "gen/divide_up.hpp"

namespace quern {

namespace {

/// Work items a thread: a slow one takes fewer.
constexpr std::int64_t items_a_thread = 8;

/// `total` split evenly over the threads of a pool, in multiples of `unit`, at most `most` each.
std::int64_t item_length(std::int64_t total, std::int64_t unit, std::int64_t most, const ThreadPool& pool) {
    const std::int64_t items = pool.threads() == 1 ? 1 : items_a_thread * pool.threads();
    return std::min(most, divide_up(divide_up(total, items), unit) * unit);
}

}  // namespace

template <class T>
void run_gemv(const GemvPlan& plan, const Kernel& kernel, const T* a, std::int64_t row_stride, const T* x, T* y,
              ThreadPool& pool) {
    const std::int64_t m = plan.spec.m, n = plan.spec.n;
    GemvCall call{};
    call.a_row_bytes = row_stride * static_cast<std::int64_t>(sizeof(T));
    if (plan.spec.transposed) {
        const std::int64_t columns = item_length(n, plan.lanes(), plan.column_block, pool);
        pool.parallel_for(divide_up(n, columns), [&](std::int64_t item, int) {
            GemvCall own = call;
            const std::int64_t first = item * columns;
            own.a = a + first;
            own.x = x;
            own.y = y + first;
            own.rows = m;
            own.columns = std::min(columns, n - first);
            std::fill_n(y + first, own.columns, T{0});
            kernel(own);
        });
        return;
    }
    const std::int64_t rows = item_length(m, plan.rows, m, pool);
    pool.parallel_for(divide_up(m, rows), [&](std::int64_t item, int) {
        GemvCall own = call;
        const std::int64_t first = item * rows;
        own.a = a + first * row_stride;
        own.x = x;
        own.y = y + first;
        own.rows = std::min(rows, m - first);
        own.columns = n;
        kernel(own);
    });
}

template <class T>
void run_gemv(std::int64_t m, std::int64_t n, bool transposed, const T* a, const T* x, T* y, DenseContext& context) {
    KernelSpec spec;
    spec.name = "gemv";
    spec.op = Op::gemv;
    spec.type = element_type_of<T>();
    spec.m = m;
    spec.n = n;
    spec.transposed = transposed;
    const GemvPlan plan = context.gemv_plan(spec);
    const std::shared_ptr<const Kernel> kernel = context.kernels().get(spec);
    DenseContext::Turn turn(context);
    run_gemv(plan, *kernel, a, n, x, y, turn.pool());
}

template void run_gemv(const GemvPlan&, const Kernel&, const double*, std::int64_t, const double*, double*,
                       ThreadPool&);
template void run_gemv(const GemvPlan&, const Kernel&, const float*, std::int64_t, const float*, float*, ThreadPool&);

template void run_gemv(std::int64_t, std::int64_t, bool, const double*, const double*, double*, DenseContext&);
template void run_gemv(std::int64_t, std::int64_t, bool, const float*, const float*, float*, DenseContext&);

}  // namespace quern
