#include "runtime/cli/run_report.hpp"

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>
#include <string_view>
#include <utility>

#include "runtime/cli/kernel_table.hpp"
#include "runtime/cli/table.hpp"

namespace quern::cli {

namespace {

constexpr std::array<std::pair<std::string_view, double TimeSplit::*>, 13> operations{{
    {"embed", &TimeSplit::embed},
    {"norms", &TimeSplit::norms},
    {"q", &TimeSplit::q},
    {"k", &TimeSplit::k},
    {"v", &TimeSplit::v},
    {"rope", &TimeSplit::rope},
    {"attention", &TimeSplit::attention},
    {"attention_output", &TimeSplit::attention_output},
    {"gate", &TimeSplit::gate},
    {"up", &TimeSplit::up},
    {"activation", &TimeSplit::activation},
    {"down", &TimeSplit::down},
    {"head", &TimeSplit::head},
}};
static_assert(sizeof(TimeSplit) == operations.size() * sizeof(double), "every operation is listed");

/// Seconds by operation: the forward pass's and the sampler's.
std::vector<std::pair<std::string, double>> seconds_by_operation(const RunReport& report) {
    std::vector<std::pair<std::string, double>> split;
    for (const auto& [name, member] : operations) split.emplace_back(name, report.split.*member);
    split.emplace_back("sampler", report.generation.sampler_seconds);
    return split;
}

double per_step(double seconds, std::int64_t steps) {
    return steps > 0 ? seconds * 1e3 / static_cast<double>(steps) : 0;
}

std::string time_table(const RunReport& report) {
    using Align = Table::Align;
    Table table({{"operation", Align::left}, {"ms", Align::right}, {"ms a step", Align::right}, {"%", Align::right}});
    const double total = report.generation.seconds;
    const auto add = [&](const std::string& name, double seconds) {
        table.add({name, fixed(seconds * 1e3, 1), fixed(per_step(seconds, report.generation.steps), 3),
                   fixed(total > 0 ? 100 * seconds / total : 0, 1)});
    };
    double known = 0;
    for (const auto& [name, seconds] : seconds_by_operation(report)) {
        add(name, seconds);
        known += seconds;
    }
    add("other", std::max(0.0, total - known));
    add("total", total);
    return table.text();
}

/// Kernels up to which each has a line of its own.
constexpr std::size_t most_listed = 24;

/// The kernels of one shape: they differ in the number of tokens alone.
struct KernelGroup {
    KernelSpec largest;  ///< the one for the most tokens
    std::int64_t fewest_tokens = 0;
    std::size_t kernels = 0, tuned = 0, code_bytes = 0;
    double compile_seconds = 0;
};

std::vector<KernelGroup> groups_by_shape(const RunReport& report) {
    std::vector<KernelGroup> groups;
    for (const auto& kernel : report.kernels) {
        const KernelSpec& spec = kernel->spec();
        const auto same = [&](const KernelGroup& group) {
            return group.largest.op == spec.op && shape_text(group.largest) == shape_text(spec) &&
                   (report.kernels.size() > most_listed || group.largest.tokens == spec.tokens);
        };
        auto group = std::find_if(groups.begin(), groups.end(), same);
        if (group == groups.end()) group = groups.insert(groups.end(), {spec, spec.tokens});
        if (spec.tokens > group->largest.tokens) group->largest = spec;
        group->fewest_tokens = std::min(group->fewest_tokens, spec.tokens);
        ++group->kernels;
        if (report.tuning.find(spec) != nullptr) ++group->tuned;
        group->code_bytes += kernel->code().size();
        group->compile_seconds += kernel->compile_seconds();
    }
    return groups;
}

std::string kernels_table(const RunReport& report) {
    using Align = Table::Align;
    Table table({{"op", Align::left},
                 {"shape", Align::left},
                 {"kernels", Align::right},
                 {"tuned", Align::right},
                 {"bytes", Align::right},
                 {"ms", Align::right},
                 {"plan (for the most tokens)", Align::left}});
    for (const KernelGroup& group : groups_by_shape(report)) {
        const KernelSpec& spec = group.largest;
        const std::string tokens = spec.tokens > 0 ? ", " + tokens_text(group.fewest_tokens, spec.tokens) : "";
        table.add({std::string(op_name(spec.op)), shape_text(spec) + tokens, std::to_string(group.kernels),
                   spec.op == Op::qgemm ? std::to_string(group.tuned) : "-", std::to_string(group.code_bytes),
                   fixed(group.compile_seconds * 1e3, 2),
                   spec.op == Op::qgemm
                       ? plan_summary(report.tuning.plan(spec, report.machine), report.tuning.find(spec) != nullptr)
                       : "-"});
    }
    return table.text();
}

std::string processor_text(const RunReport& report) {
    const std::string processor = report.machine.processor.empty() ? "" : " (" + report.machine.processor + ")";
    return "isa      " + std::string(isa_traits(report.machine.isa).name) + ": " +
           (report.isa_asked_for ? "asked for with --isa" : "the best this processor has") + processor + "\nthreads  " +
           std::to_string(report.threads) + "\n";
}

std::string processor_kernels_text(const RunReport& report) {
    const KernelCache::Statistics& kernels = report.kernel_statistics;
    return "kernels  " + std::to_string(kernels.misses) + " generated in " + fixed(kernels.compile_seconds * 1e3, 1) +
           " ms, " + readable_bytes(kernels.code_bytes) + " of code; " + std::to_string(kernels.hits) +
           " cache hits\nplans    " + tuning_summary(report.tuning) + "\n";
}

std::string device_text(const RunReport::Cuda& cuda, bool isa_asked_for) {
    return "isa      " + std::string(isa_traits(cuda.isa).name) + ": " +
           (isa_asked_for ? "asked for with --isa" : "the newest this device runs") + "\ndevice   " + cuda.device.name +
           ", " + std::to_string(cuda.device.multiprocessors) + " multiprocessors, " +
           readable_bytes(cuda.memory.free) + " free of " + readable_bytes(cuda.memory.total) + "\n";
}

std::string device_kernels_text(const RunReport::Cuda& cuda) {
    const auto& statistics = cuda.statistics;
    return "kernels  " + std::to_string(statistics.kernels) + " loaded in " + fixed(statistics.load_seconds * 1e3, 1) +
           " ms; " + std::to_string(statistics.kernels - statistics.ptx_hits) + " compiled to PTX in " +
           fixed(statistics.compile_seconds * 1e3, 1) + " ms, " + std::to_string(statistics.ptx_hits) +
           " from the cache on disk\n";
}

std::string device_kernels_table(const RunReport::Cuda& cuda) {
    using Align = Table::Align;
    Table table({{"op", Align::left},
                 {"shape", Align::left},
                 {"registers", Align::right},
                 {"shared", Align::right},
                 {"local", Align::right},
                 {"PTX", Align::left},
                 {"plan", Align::left}});
    for (const auto& kernel : cuda.kernels)
        table.add({std::string(op_name(kernel->plan.spec.op)), shape_text(kernel->plan.spec),
                   std::to_string(kernel->registers), std::to_string(kernel->shared_bytes),
                   std::to_string(kernel->local_bytes), kernel->ptx_hit ? "hit" : "miss",
                   cuda_plan_summary(kernel->plan)});
    return table.text();
}

}  // namespace

void RunReport::add_kernels(LoadedModel& model) {
    if (CudaSetup* setup = model.cuda()) {
        const cuda::DeviceKernelCache& cache = setup->kernels();
        cuda =
            Cuda{setup->device().traits(), setup->device().memory(), cache.isa(), cache.statistics(), cache.kernels()};
        return;
    }
    const KernelCache& cache = *model.processor_kernels();
    kernel_statistics = cache.statistics();
    kernels = cache.kernels();
    tuning = cache.tuning();
}

std::string verbose_text(const RunReport& report) {
    std::string out = "model    " + report.model + ": " + report.shape.architecture + ", " +
                      std::to_string(report.shape.layers) + " layers, width " + std::to_string(report.shape.width) +
                      ", " + readable_bytes(report.packed_bytes) + " of packed weights\n";
    out += report.cuda ? device_text(*report.cuda, report.isa_asked_for) : processor_text(report);
    out += "load     " + fixed(report.load_seconds, 3) + " s\n";
    out += "memory   " + readable_bytes(report.peak_rss_bytes) + " at the peak\n";
    out += report.cuda ? device_kernels_text(*report.cuda) : processor_kernels_text(report);
    out += "canvas   " + std::to_string(report.generation.prompt.size()) + " prompt tokens, " +
           std::to_string(report.generation.tokens.size()) + " generated in " +
           std::to_string(report.generation.steps) + " steps\n";
    return out + "\n" + (report.cuda ? device_kernels_table(*report.cuda) : kernels_table(report)) + "\n" +
           time_table(report);
}

nlohmann::ordered_json to_json(const RunReport& report) {
    nlohmann::ordered_json split;
    for (const auto& [name, seconds] : seconds_by_operation(report)) split[name] = seconds * 1e3;
    return {{"prompt_tokens", report.generation.prompt},
            {"tokens", report.generation.tokens},
            {"text", report.generation.text},
            {"steps", report.generation.steps},
            {"seconds", report.generation.seconds},
            {"ms_per_step", per_step(report.generation.seconds, report.generation.steps)},
            {"split", split},
            {"load_seconds", report.load_seconds},
            {"peak_rss_bytes", report.peak_rss_bytes}};
}

}  // namespace quern::cli
