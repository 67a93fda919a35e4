// Level 2: each of these faults, planted in what an emitter reads, must make the level 1 checks fail. A check that a
// fault survives checks nothing.
#include <doctest/doctest.h>

#include <functional>

#include "jit_x86/host.hpp"
#include "tests/support/host_isas.hpp"
#include "tests/support/qgemm_case.hpp"

using namespace quern;
using namespace quern::test;

namespace {

constexpr std::int64_t rows = 71, columns = 768, tokens = 179;

struct Operands {
    const WeightFormat& format;
    std::vector<std::uint8_t> packed, activations;
    ReferenceOutput reference;

    explicit Operands(const char* name) : format(*weight_format_by_name(name)) {
        const auto gguf = random_matrix(format, rows, columns, 31);
        packed = pack(format, rows, columns, gguf);
        activations = random_activations(tokens, columns, 37);
        reference = reference_qgemm(format, rows, columns, tokens, gguf, activations);
    }
    QGemmPlan plan(Isa isa) const { return plan_qgemm(qgemm_spec(format, rows, columns, tokens), host_machine(isa)); }
    /// What level 1 says of a run: "" is a pass.
    std::string verdict(const QGemmPlan& plan, std::span<const std::uint8_t> weights) const {
        const GuardedRun run = run_guarded(plan, weights, activations, Guard::after);
        if (!run.intact) return "wrote outside its rows";
        return first_violation(run.y, tokens, plan.spec.n, reference, rows);
    }
};

/// Plants a fault on every ISA and asserts that the checks pass without it and fail with it.
void must_fail(const char* name, const std::function<void(QGemmPlan&, std::vector<std::uint8_t>&)>& plant) {
    const Operands operands(name);
    for (const Isa isa : host_isas()) {
        CAPTURE(name);
        CAPTURE(isa_traits(isa).name);
        QGemmPlan plan = operands.plan(isa);
        std::vector<std::uint8_t> weights = operands.packed;
        REQUIRE(operands.verdict(plan, weights) == "");
        plant(plan, weights);
        CHECK(operands.verdict(plan, weights) != "");
    }
}

}  // namespace

TEST_CASE("mutation: the nibble halves swapped") {
    for (const char* name : {"q4_k", "q5_k", "q6_k"})
        must_fail(name, [](QGemmPlan& plan, std::vector<std::uint8_t>& weights) {
            const auto block = static_cast<std::size_t>(plan.layout.block_bytes);
            const auto plane = static_cast<std::size_t>(plan.layout.plane_offset[0]);
            for (std::size_t at = 0; at < weights.size(); at += block)
                for (std::size_t byte = plane; byte < plane + 2048; ++byte)
                    weights[at + byte] = static_cast<std::uint8_t>(weights[at + byte] >> 4 | weights[at + byte] << 4);
        });
}

TEST_CASE("mutation: the zero point of q6_k dropped") {
    static WeightFormat without_zero_point = *weight_format_by_name("q6_k");
    without_zero_point.zero_point = 0;
    must_fail("q6_k", [](QGemmPlan& plan, std::vector<std::uint8_t>&) { plan.spec.weight = &without_zero_point; });
}

TEST_CASE("mutation: the mins of q4_k and q5_k dropped") {
    for (const char* name : {"q4_k", "q5_k"}) {
        static WeightFormat without_mins;
        without_mins = *weight_format_by_name(name);
        without_mins.has_mins = false;
        must_fail(name, [](QGemmPlan& plan, std::vector<std::uint8_t>&) { plan.spec.weight = &without_mins; });
    }
}

TEST_CASE("mutation: the scale index shifted by one sub-block") {
    for (const char* name : {"q4_k", "q5_k", "q6_k"})
        must_fail(name, [](QGemmPlan& plan, std::vector<std::uint8_t>&) {
            plan.layout.scales_offset -= PackedLayout::group_rows;  // still inside the block: d or dmin comes before
        });
}

TEST_CASE("mutation: one tail token lost") {
    for (const char* name : {"q4_k", "q5_k", "q6_k"})
        must_fail(name, [](QGemmPlan& plan, std::vector<std::uint8_t>&) {
            REQUIRE(plan.last_tile_tokens > 1);
            --plan.last_tile_tokens;
        });
}

TEST_CASE("mutation: one store too many") {
    for (const char* name : {"q4_k", "q5_k", "q6_k"}) {
        const Operands operands(name);
        for (const Isa isa : host_isas()) {
            CAPTURE(name);
            CAPTURE(isa_traits(isa).name);
            const QGemmPlan plan = operands.plan(isa);
            QGemmPlan stores_one_more = plan;
            stores_one_more.spec.n += 1;
            const GuardedRun sound = run_guarded(plan, operands.packed, operands.activations, Guard::before);
            CHECK(sound.intact);
            const GuardedRun faulty =
                run_guarded(plan, operands.packed, operands.activations, Guard::before, 1, &stores_one_more);
            CHECK_FALSE(faulty.intact);
        }
    }
}
