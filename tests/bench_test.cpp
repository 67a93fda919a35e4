#include <doctest/doctest.h>

#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "gen/error.hpp"
#include "jit_x86/host.hpp"
#include "jit_x86/peak_loop.hpp"
#include "runtime/bench/peak_meter.hpp"
#include "runtime/bench/qgemm_bench.hpp"
#include "runtime/kernels/kernel_cache.hpp"
#include "runtime/system/thread_pool.hpp"
#include "tests/support/host_isas.hpp"
#include "tests/support/subprocess.hpp"

using namespace quern;

namespace {

using test::host_isas;

test::Finished quern_command(std::vector<std::string> arguments) {
    arguments.insert(arguments.begin(), QUERN_BINARY);
    return test::run_program(arguments);
}

void check_plausible(const QGemmBenchResult& result) {
    CHECK(result.pairs >= 25);
    CHECK(result.ms_min > 0);
    CHECK(result.ms_median >= result.ms_min);
    CHECK(result.gops > 0);
    CHECK(result.peak_gops > 0);
    CHECK(result.fraction_of_peak > 0);
    CHECK(result.ceiling > 0);
    CHECK(result.ceiling <= 1);
    CHECK_FALSE(result.ceiling_resource.empty());
    CHECK(result.read_gbps > 0);
    // Rounding normal activations to int8 alone costs 0.6 to 0.8%; a wrong product is off by its whole norm.
    CHECK(result.rel_error > 0.001);
    CHECK(result.rel_error < 0.02);
}

}  // namespace

TEST_CASE("a peak loop counts the operations of its own instructions") {
    for (const Isa isa : host_isas()) {
        const MachineTraits machine = host_machine(isa);
        CAPTURE(isa_traits(isa).name);
        for (const PeakLoop& loop : peak_loops(machine)) {
            CHECK(loop.operations() == 8 * loop.accumulators() * isa_traits(isa).vector_bytes * 2);
            loop.run(3);
        }
        for (const auto& [step, bytes] : {std::pair{PeakStep::fma_f64, 8}, {PeakStep::fma_f32, 4}})
            for (const PeakLoop& loop : peak_loops(machine, step)) {
                CHECK(loop.operations() == 8 * loop.accumulators() * isa_traits(isa).vector_bytes / bytes * 2);
                loop.run(3);
            }
        CHECK_THROWS_AS(PeakLoop(machine, isa_traits(isa).vector_registers), Error);
        CHECK_THROWS_AS(PeakLoop(machine, 0), Error);
    }
}

TEST_CASE("the peak is measured on every thread of the pool") {
    const MachineTraits machine = host_machine(best_host_isa());
    for (const int threads : {1, 3}) {
        ThreadPool pool(threads);
        PeakMeter meter(machine, pool, 1e-4);
        CHECK(meter.measure() > 0);
    }
}

TEST_CASE("bench qgemm is right about the product it times") {
    for (const Isa isa : host_isas())
        for (const char* weight : {"q4_k", "q5_k", "q6_k"}) {
            CAPTURE(isa_traits(isa).name);
            CAPTURE(weight);
            KernelSpec spec;
            spec.name = "test";
            spec.weight = weight_format_by_name(weight);
            spec.n = 33;
            spec.k = 512;
            spec.tokens = 7;
            KernelCache cache(host_machine(isa));
            ThreadPool pool(2);
            const bool quantize = spec.weight->name == "q4_k";
            check_plausible(bench_qgemm(spec, cache, pool, quantize));
        }
}

TEST_CASE("bench qgemm --json prints the documented keys") {
    const test::Finished finished =
        quern_command({"bench", "qgemm", "--weight", "q6_k", "--n", "48", "--k", "256", "--tokens", "9", "--threads",
                       "2", "--isa", "avx2", "--tile", "8", "--json"});
    CAPTURE(finished.errors);
    REQUIRE(finished.exit_code == 0);
    const auto json = nlohmann::json::parse(finished.output);
    std::set<std::string> keys;
    for (const auto& item : json.items()) keys.insert(item.key());
    CHECK(keys == std::set<std::string>{"weight", "n", "k", "tokens", "threads", "isa", "tile", "ms_min", "ms_median",
                                        "gops", "peak_gops", "fraction_of_peak", "ceiling", "ceiling_resource",
                                        "read_gbps", "rel_error"});
    CHECK(json["weight"] == "q6_k");
    CHECK(json["n"] == 48);
    CHECK(json["k"] == 256);
    CHECK(json["tokens"] == 9);
    CHECK(json["threads"] == 2);
    CHECK(json["isa"] == "avx2");
    CHECK(json["tile"] == 8);
    const double operations = 2.0 * 48 * 256 * 9;
    CHECK(json["gops"].get<double>() == doctest::Approx(operations / json["ms_median"].get<double>() / 1e6));
}

TEST_CASE("what is not built yet or cannot be measured is refused by name") {
    const std::pair<std::vector<std::string>, const char*> refusals[] = {
        {{"bench", "dense", "--transposed"}, "--transposed is of --op gemv"},
        {{"bench", "dense", "--op", "gemv", "--k", "8"}, "--k is of --op gemm"},
        {{"bench", "dense", "--op", "gemv", "--a-layout", "row_major"}, "--a-layout and --b-layout are of --op gemm"},
        {{"bench", "dense", "--op", "gemv", "--b-layout", "column_major"},
         "--a-layout and --b-layout are of --op gemm"},
        {{"bench", "dense", "--isa", "sm_90"}, "sm_90"},
        {{"bench", "dense", "--n", "2147483648"}, "n = 2147483648 is not between"},
        {{"bench", "blockwise", "--k", "64"}, "--k is of --op nf4_gemm"},
        {{"bench", "blockwise", "--bits", "8"}, "--bits is of --op int_gemv"},
        {{"bench", "blockwise", "--block", "1025"}, "block = 1025 is not between 1 and 1024"},
        {{"bench", "blockwise", "--isa", "sm_90"}, "sm_90"},
        {{"bench", "attention"}, "bench attention: not built yet"},
        {{"bench", "model", "--steps", "3"}, "bench model: not built yet"},
        {{"bench", "qgemm", "--weight", "q9_k"}, "q9_k"},
        {{"bench", "qgemm", "--weight", "f32"}, "f32"},
        {{"bench", "qgemm", "--k", "100"}, "k = 100"},
    };
    for (const auto& [arguments, message] : refusals) {
        const test::Finished finished = quern_command(arguments);
        CAPTURE(finished.errors);
        CHECK(finished.exit_code == 1);
        CHECK(finished.output.empty());
        CHECK(finished.errors.starts_with("error: "));
        CHECK(finished.errors.find(message) != std::string::npos);
    }
    const std::vector<std::string> usage_errors[] = {{"bench"},
                                                     {"bench", "qgemm", "--n", "x"},
                                                     {"bench", "qgemm", "--unknown", "1"},
                                                     {"bench", "qgemm", "--isa", "mmx"},
                                                     {"bench", "dense", "--type", "f16"},
                                                     {"bench", "dense", "--op", "trsm"},
                                                     {"bench", "dense", "--m", "0"},
                                                     {"bench", "blockwise", "--op", "gemv"},
                                                     {"bench", "blockwise", "--op", "int_gemv", "--bits", "5"},
                                                     {"bench", "blockwise", "--codes", "folded"},
                                                     {"bench", "blockwise", "--m", "0"},
                                                     {"bench", "qgemm", "--tile", "0"}};
    for (const std::vector<std::string>& arguments : usage_errors) {
        const test::Finished finished = quern_command(arguments);
        CAPTURE(finished.errors);
        CHECK(finished.exit_code == 2);
        CHECK(finished.errors.starts_with("error: "));
    }
}
