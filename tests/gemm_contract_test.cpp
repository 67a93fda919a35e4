// "gemm.contract" of the document: the status vocabulary, the work budget, exact shapes, finite scalars.
#include "gen/gemm_contract.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <cstdint>
#include <limits>
#include <set>
#include <string>

using namespace quern;

TEST_CASE("statuses are pinned, in 320 to 339, and each has a name of its own") {
    CHECK(GEMM_OK == 320);
    CHECK(GEMM_ERR_CODE_OUT_OF_RANGE == 321);
    CHECK(GEMM_ERR_BLOCK_SIZE == 322);
    CHECK(GEMM_ERR_SCALE_LENGTH == 323);
    CHECK(GEMM_ERR_A_LENGTH == 324);
    CHECK(GEMM_ERR_B_LENGTH == 325);
    CHECK(GEMM_ERR_EMPTY_DIM == 326);
    CHECK(GEMM_ERR_DIM_ELEMS == 327);
    CHECK(GEMM_ERR_WORK_BUDGET == 328);
    CHECK(GEMM_ERR_SCALAR == 329);
    CHECK(GEMM_ERR_BITS == 330);
    CHECK(GEMM_ERR_LEADING_DIM == 331);
    CHECK(GEMM_ERR_C_LENGTH == 332);
    CHECK(gemm_status_name(320) == "GEMM_OK");
    CHECK(gemm_status_name(324) == "GEMM_ERR_A_LENGTH");
    CHECK(gemm_status_name(332) == "GEMM_ERR_C_LENGTH");
    std::set<std::string_view> names;
    for (std::int32_t status = GEMM_OK; status <= GEMM_ERR_C_LENGTH; ++status)
        CHECK(names.insert(gemm_status_name(status)).second);
    for (const std::int32_t status : {319, 333, 339, 340, -1, INT32_MIN, INT32_MAX})
        CHECK(gemm_status_name(status) == "GEMM_ERR_UNKNOWN");
    CHECK(gemm_backend_name(GEMM_BACKEND_SCALAR) == "cpu_scalar");
    CHECK(gemm_backend_name(GEMM_BACKEND_CPU_SIMD) == "cpu_simd");
    CHECK(gemm_backend_name(2) == "unknown");
}

TEST_CASE("the two ceilings") {
    CHECK(GEMM_MAX_DIM_ELEMS == 22369621);
    CHECK(GEMM_MAX_FLOP_CELLS == 68719476736);
    CHECK(GEMM_MAX_FLOP_CELLS == std::int64_t{1} << 36);
    CHECK(QGEMM_MAX_BLOCK == 1024);
}

TEST_CASE("the work budget is checked by division: a product that wraps is refused") {
    CHECK_FALSE(gemm_work_fits(3, 6148914691236517206, 3, GEMM_MAX_FLOP_CELLS));
    CHECK_FALSE(gemm_work_fits(1 << 20, 1 << 20, 1 << 20, GEMM_MAX_FLOP_CELLS));
    CHECK(gemm_work_fits(1 << 12, 1 << 12, 1 << 12, GEMM_MAX_FLOP_CELLS));
    CHECK_FALSE(gemm_work_fits(1 << 12, 1 << 12, (1 << 12) + 1, GEMM_MAX_FLOP_CELLS));
    const std::int64_t most = std::numeric_limits<std::int64_t>::max();
    CHECK_FALSE(gemm_work_fits(most, most, most, most));
    CHECK(gemm_work_fits(most, 1, 1, most));
    // Against the product itself, wherever that fits.
    for (std::int64_t m = -1; m <= 12; ++m)
        for (std::int64_t n = -1; n <= 12; ++n)
            for (std::int64_t k = -1; k <= 12; ++k)
                for (std::int64_t ceiling = 0; ceiling <= 200; ceiling += 7)
                    CHECK(gemm_work_fits(m, n, k, ceiling) == (m > 0 && n > 0 && k > 0 && m * n * k <= ceiling));
}

TEST_CASE("dimensions: each refusal has its status, and lengths agree exactly") {
    CHECK(gemm_dims_check(2, 2, 3, 6, 6) == GEMM_OK);
    for (const std::int64_t empty : {std::int64_t{0}, std::int64_t{-1}, INT64_MIN}) {
        CHECK(gemm_dims_check(empty, 2, 3, 6, 6) == GEMM_ERR_EMPTY_DIM);
        CHECK(gemm_dims_check(2, empty, 3, 6, 6) == GEMM_ERR_EMPTY_DIM);
        CHECK(gemm_dims_check(2, 2, empty, 6, 6) == GEMM_ERR_EMPTY_DIM);
    }
    CHECK(gemm_dims_check(2, 2, 3, 5, 6) == GEMM_ERR_A_LENGTH);
    CHECK(gemm_dims_check(2, 2, 3, 7, 6) == GEMM_ERR_A_LENGTH);  // longer is as wrong as shorter
    CHECK(gemm_dims_check(2, 2, 3, 6, 5) == GEMM_ERR_B_LENGTH);
    CHECK(gemm_dims_check(2, 2, 3, 6, 7) == GEMM_ERR_B_LENGTH);
    CHECK(gemm_dims_check(5, 5, 5, 5, 5) == GEMM_ERR_A_LENGTH);  // the malformed call of the document's harness
    // m = n = k = 2^20: buffers past the ceiling here; past the budget alone where that is raised.
    constexpr std::int64_t side = 1 << 20;
    CHECK(gemm_dims_check(side, side, side, 1, 1) == GEMM_ERR_DIM_ELEMS);
    CHECK(gemm_dims_check(side, side, side, 1, 1, {INT64_MAX, GEMM_MAX_FLOP_CELLS}) == GEMM_ERR_WORK_BUDGET);
    CHECK(gemm_dims_check(GEMM_MAX_DIM_ELEMS, 1, 1, GEMM_MAX_DIM_ELEMS, 1) == GEMM_OK);
    CHECK(gemm_dims_check(GEMM_MAX_DIM_ELEMS + 1, 1, 1, GEMM_MAX_DIM_ELEMS + 1, 1) == GEMM_ERR_DIM_ELEMS);
    CHECK(gemm_dims_check(1, 4473925, 5, 5, 5 * 4473925) == GEMM_ERR_DIM_ELEMS);  // B alone
    CHECK(gemm_dims_check(4730, 4730, 1, 4730, 4730) == GEMM_ERR_DIM_ELEMS);      // C alone
    CHECK(gemm_dims_check(4096, 4096, 4097, 4096 * 4097, 4096 * 4097) == GEMM_ERR_WORK_BUDGET);
    CHECK(gemm_dims_check(4096, 4096, 4097, 4096 * 4097, 4096 * 4097, GemmCeilings::unlimited()) == GEMM_OK);
}

TEST_CASE("scalars that are not finite are refused") {
    const double infinity = std::numeric_limits<double>::infinity(), nan = std::nan("");
    CHECK(gemm_scalars_ok(1, 0) == GEMM_OK);
    CHECK(gemm_scalars_ok(-1e300, 1e300) == GEMM_OK);
    for (const double bad : {infinity, -infinity, nan}) {
        CHECK(gemm_scalars_ok(bad, 0) == GEMM_ERR_SCALAR);
        CHECK(gemm_scalars_ok(1, bad) == GEMM_ERR_SCALAR);
    }
}
