// bench blockwise, and compile, dump and tune of the block-quantized products.
#include "runtime/bench/blockwise_bench.hpp"

#include <doctest/doctest.h>

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "gen/blockwise_choice.hpp"
#include "gen/error.hpp"
#include "jit_x86/host.hpp"
#include "runtime/bench/blockwise_operands.hpp"
#include "runtime/bench/openblas_peer.hpp"
#include "runtime/dense/blockwise_driver.hpp"
#include "runtime/system/available_memory.hpp"
#include "runtime/tuning/tuning_file.hpp"
#include "tests/support/dense_case.hpp"
#include "tests/support/host_isas.hpp"
#include "tests/support/quern_output.hpp"
#include "tests/support/subprocess.hpp"
#include "tests/support/temporary_directory.hpp"
#include "tests/support/tuning_faults.hpp"

using namespace quern;
using namespace quern::test;

namespace {

const std::vector<KernelSpec> small_products{
    blockwise_spec(Op::nf4_gemv, 70, 192, 0, 64, 0, false), blockwise_spec(Op::nf4_gemv, 65, 71, 0, 13, 0, true),
    blockwise_spec(Op::int_gemv, 33, 50, 0, 7, 4, false),   blockwise_spec(Op::int_gemv, 70, 128, 0, 32, 4, true),
    blockwise_spec(Op::int_gemv, 70, 128, 0, 64, 8, true),  blockwise_spec(Op::nf4_gemm, 65, 37, 128, 64, 0, false),
    blockwise_spec(Op::nf4_gemm, 9, 70, 51, 10, 0, true)};

}  // namespace

TEST_CASE("bench blockwise is right about the product it times, and the peer multiplies the same weights") {
    std::size_t turn = 0;
    for (const KernelSpec& spec : small_products) {
        CAPTURE(spec.key());
        // The ISAs in turn: each bench takes half a second.
        const std::vector<Isa> isas = host_isas();
        const Isa isa = isas[turn++ % isas.size()];
        DenseContext& context = dense_context(isa, 2);
        std::string why;
        const auto peer = OpenBlasPeer::open(isa, 2, why);
        const BlockwiseBenchResult result = bench_blockwise(spec, context, peer.get(), 3);
        CHECK(result.weights == 3);
        CHECK(result.pairs >= 15);
        CHECK(result.ms_min > 0);
        CHECK(result.ms_median >= result.ms_min);
        CHECK(result.gweights > 0);
        CHECK(result.gigabytes > 0);
        CHECK(result.rel_error > 0);
        CHECK(result.rel_error < 1e-13);
        CHECK((result.ratio > 0) == (peer != nullptr));
        CHECK((result.peer_ms_median > 0) == (peer != nullptr));
        CHECK(result.peer_rel_error < 1e-13);
        const auto elements = static_cast<std::size_t>(spec.m * (spec.k > 0 ? spec.k : spec.n));
        CHECK(result.dense_bytes == elements * 8);
        const bool packed = !spec.byte_codes;
        const std::size_t block = static_cast<std::size_t>(spec.block);
        CHECK(result.weight_bytes ==
              (packed ? (elements + 1) / 2 : elements) + (elements + block - 1) / block * sizeof(double));
        CHECK(result.peak_resident >= result.resident_growth);
    }
    KernelSpec other = blockwise_spec(Op::gemv, 3, 4, 0, 0, 0, false);
    CHECK_THROWS_WITH_AS(bench_blockwise(other, dense_context(best_host_isa()), nullptr),
                         "kernel \"gemv\" is no block-quantized product", Error);
}

TEST_CASE("weights in turn are more than the last-level cache holds, and no more memory than 1 GiB dense") {
    MachineTraits machine;
    machine.l3_bytes = 32 << 20;
    const auto weights = [&](std::int64_t side) {
        return weights_beyond_cache(plan_blockwise(blockwise_spec(Op::nf4_gemv, side, side, 0, 64, 0, false), machine));
    };
    CHECK(weights(4096) == 4);  // 10 MiB each
    CHECK(weights(16384) == 1);
    machine.l3_bytes = std::size_t{1} << 30;
    CHECK(weights(4096) == 8);  // of the 103 beyond the cache
    CHECK(weights(65536) == 1);
    // However small: as many as --weights takes.
    CHECK(weights(1) == 1 << 20);
}

TEST_CASE("bench blockwise --json prints the documented keys") {
    const auto json = nlohmann::json::parse(
        quern_output({"bench", "blockwise", "--op", "int_gemv", "--bits", "8", "--m", "480", "--n", "512", "--threads",
                      "2", "--isa", "avx2", "--weights", "5", "--no-peer", "--json"}));
    CHECK(json["op"] == "int_gemv");
    CHECK(json["bits"] == 8);
    CHECK(json["m"] == 480);
    CHECK(json["n"] == 512);
    CHECK_FALSE(json.contains("k"));
    CHECK(json["block"] == 64);
    CHECK(json["codes"] == "bytes");
    CHECK(json["threads"] == 2);
    CHECK(json["isa"] == "avx2");
    CHECK(json["peer"].is_null());
    CHECK(json["ratio"].is_null());
    CHECK(json["weight_bytes"] == 480 * 512 + 480 * 512 / 64 * 8);
    CHECK(json["dense_bytes"] == 480 * 512 * 8);
    CHECK(json["peak_rss_bytes"] > json["resident_growth_bytes"]);
    CHECK(json["weights"] == 5);
    CHECK(json["rel_error"].get<double>() < 1e-13);
    const double ms = json["ms_median"].get<double>();
    CHECK(json["gweights_per_second"].get<double>() == doctest::Approx(480.0 * 512 / ms / 1e6));
    CHECK(json["gigabytes_per_second"].get<double>() == doctest::Approx(json["weight_bytes"].get<double>() / ms / 1e6));
    CHECK(json["gflops"].get<double>() == doctest::Approx(2.0 * 480 * 512 / ms / 1e6));
    const auto gemm =
        nlohmann::json::parse(quern_output({"bench", "blockwise", "--op", "nf4_gemm", "--m", "480", "--n", "16", "--k",
                                            "512", "--block", "32", "--weights", "1", "--no-peer", "--json"}));
    CHECK(gemm["k"] == 512);
    CHECK(gemm["codes"] == "packed");
    CHECK_FALSE(gemm.contains("bits"));
    const std::string text =
        quern_output({"bench", "blockwise", "--m", "480", "--n", "512", "--threads", "1", "--weights", "1"});
    for (const char* part : {"nf4_gemv, nf4 480 x 512, block 64, 1 thread", "Gweight/s", " 1 weight\n",
                             "memory 150.0 KiB a weight", "1.9 MiB were it dense", "relative error "})
        CHECK(text.find(part) != std::string::npos);
    CHECK((text.find("times as fast as OpenBLAS ") != std::string::npos ||
           text.find("without OpenBLAS beside it") != std::string::npos));
}

TEST_CASE("the products of bench blockwise make no dense copy") {
    const auto json =
        nlohmann::json::parse(quern_output({"bench", "blockwise", "--no-peer", "--threads", "1", "--json"}));
    CHECK(json["dense_bytes"] == std::size_t{128} << 20);
    CHECK(json["weight_bytes"] == std::size_t{10} << 20);
    CHECK(json["resident_growth_bytes"] < std::size_t{8} << 20);
    // The weights themselves are resident.
    CHECK(json["peak_rss_bytes"].get<double>() >= json["weights"].get<double>() * json["weight_bytes"].get<double>());
}

TEST_CASE("more memory than there is is refused before any is taken, and both sizes are named") {
    const std::vector<std::vector<std::string>> calls{
        {"blockwise", "--weights", "1048576"},
        {"blockwise", "--op", "nf4_gemm", "--m", "1", "--n", "2000000000", "--k", "8000", "--no-peer"},
        {"blockwise", "--m", "200000", "--n", "200000", "--weights", "100", "--no-peer"},
        {"dense", "--m", "300000", "--n", "300000", "--k", "300000"},
        {"dense", "--op", "gemv", "--m", "2000000000", "--n", "8000"},
        {"qgemm", "--n", "2000000000", "--k", "4096", "--tokens", "1"}};
    for (std::vector<std::string> call : calls) {
        call.insert(call.begin(), {QUERN_BINARY, "bench"});
        const Finished finished = run_program(call);
        CAPTURE(finished.errors);
        CHECK(finished.exit_code == 1);
        CHECK(finished.output == "");
        CHECK(finished.errors.starts_with("error: out of memory: the operands of the product need "));
    }
    CHECK_THROWS_AS(require_memory(1e18, "two matrices"), const OutOfMemory&);
    require_memory(1 << 20, "a small one");
}

TEST_CASE("8-bit codes are a byte each however they are asked for: one kernel, one tuned plan") {
    const KernelSpec packed = blockwise_spec(Op::int_gemv, 40, 128, 0, 32, 8, false),
                     bytes = blockwise_spec(Op::int_gemv, 40, 128, 0, 32, 8, true);
    CHECK(packed.key() == bytes.key());
    CHECK_FALSE(packed.packed_codes());
    for (const Op op : {Op::nf4_gemv, Op::nf4_gemm, Op::int_gemv}) {
        const KernelSpec four = blockwise_spec(op, 40, 128, 64, 32, op == Op::int_gemv ? 4 : 0, false);
        CHECK(four.packed_codes());
        CHECK(four.packed_codes() == plan_blockwise(four, host_machine(best_host_isa())).packed());
    }
}

TEST_CASE("every choice of rows gives the same bits") {
    for (const Isa isa : host_isas())
        for (const KernelSpec& spec : small_products) {
            CAPTURE(spec.key());
            const MachineTraits machine = host_machine(isa);
            DenseContext& context = dense_context(isa, 1);
            DenseContext::Turn turn(context);
            const std::vector<BlockwiseChoice> choices = blockwise_choice_candidates(spec, machine);
            CHECK(choices.front() == default_blockwise_choice(spec, machine));
            std::vector<double> first;
            for (const BlockwiseChoice& choice : choices) {
                const BlockwisePlan plan = plan_blockwise(spec, machine, choice);
                CHECK(plan.rows == choice.rows);
                BlockwiseOperands operands(plan, 1);
                operands.multiply(plan, compile(plan), turn);
                const std::vector<double> y(operands.y().begin(), operands.y().end());
                if (first.empty()) first = y;
                CHECK(y == first);
                CHECK(operands.rel_error() < 1e-13);
            }
            for (const int rows : {0, -1, choices.front().rows + 1})
                CHECK_THROWS_WITH_AS(plan_blockwise(spec, machine, BlockwiseChoice{rows}),
                                     doctest::Contains("rows at once are not in 1 to"), Error);
        }
}

TEST_CASE("compile, dump and tune take the block-quantized products as they take the others") {
    const TemporaryDirectory directory;
    const std::string spec_file = (directory / "blockwise.toml").string(), cache = (directory / "cache").string();
    std::ofstream(spec_file)
        << "[[kernel]]\nname = \"vector\"\nop = \"nf4_gemv\"\nm = 48\nn = 128\nblock = 64\n"
           "[[kernel]]\nname = \"integers\"\nop = \"int_gemv\"\nm = 48\nn = 50\nblock = 7\n"
           "bits = 4\ncodes = \"bytes\"\n"
           "[[kernel]]\nname = \"matrix\"\nop = \"nf4_gemm\"\nm = 48\nn = 40\nk = 128\nblock = 32\n";
    const std::string compiled = quern_output({"compile", spec_file}, cache);
    for (const char* part : {"nf4 48 x 128, block 64", "int4 48 x 50, block 7, a code a byte",
                             "nf4 48 x 40 x 128, block 32", "irregular runs", "rows at once"})
        CHECK(compiled.find(part) != std::string::npos);
    const auto kernels = nlohmann::json::parse(quern_output({"compile", spec_file, "--json"}, cache))["kernels"];
    CHECK(kernels[0]["block"] == 64);
    CHECK(kernels[0]["codes"] == "packed");
    CHECK(kernels[0]["tuned"] == false);
    CHECK(kernels[1]["bits"] == 4);
    CHECK(kernels[1]["codes"] == "bytes");
    CHECK(kernels[1]["plan"]["runs"] == "irregular");
    CHECK(kernels[2]["k"] == 128);
    const std::string out = (directory / "dump").string();
    quern_output({"dump", spec_file, "--isa", "avx2", "--out", out}, cache);
    for (const char* name : {"vector", "integers", "matrix"})
        for (const char* extension : {".toml", ".s", ".bin"})
            CHECK(std::filesystem::exists(std::filesystem::path(out) / (std::string(name) + extension)));

    const auto tuned =
        nlohmann::json::parse(quern_output({"tune", spec_file, "--threads", "1", "--json"}, cache))["kernels"];
    REQUIRE(tuned.size() == 3);
    CHECK(tuned[0]["op"] == "nf4_gemv");
    CHECK(tuned[0]["block"] == 64);
    CHECK(tuned[0]["choice"]["rows"].get<int>() >= 1);
    CHECK(tuned[0]["candidates"].get<int>() > 1);
    CHECK(tuned[1]["bits"] == 4);
    CHECK(tuned[1]["candidates"] == 1);
    CHECK(tuned[2]["k"] == 128);
    const std::string table = quern_output({"tune", spec_file, "--threads", "1"}, cache);
    for (const char* part : {"vector", "integers", "nf4 48 x 40 x 128, block 32", "1 thread: stored in"})
        CHECK(table.find(part) != std::string::npos);

    // A plan no default is, read back and used.
    const MachineTraits machine = host_machine(best_host_isa());
    const std::filesystem::path file = tuning_file(cache, machine, 1);
    CHECK(read_tuning(file, machine, 1).dense_plans().size() == 3);
    std::vector<TunedDense> plans;
    for (const KernelSpec& spec : small_products) {
        TunedDense plan{spec, {}, {}, 2e-3, 1e-3};
        plan.blockwise.rows = 1;
        plans.push_back(plan);
    }
    store_tuning(file, machine, 1, std::span<const TunedDense>(plans));
    const Tuning tuning = read_tuning(file, machine, 1);
    CHECK(tuning.warning == "");
    CHECK(tuning.dense_plans().size() == 3 + plans.size());
    KernelCache cached(machine, tuning, {});
    for (const TunedDense& plan : plans) {
        CHECK(tuning.find_dense(plan.spec) != nullptr);
        CHECK(tuning.blockwise_plan(plan.spec, machine).rows == 1);
        CHECK(cached.get(plan.spec)->plan_text().find("rows = 1\n") != std::string::npos);
    }
    const KernelSpec untuned = blockwise_spec(Op::nf4_gemv, 71, 192, 0, 64, 0, false);
    CHECK(tuning.find_dense(untuned) == nullptr);
    CHECK(tuning.blockwise_plan(untuned, machine).rows == plan_blockwise(untuned, machine).rows);
}

TEST_CASE("a tuning file whose block-quantized plans do not suit is not used, and says why") {
    const TemporaryDirectory directory;
    const MachineTraits machine = host_machine(best_host_isa());
    const std::filesystem::path file = directory / "tuning.toml";
    TunedDense plan{blockwise_spec(Op::int_gemv, 40, 128, 0, 32, 4, false), {}, {}, 2e-3, 1e-3};
    plan.blockwise.rows = 2;
    store_tuning(file, machine, 1, std::span<const TunedDense>(&plan, 1));
    CHECK(read_tuning(file, machine, 1).blockwise_plan(plan.spec, machine).rows == 2);
    const std::pair<const char*, const char*> faults[] = {{"\nrows = 2", "\nrows = 99"},
                                                          {"\nrows = 2", "\nrows = 0"},
                                                          {"\nrows = 2", ""},
                                                          {"'packed'", "'folded'"},
                                                          {"bits = 4", "bits = 5"},
                                                          {"block = 32", "block = 1025"},
                                                          {"op = 'int_gemv'", "op = 'qgemm'"},
                                                          {"op = 'int_gemv'", "op = 'x'"}};
    check_tuning_faults(file, machine, faults);
}
