// bench dense and tune of the dense products.
#include "runtime/bench/dense_bench.hpp"

#include <doctest/doctest.h>

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <vector>

#include "gen/error.hpp"
#include "jit_x86/host.hpp"
#include "runtime/bench/openblas_peer.hpp"
#include "runtime/tuning/dense_tuner.hpp"
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

KernelSpec dense_spec(Op op, ElementType type, std::int64_t m, std::int64_t n, std::int64_t k, bool transposed) {
    KernelSpec spec;
    spec.name = "test";
    spec.op = op;
    spec.type = type;
    spec.m = m;
    spec.n = n;
    spec.k = k;
    spec.transposed = transposed;
    return spec;
}

std::set<std::string> keys_of(const nlohmann::json& json) {
    std::set<std::string> keys;
    for (const auto& item : json.items()) keys.insert(item.key());
    return keys;
}

}  // namespace

TEST_CASE("bench dense is right about the product it times") {
    int turn = 0;
    for (const Op op : {Op::gemm, Op::gemv})
        for (const bool flag : {false, true})
            for (const ElementType type : {ElementType::f64, ElementType::f32}) {
                // The ISAs in turn: each bench takes half a second.
                const std::vector<Isa> isas = host_isas();
                const Isa isa = isas[static_cast<std::size_t>(turn++) % isas.size()];
                KernelSpec spec = dense_spec(op, type, 65, 71, op == Op::gemm ? 90 : 0, op == Op::gemv && flag);
                if (op == Op::gemm && flag) spec.a_layout = spec.b_layout = MatrixLayout::column_major;
                const DenseBenchResult result = bench_dense(spec, dense_context(isa, 2), nullptr);
                CHECK(result.pairs >= 15);
                CHECK(result.ms_min > 0);
                CHECK(result.ms_median >= result.ms_min);
                CHECK(result.gflops > 0);
                CHECK(result.peer_gflops == 0);
                CHECK(result.ratio == 0);
                CHECK(result.rel_error > 0);
                CHECK(result.rel_error < (type == ElementType::f64 ? 1e-14 : 1e-5));
                if (op == Op::gemm) {
                    CHECK(result.peak_gflops > 0);
                    CHECK(result.fraction_of_peak > 0);
                    CHECK(result.ceiling > 0.5);
                    CHECK(result.ceiling <= 1);
                } else {
                    CHECK(result.gigabytes > 0);
                    CHECK(result.sum_gigabytes > 0);
                    CHECK(result.fraction_of_sum > 0);
                }
            }
    KernelSpec other = dense_spec(Op::gemm, ElementType::f64, 1, 1, 1, false);
    other.op = Op::attention;
    other.head_size = 64;
    CHECK_THROWS_WITH_AS(bench_dense(other, dense_context(best_host_isa()), nullptr),
                         "kernel \"test\" is no dense product", Error);
}

TEST_CASE("bench dense --json prints the documented keys") {
    const auto json =
        nlohmann::json::parse(quern_output({"bench", "dense", "--type", "f32", "--m", "48", "--n", "40", "--k", "33",
                                            "--threads", "2", "--isa", "avx2", "--no-peer", "--json"}));
    std::set<std::string> keys = keys_of(json);
    for (const char* key : {"type", "m", "n", "k", "threads", "isa", "ms_median", "gflops", "peak_gflops",
                            "fraction_of_peak", "peer", "peer_gflops", "ratio"})
        CHECK(keys.contains(key));
    CHECK(json["type"] == "f32");
    CHECK(json["m"] == 48);
    CHECK(json["n"] == 40);
    CHECK(json["k"] == 33);
    CHECK(json["threads"] == 2);
    CHECK(json["isa"] == "avx2");
    CHECK(json["peer"].is_null());
    CHECK(json["ratio"].is_null());
    CHECK(json["gflops"].get<double>() == doctest::Approx(2.0 * 48 * 40 * 33 / json["ms_median"].get<double>() / 1e6));
    const auto vector = nlohmann::json::parse(quern_output(
        {"bench", "dense", "--op", "gemv", "--m", "48", "--n", "40", "--transposed", "--no-peer", "--json"}));
    CHECK(vector["op"] == "gemv");
    CHECK(vector["transposed"] == true);
    CHECK(vector["type"] == "f64");
    CHECK(vector.contains("fraction_of_sum"));
    CHECK_FALSE(vector.contains("k"));
}

TEST_CASE("OpenBLAS is a peer where it is installed, and its absence is said where not") {
    std::string why;
    const auto peer = OpenBlasPeer::open(best_host_isa(), 1, why);
    const std::string text = quern_output({"bench", "dense", "--m", "48", "--n", "40", "--k", "33"});
    if (peer == nullptr) {
        CHECK(why.find("libopenblas.so.0") != std::string::npos);
        CHECK(text.find("without OpenBLAS beside it") != std::string::npos);
        return;
    }
    CHECK(peer->name().starts_with("OpenBLAS "));
    CHECK(text.find("times as fast as OpenBLAS ") != std::string::npos);
    const std::vector<double> a{1, 2, 3, 4, 5, 6}, b{7, 8, 9, 10, 11, 12};
    std::vector<double> c(4), y(3);
    peer->gemm(2, 2, 3, a.data(), b.data(), c.data());
    CHECK(c == std::vector<double>{58, 64, 139, 154});
    const std::vector<double> ones{1, 1};
    peer->gemv(2, 3, true, a.data(), ones.data(), y.data());
    CHECK(y == std::vector<double>{5, 7, 9});
}

TEST_CASE("tune measures dense products, stores their plans, and kernels are generated by them") {
    const TemporaryDirectory directory;
    const std::string spec_file = (directory / "dense.toml").string(), cache = (directory / "cache").string();
    std::ofstream(spec_file) << "[[kernel]]\nname = \"square\"\nop = \"gemm\"\ntype = \"f64\"\nm = 40\nn = 50\nk = 30\n"
                                "[[kernel]]\nname = \"vector\"\nop = \"gemv\"\ntype = \"f32\"\nm = 40\nn = 50\n";
    const std::string table = quern_output({"tune", spec_file, "--threads", "1"}, cache);
    for (const char* part : {"square", "vector", "f64 40 x 50 x 30", "f32 40 x 50", "1 thread: stored in"})
        CHECK(table.find(part) != std::string::npos);
    const auto json = nlohmann::json::parse(quern_output({"tune", spec_file, "--threads", "1", "--json"}, cache));
    REQUIRE(json["kernels"].size() == 2);
    CHECK(json["kernels"][0]["op"] == "gemm");
    CHECK(json["kernels"][0]["k"] == 30);
    CHECK(json["kernels"][0]["choice"].contains("tile_rows"));
    CHECK(json["kernels"][1]["choice"].contains("prefetch_bytes"));
    CHECK(json["kernels"][1]["candidates"].get<int>() > 1);

    // A plan no default is, read back and used.
    const MachineTraits machine = host_machine(best_host_isa());
    const std::filesystem::path file = tuning_file(cache, machine, 1);
    const Tuning stored = read_tuning(file, machine, 1);
    CHECK(stored.warning == "");
    CHECK(stored.dense_plans().size() == 2);
    TunedDense gemm{dense_spec(Op::gemm, ElementType::f64, 40, 50, 30, false), {}, {}, 2e-3, 1e-3};
    gemm.gemm = {{2, 1}, APanel::packed_rows, 64};
    TunedDense gemv{dense_spec(Op::gemv, ElementType::f32, 40, 50, 0, false), {}, {}, 2e-3, 1e-3};
    gemv.gemv = {3, 512, 64};
    const TunedDense plans[] = {gemm, gemv};
    store_tuning(file, machine, 1, std::span<const TunedDense>(plans));
    const Tuning tuning = read_tuning(file, machine, 1);
    CHECK(tuning.warning == "");
    CHECK(tuning.gemm_plan(gemm.spec, machine).choice() == gemm.gemm);
    CHECK(tuning.gemv_plan(gemv.spec, machine).choice() == gemv.gemv);
    CHECK(tuning.find_dense(dense_spec(Op::gemm, ElementType::f64, 41, 50, 30, false)) == nullptr);
    KernelCache kernels(machine, tuning, {});
    CHECK(kernels.get(gemm.spec)->plan_text().find("tile_rows = 2\n") != std::string::npos);
    CHECK(kernels.get(gemv.spec)->plan_text().find("rows = 3\n") != std::string::npos);
}

TEST_CASE("a tuning file whose dense plans do not suit is not used, and says why") {
    const TemporaryDirectory directory;
    const MachineTraits machine = host_machine(best_host_isa());
    const std::filesystem::path file = directory / "tuning.toml";
    TunedDense plan{dense_spec(Op::gemm, ElementType::f64, 40, 50, 30, false), {}, {}, 2e-3, 1e-3};
    plan.gemm = {{2, 1}, APanel::packed_rows, 64};
    store_tuning(file, machine, 1, std::span<const TunedDense>(&plan, 1));
    const std::pair<const char*, const char*> faults[] = {{"tile_rows = 2", "tile_rows = 99"},
                                                          {"tile_rows = 2", "tile_rows = 0"},
                                                          {"'packed_rows'", "'folded'"},
                                                          {"column_block = 64", "column_block = 63"},
                                                          {"m = 40", "m = -40"},
                                                          {"'f64'", "'f16'"},
                                                          {"k = 30", ""}};
    check_tuning_faults(file, machine, faults);
}
