#include <doctest/doctest.h>

#include <cstring>

#include "jit_x86/host.hpp"
#include "tests/support/host_isas.hpp"
#include "tests/support/qgemm_case.hpp"

using namespace quern;
using namespace quern::test;

namespace {

constexpr std::int64_t row_counts[] = {1, 7, 16, 31, 32, 33, 962, 4096};
constexpr std::int64_t column_counts[] = {256, 768, 4096};
constexpr std::int64_t token_counts[] = {1, 2, 3, 5, 6, 7, 32, 80, 129, 148};
constexpr std::int64_t most_rows = 4096, most_tokens = 148;

bool same_bits(std::span<const float> a, std::span<const float> b) {
    return a.size() == b.size() && std::memcmp(a.data(), b.data(), a.size_bytes()) == 0;
}

/// Level 1 for one format: every shape, against the oracle on the first ISA, bit for bit on the others.
void check_every_shape(const WeightFormat& format) {
    for (const std::int64_t columns : column_counts) {
        const auto gguf = random_matrix(format, most_rows, columns, 11);
        const auto all_activations = random_activations(most_tokens, columns, 13);
        const ReferenceOutput reference =
            reference_qgemm(format, most_rows, columns, most_tokens, gguf, all_activations);
        for (const std::int64_t rows : row_counts) {
            const auto packed = pack(format, rows, columns, gguf);
            for (const std::int64_t tokens : token_counts) {
                CAPTURE(columns);
                CAPTURE(rows);
                CAPTURE(tokens);
                const auto activations = first_tokens(all_activations, most_tokens, tokens, columns);
                std::vector<float> first;
                for (const Isa isa : host_isas()) {
                    CAPTURE(isa_traits(isa).name);
                    const QGemmPlan plan = plan_qgemm(qgemm_spec(format, rows, columns, tokens), host_machine(isa));
                    for (const Guard guard : {Guard::before, Guard::after}) {
                        const GuardedRun run = run_guarded(plan, packed, activations, guard);
                        REQUIRE(run.intact);
                        if (first.empty()) {
                            first = run.y;
                            REQUIRE(first_violation(run.y, tokens, rows, reference, most_rows) == "");
                        } else
                            REQUIRE(same_bits(run.y, first));
                    }
                }
            }
        }
    }
}

}  // namespace

TEST_CASE("every shape of q4_k on every ISA keeps the per-element bound and its operands' limits") {
    check_every_shape(*weight_format_by_name("q4_k"));
}

TEST_CASE("every shape of q5_k on every ISA keeps the per-element bound and its operands' limits") {
    check_every_shape(*weight_format_by_name("q5_k"));
}

TEST_CASE("every shape of q6_k on every ISA keeps the per-element bound and its operands' limits") {
    check_every_shape(*weight_format_by_name("q6_k"));
}

TEST_CASE("every plan gives the same bits: tiles, few-token path, tails, threads") {
    constexpr std::int64_t rows = 330, columns = 768;
    for (const char* name : {"q4_k", "q5_k", "q6_k"}) {
        const WeightFormat& format = *weight_format_by_name(name);
        const auto gguf = random_matrix(format, rows, columns, 17);
        const auto packed = pack(format, rows, columns, gguf);
        for (const std::int64_t tokens : {std::int64_t{1}, std::int64_t{3}, std::int64_t{4}, std::int64_t{77}}) {
            const auto activations = random_activations(tokens, columns, 19);
            std::vector<float> first;
            for (const Isa isa : host_isas())
                for (const int tile : {0, 1, 2, 5, 7, 32, 64, 77, 80, 1000}) {
                    KernelSpec spec = qgemm_spec(format, rows, columns, tokens);
                    if (tile > 0) spec.tile = tile;
                    const QGemmPlan plan = plan_qgemm(spec, host_machine(isa));
                    for (const int threads : {1, 2, 3, 8}) {
                        CAPTURE(name);
                        CAPTURE(tokens);
                        CAPTURE(isa_traits(isa).name);
                        CAPTURE(tile);
                        CAPTURE(threads);
                        const GuardedRun run = run_guarded(plan, packed, activations, Guard::after, threads);
                        REQUIRE(run.intact);
                        if (first.empty()) first = run.y;
                        REQUIRE(same_bits(run.y, first));
                    }
                }
        }
    }
}

TEST_CASE("every micro-kernel shape that fits the registers gives the same bits") {
    constexpr std::int64_t rows = 100, columns = 512, tokens = 29;
    for (const char* name : {"q4_k", "q5_k", "q6_k"}) {
        const WeightFormat& format = *weight_format_by_name(name);
        const auto packed = pack(format, rows, columns, random_matrix(format, rows, columns, 23));
        const auto activations = random_activations(tokens, columns, 29);
        std::vector<float> first;
        for (const Isa isa : host_isas())
            for (const MicroKernelShape& shape : micro_kernel_candidates(isa)) {
                CAPTURE(name);
                CAPTURE(isa_traits(isa).name);
                CAPTURE(shape.row_registers);
                CAPTURE(shape.micro_tokens);
                const KernelSpec spec = qgemm_spec(format, rows, columns, tokens);
                PlanChoice choice = default_choice(spec, host_machine(isa));
                choice.shape = shape;
                choice.direct = false;
                const QGemmPlan plan = plan_qgemm(spec, host_machine(isa), choice);
                const GuardedRun run = run_guarded(plan, packed, activations, Guard::after);
                REQUIRE(run.intact);
                if (first.empty()) first = run.y;
                REQUIRE(same_bits(run.y, first));
            }
    }
}
