// No dense copy of a block-quantized weight is ever made: what the process's resident set grows by while it multiplies.
#include <doctest/doctest.h>

#include <cstdint>
#include <random>
#include <vector>

#include "runtime/dense/blockwise_flat.hpp"
#include "runtime/system/resident_memory.hpp"
#include "tests/support/dense_case.hpp"
#include "tests/support/host_isas.hpp"

using namespace quern;
using namespace quern::test;

namespace {

constexpr std::int64_t side = 4096, block = 64, columns = 8;
constexpr std::size_t mebibyte = 1 << 20, dense_bytes = side * side * sizeof(double), small = 12 * mebibyte;

/// The resident set's peak after `run` over the resident set before: what went before may only make it larger.
template <class Run>
std::size_t growth_during(const Run& run) {
    const std::size_t before = resident_bytes();
    REQUIRE(before > 0);
    run();
    return peak_resident_bytes() - before;
}

}  // namespace

TEST_CASE("products of a packed 4096 x 4096 weight take far less memory than the weight made dense") {
    std::vector<std::uint8_t> codes(side * side / 2);  // every half byte is a code
    std::mt19937 random(1);
    for (std::uint8_t& code : codes) code = static_cast<std::uint8_t>(random());
    const std::vector<double> scales = random_elements<double>(side * side / block, 2);
    const std::vector<double> x = random_elements<double>(side * columns, 3);
    const std::span<const double> column(x.data(), side);
    // "A 4096x4096 NF4 weight is 8 MB packed and 128 MB as Float64."
    REQUIRE(codes.size() == 8 * mebibyte);
    REQUIRE(dense_bytes == 128 * mebibyte);
    for (const Isa isa : host_isas())
        for (const int threads : {1, 3}) {
            DenseContext& context = dense_context(isa, threads);
            const std::size_t growth = growth_during([&] {
                REQUIRE(gemv_nf4_packed(codes, scales, column, side, side, block, context).status == GEMM_OK);
                REQUIRE(gemv_int4_packed(codes, scales, column, side, side, block, context).status == GEMM_OK);
                REQUIRE(gemm_nf4_packed(codes, scales, x, side, columns, side, block, context).status == GEMM_OK);
            });
            CHECK(growth < small);
        }
    // Nor one of f32, or of a byte a code: the measure sees them.
    for (const std::size_t copy_bytes : {dense_bytes / 8, dense_bytes / 2, dense_bytes}) {
        const std::size_t growth = growth_during([copy_bytes] {
            const std::vector<std::uint8_t> copy(copy_bytes, 1);
            const volatile std::uint8_t last = copy.back();
            CHECK(last == 1);
        });
        CHECK(growth >= small);
        CHECK(growth < copy_bytes + 64 * mebibyte);
    }
}
