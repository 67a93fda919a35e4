#include <CLI/CLI.hpp>
#include <cstdint>
#include <cstdio>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>

#include "gen/error.hpp"
#include "gen/kernel_spec.hpp"
#include "runtime/bench/qgemm_bench.hpp"
#include "runtime/cli/commands.hpp"
#include "runtime/cli/machine_options.hpp"
#include "runtime/kernel_cache.hpp"
#include "runtime/thread_pool.hpp"

namespace quern::cli {

namespace {

struct QGemmOptions {
    std::string weight = "q4_k";
    std::int64_t n = 4096, k = 4096, tokens = 128;
    int tile = 0;
    bool quantize = false, json = false;
    MachineOptions machine;
};

KernelSpec qgemm_spec(const QGemmOptions& options, Isa isa) {
    KernelSpec spec;
    spec.name = "bench";
    spec.weight = weight_format_by_name(options.weight);
    if (!spec.weight) throw Error("--weight: unknown weight format \"" + options.weight + "\"");
    spec.n = options.n;
    spec.k = options.k;
    spec.tokens = options.tokens;
    spec.isa = isa;
    if (options.tile > 0) spec.tile = options.tile;
    validate(spec);
    return spec;
}

void bench_qgemm_command(const QGemmOptions& options) {
    const MachineTraits machine = options.machine.machine();
    const KernelSpec spec = qgemm_spec(options, machine.isa);
    KernelCache cache(machine);
    ThreadPool pool(options.machine.thread_count());
    const QGemmBenchResult result = bench_qgemm(spec, cache, pool, options.quantize);
    const std::string isa(isa_traits(machine.isa).name);
    if (options.json) {
        const nlohmann::ordered_json json{{"weight", options.weight},
                                          {"n", spec.n},
                                          {"k", spec.k},
                                          {"tokens", spec.tokens},
                                          {"threads", pool.threads()},
                                          {"isa", isa},
                                          {"tile", result.tile},
                                          {"ms_min", result.ms_min},
                                          {"ms_median", result.ms_median},
                                          {"gops", result.gops},
                                          {"peak_gops", result.peak_gops},
                                          {"fraction_of_peak", result.fraction_of_peak},
                                          {"ceiling", result.ceiling},
                                          {"rel_error", result.rel_error}};
        std::printf("%s\n", json.dump().c_str());
        return;
    }
    std::printf("%s, %lld x %lld, %lld tokens, %d %s, %s, tile %d\n", options.weight.c_str(),
                static_cast<long long>(spec.n), static_cast<long long>(spec.k), static_cast<long long>(spec.tokens),
                pool.threads(), pool.threads() == 1 ? "thread" : "threads", isa.c_str(), result.tile);
    std::printf("%.3f ms median, %.3f ms least: %.1f GOP/s\n", result.ms_median, result.ms_min, result.gops);
    std::printf("%.3f of the peak of %.1f GOP/s (median of %d pairs); exact arithmetic leaves %.3f\n",
                result.fraction_of_peak, result.peak_gops, result.pairs, result.ceiling);
    std::printf("relative error %.5f against the f64 product\n", result.rel_error);
}

void add_qgemm(CLI::App& bench) {
    CLI::App* app = bench.add_subcommand("qgemm", "Time a quantized matrix product against the processor's peak");
    const auto options = std::make_shared<QGemmOptions>();
    app->add_option("--weight", options->weight, "Weight format")->capture_default_str();
    app->add_option("--n", options->n, "Rows of the weight matrix")->capture_default_str();
    app->add_option("--k", options->k, "Columns of the weight matrix, a multiple of 256")->capture_default_str();
    app->add_option("--tokens", options->tokens, "Rows of the activations")->capture_default_str();
    app->add_option("--tile", options->tile, "Token tile; unset, the plan chooses")->check(CLI::PositiveNumber);
    app->add_flag("--quantize", options->quantize, "Include rounding the activations to int8 in the time");
    app->add_flag("--json", options->json, "Print one JSON object");
    options->machine.add_to(*app);
    app->callback([options] { bench_qgemm_command(*options); });
}

}  // namespace

void add_bench_command(CLI::App& app) {
    CLI::App* bench = app.add_subcommand("bench", "Measure kernels");
    bench->require_subcommand(1);
    add_qgemm(*bench);
    for (const char* subject : {"dense", "blockwise", "attention", "model"}) {
        CLI::App* unbuilt = bench->add_subcommand(subject, "Not built yet");
        unbuilt->allow_extras();
        unbuilt->callback([subject] { throw Error("bench " + std::string(subject) + ": not built yet"); });
    }
}

}  // namespace quern::cli
