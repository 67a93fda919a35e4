// gemm() and gemv over random shapes, layouts, leading dimensions and scalars, every operand flush against a page that
// cannot be accessed.
#include "runtime/dense/gemm.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <cstring>
#include <limits>
#include <random>

#include "runtime/dense/gemm_flat.hpp"
#include "runtime/dense/gemv_driver.hpp"
#include "tests/support/dense_case.hpp"
#include "tests/support/guarded_buffer.hpp"
#include "tests/support/host_isas.hpp"

using namespace quern;
using namespace quern::test;

namespace {

constexpr std::uint8_t untouched = 0x7B;

/// A matrix of a layout and leading dimension in guarded pages, filled from row-major elements.
template <class T>
struct GuardedMatrix {
    GuardedMatrix(std::span<const T> row_major, std::int64_t rows, std::int64_t columns, MatrixLayout layout,
                  std::int64_t gap, Guard guard)
        : rows(rows),
          columns(columns),
          layout(layout),
          stride((layout == MatrixLayout::row_major ? columns : rows) + gap),
          buffer(bytes(), sizeof(T), guard) {
        std::memset(buffer.data(), untouched, buffer.size());
        for (std::int64_t i = 0; i < rows; ++i)
            for (std::int64_t j = 0; j < columns; ++j)
                buffer.template as<T>()[at(i, j)] = row_major[static_cast<std::size_t>(i * columns + j)];
    }

    std::size_t at(std::int64_t i, std::int64_t j) const {
        return static_cast<std::size_t>(layout == MatrixLayout::row_major ? i * stride + j : j * stride + i);
    }
    std::size_t bytes() const { return (at(rows - 1, columns - 1) + 1) * sizeof(T); }

    std::vector<T> row_major() const {
        std::vector<T> elements;
        for (std::int64_t i = 0; i < rows; ++i)
            for (std::int64_t j = 0; j < columns; ++j) elements.push_back(buffer.template as<T>()[at(i, j)]);
        return elements;
    }
    /// What lies between rows or columns is as it was made.
    bool gaps_untouched() const {
        std::vector<bool> used(buffer.size());
        for (std::int64_t i = 0; i < rows; ++i)
            for (std::int64_t j = 0; j < columns; ++j)
                for (std::size_t byte = 0; byte < sizeof(T); ++byte) used[at(i, j) * sizeof(T) + byte] = true;
        for (std::size_t byte = 0; byte < used.size(); ++byte)
            if (!used[byte] && buffer.data()[byte] != untouched) return false;
        return buffer.check_canaries();
    }

    std::int64_t rows, columns;
    MatrixLayout layout;
    std::int64_t stride;
    GuardedBuffer buffer;
};

struct Case {
    std::int64_t m, n, k;
    MatrixLayout a_layout, b_layout, c_layout;
    std::int64_t gap;
    double alpha, beta;
};

template <class T>
void check_gemm(const Case& c, Isa isa, int threads, Guard guard) {
    CAPTURE(c.m);
    CAPTURE(c.n);
    CAPTURE(c.k);
    CAPTURE(c.gap);
    CAPTURE(c.alpha);
    CAPTURE(c.beta);
    CAPTURE(isa_traits(isa).name);
    CAPTURE(threads);
    const std::vector<T> a = random_elements<T>(c.m * c.k, 3), b = random_elements<T>(c.k * c.n, 4);
    std::vector<T> prior = random_elements<T>(c.m * c.n, 5);
    // Where beta is 0, C must not be read.
    if (c.beta == 0) prior[0] = std::numeric_limits<T>::quiet_NaN();
    GuardedMatrix<T> ga(a, c.m, c.k, c.a_layout, c.gap, guard), gb(b, c.k, c.n, c.b_layout, c.gap, guard),
        gc(prior, c.m, c.n, c.c_layout, c.gap, guard);
    ga.buffer.make_read_only();
    gb.buffer.make_read_only();
    const GemmReport report =
        gemm<T>(c.m, c.n, c.k, static_cast<T>(c.alpha), {ga.buffer.template as<const T>(), c.a_layout, ga.stride},
                {gb.buffer.template as<const T>(), c.b_layout, gb.stride}, static_cast<T>(c.beta),
                {gc.buffer.template as<T>(), c.c_layout, gc.stride}, dense_context(isa, threads));
    CHECK(report.status == GEMM_OK);
    CHECK(report.backend_used == GEMM_BACKEND_CPU_SIMD);
    CHECK(report.threads == threads);
    CHECK(report.isa == isa);
    const DenseReference reference = dense_reference<T>(a, b, c.m, c.n, c.k);
    const std::vector<T> result = gc.row_major();
    CHECK(first_difference<T>(result, reference, c.alpha, c.beta, prior) == "");
    CHECK(gc.gaps_untouched());
}

}  // namespace

TEST_CASE_TEMPLATE("random shapes, layouts, leading dimensions and scalars", T, double, float) {
    std::mt19937 generator(std::is_same_v<T, double> ? 11 : 12);
    const auto random = [&generator] { return static_cast<std::int64_t>(generator() % (1U << 31)); };
    const auto layout = [&random] { return random() % 2 ? MatrixLayout::row_major : MatrixLayout::column_major; };
    constexpr double scalars[] = {0, 1, -1, 0.5, 2.25, -3};
    for (const Isa isa : host_isas())
        for (int i = 0; i < 60; ++i) {
            Case c{1 + random() % 60, 1 + random() % 150,       1 + random() % 90,       layout(), layout(), layout(),
                   random() % 3 * 5,  scalars[generator() % 6], scalars[generator() % 6]};
            if (i % 10 == 0) c.k = 500 + random() % 300;  // more than a depth block
            if (i % 10 == 5) c.n = 500 + random() % 500;  // more than a column block
            if (i % 10 == 7) c.n = 1 + random() % 8, c.k = 2000 + random() % 200;
            check_gemm<T>(c, isa, i % 3 == 0 ? 3 : 1, i % 2 ? Guard::before : Guard::after);
        }
}

TEST_CASE_TEMPLATE("the same bits on every ISA, in every layout and on any number of threads", T, double, float) {
    constexpr MatrixLayout layouts[] = {MatrixLayout::row_major, MatrixLayout::column_major};
    struct Shape {
        std::int64_t m, n, k;
    };
    // The narrow ones' sums run in longer blocks of depth, which transposing C must not change.
    for (const Shape& shape : {Shape{61, 131, 700}, {150, 9, 2500}, {9, 150, 2500}}) {
        const auto [m, n, k] = shape;
        CAPTURE(n);
        const std::vector<T> a = random_elements<T>(m * k, 6), b = random_elements<T>(k * n, 7);
        std::vector<T> first;
        for (const Isa isa : host_isas())
            for (const int threads : {1, 4})
                for (const MatrixLayout a_layout : layouts)
                    for (const MatrixLayout b_layout : layouts)
                        for (const MatrixLayout c_layout : layouts) {
                            GuardedMatrix<T> ga(a, m, k, a_layout, 0, Guard::after),
                                gb(b, k, n, b_layout, 0, Guard::after);
                            GuardedMatrix<T> gc(std::vector<T>(static_cast<std::size_t>(m * n)), m, n, c_layout, 0,
                                                Guard::after);
                            gemm<T>(m, n, k, 1, {ga.buffer.template as<const T>(), a_layout},
                                    {gb.buffer.template as<const T>(), b_layout}, 0,
                                    {gc.buffer.template as<T>(), c_layout}, dense_context(isa, threads));
                            const std::vector<T> c = gc.row_major();
                            if (first.empty()) first = c;
                            CHECK(std::memcmp(c.data(), first.data(), c.size() * sizeof(T)) == 0);
                        }
    }
}

TEST_CASE("every refusal of gemm() has its status and leaves C untouched") {
    const std::vector<double> six(6, 1);
    const auto status = [&](std::int64_t m, std::int64_t n, std::int64_t k, std::size_t a, std::size_t b, std::size_t c,
                            std::int64_t ld = 0, MatrixLayout c_layout = MatrixLayout::row_major, double alpha = 1,
                            double beta = 0, const GemmCeilings& ceilings = GemmCeilings::unlimited()) {
        const std::vector<double> va(a, 1), vb(b, 1);
        std::vector<double> vc(c, 7);
        const GemmReport report = gemm<double>(
            m, n, k, alpha, {std::span<const double>(va), MatrixLayout::row_major, ld}, {std::span<const double>(vb)},
            beta, {std::span<double>(vc), c_layout}, DenseContext::shared(), ceilings);
        if (report.status != GEMM_OK) {
            CHECK(vc == std::vector<double>(c, 7));
            CHECK(report.flop_count == 0);
        }
        return report.status;
    };
    CHECK(status(2, 2, 3, 6, 6, 4) == GEMM_OK);
    CHECK(status(2, 2, 3, 7, 6, 4) == GEMM_ERR_A_LENGTH);
    CHECK(status(2, 2, 3, 5, 6, 4) == GEMM_ERR_A_LENGTH);
    CHECK(status(2, 2, 3, 0, 6, 4) == GEMM_ERR_A_LENGTH);
    CHECK(status(2, 2, 3, 6, 7, 4) == GEMM_ERR_B_LENGTH);
    CHECK(status(2, 2, 3, 6, 6, 3) == GEMM_ERR_C_LENGTH);
    CHECK(status(2, 2, 3, 6, 6, 5) == GEMM_ERR_C_LENGTH);
    CHECK(status(2, 2, 3, 5, 6, 4, 0, MatrixLayout::column_major) == GEMM_ERR_A_LENGTH);
    CHECK(status(2, 2, 3, 6, 5, 4, 0, MatrixLayout::column_major) == GEMM_ERR_B_LENGTH);
    CHECK(status(2, 2, 3, 6, 6, 4, 2) == GEMM_ERR_LEADING_DIM);
    CHECK(status(2, 2, 3, 6, 6, 4, -1) == GEMM_ERR_LEADING_DIM);
    CHECK(status(2, 2, 3, 8, 6, 4, 5) == GEMM_OK);   // the last row ends with its last element
    CHECK(status(2, 2, 3, 10, 6, 4, 5) == GEMM_OK);  // or with the row's end
    CHECK(status(2, 2, 3, 9, 6, 4, 5) == GEMM_ERR_A_LENGTH);
    CHECK(status(2, 2, 3, 6, 6, 4, INT64_MAX) == GEMM_ERR_A_LENGTH);
    CHECK(status(0, 2, 3, 6, 6, 4) == GEMM_ERR_EMPTY_DIM);
    CHECK(status(2, -2, 3, 6, 6, 4) == GEMM_ERR_EMPTY_DIM);
    CHECK(status(2, 2, 0, 6, 6, 4) == GEMM_ERR_EMPTY_DIM);
    CHECK(status(INT64_MAX, INT64_MAX, INT64_MAX, 6, 6, 4) == GEMM_ERR_DIM_ELEMS);
    CHECK(status(3, 6148914691236517206, 3, 9, 6, 4) == GEMM_ERR_DIM_ELEMS);
    CHECK(status(2, 2, 3, 6, 6, 4, 0, MatrixLayout::row_major, std::nan("")) == GEMM_ERR_SCALAR);
    CHECK(status(2, 2, 3, 6, 6, 4, 0, MatrixLayout::row_major, 1, INFINITY) == GEMM_ERR_SCALAR);
    CHECK(status(2, 2, 3, 6, 6, 4, 0, MatrixLayout::row_major, 1, 0, {5, 100}) == GEMM_ERR_DIM_ELEMS);
    CHECK(status(2, 2, 3, 6, 6, 4, 0, MatrixLayout::row_major, 1, 0, {100, 11}) == GEMM_ERR_WORK_BUDGET);
}

TEST_CASE_TEMPLATE("gemv in both orientations, every tail, flush against inaccessible pages", T, double, float) {
    std::mt19937 generator(13);
    const auto random = [&generator] { return static_cast<std::int64_t>(generator() % (1U << 31)); };
    for (const Isa isa : host_isas()) {
        for (const bool transposed : {false, true})
            for (std::int64_t n = 1; n <= 70; ++n) {
                const std::int64_t m = 1 + random() % 20;
                const Guard guard = random() % 2 ? Guard::before : Guard::after;
                KernelSpec spec;
                spec.name = "test";
                spec.op = Op::gemv;
                spec.type = element_type_of<T>();
                spec.m = m;
                spec.n = n;
                spec.transposed = transposed;
                const std::vector<GemvChoice> choices = gemv_choice_candidates(spec, host_machine(isa));
                GemvChoice choice = choices[generator() % choices.size()];
                choice.column_block = 32;
                const GemvPlan plan = plan_gemv(spec, host_machine(isa), choice);
                const Kernel kernel = compile(plan);
                const std::vector<T> a = random_elements<T>(m * n, generator()),
                                     x = random_elements<T>(transposed ? m : n, generator());
                GuardedMatrix<T> ga(a, m, n, MatrixLayout::row_major, n % 2, guard);
                GuardedMatrix<T> gx(x, 1, std::ssize(x), MatrixLayout::row_major, 0, guard);
                const std::vector<T> none(static_cast<std::size_t>(transposed ? n : m), 99);
                GuardedMatrix<T> gy(none, 1, std::ssize(none), MatrixLayout::row_major, 0, guard);
                ga.buffer.make_read_only();
                gx.buffer.make_read_only();
                DenseContext::Turn turn(dense_context(isa, 1 + static_cast<int>(n % 3)));
                run_gemv<T>(plan, kernel, ga.buffer.template as<T>().data(), ga.stride,
                            gx.buffer.template as<T>().data(), gy.buffer.template as<T>().data(), turn.pool());
                const DenseReference reference =
                    transposed ? dense_reference<T>(x, a, 1, n, m) : dense_reference<T>(a, x, m, 1, n);
                CAPTURE(m);
                CAPTURE(n);
                CHECK(first_difference<T>(gy.row_major(), reference) == "");
                CHECK(ga.gaps_untouched());
                CHECK(gy.gaps_untouched());
            }
    }
}

TEST_CASE_TEMPLATE("gemv: the same bits by every plan and on any number of threads", T, double, float) {
    constexpr std::int64_t m = 203, n = 517;
    const std::vector<T> a = random_elements<T>(m * n, 10);
    for (const bool transposed : {false, true}) {
        const std::vector<T> x = random_elements<T>(transposed ? m : n, 11);
        std::vector<T> first;
        for (const Isa isa : host_isas()) {
            // A row's dot product depends on the lanes; a column's sum does not.
            if (!transposed) first.clear();
            KernelSpec spec;
            spec.name = "test";
            spec.op = Op::gemv;
            spec.type = element_type_of<T>();
            spec.m = m;
            spec.n = n;
            spec.transposed = transposed;
            for (const GemvChoice& choice : gemv_choice_candidates(spec, host_machine(isa)))
                for (const int threads : {1, 2, 5}) {
                    const GemvPlan plan = plan_gemv(spec, host_machine(isa), choice);
                    std::vector<T> y(static_cast<std::size_t>(transposed ? n : m));
                    DenseContext::Turn turn(dense_context(isa, threads));
                    run_gemv<T>(plan, compile(plan), a.data(), n, x.data(), y.data(), turn.pool());
                    if (first.empty()) first = y;
                    CHECK(std::memcmp(y.data(), first.data(), y.size() * sizeof(T)) == 0);
                }
        }
    }
}

TEST_CASE_TEMPLATE("gemv of large matrices on several threads", T, double, float) {
    for (const Isa isa : host_isas())
        for (const bool transposed : {false, true})
            for (const int threads : {1, 4}) {
                constexpr std::int64_t m = 131, n = 2083;
                const std::vector<T> a = random_elements<T>(m * n, 8), x = random_elements<T>(transposed ? m : n, 9);
                const DenseResult<T> r = gemv_flat<T>(a, x, m, n, transposed, dense_context(isa, threads));
                const DenseReference reference =
                    transposed ? dense_reference<T>(x, a, 1, n, m) : dense_reference<T>(a, x, m, 1, n);
                CHECK(first_difference<T>(r.c, reference) == "");
            }
}
