#include "runtime/cli/kernel_table.hpp"

#include <cstdio>
#include <nlohmann/json.hpp>
#include <sstream>

#include "gen/op_traits.hpp"
#include "gen/toml.hpp"
#include "runtime/cli/output.hpp"

namespace quern::cli {

namespace {

std::string count_of(std::int64_t count, const std::string& thing) {
    return std::to_string(count) + " " + thing + (count == 1 ? "" : "s");
}

/// Which operands are not row-major.
std::string column_major_text(const KernelSpec& spec) {
    const bool a = spec.a_layout == MatrixLayout::column_major, b = spec.b_layout == MatrixLayout::column_major;
    if (a && b) return ", A and B column-major";
    return a ? ", A column-major" : b ? ", B column-major" : "";
}

/// "nf4 4096 x 4096, block 64".
std::string blockwise_text(const KernelSpec& spec) {
    std::string text = spec.op == Op::int_gemv ? "int" + std::to_string(spec.bits) : "nf4";
    text += " " + std::to_string(spec.m) + " x " + std::to_string(spec.n);
    if (spec.op == Op::nf4_gemm) text += " x " + std::to_string(spec.k);
    text += ", block " + std::to_string(spec.block);
    return text + (spec.packed_codes() || spec.bits == 8 ? "" : ", a code a byte");
}

std::string cache_text(const KernelLine& line) {
    return line.hit ? "hit" : "miss";
}

}  // namespace

std::string shape_text(const KernelSpec& spec) {
    switch (spec.op) {
        case Op::qgemm:
        case Op::embed_rows:
            return std::string(spec.weight->name) + " " + std::to_string(spec.n) + " x " + std::to_string(spec.k);
        case Op::rope:
            return "heads of " + std::to_string(spec.head_size) +
                   (spec.pairs == RopePairs::adjacent ? ", adjacent pairs" : ", halves");
        case Op::attention:
            return "heads of " + std::to_string(spec.head_size);
        case Op::gemm:
            return std::string(element_type_name(spec.type)) + " " + std::to_string(spec.m) + " x " +
                   std::to_string(spec.n) + " x " + std::to_string(spec.k) + column_major_text(spec);
        case Op::gemv:
            return std::string(element_type_name(spec.type)) + " " + std::to_string(spec.m) + " x " +
                   std::to_string(spec.n) + (spec.transposed ? ", transposed" : "");
        case Op::nf4_gemm:
        case Op::nf4_gemv:
        case Op::int_gemv:
            return blockwise_text(spec);
        case Op::row_statistics:
            return "rows of " + std::to_string(spec.n);
        default:
            return "rows of " + std::to_string(spec.k);
    }
}

std::string tokens_text(std::int64_t fewest, std::int64_t most) {
    return (fewest < most ? std::to_string(fewest) + " to " : "") + count_of(most, "token");
}

std::string choice_summary(const PlanChoice& choice) {
    const std::string micro =
        std::to_string(choice.shape.row_registers) + " x " + std::to_string(choice.shape.micro_tokens);
    const std::string row_tiles = count_of(choice.row_tiles_per_item, "row tile") + " an item";
    if (choice.direct)
        return micro + ", tile " + std::to_string(choice.token_tile) + ", " + row_tiles + ", unpacked in registers";
    return micro + ", tile " + std::to_string(choice.token_tile) + ", " + row_tiles + ", f32 in " +
           (choice.shape.float_accumulators == FloatAccumulators::registers ? "registers" : "L1");
}

std::string plan_summary(const QGemmPlan& plan, bool tuned) {
    const std::string origin = tuned ? "tuned: " : plan.spec.tile ? "tile asked for: " : "default: ";
    return origin + choice_summary(plan.choice()) + ", ceiling " + fixed(plan.ceiling().share, 2);
}

std::string choice_summary(const GemmChoice& choice) {
    return std::to_string(choice.tile.rows) + " x " + count_of(choice.tile.vectors, "vector") + ", A " +
           (choice.a_panel == APanel::in_place ? "in place" : "packed") + ", " + std::to_string(choice.column_block) +
           " columns of B at once";
}

std::string choice_summary(const GemvChoice& choice) {
    return count_of(choice.rows, "row") + " at once" +
           (choice.prefetch_bytes > 0 ? ", fetched " + std::to_string(choice.prefetch_bytes) + " bytes ahead" : "");
}

std::string choice_summary(const BlockwiseChoice& choice) {
    return count_of(choice.rows, "row") + " at once";
}

std::string plan_summary(const GemmPlan& plan, bool tuned) {
    return (tuned ? "tuned: " : "default: ") + choice_summary(plan.choice()) + ", ceiling " + fixed(plan.ceiling(), 2);
}

std::string plan_summary(const GemvPlan& plan, bool tuned) {
    return (tuned ? "tuned: " : "default: ") + choice_summary(plan.choice());
}

std::string plan_summary(const BlockwisePlan& plan, bool tuned) {
    return (tuned ? "tuned: " : "default: ") + choice_summary(BlockwiseChoice{plan.rows}) +
           (plan.regular() ? "" : ", irregular runs");
}

std::string cuda_plan_summary(const cuda::CudaPlan& plan) {
    std::string summary = std::to_string(plan.threads) + " threads a block";
    if (plan.rows_per_block > 0)
        summary = "tile " + std::to_string(plan.token_tile) + ", " + std::to_string(plan.rows_per_block) +
                  " rows and " + summary;
    if (const auto ceiling = plan.ceiling()) summary += ", ceiling " + fixed(*ceiling, 2);
    return summary;
}

std::string tuning_summary(const Tuning& tuning) {
    if (tuning.file.empty()) return "default plans; quern tune would measure better ones";
    return count_of(static_cast<std::int64_t>(tuning.plans().size() + tuning.dense_plans().size()), "tuned plan") +
           " in " + one_line(tuning.file.string());
}

void warn_of_ignored_file(const Tuning& tuning) {
    if (!tuning.warning.empty()) std::fputs(("warning: " + one_line(tuning.warning) + "\n").c_str(), stderr);
}

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
    const KernelSpec& spec = line.spec;
    const std::string tokens = spec.tokens > 0 ? ", " + tokens_text(spec.tokens, spec.tokens) : "";
    table.add({spec.name.empty() ? "-" : spec.name, std::string(op_name(spec.op)), shape_text(spec) + tokens,
               std::string(isa_traits(line.machine.isa).name), std::to_string(line.code_bytes),
               line.hit ? "-" : fixed(line.compile_seconds * 1e3, 3), cache_text(line),
               line.plan                 ? plan_summary(*line.plan, line.tuned)
               : line.other_plan.empty() ? "-"
                                         : line.other_plan});
}

nlohmann::ordered_json to_json(const KernelLine& line) {
    std::ostringstream plan;
    plan << toml::json_formatter(toml::parse(line.plan_text));
    nlohmann::ordered_json json{{"name", line.spec.name},
                                {"op", op_name(line.spec.op)},
                                {"isa", isa_traits(line.machine.isa).name},
                                {"plan", nlohmann::ordered_json::parse(plan.str())},
                                {"code_bytes", line.code_bytes},
                                {"compile_ms", line.hit ? 0 : line.compile_seconds * 1e3},
                                {"cache", cache_text(line)}};
    const KernelSpec& spec = line.spec;
    if (line.plan || is_tuned_dense(spec.op)) json["tuned"] = line.tuned;
    if (spec.weight != nullptr) json["weight"] = spec.weight->name;
    if (op_traits(spec.op).takes("type")) json["type"] = element_type_name(spec.type);
    if (spec.m > 0) json["m"] = spec.m;
    if (spec.n > 0) json["n"] = spec.n;
    if (spec.k > 0) json["k"] = spec.k;
    if (spec.tokens > 0) json["tokens"] = spec.tokens;
    if (spec.head_size > 0) json["head_size"] = spec.head_size;
    if (spec.op == Op::gemm) {
        json["a_layout"] = matrix_layout_name(spec.a_layout);
        json["b_layout"] = matrix_layout_name(spec.b_layout);
    }
    if (spec.op == Op::gemv) json["transposed"] = spec.transposed;
    if (is_blockwise(spec.op)) {
        json["block"] = spec.block;
        if (spec.op == Op::int_gemv) json["bits"] = spec.bits;
        json["codes"] = spec.codes_name();
    }
    return json;
}

}  // namespace quern::cli
