// "gemm.quantized" of the document, value by value, on every ISA, and its products against the dense oracle.
#include "runtime/dense/blockwise_flat.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>
#include <vector>

#include "gen/codebook.hpp"
#include "tests/support/dense_case.hpp"
#include "tests/support/host_isas.hpp"

using namespace quern;
using namespace quern::test;

namespace {

using Codes = std::vector<std::int8_t>;
using Values = std::vector<double>;

const Codes two_blocks_a_row{15, 0, 15, 0, 7, 7, 15, 15};
const Values four_scales{1, 2, 3, 4};

struct Weight {
    Codes codes;
    Values scales;
};

/// Codes all over the grid, scales of either sign.
Weight random_weight(std::int64_t elements, std::int64_t block, CodeGrid grid, std::uint64_t seed) {
    std::mt19937_64 random(seed);
    Weight weight;
    const int lowest = grid == CodeGrid::nf4 ? 0 : grid == CodeGrid::int4 ? -8 : -128;
    const unsigned count = grid == CodeGrid::int8 ? 256 : 16;
    for (std::int64_t i = 0; i < elements; ++i)
        weight.codes.push_back(static_cast<std::int8_t>(lowest + static_cast<int>(random() % count)));
    std::uniform_real_distribution<double> scale(-3, 3);
    for (std::int64_t i = 0; i < scale_count(elements, block); ++i) weight.scales.push_back(scale(random));
    return weight;
}

void check_refused(const BlockwiseResult& result, std::int32_t status) {
    CHECK(result.status == status);
    CHECK(result.y.empty());
    CHECK(result.flop_count == 0);
}

struct Shape {
    std::int64_t m, n, k, block;
};

/// Every product of one shape (gemv: m x k), against the oracle over the dequantized weight.
void check_products(const Shape& s, DenseContext& context, std::uint64_t seed) {
    CAPTURE(s.m);
    CAPTURE(s.n);
    CAPTURE(s.k);
    CAPTURE(s.block);
    const Values x = random_elements<double>(s.k * s.n, seed + 1);
    const Values column(x.begin(), x.begin() + s.k);
    for (const CodeGrid grid : {CodeGrid::nf4, CodeGrid::int4, CodeGrid::int8}) {
        const Weight w = random_weight(s.m * s.k, s.block, grid, seed);
        const Values dense = dequantize_blocks(w.codes, w.scales, s.block, grid);
        const DenseReference product = dense_reference<double>(dense, column, s.m, 1, s.k);
        const auto packed = pack_codes(w.codes);
        BlockwiseResult flat, of_packed;
        if (grid == CodeGrid::nf4) {
            flat = gemv_nf4_flat(w.codes, w.scales, column, s.m, s.k, s.block, context);
            of_packed = gemv_nf4_packed(packed, w.scales, column, s.m, s.k, s.block, context);
        } else {
            const int bits = grid == CodeGrid::int4 ? 4 : 8;
            flat = gemv_int_flat(w.codes, w.scales, column, s.m, s.k, s.block, bits, context);
            if (bits == 4) of_packed = gemv_int4_packed(packed, w.scales, column, s.m, s.k, s.block, context);
        }
        REQUIRE(flat.status == GEMM_OK);
        REQUIRE(first_difference<double>(flat.y, product) == "");
        if (grid == CodeGrid::int8) continue;
        REQUIRE(of_packed.status == GEMM_OK);
        REQUIRE(first_difference<double>(of_packed.y, product) == "");
        if (grid != CodeGrid::nf4) continue;
        const DenseReference matrix = dense_reference<double>(dense, x, s.m, s.n, s.k);
        const BlockwiseResult gemm = gemm_nf4_flat(w.codes, w.scales, x, s.m, s.n, s.k, s.block, context);
        REQUIRE(gemm.status == GEMM_OK);
        REQUIRE(first_difference<double>(gemm.y, matrix) == "");
        const BlockwiseResult gemm_packed = gemm_nf4_packed(packed, w.scales, x, s.m, s.n, s.k, s.block, context);
        REQUIRE(gemm_packed.status == GEMM_OK);
        REQUIRE(gemm_packed.y == gemm.y);
    }
}

}  // namespace

TEST_CASE("\"The scale index is easy to get silently wrong\": two blocks a row") {
    const Values ones{1, 1, 1, 1};
    for (const Isa isa : host_isas()) {
        DenseContext& context = dense_context(isa);
        const BlockwiseResult r = gemv_nf4_flat(two_blocks_a_row, four_scales, ones, 2, 4, 2, context);
        CHECK(r.status == 320);
        CHECK(r.y == Values{0, 8});
        CHECK(r.flop_count == 16);
        CHECK(r.backend_used == GEMM_BACKEND_CPU_SIMD);
        CHECK(gemv_nf4_packed(pack_codes(two_blocks_a_row), four_scales, ones, 2, 4, 2, context).y == Values{0, 8});
    }
}

TEST_CASE("\"A single 1x1 weight at NF4 level 15 with scale 2.5\"") {
    for (const Isa isa : host_isas())
        for (std::int8_t code = 0; code < 16; ++code) {
            const BlockwiseResult r = gemv_nf4_flat(Codes{code}, Values{2.5}, Values{1}, 1, 1, 1, dense_context(isa));
            REQUIRE(r.status == GEMM_OK);
            CHECK(r.y[0] == nf4_levels[static_cast<std::size_t>(code)] * 2.5);
            if (code == 15) CHECK(r.y[0] == 2.5);
        }
}

TEST_CASE("gemm_nf4_flat: \"every output column repeats the GEMV result\"") {
    const Values ones(8, 1.0);
    for (const Isa isa : host_isas()) {
        const BlockwiseResult r = gemm_nf4_flat(two_blocks_a_row, four_scales, ones, 2, 2, 4, 2, dense_context(isa));
        CHECK(r.status == GEMM_OK);
        CHECK(r.y == Values{0, 0, 8, 8});
        CHECK(r.flop_count == 32);
    }
}

TEST_CASE("gemv_int_flat against a hand reduction") {
    const Codes codes{-8, 7, 1, 0, 3, -1, 2, 5};
    for (const Isa isa : host_isas()) {
        const BlockwiseResult r =
            gemv_int_flat(codes, Values{0.5, 2}, Values{1, 2, 3, 4}, 2, 4, 4, 4, dense_context(isa));
        CHECK(r.y == Values{(-8 + 14 + 3) * 0.5, (3 - 2 + 6 + 20) * 2.0});
        const BlockwiseResult wide =
            gemv_int_flat(Codes{-128, 127}, Values{0.25}, Values{1, 1}, 1, 2, 2, 8, dense_context(isa));
        CHECK(wide.y == Values{-0.25});
    }
}

TEST_CASE("the golden delta: \"same answer, less memory\"") {
    for (const Isa isa : host_isas())
        for (const Shape& s : {Shape{5, 1, 100, 7}, {64, 1, 256, 64}, {3, 1, 1000, 1024}}) {
            const Weight w = random_weight(s.m * s.k, s.block, CodeGrid::nf4, 5);
            const Values x = random_elements<double>(s.k, 6);
            const ReferenceDelta delta =
                quantized_gemv_golden_delta(w.codes, w.scales, x, s.m, s.k, s.block, dense_context(isa));
            CHECK(delta.status == GEMM_OK);
            CHECK(delta.within_tolerance);
            CHECK(delta.max_delta < 1e-9);
        }
    CHECK(quantized_gemv_golden_delta(Codes(5, 5), Values(5, 5), Values(5, 5), 5, 5, 5).status == GEMM_ERR_A_LENGTH);
}

TEST_CASE("scales indexed by row, one block on, or with the rows' own order turned round fail the bound by far") {
    constexpr std::int64_t m = 8, n = 64, columns = 5, block = 16;
    constexpr std::size_t blocks_a_row = n / block;
    const Values x = random_elements<double>(n, 10), matrix = random_elements<double>(n * columns, 11);
    for (const CodeGrid grid : {CodeGrid::nf4, CodeGrid::int4, CodeGrid::int8}) {
        const Weight w = random_weight(m * n, block, grid, 9);
        const Values dense = dequantize_blocks(w.codes, w.scales, block, grid);
        const DenseReference product = dense_reference<double>(dense, x, m, 1, n),
                             matrix_product = dense_reference<double>(dense, matrix, m, columns, n);
        const auto packed = pack_codes(w.codes);
        Values by_row, shifted(w.scales), turned(w.scales);
        for (std::size_t i = 0; i < w.scales.size(); ++i) by_row.push_back(w.scales[i / blocks_a_row]);
        std::rotate(shifted.begin(), shifted.begin() + 1, shifted.end());
        for (auto row = turned.begin(); row != turned.end(); row += blocks_a_row) std::reverse(row, row + blocks_a_row);
        for (const Isa isa : host_isas()) {
            DenseContext& context = dense_context(isa);
            // The worst element of each product, in multiples of its tolerance.
            const auto worst = [&](const Values& scales) {
                std::vector<double> of_product;
                const auto add = [&](const BlockwiseResult& result, const DenseReference& reference) {
                    REQUIRE(result.status == GEMM_OK);
                    double most = 0;
                    for (std::size_t i = 0; i < result.y.size(); ++i)
                        most = std::max(most, std::abs(result.y[i] - reference.c[i]) /
                                                  dense_tolerance<double>(reference.magnitude[i]));
                    of_product.push_back(most);
                };
                if (grid == CodeGrid::nf4) {
                    add(gemv_nf4_flat(w.codes, scales, x, m, n, block, context), product);
                    add(gemv_nf4_packed(packed, scales, x, m, n, block, context), product);
                    add(gemm_nf4_flat(w.codes, scales, matrix, m, columns, n, block, context), matrix_product);
                    add(gemm_nf4_packed(packed, scales, matrix, m, columns, n, block, context), matrix_product);
                } else {
                    const int bits = grid == CodeGrid::int4 ? 4 : 8;
                    add(gemv_int_flat(w.codes, scales, x, m, n, block, bits, context), product);
                    if (bits == 4) add(gemv_int4_packed(packed, scales, x, m, n, block, context), product);
                }
                return of_product;
            };
            for (const double right : worst(w.scales)) CHECK(right <= 1);
            for (const Values& wrong : {by_row, shifted, turned})
                for (const double by : worst(wrong)) CHECK(by > 1e9);
        }
    }
}

TEST_CASE("shapes of every regularity, every code width, every ISA, one thread and three") {
    constexpr Shape shapes[] = {{1, 1, 1, 1},     {9, 5, 64, 64},    {7, 33, 128, 16}, {6, 37, 96, 24},   {5, 8, 40, 8},
                                {3, 9, 33, 8},    {4, 31, 65, 13},   {2, 70, 24, 64},  {11, 3, 50, 1024}, {3, 2, 7, 1},
                                {13, 17, 31, 15}, {10, 64, 256, 32}, {8, 4, 192, 48}};
    for (const Isa isa : host_isas())
        for (const int threads : {1, 3})
            for (const Shape& shape : shapes) check_products(shape, dense_context(isa, threads), 11);
}

TEST_CASE("random shapes and blocks") {
    std::mt19937 random(12);
    for (int i = 0; i < 120; ++i) {
        const auto up_to = [&random](unsigned most) { return static_cast<std::int64_t>(1 + random() % most); };
        const Isa isa = host_isas()[random() % host_isas().size()];
        check_products({up_to(12), up_to(40), up_to(140), i % 2 == 0 ? up_to(40) : up_to(1024)}, dense_context(isa),
                       random());
    }
}

TEST_CASE("\"Refused, not clamped or silently absorbed\": codes off the grid") {
    for (const Isa isa : host_isas())
        for (const int threads : {1, 3}) {
            DenseContext& context = dense_context(isa, threads);
            const Values x(64, 1.0), scales(64, 1.0);
            for (const std::size_t place : {std::size_t{0}, std::size_t{1}, std::size_t{2048}, std::size_t{4095}})
                for (const int bad : {16, 17, 127, -1, -128}) {
                    Codes codes(4096, 3);
                    codes[place] = static_cast<std::int8_t>(bad);
                    check_refused(gemv_nf4_flat(codes, scales, x, 64, 64, 64, context), GEMM_ERR_CODE_OUT_OF_RANGE);
                    check_refused(gemm_nf4_flat(codes, scales, x, 64, 1, 64, 64, context), GEMM_ERR_CODE_OUT_OF_RANGE);
                    CHECK(quantized_gemv_golden_delta(codes, scales, x, 64, 64, 64, context).status ==
                          GEMM_ERR_CODE_OUT_OF_RANGE);
                }
            for (const int bad : {8, 127, -9, -128}) {
                Codes codes(4096, -8);
                codes[1000] = static_cast<std::int8_t>(bad);
                check_refused(gemv_int_flat(codes, scales, x, 64, 64, 64, 4, context), GEMM_ERR_CODE_OUT_OF_RANGE);
                CHECK(gemv_int_flat(codes, scales, x, 64, 64, 64, 8, context).status == GEMM_OK);
            }
        }
}

TEST_CASE("every other refusal has its own status, before any read") {
    const Codes eight(8, 1);
    const std::vector<std::uint8_t> four_bytes(4, 0x11);
    const Values x4(4, 1.0), x8(8, 1.0), s4(4, 1.0), s3(3, 1.0), s5(5, 1.0), five(5, 5.0);
    struct Call {
        std::int64_t m, n, k, block;
        int bits = 4;
    };
    const auto all = [&](const Call& c, std::int32_t status, const Values& scales, std::int64_t drop = 0,
                         std::size_t drop_x = 0, const GemmCeilings& ceilings = {}) {
        DenseContext& context = DenseContext::shared();
        const std::span codes(eight.data(), eight.size() - static_cast<std::size_t>(drop));
        const std::span packed(four_bytes.data(), four_bytes.size() - static_cast<std::size_t>((drop + 1) / 2));
        const std::span x(x4.data(), x4.size() - drop_x), xm(x8.data(), x8.size() - drop_x);
        check_refused(gemv_nf4_flat(codes, scales, x, c.m, c.k, c.block, context, ceilings), status);
        const ReferenceDelta delta =
            quantized_gemv_golden_delta(codes, scales, x, c.m, c.k, c.block, context, ceilings);
        CHECK(delta.status == status);
        CHECK_FALSE(delta.within_tolerance);
        check_refused(gemv_nf4_packed(packed, scales, x, c.m, c.k, c.block, context, ceilings), status);
        check_refused(gemv_int_flat(codes, scales, x, c.m, c.k, c.block, c.bits, context, ceilings), status);
        check_refused(gemv_int4_packed(packed, scales, x, c.m, c.k, c.block, context, ceilings), status);
        check_refused(gemm_nf4_flat(codes, scales, xm, c.m, c.n, c.k, c.block, context, ceilings), status);
        check_refused(gemm_nf4_packed(packed, scales, xm, c.m, c.n, c.k, c.block, context, ceilings), status);
    };
    CHECK(gemv_nf4_flat(eight, s4, x4, 2, 4, 2).status == GEMM_OK);
    for (const std::int64_t empty : {std::int64_t{0}, std::int64_t{-1}, INT64_MIN}) {
        all({empty, 2, 4, 2}, GEMM_ERR_EMPTY_DIM, s4);
        all({2, 2, empty, 2}, GEMM_ERR_EMPTY_DIM, s4);
        all({2, 2, 4, empty}, GEMM_ERR_EMPTY_DIM, s4);
        check_refused(gemm_nf4_flat(eight, s4, x8, 2, empty, 4, 2), GEMM_ERR_EMPTY_DIM);
        CHECK(qgemm_block_ok(empty) == GEMM_ERR_BLOCK_SIZE);
    }
    all({2, 2, 4, 1025}, GEMM_ERR_BLOCK_SIZE, s4);
    all({2, 2, 4, INT64_MAX}, GEMM_ERR_BLOCK_SIZE, s4);
    CHECK(qgemm_block_ok(1024) == GEMM_OK);
    CHECK(gemv_nf4_flat(eight, Values{1}, x4, 2, 4, 1024).status == GEMM_OK);
    all({2, 2, 4, 2}, GEMM_ERR_SCALE_LENGTH, s3);
    all({2, 2, 4, 2}, GEMM_ERR_SCALE_LENGTH, s5);
    all({2, 2, 4, 2}, GEMM_ERR_SCALE_LENGTH, {});
    all({2, 2, 4, 2}, GEMM_ERR_A_LENGTH, s4, 1);
    all({2, 2, 4, 2}, GEMM_ERR_A_LENGTH, s4, 0, 1);
    all({1, 2, 4, 2}, GEMM_ERR_A_LENGTH, s4);                                   // codes longer than their shape
    check_refused(gemv_nf4_flat(eight, s4, five, 2, 4, 2), GEMM_ERR_A_LENGTH);  // x longer than its shape
    check_refused(gemv_nf4_packed(four_bytes, s4, five, 2, 4, 2), GEMM_ERR_A_LENGTH);
    check_refused(gemv_int_flat(eight, s4, five, 2, 4, 2, 8), GEMM_ERR_A_LENGTH);
    check_refused(gemm_nf4_flat(eight, s4, five, 2, 1, 4, 2), GEMM_ERR_A_LENGTH);
    all({2, 2, 4, 2}, GEMM_ERR_WORK_BUDGET, s4, 0, 0, {GEMM_MAX_DIM_ELEMS, 7});
    all({2, 2, 4, 2}, GEMM_ERR_DIM_ELEMS, s4, 0, 0, {7, 1000});
    all({3, 6148914691236517206, 6148914691236517206, 2}, GEMM_ERR_DIM_ELEMS, s4);  // the wrapping multiply
    for (const int bits : {0, 2, 5, 16, -4}) check_refused(gemv_int_flat(eight, s4, x4, 2, 4, 2, bits), GEMM_ERR_BITS);
    // The malformed call of the document's harness: five elements everywhere and 5 for every dimension.
    const Codes codes5(5, 5);
    check_refused(gemv_nf4_flat(codes5, five, five, 5, 5, 5), GEMM_ERR_A_LENGTH);
    check_refused(gemm_nf4_flat(codes5, five, five, 5, 5, 5, 5), GEMM_ERR_A_LENGTH);
    check_refused(gemv_int_flat(codes5, five, five, 5, 5, 5, 4), GEMM_ERR_A_LENGTH);
    check_refused(gemv_int_flat(codes5, five, five, 5, 5, 5, 5), GEMM_ERR_BITS);
}
