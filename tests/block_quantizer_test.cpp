// quantize_nf4 and quantize_int: each code the nearest level, scales of the flattened order, and what the products of a
// quantized weight then differ from the dense one's by.
#include "gen/block_quantizer.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>
#include <vector>

#include "gen/codebook.hpp"
#include "runtime/dense/blockwise_flat.hpp"
#include "tests/support/dense_case.hpp"
#include "tests/support/host_isas.hpp"

using namespace quern;
using namespace quern::test;

namespace {

using Values = std::vector<double>;

constexpr CodeGrid grids[] = {CodeGrid::nf4, CodeGrid::int4, CodeGrid::int8};

BlockQuantized quantized(const Values& elements, std::int64_t block, CodeGrid grid) {
    if (grid == CodeGrid::nf4) return quantize_nf4(elements, block);
    return quantize_int(elements, block, grid == CodeGrid::int4 ? 4 : 8);
}

/// What stands for a block's largest magnitude.
double largest_level(CodeGrid grid) {
    return grid == CodeGrid::nf4 ? 1 : grid == CodeGrid::int4 ? 7 : 127;
}

/// The symmetric grid in multiples of the scale.
Values levels_of(CodeGrid grid) {
    if (grid == CodeGrid::nf4) return {nf4_levels.begin(), nf4_levels.end()};
    Values levels;
    for (double level = -largest_level(grid); level <= largest_level(grid); ++level) levels.push_back(level);
    return levels;
}

/// The furthest an element can lie from its nearest level, in multiples of the scale.
double half_widest_gap(CodeGrid grid) {
    const Values levels = levels_of(grid);
    double widest = 0;
    for (std::size_t i = 1; i < levels.size(); ++i) widest = std::max(widest, levels[i] - levels[i - 1]);
    return widest / 2;
}

/// "" where every scale is its block's and every code its element's nearest level.
std::string find_fault(const Values& elements, std::int64_t block, CodeGrid grid, const BlockQuantized& q) {
    if (q.status != GEMM_OK) return "status " + std::to_string(q.status);
    if (q.codes.size() != elements.size()) return "codes";
    if (std::ssize(q.scales) != scale_count(std::ssize(elements), block)) return "scales";
    const Values levels = levels_of(grid), values = dequantize_blocks(q.codes, q.scales, block, grid);
    constexpr double epsilon = std::numeric_limits<double>::epsilon();
    for (std::size_t i = 0; i < elements.size(); ++i) {
        const std::size_t own = i / static_cast<std::size_t>(block), begin = own * static_cast<std::size_t>(block);
        double magnitude = 0;
        for (std::size_t j = begin; j < std::min(begin + static_cast<std::size_t>(block), elements.size()); ++j)
            magnitude = std::max(magnitude, std::abs(elements[j]));
        const double scale = q.scales[own];
        if (std::abs(scale * largest_level(grid) - magnitude) > epsilon * magnitude)
            return "the scale of block " + std::to_string(own);
        if (!on_grid(q.codes[i], grid)) return "a code off the grid at " + std::to_string(i);
        double nearest = std::numeric_limits<double>::infinity();
        for (const double level : levels) nearest = std::min(nearest, std::abs(elements[i] - level * scale));
        if (std::abs(elements[i] - values[i]) > nearest + 4 * epsilon * magnitude)
            return "a nearer level at " + std::to_string(i);
    }
    return "";
}

/// Elements of many magnitudes, so that blocks differ in scale.
Values random_weight(std::int64_t count, std::uint64_t seed) {
    Values elements = random_elements<double>(count, seed);
    std::mt19937_64 random(seed + 1);
    for (double& element : elements) element *= std::exp2(static_cast<int>(random() % 8));
    return elements;
}

double norm(const Values& values) {
    double sum = 0;
    for (const double value : values) sum += value * value;
    return std::sqrt(sum);
}

/// The codes of a grid times x: flat, and packed where there is a packed form.
std::vector<Values> products_of(const BlockQuantized& w, CodeGrid grid, const Values& x, std::int64_t m, std::int64_t n,
                                std::int64_t block, DenseContext& context) {
    const auto packed = pack_codes(w.codes);
    if (grid == CodeGrid::nf4)
        return {gemv_nf4_flat(w.codes, w.scales, x, m, n, block, context).y,
                gemv_nf4_packed(packed, w.scales, x, m, n, block, context).y};
    if (grid == CodeGrid::int8) return {gemv_int_flat(w.codes, w.scales, x, m, n, block, 8, context).y};
    return {gemv_int_flat(w.codes, w.scales, x, m, n, block, 4, context).y,
            gemv_int4_packed(packed, w.scales, x, m, n, block, context).y};
}

}  // namespace

TEST_CASE("every code is its element's nearest level, every scale its own block's, over random lengths and blocks") {
    std::mt19937_64 random(1);
    for (int turn = 0; turn < 300; ++turn)
        for (const CodeGrid grid : grids) {
            const auto length = static_cast<std::int64_t>(1 + random() % 700);
            const auto block = static_cast<std::int64_t>(1 + random() % (turn % 2 == 0 ? 64U : 1024U));
            const Values elements = random_weight(length, random());
            CAPTURE(length);
            CAPTURE(block);
            REQUIRE(find_fault(elements, block, grid, quantized(elements, block, grid)) == "");
        }
}

TEST_CASE("a code one off, and a scale of the next block, are found") {
    const Values elements = random_weight(256, 2);
    for (const CodeGrid grid : grids) {
        const BlockQuantized good = quantized(elements, 32, grid);
        BlockQuantized bad = good;
        bad.codes[100] = static_cast<std::int8_t>(bad.codes[100] + (bad.codes[100] > 0 ? -1 : 1));
        CHECK(find_fault(elements, 32, grid, bad) != "");
        bad = good;
        std::rotate(bad.scales.begin(), bad.scales.begin() + 1, bad.scales.end());
        CHECK(find_fault(elements, 32, grid, bad) != "");
    }
}

TEST_CASE("quantizing what the codes stand for gives the codes again") {
    for (const CodeGrid grid : grids)
        for (const std::int64_t block : {1, 7, 64, 1024}) {
            const BlockQuantized once = quantized(random_weight(1500, 3), block, grid);
            const BlockQuantized twice =
                quantized(dequantize_blocks(once.codes, once.scales, block, grid), block, grid);
            CHECK(twice.codes == once.codes);
            for (std::size_t i = 0; i < once.scales.size(); ++i)
                CHECK(twice.scales[i] == doctest::Approx(once.scales[i]).epsilon(1e-14));
        }
}

TEST_CASE("levels, zeros and extremes come back exactly") {
    const Values levels(nf4_levels.begin(), nf4_levels.end());
    const BlockQuantized nf4 = quantize_nf4(levels, 16);
    CHECK(dequantize_blocks(nf4.codes, nf4.scales, 16, CodeGrid::nf4) == levels);
    const Values integers{-7, -6, -1, 0, 1, 5, 7, 3};
    const BlockQuantized int4 = quantize_int(integers, 8, 4);
    CHECK(int4.scales == Values{1});
    CHECK(dequantize_blocks(int4.codes, int4.scales, 8, CodeGrid::int4) == integers);
    const Values zeros(10, 0.0);
    for (const CodeGrid grid : grids) {
        const BlockQuantized q = quantized(zeros, 4, grid);
        CHECK(q.scales == Values(3, 0.0));
        CHECK(dequantize_blocks(q.codes, q.scales, 4, grid) == zeros);
        // Neither the largest numbers overflow nor the smallest leave the grid.
        for (const double extreme : {std::numeric_limits<double>::max(), std::numeric_limits<double>::denorm_min()}) {
            const BlockQuantized of_extreme = quantized({extreme, -extreme, 0}, 3, grid);
            REQUIRE(of_extreme.status == GEMM_OK);
            for (const std::int8_t code : of_extreme.codes) CHECK(on_grid(code, grid));
        }
    }
}

TEST_CASE("what cannot be quantized is refused, and nothing returned") {
    const auto refused = [](const BlockQuantized& q, std::int32_t status) {
        CHECK(q.status == status);
        CHECK(q.codes.empty());
        CHECK(q.scales.empty());
    };
    const Values four(4, 1.0);
    for (const CodeGrid grid : grids) {
        refused(quantized({}, 4, grid), GEMM_ERR_EMPTY_DIM);
        for (const std::int64_t block : {std::int64_t{0}, std::int64_t{-1}, std::int64_t{1025}, INT64_MIN, INT64_MAX})
            refused(quantized(four, block, grid), GEMM_ERR_BLOCK_SIZE);
        for (const double bad : {std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity(),
                                 -std::numeric_limits<double>::infinity()})
            refused(quantized({1, 2, bad}, 2, grid), GEMM_ERR_SCALAR);
    }
    for (const int bits : {0, -4, 3, 5, 16}) refused(quantize_int(four, 4, bits), GEMM_ERR_BITS);
}

TEST_CASE("the product of a quantized weight is the dense one's, within what its levels allow") {
    std::mt19937_64 random(4);
    for (const Isa isa : host_isas())
        for (int turn = 0; turn < 40; ++turn)
            for (const CodeGrid grid : grids) {
                const auto m = static_cast<std::int64_t>(1 + random() % 20);
                const auto n = static_cast<std::int64_t>(1 + random() % 300);
                const auto block = static_cast<std::int64_t>(1 + random() % (turn % 2 == 0 ? 32U : 1024U));
                CAPTURE(m);
                CAPTURE(n);
                CAPTURE(block);
                const Values dense = random_weight(m * n, random()), x = random_elements<double>(n, random());
                const BlockQuantized w = quantized(dense, block, grid);
                REQUIRE(w.status == GEMM_OK);
                const DenseReference product = dense_reference<double>(dense, x, m, 1, n);
                Values allowed;
                for (std::int64_t row = 0; row < m; ++row) {
                    double sum = 2 * dense_tolerance<double>(product.magnitude[static_cast<std::size_t>(row)]);
                    for (std::int64_t j = 0; j < n; ++j)
                        sum += std::abs(x[static_cast<std::size_t>(j)]) * half_widest_gap(grid) *
                               w.scales[static_cast<std::size_t>((row * n + j) / block)] * (1 + 1e-12);
                    allowed.push_back(sum);
                }
                for (const Values& y : products_of(w, grid, x, m, n, block, dense_context(isa))) {
                    REQUIRE(std::ssize(y) == m);
                    for (std::size_t row = 0; row < y.size(); ++row)
                        REQUIRE(std::abs(y[row] - product.c[row]) <= allowed[row]);
                }
            }
}

TEST_CASE("int8 keeps two digits and a half of a product, 4 bits one") {
    constexpr std::int64_t m = 256, n = 512;
    const Values dense = random_elements<double>(m * n, 5), x = random_elements<double>(n, 6);
    const DenseReference product = dense_reference<double>(dense, x, m, 1, n);
    for (const CodeGrid grid : grids) {
        for (const Values& y : products_of(quantized(dense, 64, grid), grid, x, m, n, 64, DenseContext::shared())) {
            REQUIRE(std::ssize(y) == m);
            Values difference;
            for (std::size_t i = 0; i < y.size(); ++i) difference.push_back(y[i] - product.c[i]);
            const double error = norm(difference) / norm(product.c);
            CHECK(error < (grid == CodeGrid::int8 ? 0.006 : 0.1));
            CHECK(error > (grid == CodeGrid::int8 ? 0.002 : 0.03));
        }
    }
}
