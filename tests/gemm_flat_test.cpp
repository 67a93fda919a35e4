// "gemm.blocked" of the document, value by value, in f64 and f32, on every ISA.
#include "runtime/dense/gemm_flat.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <limits>
#include <type_traits>
#include <vector>

#include "gen/gemm_tile_plan.hpp"
#include "tests/support/dense_case.hpp"
#include "tests/support/host_isas.hpp"

using namespace quern;
using namespace quern::test;

namespace {

template <class T>
using Elements = std::vector<T>;

template <class T>
DenseResult<T> multiply(const Elements<T>& a, const Elements<T>& b, std::int64_t m, std::int64_t n, std::int64_t k,
                        std::type_identity_t<T> alpha = 1, std::type_identity_t<T> beta = 0, bool trans_a = false,
                        bool trans_b = false, const GemmCeilings& ceilings = {}) {
    return sgemm_flat<T>(a, b, m, n, k, alpha, beta, trans_a, trans_b, DenseContext::shared(), ceilings);
}

template <class T>
void check_refused(const DenseResult<T>& result, std::int32_t status) {
    CHECK(result.status == status);
    CHECK(result.c.empty());
    CHECK(result.flop_count == 0);
}

}  // namespace

TEST_CASE_TEMPLATE("the example at the top: [[1,2,3],[4,5,6]] x [[7,8],[9,10],[11,12]]", T, double, float) {
    const Elements<T> a{1, 2, 3, 4, 5, 6}, b{7, 8, 9, 10, 11, 12};
    for (const Isa isa : host_isas()) {
        const DenseResult<T> r = sgemm_flat<T>(a, b, 2, 2, 3, 1, 0, false, false, dense_context(isa));
        CHECK(r.c == Elements<T>{58, 64, 139, 154});
        CHECK(r.backend_used == 1);
        CHECK(r.backend_used == GEMM_BACKEND_CPU_SIMD);
        CHECK(r.flop_count == 24);
        CHECK(r.status == 320);
    }
}

TEST_CASE_TEMPLATE("\"alpha scales the product exactly\"", T, double, float) {
    const DenseResult<T> r = multiply<T>({1, 2, 3, 4, 5, 6}, {7, 8, 9, 10, 11, 12}, 2, 2, 3, 2);
    REQUIRE(r.status == GEMM_OK);
    CHECK(r.c[0] == 116);
    CHECK(r.c[3] == 308);
}

TEST_CASE_TEMPLATE("\"beta scales a prior C, which sgemm_flat itself always takes as zero\"", T, double, float) {
    const DenseResult<T> r = multiply<T>({1, 2, 3, 4, 5, 6}, {7, 8, 9, 10, 11, 12}, 2, 2, 3, 1, 5);
    CHECK(r.c == Elements<T>{58, 64, 139, 154});
}

TEST_CASE_TEMPLATE("\"Transposed operands take the scalar path, on purpose\"", T, double, float) {
    const Elements<T> a{1, 2, 3, 4, 5, 6}, b{1, 2, 3, 4};
    const DenseResult<T> r = multiply<T>(a, b, 3, 2, 2, 1, 0, true, false);
    REQUIRE(r.status == GEMM_OK);
    CHECK(r.c[0] == 13);
    CHECK(r.c[1] == 18);
    CHECK(r.c == Elements<T>{13, 18, 17, 24, 21, 30});
    CHECK(r.backend_used == 0);
    CHECK(r.backend_used == GEMM_BACKEND_SCALAR);
    CHECK(r.flop_count == 24);
    // [[1,2],[3,4]] x [[1,3,5],[2,4,6]]: op(B) reads a 3 x 2 buffer.
    const DenseResult<T> right = multiply<T>(b, a, 2, 3, 2, 2, 0, false, true);
    CHECK(right.c == Elements<T>{10, 22, 34, 22, 50, 78});
    CHECK(right.backend_used == GEMM_BACKEND_SCALAR);
    const DenseResult<T> both = multiply<T>(b, b, 2, 2, 2, 1, 0, true, true);
    CHECK(both.c == Elements<T>{7, 15, 10, 22});
    CHECK(both.backend_used == GEMM_BACKEND_SCALAR);
}

TEST_CASE_TEMPLATE("GEMV: \"row sums\" and \"down columns\"", T, double, float) {
    const Elements<T> a{1, 2, 3, 4, 5, 6}, ones3{1, 1, 1}, ones2{1, 1};
    for (const Isa isa : host_isas()) {
        const DenseResult<T> rows = gemv_flat<T>(a, ones3, 2, 3, false, dense_context(isa));
        CHECK(rows.c == Elements<T>{6, 15});
        CHECK(rows.status == GEMM_OK);
        CHECK(rows.backend_used == GEMM_BACKEND_CPU_SIMD);
        CHECK(rows.flop_count == 12);
        const DenseResult<T> columns = gemv_flat<T>(a, ones2, 2, 3, true, dense_context(isa));
        CHECK(columns.c == Elements<T>{5, 7, 9});  // n rows, not m
        CHECK(columns.status == GEMM_OK);
        CHECK(columns.backend_used == GEMM_BACKEND_CPU_SIMD);
    }
}

TEST_CASE_TEMPLATE("six shapes that cross every blocking boundary, alone and together, and degenerate ones", T, double,
                   float) {
    struct Shape {
        std::int64_t m, n, k;
    };
    // The document's boundaries are 64 in m, 256 in n, 128 in k; ours 6, 8 and 12 rows, 512 bytes of n, column blocks
    // of 256 to 512, 2048 bytes of k (8192 where n is narrow).
    constexpr Shape shapes[] = {{65, 31, 33},   {17, 257, 40}, {9, 20, 129}, {65, 257, 129}, {67, 70, 521},
                                {97, 400, 300}, {1, 1, 1},     {1, 1, 300},  {13, 3, 2100},  {1, 523, 1}};
    double worst = 0;
    for (const Isa isa : host_isas())
        for (const Shape& shape : shapes)
            for (const int threads : {1, 3}) {
                CAPTURE(shape.m);
                CAPTURE(shape.n);
                CAPTURE(shape.k);
                const std::vector<T> a = random_elements<T>(shape.m * shape.k, 1),
                                     b = random_elements<T>(shape.k * shape.n, 2);
                const ReferenceDelta delta =
                    gemm_reference_delta_flat<T>(a, b, shape.m, shape.n, shape.k, dense_context(isa, threads));
                CHECK(delta.status == GEMM_OK);
                CHECK(delta.within_tolerance);
                worst = std::max(worst, delta.max_delta);
            }
    CHECK(worst < (std::is_same_v<T, double> ? 1e-9 : 1e-3));
    if (std::is_same_v<T, float>) CHECK(worst > 0);  // it measures something
}

TEST_CASE_TEMPLATE("the reference delta sees a term lost and a term doubled", T, double, float) {
    constexpr std::int64_t k = 1000;
    Elements<T> tenths(k, static_cast<T>(0.1));
    for (std::size_t i = 0; i < tenths.size(); i += 2) tenths[i] = -tenths[i];
    const Elements<T> ones(k, 1);
    const DenseReference reference = dense_reference<T>(tenths, ones, 1, 1, k);
    const T sum = sgemm_flat<T>(tenths, ones, 1, 1, k, 1, 0, false, false).c[0];
    CHECK(compare_with_reference<T>(Elements<T>{sum}, reference).within_tolerance);
    for (const T wrong : {sum - T(0.1), sum + T(0.1)})
        CHECK_FALSE(compare_with_reference<T>(Elements<T>{wrong}, reference).within_tolerance);
}

TEST_CASE("the reference delta sees a wrong element") {
    // An infinity meets a zero: NaN in both, and a NaN is within no tolerance.
    const Elements<double> a{std::numeric_limits<double>::infinity()}, b{0};
    const ReferenceDelta delta = gemm_reference_delta_flat<double>(a, b, 1, 1, 1);
    CHECK(delta.status == GEMM_OK);
    CHECK_FALSE(delta.within_tolerance);
    CHECK(std::isnan(delta.max_delta));
}

TEST_CASE_TEMPLATE("refused before any read, each with its own status", T, double, float) {
    const Elements<T> five{1, 2, 3, 4, 5}, six{1, 2, 3, 4, 5, 6}, seven{1, 2, 3, 4, 5, 6, 7};
    const T infinity = std::numeric_limits<T>::infinity(), nan = std::numeric_limits<T>::quiet_NaN();
    for (const bool trans_a : {false, true})
        for (const bool trans_b : {false, true}) {
            const auto status = [&](const Elements<T>& a, const Elements<T>& b, std::int64_t m, std::int64_t n,
                                    std::int64_t k, T alpha = 1, T beta = 0) {
                const DenseResult<T> r = multiply<T>(a, b, m, n, k, alpha, beta, trans_a, trans_b);
                check_refused(r, r.status);
                return r.status;
            };
            CHECK(status(five, five, 5, 5, 5) == GEMM_ERR_A_LENGTH);  // the harness's malformed call
            CHECK(status(five, six, 2, 2, 3) == GEMM_ERR_A_LENGTH);
            CHECK(status(seven, six, 2, 2, 3) == GEMM_ERR_A_LENGTH);
            CHECK(status(six, five, 2, 2, 3) == GEMM_ERR_B_LENGTH);
            CHECK(status(six, seven, 2, 2, 3) == GEMM_ERR_B_LENGTH);
            for (const std::int64_t empty : {std::int64_t{0}, std::int64_t{-3}, INT64_MIN}) {
                CHECK(status(six, six, empty, 2, 3) == GEMM_ERR_EMPTY_DIM);
                CHECK(status(six, six, 2, empty, 3) == GEMM_ERR_EMPTY_DIM);
                CHECK(status(six, six, 2, 2, empty) == GEMM_ERR_EMPTY_DIM);
            }
            for (const T bad : {infinity, -infinity, nan}) {
                CHECK(status(six, six, 2, 2, 3, bad) == GEMM_ERR_SCALAR);
                CHECK(status(six, six, 2, 2, 3, 1, bad) == GEMM_ERR_SCALAR);
            }
            CHECK(status(six, six, 1 << 20, 1 << 20, 1 << 20) == GEMM_ERR_DIM_ELEMS);
            CHECK(status(six, six, 3, 6148914691236517206, 3) == GEMM_ERR_DIM_ELEMS);
        }
    const GemmCeilings little_work{GEMM_MAX_DIM_ELEMS, 11};
    check_refused(multiply<T>(six, six, 2, 2, 3, 1, 0, false, false, little_work), GEMM_ERR_WORK_BUDGET);
    CHECK(multiply<T>(six, six, 2, 2, 3, 1, 0, false, false, {GEMM_MAX_DIM_ELEMS, 12}).status == GEMM_OK);
    check_refused(multiply<T>(six, six, 2, 2, 3, 1, 0, false, false, {5, 1000}), GEMM_ERR_DIM_ELEMS);
}

TEST_CASE_TEMPLATE("GEMV refuses the same way", T, double, float) {
    const Elements<T> six{1, 2, 3, 4, 5, 6}, three{1, 2, 3}, two{1, 2};
    check_refused(gemv_flat<T>(six, two, 2, 3, false), GEMM_ERR_B_LENGTH);
    check_refused(gemv_flat<T>(six, three, 2, 3, true), GEMM_ERR_B_LENGTH);
    check_refused(gemv_flat<T>(six, six, 2, 3, false), GEMM_ERR_B_LENGTH);
    check_refused(gemv_flat<T>(three, three, 2, 3, false), GEMM_ERR_A_LENGTH);
    check_refused(gemv_flat<T>(six, two, 2, 2, false), GEMM_ERR_A_LENGTH);
    for (const bool trans : {false, true}) {
        const Elements<T> five(5);
        check_refused(gemv_flat<T>(five, five, 5, 5, trans), GEMM_ERR_A_LENGTH);
        check_refused(gemv_flat<T>(six, three, 0, 3, trans), GEMM_ERR_EMPTY_DIM);
        check_refused(gemv_flat<T>(six, three, 2, -3, trans), GEMM_ERR_EMPTY_DIM);
        check_refused(gemv_flat<T>(six, three, 1 << 20, 1 << 20, trans), GEMM_ERR_DIM_ELEMS);
        check_refused(gemv_flat<T>(six, trans ? two : three, 2, 3, trans, DenseContext::shared(), {100, 5}),
                      GEMM_ERR_WORK_BUDGET);
    }
}

TEST_CASE_TEMPLATE("the reference delta refuses what sgemm_flat does", T, double, float) {
    const Elements<T> five(5, 1), six(6, 1);
    const auto refused = [](const ReferenceDelta& delta, std::int32_t status) {
        CHECK(delta.status == status);
        CHECK(delta.max_delta == 0);
        CHECK_FALSE(delta.within_tolerance);
    };
    refused(gemm_reference_delta_flat<T>(five, five, 5, 5, 5), GEMM_ERR_A_LENGTH);  // the harness's malformed call
    refused(gemm_reference_delta_flat<T>(six, five, 2, 2, 3), GEMM_ERR_B_LENGTH);
    refused(gemm_reference_delta_flat<T>(six, six, 2, 0, 3), GEMM_ERR_EMPTY_DIM);
    refused(gemm_reference_delta_flat<T>(six, six, 1 << 20, 1 << 20, 1 << 20), GEMM_ERR_DIM_ELEMS);
    refused(gemm_reference_delta_flat<T>(six, six, 2, 2, 3, DenseContext::shared(), {GEMM_MAX_DIM_ELEMS, 11}),
            GEMM_ERR_WORK_BUDGET);
}

TEST_CASE("tile plan: the largest square tile of A, B and C that fits; intensity rises with the problem") {
    const GemmTilePlan plan = gemm_tile_plan(4096, 4096, 4096, 256 << 10);
    CHECK(plan.status == GEMM_OK);
    CHECK(plan.tile_m == 104);  // 3 * 104^2 * 8 = 259,584 <= 262,144 < 3 * 105^2 * 8
    CHECK(plan.tile_n == 104);
    CHECK(plan.tile_k == 104);
    CHECK(plan.arithmetic_intensity == doctest::Approx(4096.0 / 12));
    const GemmTilePlan small = gemm_tile_plan(2, 500, 3, 256 << 10);
    CHECK(small.tile_m == 2);
    CHECK(small.tile_n == 104);
    CHECK(small.tile_k == 3);
    CHECK(gemm_tile_plan(64, 64, 64, 1).tile_m == 1);
    CHECK(gemm_tile_plan(64, 64, 64, 32 << 10, ElementType::f32).tile_m == 52);
    double intensity = 0;
    for (std::int64_t side = 1; side <= 8192; side *= 2) {
        const GemmTilePlan grown = gemm_tile_plan(side, side, side, 1 << 20);
        CHECK(grown.arithmetic_intensity > intensity);
        intensity = grown.arithmetic_intensity;
    }
    for (std::int64_t cache = 24; cache < 100000; cache += 997) {
        const std::int64_t side = gemm_tile_plan(1 << 20, 1 << 20, 1 << 20, cache).tile_m;
        CHECK(24 * side * side <= cache);
        CHECK(24 * (side + 1) * (side + 1) > cache);
    }
    CHECK(gemm_tile_plan(INT64_MAX, INT64_MAX, INT64_MAX, INT64_MAX).tile_m == 619925131);
    CHECK(gemm_tile_plan(0, 1, 1, 1).status == GEMM_ERR_EMPTY_DIM);
    CHECK(gemm_tile_plan(1, -1, 1, 1).status == GEMM_ERR_EMPTY_DIM);
    CHECK(gemm_tile_plan(1, 1, 0, 1).status == GEMM_ERR_EMPTY_DIM);
    CHECK(gemm_tile_plan(1, 1, 1, 0).status == GEMM_ERR_EMPTY_DIM);
}
