#include "runtime/cli/bench_blockwise.hpp"

#include <CLI/CLI.hpp>
#include <cstdint>
#include <iomanip>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <sstream>
#include <string>

#include "gen/blockwise_plan.hpp"
#include "gen/error.hpp"
#include "gen/kernel_spec.hpp"
#include "gen/op_traits.hpp"
#include "runtime/bench/blockwise_bench.hpp"
#include "runtime/bench/blockwise_operands.hpp"
#include "runtime/bench/openblas_peer.hpp"
#include "runtime/cli/flag_values.hpp"
#include "runtime/cli/kernel_table.hpp"
#include "runtime/cli/machine_options.hpp"
#include "runtime/cli/output.hpp"
#include "runtime/cli/table.hpp"
#include "runtime/dense/blockwise_driver.hpp"
#include "runtime/dense/dense_context.hpp"

namespace quern::cli {

namespace {

constexpr std::int64_t default_side = 4096, default_gemm_columns = 32;

struct BlockwiseOptions {
    std::string op = "nf4_gemv", codes = "packed";
    std::int64_t m = default_side, block = 64;
    std::optional<std::int64_t> n, k;
    std::optional<int> bits;
    int weights = 0;
    bool no_peer = false, json = false;
    MachineOptions machine;
};

KernelSpec bench_spec(const BlockwiseOptions& options, Isa isa) {
    const Op op = op_traits_by_name(options.op)->op;
    const bool gemm = op == Op::nf4_gemm, integers = op == Op::int_gemv;
    if (options.k && !gemm) throw Error("--k is of --op nf4_gemm; a gemv's W has --n columns");
    if (options.bits && !integers) throw Error("--bits is of --op int_gemv");
    KernelSpec spec = blockwise_spec(op, options.m, options.n.value_or(gemm ? default_gemm_columns : default_side),
                                     gemm ? options.k.value_or(default_side) : 0, options.block,
                                     integers ? options.bits.value_or(4) : 0, options.codes == "bytes");
    spec.name = "bench";
    spec.isa = isa;
    validate(spec);
    return spec;
}

nlohmann::ordered_json to_json(const KernelSpec& spec, int threads, const BlockwiseBenchResult& result,
                               const OpenBlasPeer* peer) {
    nlohmann::ordered_json json{{"op", op_name(spec.op)}};
    if (spec.op == Op::int_gemv) json["bits"] = spec.bits;
    json.update({{"m", spec.m}, {"n", spec.n}});
    if (spec.op == Op::nf4_gemm) json["k"] = spec.k;
    json.update({{"block", spec.block},
                 {"codes", spec.codes_name()},
                 {"threads", threads},
                 {"isa", isa_traits(*spec.isa).name},
                 {"weights", result.weights},
                 {"ms_min", result.ms_min},
                 {"ms_median", result.ms_median},
                 {"gweights_per_second", result.gweights},
                 {"gigabytes_per_second", result.gigabytes},
                 {"gflops", result.gflops}});
    json["peer"] = peer == nullptr ? nlohmann::ordered_json() : nlohmann::ordered_json(peer->name());
    const auto of_peer = [peer](double value) {
        return peer == nullptr ? nlohmann::ordered_json() : nlohmann::ordered_json(value);
    };
    json["peer_ms_median"] = of_peer(result.peer_ms_median);
    json["peer_gigabytes_per_second"] = of_peer(result.peer_gigabytes);
    json["peer_rel_error"] = of_peer(result.peer_rel_error);
    json["ratio"] = of_peer(result.ratio);
    json.update({{"pairs", result.pairs},
                 {"rel_error", result.rel_error},
                 {"weight_bytes", result.weight_bytes},
                 {"dense_bytes", result.dense_bytes},
                 {"resident_growth_bytes", result.resident_growth},
                 {"peak_rss_bytes", result.peak_resident}});
    return json;
}

std::string report(const KernelSpec& spec, int threads, const BlockwiseBenchResult& result, const OpenBlasPeer* peer,
                   const std::string& no_peer, const std::string& plan) {
    std::ostringstream text;
    text << op_name(spec.op) << ", " << shape_text(spec) << ", " << threads
         << (threads == 1 ? " thread, " : " threads, ") << isa_traits(*spec.isa).name << "\n"
         << fixed(result.ms_median, 3) << " ms median, " << fixed(result.ms_min, 3)
         << " ms least: " << fixed(result.gweights, 2) << " Gweight/s, " << fixed(result.gigabytes, 1)
         << " GB/s of codes and scales, " << fixed(result.gflops, 1) << " GFLOP/s, " << result.weights
         << (result.weights == 1 ? " weight\n" : " weights in turn\n");
    if (peer != nullptr)
        text << fixed(result.ratio, 3) << " times as fast as " << peer->name() << " on the same weights made dense, "
             << fixed(result.peer_ms_median, 3) << " ms and " << fixed(result.peer_gigabytes, 1) << " GB/s (median of "
             << result.pairs << " pairs)\n";
    else
        text << no_peer << "\n";
    text << "plan " << plan << "\n"
         << "memory " << readable_bytes(result.weight_bytes) << " a weight, " << readable_bytes(result.dense_bytes)
         << " were it dense; the products made the resident set grow by " << readable_bytes(result.resident_growth)
         << ", to " << readable_bytes(result.peak_resident) << " at its peak\n"
         << "relative error " << std::setprecision(3) << result.rel_error << " against the f64 product\n";
    return text.str();
}

void bench_blockwise_command(const BlockwiseOptions& options) {
    const MachineTraits machine = options.machine.machine();
    const KernelSpec spec = bench_spec(options, machine.isa);
    const int threads = options.machine.thread_count();
    DenseContext context(machine, threads);
    const Tuning& tuning = context.tuning();
    warn_of_ignored_file(tuning);
    std::string why = "asked for none";
    const auto peer = options.no_peer ? nullptr : OpenBlasPeer::open(machine.isa, threads, why);
    const BlockwiseBenchResult result = bench_blockwise(spec, context, peer.get(), options.weights);
    const BlockwisePlan plan = context.blockwise_plan(spec);
    if (options.json)
        print_json(to_json(spec, threads, result, peer.get()));
    else
        print(report(spec, threads, result, peer.get(), "without OpenBLAS beside it: " + one_line(why),
                     plan_summary(plan, tuning.find_dense(spec) != nullptr) + " (" + tuning_summary(tuning) + ")"));
}

}  // namespace

void add_bench_blockwise(CLI::App& bench) {
    CLI::App* app = bench.add_subcommand(
        "blockwise",
        "Time a block-quantized product, and OpenBLAS on the same weights made dense where it is installed");
    const auto options = std::make_shared<BlockwiseOptions>();
    const auto size = [&](const char* flag, auto& value, const char* help) {
        return app->add_option(flag, value, help)->transform(whole_number<std::int64_t>(1));
    };
    app->add_option("--op", options->op, "nf4_gemv, int_gemv or nf4_gemm")
        ->check(CLI::IsMember({"nf4_gemv", "int_gemv", "nf4_gemm"}))
        ->capture_default_str();
    app->add_option("--bits", options->bits, "Of int_gemv's codes, 4 or 8 (default: 4)")->check(CLI::IsMember({4, 8}));
    size("--m", options->m, "Rows of W")->capture_default_str();
    size("--n", options->n, "Columns of a gemv's W (default: 4096); of nf4_gemm's X (default: 32)");
    size("--k", options->k, "Columns of nf4_gemm's W (default: 4096)");
    size("--block", options->block, "Weights a scale, at most 1024")->capture_default_str();
    app->add_option("--codes", options->codes, "packed, two a byte, or bytes; those of 8 bits are bytes always")
        ->check(CLI::IsMember({"packed", "bytes"}))
        ->capture_default_str();
    app->add_option("--weights", options->weights,
                    "Weights multiplied in turn (default: as many as the last-level cache does not hold)")
        ->transform(whole_number<int>(1, most_weights));
    app->add_flag("--no-peer", options->no_peer, "Without OpenBLAS");
    app->add_flag("--json", options->json, "Print one JSON object");
    options->machine.add_to(*app);
    app->callback([options] { bench_blockwise_command(*options); });
}

}  // namespace quern::cli
