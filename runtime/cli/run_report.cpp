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

}  // namespace

std::string verbose_text(const RunReport& report) {
    const KernelCache::Statistics& kernels = report.kernel_statistics;
    const std::string processor = report.machine.processor.empty() ? "" : " (" + report.machine.processor + ")";
    std::string out = "model    " + report.model + ": " + report.shape.architecture + ", " +
                      std::to_string(report.shape.layers) + " layers, width " + std::to_string(report.shape.width) +
                      ", " + readable_bytes(report.packed_bytes) + " of packed weights\n";
    out += "isa      " + std::string(isa_traits(report.machine.isa).name) + ": " + report.why_isa + processor + "\n";
    out += "threads  " + std::to_string(report.threads) + "\n";
    out += "load     " + fixed(report.load_seconds, 3) + " s\n";
    out += "memory   " + readable_bytes(report.peak_rss_bytes) + " at the peak\n";
    out += "kernels  " + std::to_string(kernels.misses) + " generated in " + fixed(kernels.compile_seconds * 1e3, 1) +
           " ms, " + readable_bytes(kernels.code_bytes) + " of code; " + std::to_string(kernels.hits) + " cache hits\n";
    out += "plans    " + tuning_summary(report.tuning) + "\n";
    out += "canvas   " + std::to_string(report.generation.prompt.size()) + " prompt tokens, " +
           std::to_string(report.generation.tokens.size()) + " generated in " +
           std::to_string(report.generation.steps) + " steps\n";
    return out + "\n" + kernels_table(report) + "\n" + time_table(report);
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
