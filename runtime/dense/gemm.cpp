#include "runtime/dense/gemm.hpp"

#include <memory>
#include <utility>

#include "runtime/dense/gemm_driver.hpp"

namespace quern {

namespace {

/// A matrix as rows (column_major: columns) of `length` elements, `stride` apart.
struct Lines {
    std::int64_t count, length, stride;
};

template <class T>
Lines lines_of(const GemmMatrix<T>& matrix, std::int64_t rows, std::int64_t columns) {
    const bool by_rows = matrix.layout == MatrixLayout::row_major;
    const std::int64_t length = by_rows ? columns : rows;
    return {by_rows ? rows : columns, length, matrix.leading_dimension == 0 ? length : matrix.leading_dimension};
}

/// The span's length is that of its lines, with or without what follows the last one's elements.
template <class T>
bool exact_length(const GemmMatrix<T>& matrix, const Lines& lines) {
    const std::uint64_t size = matrix.elements.size();
    const auto count = static_cast<std::uint64_t>(lines.count), length = static_cast<std::uint64_t>(lines.length),
               stride = static_cast<std::uint64_t>(lines.stride);
    if (size < length) return false;
    if (count > 1 && (size - length) / stride < count - 1) return false;
    const std::uint64_t least = (count - 1) * stride + length;  // at most size
    return size == least || size - least == stride - length;
}

template <class T>
DenseView<T> view_of(const GemmMatrix<const T>& matrix, const Lines& lines) {
    if (matrix.layout == MatrixLayout::row_major) return {matrix.elements.data(), lines.stride, 1};
    return {matrix.elements.data(), 1, lines.stride};
}

/// The transpose: the same elements read the other way.
template <class T>
GemmMatrix<T> transposed(const GemmMatrix<T>& matrix) {
    GemmMatrix<T> other = matrix;
    other.layout = matrix.layout == MatrixLayout::row_major ? MatrixLayout::column_major : MatrixLayout::row_major;
    return other;
}

std::int32_t check_sizes(std::int64_t m, std::int64_t n, std::int64_t k, const GemmCeilings& ceilings) {
    if (m <= 0 || n <= 0 || k <= 0) return GEMM_ERR_EMPTY_DIM;
    if (gemm_elements(m, k, ceilings.dim_elems) < 0 || gemm_elements(k, n, ceilings.dim_elems) < 0 ||
        gemm_elements(m, n, ceilings.dim_elems) < 0)
        return GEMM_ERR_DIM_ELEMS;
    return gemm_work_fits(m, n, k, ceilings.flop_cells) ? GEMM_OK : GEMM_ERR_WORK_BUDGET;
}

/// A product whose C is row-major. `transposes` says that it stands for one whose C is column-major: that one's depth
/// blocks, of m columns, are then its own.
template <class T>
GemmReport multiply_rows(std::int64_t m, std::int64_t n, std::int64_t k, T alpha, const GemmMatrix<const T>& a,
                         const GemmMatrix<const T>& b, T beta, const GemmMatrix<T>& c, bool transposes,
                         DenseContext& context, const GemmCeilings& ceilings) {
    GemmReport report;
    report.isa = context.machine().isa;
    const auto refuse = [&report](std::int32_t status) {
        report.status = status;
        return report;
    };
    if (const std::int32_t status = check_sizes(m, n, k, ceilings); status != GEMM_OK) return refuse(status);
    if (const std::int32_t status = gemm_scalars_ok(static_cast<double>(alpha), static_cast<double>(beta));
        status != GEMM_OK)
        return refuse(status);
    const Lines a_lines = lines_of(a, m, k), b_lines = lines_of(b, k, n), c_lines = lines_of(c, m, n);
    for (const Lines& lines : {a_lines, b_lines, c_lines})
        if (lines.stride < lines.length) return refuse(GEMM_ERR_LEADING_DIM);
    if (!exact_length(a, a_lines)) return refuse(GEMM_ERR_A_LENGTH);
    if (!exact_length(b, b_lines)) return refuse(GEMM_ERR_B_LENGTH);
    if (!exact_length(c, c_lines)) return refuse(GEMM_ERR_C_LENGTH);

    KernelSpec spec;
    spec.name = "gemm";
    spec.op = Op::gemm;
    spec.type = element_type_of<T>();
    spec.m = m;
    spec.n = n;
    spec.k = k;
    spec.a_layout = a.layout;
    spec.b_layout = b.layout;
    GemmPlan plan = context.gemm_plan(spec);
    if (transposes) plan = in_depth_blocks_of(std::move(plan), m);
    const std::shared_ptr<const Kernel> kernel = context.kernels().get(spec);
    DenseContext::Turn turn(context);
    run_gemm(plan, *kernel,
             GemmOperands<T>{view_of(a, a_lines), view_of(b, b_lines), c.elements.data(), c_lines.stride, alpha, beta},
             turn);
    report.threads = turn.pool().threads();
    report.choice = plan.choice();
    report.flop_count = 2 * static_cast<double>(m) * static_cast<double>(n) * static_cast<double>(k);
    return report;
}

}  // namespace

template <class T>
GemmReport gemm(std::int64_t m, std::int64_t n, std::int64_t k, T alpha, const GemmMatrix<const T>& a,
                const GemmMatrix<const T>& b, T beta, const GemmMatrix<T>& c, DenseContext& context,
                const GemmCeilings& ceilings) {
    if (c.layout == MatrixLayout::row_major)
        return multiply_rows(m, n, k, alpha, a, b, beta, c, false, context, ceilings);
    // The kernels write rows of C: the columns of a column-major C are the rows of B^T A^T.
    GemmReport report =
        multiply_rows(n, m, k, alpha, transposed(b), transposed(a), beta, transposed(c), true, context, ceilings);
    if (report.status == GEMM_ERR_A_LENGTH)
        report.status = GEMM_ERR_B_LENGTH;
    else if (report.status == GEMM_ERR_B_LENGTH)
        report.status = GEMM_ERR_A_LENGTH;
    return report;
}

template GemmReport gemm(std::int64_t, std::int64_t, std::int64_t, double, const GemmMatrix<const double>&,
                         const GemmMatrix<const double>&, double, const GemmMatrix<double>&, DenseContext&,
                         const GemmCeilings&);
template GemmReport gemm(std::int64_t, std::int64_t, std::int64_t, float, const GemmMatrix<const float>&,
                         const GemmMatrix<const float>&, float, const GemmMatrix<float>&, DenseContext&,
                         const GemmCeilings&);

}  // namespace quern
