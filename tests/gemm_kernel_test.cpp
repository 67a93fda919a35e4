// The generated gemm kernels by themselves: every tail of m, n and k of every tile, packed operands included flush
// against inaccessible pages.
#include <doctest/doctest.h>

#include <cstring>
#include <random>

#include "gen/error.hpp"
#include "gen/gemm_plan.hpp"
#include "jit_x86/kernel.hpp"
#include "runtime/dense/pack_panels.hpp"
#include "tests/support/dense_case.hpp"
#include "tests/support/guarded_buffer.hpp"
#include "tests/support/host_isas.hpp"

using namespace quern;
using namespace quern::test;

namespace {

KernelSpec gemm_spec(ElementType type, std::int64_t m, std::int64_t n, std::int64_t k) {
    KernelSpec spec;
    spec.name = "test";
    spec.op = Op::gemm;
    spec.type = type;
    spec.m = m;
    spec.n = n;
    spec.k = k;
    return spec;
}

/// One panel of A (m rows at most a tile's) times one packed block of B.
template <class T>
std::string run_panel(const GemmPlan& plan, const Kernel& kernel, std::int64_t k, Guard guard, double alpha,
                      double beta) {
    const std::int64_t m = plan.spec.m, n = plan.spec.n;
    const std::vector<T> a = random_elements<T>(m * k, 1), b = random_elements<T>(k * n, 2);
    const std::vector<T> prior = random_elements<T>(m * n, 3);
    const std::int64_t a_stride = plan.a_panel == APanel::in_place ? k + 1 : k;
    std::vector<T> a_lines(static_cast<std::size_t>((m - 1) * a_stride + k), T{77});
    for (std::int64_t i = 0; i < m; ++i) std::copy_n(a.begin() + i * k, k, a_lines.begin() + i * a_stride);
    // packed_rows keeps whole runs of depth_unroll: nothing past the last element is read.
    const std::int64_t whole = k / depth_unroll * depth_unroll;
    std::int64_t a_elements = m * k;
    if (plan.a_panel == APanel::packed_rows && k > whole) a_elements = m * whole + (m - 1) * depth_unroll + k - whole;
    if (plan.a_panel == APanel::in_place) a_elements = std::ssize(a_lines);
    GuardedBuffer ga(static_cast<std::size_t>(a_elements) * sizeof(T), sizeof(T), guard);
    if (plan.a_panel == APanel::in_place) {
        std::copy(a_lines.begin(), a_lines.end(), ga.as<T>().begin());
    } else if (plan.a_panel == APanel::packed_rows) {
        pack_a_panel<T>({a.data(), k, 1}, static_cast<int>(m), k, plan.a_panel, ga.as<T>().data());
    } else {
        std::vector<T> columns(a.size());
        for (std::int64_t i = 0; i < m; ++i)
            for (std::int64_t j = 0; j < k; ++j)
                columns[static_cast<std::size_t>(j * m + i)] = a[static_cast<std::size_t>(i * k + j)];
        pack_a_panel<T>({columns.data(), 1, m}, static_cast<int>(m), k, plan.a_panel, ga.as<T>().data());
    }
    GuardedBuffer gb(static_cast<std::size_t>(k * plan.packed_columns(n)) * sizeof(T), sizeof(T), guard);
    pack_b_rows<T>({b.data(), n, 1}, {k, n, plan.tile_columns(), plan.packed_columns(n % plan.tile_columns())}, 0, k,
                   gb.as<T>().data());
    const std::int64_t stride = n + 2;
    GuardedBuffer gc(static_cast<std::size_t>((m - 1) * stride + n) * sizeof(T), sizeof(T), guard);
    std::fill(gc.as<T>().begin(), gc.as<T>().end(), T{55});
    for (std::int64_t i = 0; i < m; ++i) std::copy_n(prior.begin() + i * n, n, gc.as<T>().begin() + i * stride);
    ga.make_read_only();
    gb.make_read_only();

    GemmCall call{};
    call.a = ga.data();
    call.a_row_bytes = a_stride * static_cast<std::int64_t>(sizeof(T));
    call.b = gb.data();
    call.c = gc.data();
    call.c_row_bytes = stride * static_cast<std::int64_t>(sizeof(T));
    call.rows = m;
    call.depth = k;
    call.panels = n / plan.tile_columns();
    call.tail_panel = plan.tail_columns() > 0 ? 1 : 0;
    call.alpha = alpha;
    call.beta = beta;
    call.next_a = ga.data();
    kernel(call);

    std::vector<T> c;
    for (std::int64_t i = 0; i < m; ++i)
        for (std::int64_t j = 0; j < stride; ++j) {
            if (i == m - 1 && j >= n) break;
            const T value = gc.as<T>()[static_cast<std::size_t>(i * stride + j)];
            if (j < n)
                c.push_back(value);
            else if (value != T{55})
                return "stored past n in row " + std::to_string(i);
        }
    if (!ga.check_canaries() || !gb.check_canaries() || !gc.check_canaries()) return "a canary changed";
    return first_difference<T>(c, dense_reference<T>(a, b, m, n, k), alpha, beta, prior);
}

}  // namespace

TEST_CASE_TEMPLATE("every tail of m, n and k of every tile", T, double, float) {
    std::mt19937 random(21);
    constexpr double scalars[] = {1, 0, -2, 0.75};
    for (const Isa isa : host_isas()) {
        const MachineTraits machine = host_machine(isa);
        for (const GemmTile& tile : gemm_tile_candidates(isa)) {
            int turn = 0;
            const int lanes = isa_traits(isa).vector_bytes / element_bytes(element_type_of<T>());
            for (int m = 1; m <= tile.rows; ++m)
                for (int n = 1; n <= tile.vectors * lanes + 1; ++n, ++turn) {
                    KernelSpec spec = gemm_spec(element_type_of<T>(), m, n, 20);
                    auto a_panel = static_cast<APanel>(turn % 3);
                    if (a_panel == APanel::in_place && tile.rows > 9) a_panel = APanel::packed_rows;
                    if (a_panel == APanel::packed_columns) spec.a_layout = MatrixLayout::column_major;
                    const GemmPlan plan =
                        plan_gemm(spec, machine, {tile, a_panel, tile.vectors * lanes * std::int64_t{2}});
                    const Kernel kernel = compile(plan);
                    const std::int64_t k = 1 + turn % 20;
                    CAPTURE(isa_traits(isa).name);
                    CAPTURE(tile.rows);
                    CAPTURE(tile.vectors);
                    CAPTURE(m);
                    CAPTURE(n);
                    CAPTURE(k);
                    REQUIRE(run_panel<T>(plan, kernel, k, turn % 2 ? Guard::before : Guard::after,
                                         scalars[random() % 4], scalars[random() % 4]) == "");
                }
        }
    }
}

TEST_CASE("plans refuse what does not suit") {
    MachineTraits machine;
    machine.isa = Isa::avx2;
    KernelSpec spec = gemm_spec(ElementType::f64, 100, 100, 100);
    CHECK_THROWS_WITH_AS(plan_gemm(spec, machine, {{5, 3}, APanel::packed_rows, 12}),
                         "kernel \"test\": a tile of 5 x 3 does not fit the 16 vector registers of avx2", Error);
    CHECK_THROWS_WITH_AS(plan_gemm(spec, machine, {{4, 3}, APanel::packed_rows, 13}),
                         doctest::Contains("a column block of 13 is no whole number of tiles of 12 columns"), Error);
    CHECK_THROWS_WITH_AS(plan_gemm(spec, machine, {{4, 3}, APanel::packed_columns, 12}),
                         "kernel \"test\": the plan's A panel is not of a row_major A", Error);
    CHECK_THROWS_WITH_AS(plan_gemm(spec, machine, {{12, 1}, APanel::in_place, 12}),
                         "kernel \"test\": A is read in place by tiles of up to 9 rows, not 12", Error);
    machine.isa = Isa::sm_80;
    CHECK_THROWS_WITH_AS(plan_gemm(spec, machine), "kernel \"test\": sm_80 is not an x86 ISA", Error);
    spec.op = Op::gemv;
    CHECK_THROWS_WITH_AS(plan_gemm(spec, machine), "kernel \"test\" is no gemm", Error);
}

TEST_CASE("the depth blocks, which decide the rounding, depend on the spec alone") {
    for (const auto& [n, k] : {std::pair<std::int64_t, std::int64_t>{8, 5000}, {100, 5000}, {100, 100}, {1000, 257}})
        for (const ElementType type : {ElementType::f64, ElementType::f32}) {
            std::int64_t depth = 0;
            for (const Isa isa : {Isa::avx2, Isa::avx_vnni, Isa::avx512_vnni}) {
                MachineTraits machine;
                machine.isa = isa;
                const KernelSpec spec = gemm_spec(type, 50, n, k);
                for (const GemmChoice& choice : gemm_choice_candidates(spec, machine)) {
                    const GemmPlan plan = plan_gemm(spec, machine, choice);
                    if (depth == 0) depth = plan.depth_block;
                    CHECK(plan.depth_block == depth);
                }
            }
        }
}
