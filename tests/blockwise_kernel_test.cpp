// The generated block-quantized kernels by themselves: every operand flush against inaccessible pages, before in one
// run and after in another, over random shapes, blocks and grids that straddle each other in every way.
#include <doctest/doctest.h>

#include <cstring>
#include <random>
#include <vector>

#include "gen/blockwise_plan.hpp"
#include "gen/error.hpp"
#include "jit_x86/kernel.hpp"
#include "runtime/dense/blockwise_driver.hpp"
#include "runtime/dense/pack_panels.hpp"
#include "runtime/system/thread_pool.hpp"
#include "tests/support/dense_case.hpp"
#include "tests/support/guarded_buffer.hpp"
#include "tests/support/host_isas.hpp"

using namespace quern;
using namespace quern::test;

namespace {

template <class T>
GuardedBuffer guarded(const std::vector<T>& elements, Guard guard) {
    GuardedBuffer buffer(elements.size() * sizeof(T), sizeof(T), guard);
    std::memcpy(buffer.data(), elements.data(), elements.size() * sizeof(T));
    buffer.make_read_only();
    return buffer;
}

/// W is m x k.
KernelSpec product(Op op, int bits, bool byte_codes, std::int64_t m, std::int64_t n, std::int64_t k,
                   std::int64_t block) {
    return op == Op::nf4_gemm ? blockwise_spec(op, m, n, k, block, bits, byte_codes)
                              : blockwise_spec(op, m, k, 0, block, bits, byte_codes);
}

/// W of m x k times a vector or a k x n matrix; "" where it agrees with the oracle and nothing else was touched.
std::string run(const KernelSpec& spec, Isa isa, Guard guard, std::uint64_t seed) {
    const MachineTraits machine = host_machine(isa);
    const BlockwisePlan plan = plan_blockwise(spec, machine);
    const Kernel kernel = compile(spec, machine);
    const bool gemm = spec.op == Op::nf4_gemm;
    const std::int64_t m = spec.m, n = gemm ? spec.n : 1, k = plan.columns();
    std::mt19937_64 random(seed);
    const CodeGrid grid = plan.grid();
    const int lowest = grid == CodeGrid::nf4 ? 0 : grid == CodeGrid::int4 ? -8 : -128;
    std::vector<std::int8_t> codes;
    for (std::int64_t i = 0; i < m * k; ++i)
        codes.push_back(
            static_cast<std::int8_t>(lowest + static_cast<int>(random() % (grid == CodeGrid::int8 ? 256U : 16U))));
    const std::vector<double> scales = random_elements<double>(scale_count(m * k, spec.block), seed + 1);
    const std::vector<double> x = random_elements<double>(k * n, seed + 2);
    const GuardedBuffer guarded_codes = plan.packed() ? guarded(pack_codes(codes), guard) : guarded(codes, guard);
    const GuardedBuffer guarded_scales = guarded(scales, guard), guarded_x = guarded(x, guard);
    GuardedBuffer y(static_cast<std::size_t>(m * n) * sizeof(double), sizeof(double), guard);
    const BlockwiseWeight weight{guarded_codes.data(), guarded_scales.as<double>().data()};
    bool canaries = true;
    if (gemm) {
        const std::int64_t tile = plan.tile_columns();
        const std::int64_t tail = (plan.tail_columns() + plan.lanes() - 1) / plan.lanes() * plan.lanes();
        GuardedBuffer panels(static_cast<std::size_t>(k * (n / tile * tile + tail)) * sizeof(double), sizeof(double),
                             guard);
        pack_b_rows<double>({x.data(), n, 1}, {k, n, tile, tail}, 0, k, panels.as<double>().data());
        panels.make_read_only();
        BlockwiseCall call{};
        call.codes = weight.codes;
        call.scales = weight.scales;
        call.left_in_block = spec.block;
        call.x = panels.as<double>().data();
        call.y = y.as<double>().data();
        call.y_row_bytes = n * 8;
        call.rows = m;
        call.panels = n / tile;
        kernel(call);
        canaries = panels.check_canaries();
    } else {
        ThreadPool pool(1);
        if (run_blockwise_gemv(plan, kernel, weight, guarded_x.as<double>().data(), y.as<double>().data(), pool) !=
            GEMM_OK)
            return "refused";
    }
    if (!canaries || !y.check_canaries() || !guarded_codes.check_canaries()) return "a canary changed";
    return first_difference<double>(
        y.as<double>(), dense_reference<double>(dequantize_blocks(codes, scales, spec.block, grid), x, m, n, k));
}

}  // namespace

TEST_CASE("operands flush against inaccessible pages, runs regular and irregular, every tail of m, n and k") {
    std::mt19937_64 random(1);
    const auto up_to = [&random](unsigned most) { return static_cast<std::int64_t>(1 + random() % most); };
    for (const Isa isa : host_isas())
        for (int turn = 0; turn < 200; ++turn) {
            const bool regular = turn % 2 == 1;
            const std::int64_t block = regular ? 8 * up_to(12) : up_to(turn % 3 != 0 ? 40 : 1024);
            const std::int64_t m = up_to(10), n = up_to(70), k = regular ? block * up_to(5) : up_to(150);
            const Guard guard = turn % 4 < 2 ? Guard::before : Guard::after;
            CAPTURE(isa_traits(isa).name);
            CAPTURE(m);
            CAPTURE(n);
            CAPTURE(k);
            CAPTURE(block);
            for (const bool bytes : {false, true}) {
                CAPTURE(bytes);
                const std::uint64_t seed = random();
                REQUIRE(run(product(Op::nf4_gemv, 0, bytes, m, n, k, block), isa, guard, seed) == "");
                REQUIRE(run(product(Op::nf4_gemm, 0, bytes, m, n, k, block), isa, guard, seed) == "");
                REQUIRE(run(product(Op::int_gemv, 4, bytes, m, n, k, block), isa, guard, seed) == "");
            }
            REQUIRE(run(product(Op::int_gemv, 8, true, m, n, k, block), isa, guard, random()) == "");
        }
}
