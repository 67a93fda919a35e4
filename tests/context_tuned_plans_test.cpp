#include <doctest/doctest.h>

#include <cmath>
#include <vector>

#include "jit_x86/host.hpp"
#include "runtime/include/quern/quern.h"
#include "runtime/system/cache_directory.hpp"
#include "runtime/tuning/tuning_file.hpp"
#include "tests/support/environment_variable.hpp"
#include "tests/support/temporary_directory.hpp"

using namespace quern;
using namespace quern::test;

namespace {

constexpr std::int64_t m = 40, n = 301;

/// The code bytes of a gemv's kernel by a context's plan, and its result.
struct Outcome {
    std::uint64_t code_bytes;
    std::vector<float> y;
};

Outcome run(bool transposed, bool ignore_tuned_plans) {
    quern_context_options options{};
    options.threads = 1;
    options.ignore_tuned_plans = ignore_tuned_plans ? 1 : 0;
    quern_context* context = nullptr;
    REQUIRE(quern_context_create(&options, &context) == QUERN_OK);
    std::vector<float> a(m * n), x(transposed ? m : n), y(transposed ? n : m);
    for (std::size_t i = 0; i < a.size(); ++i) a[i] = std::sin(static_cast<float>(i));
    for (std::size_t i = 0; i < x.size(); ++i) x[i] = std::cos(static_cast<float>(i));
    REQUIRE(quern_gemv_f32(context, m, n, transposed ? 1 : 0, a.data(), x.data(), y.data()) == QUERN_OK);
    quern_context_info info{};
    REQUIRE(quern_context_describe(context, &info) == QUERN_OK);
    REQUIRE(quern_context_free(context) == QUERN_OK);
    CHECK(info.kernels == 1);
    return {info.code_bytes, y};
}

}  // namespace

TEST_CASE("a context's dense products use the plans stored for this machine, unless told not to") {
    const MachineTraits machine = host_machine(best_host_isa());
    for (const bool transposed : {false, true}) {
        const TemporaryDirectory directory;
        const EnvironmentVariable own("QUERN_CACHE_DIR", (directory / "cache").c_str());
        const Outcome untuned = run(transposed, false);

        TunedDense tuned;
        tuned.spec.name = "gemv";
        tuned.spec.op = Op::gemv;
        tuned.spec.type = ElementType::f32;
        tuned.spec.m = m;
        tuned.spec.n = n;
        tuned.spec.transposed = transposed;
        const GemvChoice usual = default_gemv_choice(tuned.spec, machine);
        REQUIRE(usual.prefetch_bytes > 0);
        tuned.gemv = {usual.rows, 0, usual.column_block};  // less code: without prefetches
        tuned.default_seconds = 2;
        tuned.seconds = 1;
        const auto file = tuning_file(cache_directory(), machine, 1);
        check_tuning_file(file);
        store_tuning(file, machine, 1, std::span(&tuned, 1));

        const Outcome with = run(transposed, false), without = run(transposed, true);
        CHECK(with.code_bytes != untuned.code_bytes);
        CHECK(without.code_bytes == untuned.code_bytes);
        CHECK(with.y == untuned.y);
        CHECK(without.y == untuned.y);
    }
}
