#include "runtime/cli/kernel_table.hpp"

#include <toml++/toml.h>

#include <nlohmann/json.hpp>
#include <sstream>

#include "gen/plan.hpp"

namespace quern::cli {

namespace {

std::string shape_text(const KernelSpec& spec) {
    switch (spec.op) {
        case Op::qgemm:
            return std::string(spec.weight->name) + " " + std::to_string(spec.n) + " x " + std::to_string(spec.k) +
                   ", " + std::to_string(spec.tokens) + " tokens";
        case Op::rope:
            return "heads of " + std::to_string(spec.head_size) +
                   (spec.pairs == RopePairs::adjacent ? ", adjacent pairs" : ", halves");
        case Op::attention:
            return "heads of " + std::to_string(spec.head_size);
        default:
            return "rows of " + std::to_string(spec.k);
    }
}

/// The choices of a qgemm's plan in one line; the other kernels have none to make.
std::string plan_summary(const KernelLine& line) {
    if (line.spec.op != Op::qgemm) return "-";
    const QGemmPlan plan = plan_qgemm(line.spec, line.machine);
    std::string text = plan.direct ? "few tokens, weights unpacked in registers"
                                   : "tile " + std::to_string(plan.token_tile) + (line.spec.tile ? " (asked for)" : "");
    text += ", " + std::to_string(plan.row_registers) + " x " + std::to_string(plan.micro_tokens);
    if (!plan.direct) text += ", " + std::to_string(plan.row_tiles_per_item) + " row tiles an item";
    text += plan.float_accumulators == FloatAccumulators::registers ? ", f32 in registers" : ", f32 in L1";
    return text + ", ceiling " + fixed(plan.ceiling(), 2);
}

std::string cache_text(const KernelLine& line) {
    return line.hit ? "hit" : "miss";
}

}  // namespace

Table kernel_table() {
    using Align = Table::Align;
    return Table({{"kernel", Align::left},
                  {"op", Align::left},
                  {"shape", Align::left},
                  {"isa", Align::left},
                  {"bytes", Align::right},
                  {"ms", Align::right},
                  {"cache", Align::left},
                  {"plan", Align::left}});
}

void add_line(Table& table, const KernelLine& line) {
    table.add({line.spec.name.empty() ? "-" : line.spec.name, std::string(op_name(line.spec.op)), shape_text(line.spec),
               std::string(isa_traits(line.machine.isa).name), std::to_string(line.code_bytes),
               line.hit ? "-" : fixed(line.compile_seconds * 1e3, 3), cache_text(line), plan_summary(line)});
}

nlohmann::json to_json(const KernelLine& line) {
    std::ostringstream plan;
    plan << toml::json_formatter(toml::parse(line.plan_text));
    nlohmann::json json{{"name", line.spec.name},
                        {"op", op_name(line.spec.op)},
                        {"isa", isa_traits(line.machine.isa).name},
                        {"plan", nlohmann::json::parse(plan.str())},
                        {"code_bytes", line.code_bytes},
                        {"compile_ms", line.hit ? 0 : line.compile_seconds * 1e3},
                        {"cache", cache_text(line)}};
    const KernelSpec& spec = line.spec;
    if (spec.weight != nullptr) json["weight"] = spec.weight->name;
    if (spec.n > 0) json["n"] = spec.n;
    if (spec.k > 0) json["k"] = spec.k;
    if (spec.tokens > 0) json["tokens"] = spec.tokens;
    if (spec.head_size > 0) json["head_size"] = spec.head_size;
    return json;
}

}  // namespace quern::cli
