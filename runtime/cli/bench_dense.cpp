#include "runtime/cli/bench_dense.hpp"

#include <CLI/CLI.hpp>
#include <cstdint>
#include <iomanip>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <sstream>
#include <string>

#include "gen/error.hpp"
#include "gen/kernel_spec.hpp"
#include "runtime/bench/dense_bench.hpp"
#include "runtime/bench/openblas_peer.hpp"
#include "runtime/cli/flag_values.hpp"
#include "runtime/cli/kernel_table.hpp"
#include "runtime/cli/machine_options.hpp"
#include "runtime/cli/output.hpp"
#include "runtime/dense/dense_context.hpp"

namespace quern::cli {

namespace {

constexpr std::int64_t default_side = 1024;

struct DenseOptions {
    std::string op = "gemm", type = "f64";
    std::optional<std::string> a_layout, b_layout;
    std::int64_t m = default_side, n = default_side;
    std::optional<std::int64_t> k;
    bool transposed = false, no_peer = false, json = false;
    MachineOptions machine;
};

KernelSpec dense_spec(const DenseOptions& options, Isa isa) {
    KernelSpec spec;
    spec.name = "bench";
    spec.op = options.op == "gemm" ? Op::gemm : Op::gemv;
    spec.type = options.type == "f32" ? ElementType::f32 : ElementType::f64;
    spec.m = options.m;
    spec.n = options.n;
    if (spec.op == Op::gemm) {
        const auto layout = [](const std::optional<std::string>& name) {
            return name == "column_major" ? MatrixLayout::column_major : MatrixLayout::row_major;
        };
        spec.k = options.k.value_or(default_side);
        spec.a_layout = layout(options.a_layout);
        spec.b_layout = layout(options.b_layout);
        if (options.transposed) throw Error("--transposed is of --op gemv; a gemm takes --a-layout and --b-layout");
    } else {
        if (options.k) throw Error("--k is of --op gemm; a gemv's A has --n columns");
        if (options.a_layout || options.b_layout)
            throw Error("--a-layout and --b-layout are of --op gemm; a gemv takes --transposed");
        spec.transposed = options.transposed;
    }
    spec.isa = isa;
    validate(spec);
    return spec;
}

nlohmann::ordered_json to_json(const DenseOptions& options, const KernelSpec& spec, int threads,
                               const DenseBenchResult& result, const OpenBlasPeer* peer) {
    nlohmann::ordered_json json{{"op", options.op}, {"type", options.type}, {"m", spec.m}, {"n", spec.n}};
    const bool gemm = spec.op == Op::gemm;
    if (gemm)
        json.update({{"k", spec.k},
                     {"a_layout", matrix_layout_name(spec.a_layout)},
                     {"b_layout", matrix_layout_name(spec.b_layout)}});
    else
        json["transposed"] = spec.transposed;
    json["threads"] = threads;
    json["isa"] = isa_traits(*spec.isa).name;
    json["ms_min"] = result.ms_min;
    json["ms_median"] = result.ms_median;
    json["gflops"] = result.gflops;
    if (gemm) {
        json["peak_gflops"] = result.peak_gflops;
        json["fraction_of_peak"] = result.fraction_of_peak;
        json["ceiling"] = result.ceiling;
    } else {
        json["gigabytes_per_second"] = result.gigabytes;
        json["sum_gigabytes_per_second"] = result.sum_gigabytes;
        json["fraction_of_sum"] = result.fraction_of_sum;
    }
    json["peer"] = peer == nullptr ? nlohmann::ordered_json() : nlohmann::ordered_json(peer->name());
    json["peer_gflops"] = peer == nullptr ? nlohmann::ordered_json() : nlohmann::ordered_json(result.peer_gflops);
    json["ratio"] = peer == nullptr ? nlohmann::ordered_json() : nlohmann::ordered_json(result.ratio);
    json["pairs"] = result.pairs;
    json["rel_error"] = result.rel_error;
    return json;
}

std::string plan_text(const KernelSpec& spec, const DenseContext& context) {
    const Tuning& tuning = context.tuning();
    const bool tuned = tuning.find_dense(spec) != nullptr;
    const std::string plan = spec.op == Op::gemm ? plan_summary(context.gemm_plan(spec), tuned)
                                                 : plan_summary(context.gemv_plan(spec), tuned);
    return plan + " (" + tuning_summary(tuning) + ")";
}

std::string report(const KernelSpec& spec, int threads, const DenseBenchResult& result, const OpenBlasPeer* peer,
                   const std::string& no_peer, const std::string& plan) {
    std::ostringstream text;
    text << op_name(spec.op) << ", " << shape_text(spec) << ", " << threads
         << (threads == 1 ? " thread, " : " threads, ") << isa_traits(*spec.isa).name << "\n"
         << fixed(result.ms_median, 3) << " ms median, " << fixed(result.ms_min, 3)
         << " ms least: " << fixed(result.gflops, 1) << " GFLOP/s\n";
    if (spec.op == Op::gemm)
        text << fixed(result.fraction_of_peak, 3) << " of the FMA peak of " << fixed(result.peak_gflops, 1)
             << " GFLOP/s; the plan leaves " << fixed(result.ceiling, 3) << " (median of " << result.pairs
             << " pairs)\n";
    else
        text << fixed(result.gigabytes, 1) << " GB/s, " << fixed(result.fraction_of_sum, 3)
             << " of a plain summing loop's " << fixed(result.sum_gigabytes, 1) << " GB/s (median of " << result.pairs
             << " pairs)\n";
    if (peer != nullptr)
        text << fixed(result.ratio, 3) << " times as fast as " << peer->name() << " at " << fixed(result.peer_gflops, 1)
             << " GFLOP/s (median of " << result.pairs << " pairs)\n";
    else
        text << no_peer << "\n";
    text << "plan " << plan << "\n";
    text << "relative error " << std::setprecision(3) << result.rel_error << " against the f64 product\n";
    return text.str();
}

void bench_dense_command(const DenseOptions& options) {
    const MachineTraits machine = options.machine.machine();
    const KernelSpec spec = dense_spec(options, machine.isa);
    const int threads = options.machine.thread_count();
    DenseContext context(machine, threads);
    warn_of_ignored_file(context.tuning());
    std::string why = "asked for none";
    const auto peer = options.no_peer ? nullptr : OpenBlasPeer::open(machine.isa, threads, why);
    const DenseBenchResult result = bench_dense(spec, context, peer.get());
    if (options.json)
        print_json(to_json(options, spec, threads, result, peer.get()));
    else
        print(report(spec, threads, result, peer.get(), "without OpenBLAS beside it: " + one_line(why),
                     plan_text(spec, context)));
}

}  // namespace

void add_bench_dense(CLI::App& bench) {
    CLI::App* app = bench.add_subcommand(
        "dense", "Time a dense product against the FMA peak or memory, and against OpenBLAS where it is installed");
    const auto options = std::make_shared<DenseOptions>();
    const auto size = [&](const char* flag, auto& value, const char* help) {
        return app->add_option(flag, value, help)->transform(whole_number<std::int64_t>(1));
    };
    app->add_option("--op", options->op, "gemm or gemv")->check(CLI::IsMember({"gemm", "gemv"}))->capture_default_str();
    app->add_option("--type", options->type, "Element type")
        ->check(CLI::IsMember({"f64", "f32"}))
        ->capture_default_str();
    size("--m", options->m, "Rows of A and C")->capture_default_str();
    size("--n", options->n, "Columns of B and C; of gemv's A")->capture_default_str();
    size("--k", options->k, "Columns of gemm's A and rows of its B (default: 1024)");
    app->add_option("--a-layout", options->a_layout, "Of gemm's A (default: row_major)")
        ->check(CLI::IsMember({"row_major", "column_major"}));
    app->add_option("--b-layout", options->b_layout, "Of gemm's B (default: row_major)")
        ->check(CLI::IsMember({"row_major", "column_major"}));
    app->add_flag("--transposed", options->transposed, "gemv of A's transpose");
    app->add_flag("--no-peer", options->no_peer, "Without OpenBLAS");
    app->add_flag("--json", options->json, "Print one JSON object");
    options->machine.add_to(*app);
    app->callback([options] { bench_dense_command(*options); });
}

}  // namespace quern::cli
