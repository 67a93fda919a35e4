// f32 weights packed ahead: products of every shape and range of rows, operands flush against inaccessible pages, one
// packed form and the same bits on every ISA.
#include <doctest/doctest.h>

#include <algorithm>
#include <random>
#include <vector>

#include "runtime/dense/gemm.hpp"
#include "runtime/dense/packed_weight.hpp"
#include "tests/support/dense_case.hpp"
#include "tests/support/guarded_buffer.hpp"
#include "tests/support/host_isas.hpp"

using namespace quern;
using namespace quern::test;

namespace {

GuardedBuffer packed_in_ranges(const PackedWeightLayout& layout, const std::vector<float>& w, std::int64_t piece,
                               Guard guard) {
    GuardedBuffer packed(layout.bytes(), 64, guard);
    for (std::int64_t end = layout.rows; end > 0; end -= std::min(end, piece)) {
        const std::int64_t begin = std::max<std::int64_t>(0, end - piece);
        pack_weight_rows(layout, w.data() + begin * layout.columns, begin, end - begin, packed.as<float>().data());
    }
    return packed;
}

/// Rows [first, first + count), y guarded too. "" where right.
std::string multiply(const PackedWeightLayout& layout, GuardedBuffer& packed, const std::vector<float>& x,
                     const std::vector<float>& wanted, std::int64_t first, std::int64_t count, Isa isa, int threads,
                     Guard guard) {
    const std::int64_t tokens = std::ssize(x) / layout.columns;
    GuardedBuffer gx(x.size() * sizeof(float), sizeof(float), guard);
    std::copy(x.begin(), x.end(), gx.as<float>().begin());
    gx.make_read_only();
    const std::int64_t y_stride = count + 3;
    GuardedBuffer y(static_cast<std::size_t>((tokens - 1) * y_stride + count) * sizeof(float), sizeof(float), guard);
    std::ranges::fill(y.as<float>(), -77.0F);
    const PackedWeightProduct product(layout, tokens, dense_context(isa, 1).kernels());
    GuardedBuffer scratch(product.scratch_bytes(), 64, guard);
    const PackedWeightCall call{packed.as<float>().data(), first,   count, gx.as<float>().data(), layout.columns,
                                y.as<float>().data(),      y_stride};
    for (std::int64_t item = product.items(call, threads); item-- > 0;)
        product.run_item(call, threads, item, scratch.as<float>().data());
    if (!y.check_canaries() || !scratch.check_canaries() || !packed.check_canaries()) return "a canary changed";
    for (std::int64_t i = 0; i < std::ssize(y.as<float>()); ++i) {
        const std::int64_t t = i / y_stride, j = i % y_stride;
        const float is = y.as<float>()[static_cast<std::size_t>(i)];
        const float should = j < count ? wanted[static_cast<std::size_t>(t * layout.rows + first + j)] : -77.0F;
        if (is != should) return "y[" + std::to_string(t) + "][" + std::to_string(j) + "] = " + std::to_string(is);
    }
    return "";
}

}  // namespace

TEST_CASE("random shapes and ranges of rows have the bits of gemm()") {
    std::mt19937_64 random(5);
    const auto up_to = [&random](unsigned most) { return static_cast<std::int64_t>(1 + random() % most); };
    for (int turn = 0; turn < 80; ++turn) {
        const PackedWeightLayout layout{turn % 5 == 0 ? 100 + up_to(400) : up_to(60),
                                        turn % 4 == 0 ? 500 + up_to(2000) : up_to(70)};
        const std::int64_t tokens = up_to(turn % 2 != 0 ? 60 : 4),
                           first = up_to(static_cast<unsigned>(layout.rows)) - 1,
                           count = up_to(static_cast<unsigned>(layout.rows - first));
        CAPTURE(layout.rows);
        CAPTURE(layout.columns);
        CAPTURE(tokens);
        CAPTURE(first);
        CAPTURE(count);
        const std::vector<float> w = random_elements<float>(layout.rows * layout.columns, 1);
        const std::vector<float> x = random_elements<float>(tokens * layout.columns, 2);
        const Guard guard = turn % 2 == 0 ? Guard::before : Guard::after;
        GuardedBuffer packed = packed_in_ranges(layout, w, up_to(40), guard);
        GuardedBuffer at_once = packed_in_ranges(layout, w, layout.rows, guard);
        CHECK(std::ranges::equal(packed.as<float>(), at_once.as<float>()));
        std::vector<float> wanted(static_cast<std::size_t>(tokens * layout.rows));
        for (const Isa isa : host_isas()) {
            CAPTURE(isa_traits(isa).name);
            const GemmReport report =
                gemm<float>(tokens, layout.rows, layout.columns, 1, {x}, {w, MatrixLayout::column_major}, 0,
                            {std::span<float>(wanted)}, dense_context(isa, 1));
            CHECK(report.status == GEMM_OK);
            for (const int threads : {1, 5}) {
                CHECK(multiply(layout, packed, x, wanted, 0, layout.rows, isa, threads, guard) == "");
                CHECK(multiply(layout, packed, x, wanted, first, count, isa, threads, guard) == "");
            }
        }
    }
}

TEST_CASE("a kernel of just a plan is shared by its plan, and of the cache's ISA") {
    KernelCache cache(host_machine(host_isas().front()), Tuning{}, KernelCache::Limits{});
    const GemmPlan ahead = PackedWeightLayout{100, 64}.plan(3, cache.machine());
    const auto kernel = cache.get(ahead);
    CHECK(cache.get(ahead) == kernel);
    CHECK(cache.get(ahead.spec) != kernel);
    CHECK(cache.statistics().misses == 2);
    GemmPlan other = ahead;
    other.machine.isa = ahead.machine.isa == Isa::avx2 ? Isa::avx512_vnni : Isa::avx2;
    CHECK_THROWS_AS(cache.get(other), Error);
}
