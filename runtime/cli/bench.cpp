#include <CLI/CLI.hpp>
#include <cstdint>
#include <iomanip>
#include <memory>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>

#include "gen/error.hpp"
#include "gen/kernel_spec.hpp"
#include "runtime/bench/cuda_qgemm_bench.hpp"
#include "runtime/bench/qgemm_bench.hpp"
#include "runtime/cli/bench_blockwise.hpp"
#include "runtime/cli/bench_dense.hpp"
#include "runtime/cli/commands.hpp"
#include "runtime/cli/cuda_setup.hpp"
#include "runtime/cli/flag_values.hpp"
#include "runtime/cli/kernel_table.hpp"
#include "runtime/cli/machine_options.hpp"
#include "runtime/cli/output.hpp"
#include "runtime/cli/unbuilt_command.hpp"
#include "runtime/kernels/kernel_cache.hpp"
#include "runtime/system/thread_pool.hpp"

namespace quern::cli {

namespace {

struct QGemmOptions {
    std::string weight = "q4_k";
    std::int64_t n = 4096, k = 4096, tokens = 128;
    int tile = 0;
    bool quantize = false, json = false;
    MachineOptions machine;
};

/// Clocks drift by 15%; a median further from the fastest run was preempted.
constexpr double busy_machine_ratio = 1.25;

/// A line of its own where the figures cannot be trusted, else nothing.
std::string busy_machine_note(const QGemmBenchResult& result) {
    if (result.ms_median <= busy_machine_ratio * result.ms_min) return "";
    std::ostringstream note;
    note << "the median run took " << std::setprecision(2) << result.ms_median / result.ms_min
         << " times the fastest: something else uses this machine, and the figures read low\n";
    return note.str();
}

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

void bench_cuda_qgemm(const QGemmOptions& options) {
    CudaSetup setup(options.machine);
    const KernelSpec spec = qgemm_spec(options, setup.kernels().isa());
    const cuda::CudaQGemmBenchResult result = cuda::bench_qgemm(spec, setup.kernels(), options.quantize);
    const std::string isa(isa_traits(setup.kernels().isa()).name);
    const std::string& device = setup.device().traits().name;
    if (options.json) {
        print_json({{"weight", options.weight},
                    {"n", spec.n},
                    {"k", spec.k},
                    {"tokens", spec.tokens},
                    {"device", device},
                    {"isa", isa},
                    {"tile", result.tile},
                    {"ms_min", result.ms_min},
                    {"ms_median", result.ms_median},
                    {"gops", result.gops},
                    {"peak_gops", result.peak_gops},
                    {"fraction_of_peak", result.fraction_of_peak},
                    {"ceiling", result.ceiling},
                    {"gigabytes_per_second", result.gigabytes_per_second},
                    {"peak_gigabytes_per_second", result.peak_gigabytes_per_second},
                    {"rel_error", result.rel_error}});
        return;
    }
    std::ostringstream text;
    text << std::fixed << std::setprecision(4) << options.weight << ", " << spec.n << " x " << spec.k << ", "
         << spec.tokens << " tokens, " << one_line(device) << ", " << isa << ", tile " << result.tile << "\n"
         << result.ms_median << " ms median of " << result.samples << " samples, " << result.ms_min
         << " ms least, weights read from " << result.copies << (result.copies == 1 ? " copy\n" : " copies in turn\n")
         << std::setprecision(1) << result.gops << " GOP/s: " << std::setprecision(3) << result.fraction_of_peak
         << " of the tensor cores' " << std::setprecision(1) << result.peak_gops << " GOP/s; exact arithmetic leaves "
         << std::setprecision(3) << result.ceiling << "\n"
         << std::setprecision(1) << result.gigabytes_per_second << " GB/s of operands";
    if (result.peak_gigabytes_per_second > 0)
        text << "; the memory's peak is " << result.peak_gigabytes_per_second << " GB/s";
    text << "\nrelative error " << std::setprecision(5) << result.rel_error << " against the f64 product\n";
    print(text.str());
}

void bench_qgemm_command(const QGemmOptions& options) {
    if (options.machine.on_cuda()) return bench_cuda_qgemm(options);
    const MachineTraits machine = options.machine.machine();
    const KernelSpec spec = qgemm_spec(options, machine.isa);
    ThreadPool pool(options.machine.thread_count());
    KernelCache cache(machine, pool.threads());
    warn_of_ignored_file(cache.tuning());
    const QGemmBenchResult result = bench_qgemm(spec, cache, pool, options.quantize);
    const std::string isa(isa_traits(machine.isa).name);
    if (options.json) {
        print_json({{"weight", options.weight},
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
                    {"ceiling_resource", result.ceiling_resource},
                    {"read_gbps", result.read_gbps},
                    {"rel_error", result.rel_error}});
        return;
    }
    std::ostringstream text;
    text << std::fixed << std::setprecision(3) << options.weight << ", " << spec.n << " x " << spec.k << ", "
         << spec.tokens << " tokens, " << pool.threads() << (pool.threads() == 1 ? " thread, " : " threads, ") << isa
         << ", tile " << result.tile << "\n"
         << result.ms_median << " ms median, " << result.ms_min << " ms least: " << std::setprecision(1) << result.gops
         << " GOP/s\n"
         << std::setprecision(3) << result.fraction_of_peak << " of the peak of " << std::setprecision(1)
         << result.peak_gops << " GOP/s (median of " << result.pairs << " pairs)\n"
         << "ceiling " << std::setprecision(3) << result.ceiling << ", set by " << result.ceiling_resource
         << "; the weights can be read at " << std::setprecision(1) << result.read_gbps << " GB/s\n"
         << "plan " << plan_summary(cache.plan(spec), cache.tuning().find(spec) != nullptr) << " ("
         << tuning_summary(cache.tuning()) << ")\n"
         << busy_machine_note(result) << "relative error " << std::setprecision(5) << result.rel_error
         << " against the f64 product\n";
    print(text.str());
}

void add_qgemm(CLI::App& bench) {
    CLI::App* app =
        bench.add_subcommand("qgemm", "Time a quantized matrix product against the peak of the processor or device");
    const auto options = std::make_shared<QGemmOptions>();
    app->add_option("--weight", options->weight, "Weight format")->capture_default_str();
    app->add_option("--n", options->n, "Rows of the weight matrix")
        ->transform(whole_number<std::int64_t>(1))
        ->capture_default_str();
    app->add_option("--k", options->k, "Columns of the weight matrix, a multiple of 256")
        ->transform(whole_number<std::int64_t>(1))
        ->capture_default_str();
    app->add_option("--tokens", options->tokens, "Rows of the activations")
        ->transform(whole_number<std::int64_t>(1))
        ->capture_default_str();
    app->add_option("--tile", options->tile, "Token tile; unset, the plan chooses")->transform(whole_number<int>(1));
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
    add_bench_dense(*bench);
    add_bench_blockwise(*bench);
    for (const char* subject : {"attention", "model"}) add_unbuilt_command(*bench, subject);
}

}  // namespace quern::cli
