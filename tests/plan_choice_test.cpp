// What a plan leaves open: the candidates are sound, give one result, and a choice that does not suit is refused.
#include <doctest/doctest.h>

#include <algorithm>
#include <cstring>
#include <functional>
#include <string>
#include <utility>

#include "gen/error.hpp"
#include "tests/support/host_isas.hpp"
#include "tests/support/qgemm_case.hpp"

using namespace quern;
using namespace quern::test;

namespace {

constexpr Isa x86_isas[] = {Isa::avx2, Isa::avx_vnni, Isa::avx512_vnni};

MachineTraits machine_of(Isa isa) {
    MachineTraits machine;
    machine.isa = isa;
    return machine;
}

KernelSpec square_spec(const char* weight, std::int64_t tokens) {
    return qgemm_spec(*weight_format_by_name(weight), 4096, 4096, tokens);
}

}  // namespace

TEST_CASE("the candidates: the default first, no two equal, few enough, each of them a plan") {
    for (const Isa isa : x86_isas)
        for (const char* weight : {"q4_k", "q5_k", "q6_k"})
            for (const std::int64_t tokens : {1, 3, 4, 5, 8, 9, 31, 32, 80, 81, 148, 512, 4096}) {
                CAPTURE(isa_traits(isa).name);
                CAPTURE(weight);
                CAPTURE(tokens);
                const KernelSpec spec = square_spec(weight, tokens);
                const MachineTraits machine = machine_of(isa);
                const auto candidates = plan_candidates(spec, machine);
                CHECK(candidates.front() == default_choice(spec, machine));
                CHECK(candidates.size() <= 72);
                CHECK(candidates.size() > 1);
                for (std::size_t i = 0; i < candidates.size(); ++i) {
                    CHECK(std::count(candidates.begin(), candidates.end(), candidates[i]) == 1);
                    CHECK(plan_qgemm(spec, machine, candidates[i]).choice() == candidates[i]);
                    // What is emitted fits the registers that were counted.
                    CHECK_NOTHROW(emit_qgemm(plan_qgemm(spec, machine, candidates[i])));
                }
                for (const bool direct : {false, true})
                    CHECK(std::any_of(candidates.begin(), candidates.end(),
                                      [direct](const PlanChoice& choice) { return choice.direct == direct; }));
            }
}

TEST_CASE("weights are unpacked in registers by default for few tokens, and where masks have pipes of their own") {
    const auto direct = [](const char* weight, Isa isa, std::int64_t tokens, bool converts_share) {
        MachineTraits machine = machine_of(isa);
        machine.convert_shares_dot_ports = converts_share;
        return default_choice(square_spec(weight, tokens), machine).direct;
    };
    for (const Isa isa : x86_isas)
        for (const bool converts_share : {false, true})
            for (const char* weight : {"q4_k", "q6_k"}) CHECK(direct(weight, isa, 1, converts_share));
    for (const Isa isa : x86_isas)
        for (const char* weight : {"q4_k", "q6_k"}) CHECK_FALSE(direct(weight, isa, 32, true));
    CHECK(direct("q4_k", Isa::avx512_vnni, 512, false));
    CHECK(direct("q4_k", Isa::avx_vnni, 512, false));
    CHECK_FALSE(direct("q4_k", Isa::avx2, 32, false));
    CHECK(direct("q6_k", Isa::avx512_vnni, 32, false));
    CHECK_FALSE(direct("q6_k", Isa::avx512_vnni, 128, false));
    CHECK_FALSE(direct("q6_k", Isa::avx_vnni, 32, false));
}

TEST_CASE("the candidates of 512 tokens take tiles around 32, 64 and 80, every shape, and 1, 2 and 4 row tiles") {
    for (const Isa isa : x86_isas) {
        const auto candidates = plan_candidates(square_spec("q4_k", 512), machine_of(isa));
        const auto some = [&candidates](const std::function<bool(const PlanChoice&)>& holds) {
            return std::any_of(candidates.begin(), candidates.end(), holds);
        };
        for (const std::int64_t width : {32, 64, 80})
            CHECK(some([width](const PlanChoice& choice) {
                return choice.token_tile > width - 12 && choice.token_tile < width + 12;
            }));
        for (const MicroKernelShape& shape : micro_kernel_candidates(isa))
            CHECK(some([&shape](const PlanChoice& choice) { return choice.shape == shape; }));
        for (const int row_tiles : {1, 2, 4})
            CHECK(some([row_tiles](const PlanChoice& choice) { return choice.row_tiles_per_item == row_tiles; }));
    }
}

TEST_CASE("every candidate gives the same bits, between inaccessible pages") {
    constexpr std::int64_t rows = 150, columns = 512;
    for (const char* name : {"q4_k", "q6_k"})
        for (const std::int64_t tokens : {3, 8, 100}) {
            const WeightFormat& format = *weight_format_by_name(name);
            const auto packed = pack(format, rows, columns, random_matrix(format, rows, columns, 41));
            const auto activations = random_activations(tokens, columns, 43);
            std::vector<float> first;
            for (const Isa isa : host_isas()) {
                const KernelSpec spec = qgemm_spec(format, rows, columns, tokens);
                for (PlanChoice choice : plan_candidates(spec, host_machine(isa)))
                    for (const int row_tiles : {choice.row_tiles_per_item, 3}) {
                        choice.row_tiles_per_item = row_tiles;
                        const QGemmPlan plan = plan_qgemm(spec, host_machine(isa), choice);
                        CAPTURE(name);
                        CAPTURE(plan.text());
                        const GuardedRun run = run_guarded(plan, packed, activations, Guard::after);
                        REQUIRE(run.intact);
                        if (first.empty()) first = run.y;
                        REQUIRE((run.y.size() == first.size() &&
                                 std::memcmp(run.y.data(), first.data(), first.size() * sizeof(float)) == 0));
                    }
            }
        }
}

TEST_CASE("a choice that does not suit its spec or machine is refused, and the message says why") {
    const std::pair<std::function<void(PlanChoice&)>, const char*> faults[] = {
        {[](PlanChoice& c) { c.token_tile = 0; }, "token tile 0"},
        {[](PlanChoice& c) { c.token_tile = -3; }, "token tile -3"},
        {[](PlanChoice& c) { c.token_tile = 129; }, "token tile 129"},
        {[](PlanChoice& c) { c.shape.micro_tokens = 0; }, "micro-kernel tokens 0"},
        {[](PlanChoice& c) { c.shape.micro_tokens = 1 << 30; }, "micro-kernel tokens"},
        {[](PlanChoice& c) { c.token_tile = 2; }, "micro-kernel tokens"},
        {[](PlanChoice& c) { c.shape.row_registers = 0; }, "row registers 0"},
        {[](PlanChoice& c) { c.shape.row_registers = 6; }, "row registers 6"},
        {[](PlanChoice& c) { c.shape.row_registers = -2; }, "row registers -2"},
        {[](PlanChoice& c) {
             c.shape = {4, 8, FloatAccumulators::l1_scratch};
         },
         "vector registers"},
        {[](PlanChoice& c) { c.row_tiles_per_item = 0; }, "row tiles an item 0"},
        {[](PlanChoice& c) { c.row_tiles_per_item = 17; }, "row tiles an item 17"},
    };
    for (const Isa isa : x86_isas) {
        const KernelSpec spec = square_spec("q4_k", 128);
        for (const auto& [plant, message] : faults) {
            PlanChoice choice = default_choice(spec, machine_of(isa));
            plant(choice);
            CAPTURE(isa_traits(isa).name);
            CAPTURE(message);
            CHECK_THROWS_WITH_AS(plan_qgemm(spec, machine_of(isa), choice), doctest::Contains(message), Error);
        }
    }
    PlanChoice odd = default_choice(square_spec("q4_k", 128), machine_of(Isa::avx2));
    odd.shape.row_registers = 1;
    CHECK_THROWS_WITH_AS(plan_qgemm(square_spec("q4_k", 128), machine_of(Isa::avx2), odd),
                         doctest::Contains("no whole row groups"), Error);
    CHECK_THROWS_AS(plan_candidates(square_spec("q4_k", 0), machine_of(Isa::avx2)), Error);
    CHECK_THROWS_AS(default_choice(square_spec("q4_k", 8), machine_of(Isa::sm_80)), Error);
}

TEST_CASE("a tile asked for is every candidate's, and no choice overrides it") {
    KernelSpec spec = square_spec("q4_k", 128);
    spec.tile = 40;
    const MachineTraits machine = machine_of(Isa::avx512_vnni);
    const auto candidates = plan_candidates(spec, machine);
    CHECK(candidates.size() > 1);
    for (const PlanChoice& choice : candidates) CHECK(choice.token_tile == 40);
    PlanChoice other = candidates.front();
    other.token_tile = 64;
    CHECK_THROWS_WITH_AS(plan_qgemm(spec, machine, other), doctest::Contains("asked for"), Error);
}

TEST_CASE("a choice carried over to other token counts keeps its shape and its number of token tiles") {
    for (const Isa isa : x86_isas)
        for (const std::int64_t measured : {9, 32, 148, 512, 4096}) {
            const MachineTraits machine = machine_of(isa);
            for (const PlanChoice& choice : plan_candidates(square_spec("q6_k", measured), machine)) {
                for (std::int64_t tokens = measured - measured / 8; tokens <= measured + measured / 8; ++tokens) {
                    const KernelSpec spec = square_spec("q6_k", tokens);
                    const QGemmPlan plan = plan_qgemm(spec, machine, scale_choice(choice, measured, spec));
                    CHECK(plan.row_registers == choice.shape.row_registers);
                    CHECK(plan.row_tiles_per_item == choice.row_tiles_per_item);
                    CHECK(plan.full_token_tiles + (plan.last_tile_tokens > 0) <=
                          (measured + choice.token_tile - 1) / choice.token_tile);
                }
            }
        }
}
