#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <cstdint>
#include <fstream>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <vector>

#include "gen/error.hpp"
#include "gen/kernel_spec.hpp"
#include "jit_x86/host.hpp"
#include "runtime/cli/commands.hpp"
#include "runtime/cli/flag_values.hpp"
#include "runtime/cli/kernel_table.hpp"
#include "runtime/cli/machine_options.hpp"
#include "runtime/cli/output.hpp"
#include "runtime/cli/progress_line.hpp"
#include "runtime/cli/spec_isa.hpp"
#include "runtime/engine/projection_shapes.hpp"
#include "runtime/gguf/gguf_file.hpp"
#include "runtime/system/cache_directory.hpp"
#include "runtime/system/thread_pool.hpp"
#include "runtime/tuning/dense_tuner.hpp"
#include "runtime/tuning/tuner.hpp"
#include "runtime/tuning/tuning_file.hpp"

namespace quern::cli {

namespace {

/// What a prompt in its chat form usually takes of the canvas.
constexpr std::int64_t usual_prompt_tokens = 20;
constexpr std::int64_t usual_block_length = 32;

struct TuneFlags {
    std::string file, token_list;
    std::vector<std::int64_t> tokens;  ///< of the list
    MachineOptions machine;
    bool json = false;
};

struct Request {
    /// Distinct qgemms without a tile of their own, and dense and block-quantized products, each with its ISA.
    std::vector<KernelSpec> kernels;
    std::size_t with_tile = 0;  ///< left out
};

struct Outcome {
    KernelSpec spec;
    TunedKernel kernel;      ///< of a qgemm
    TunedDenseKernel dense;  ///< of a dense or block-quantized product

    double ratio() const { return is_tuned_dense(spec.op) ? dense.ratio : kernel.ratio; }
    bool is_default() const { return is_tuned_dense(spec.op) ? dense.is_default : kernel.is_default; }
    std::size_t candidates() const { return is_tuned_dense(spec.op) ? dense.candidates : kernel.candidates; }
    double seconds() const { return is_tuned_dense(spec.op) ? dense.plan.seconds : kernel.plan.seconds; }
    double default_seconds() const {
        return is_tuned_dense(spec.op) ? dense.plan.default_seconds : kernel.plan.default_seconds;
    }
};

bool is_gguf(const std::string& file) {
    std::array<char, 4> magic{};
    std::ifstream(file, std::ios::binary).read(magic.data(), magic.size());
    return std::string_view(magic.data(), magic.size()) == "GGUF";
}

/// Adds a kernel unless it is there already.
void add(Request& request, const KernelSpec& spec) {
    const auto same = [&spec](const KernelSpec& each) { return each.key() == spec.key(); };
    if (std::none_of(request.kernels.begin(), request.kernels.end(), same)) request.kernels.push_back(spec);
}

/// isa_for(), of a processor: CUDA's plans leave nothing to measure.
Isa processor_isa_for(const KernelSpec& spec, const TuneFlags& flags) {
    const Isa isa = isa_for(spec, flags.machine.isa);
    if (isa_traits(isa).backend == Backend::x86) return isa;
    const bool by_flag = isa_by_name(flags.machine.isa).has_value();
    throw Error((by_flag ? "--isa " : flags.file + ": kernel " + spec.name + ": isa ") +
                std::string(isa_traits(isa).name) + ": only plans of processors are tuned");
}

Request kernels_of_spec_file(const TuneFlags& flags) {
    Request request;
    for (KernelSpec spec : read_kernel_specs(flags.file)) {
        if (is_tuned_dense(spec.op)) {
            spec.isa = processor_isa_for(spec, flags);
            add(request, spec);
            continue;
        }
        if (spec.op != Op::qgemm) continue;
        if (spec.tile) {
            ++request.with_tile;
            continue;
        }
        spec.isa = processor_isa_for(spec, flags);
        std::vector<std::int64_t> counts = flags.tokens;
        if (counts.empty()) counts.push_back(spec.tokens);
        for (const std::int64_t tokens : counts) {
            spec.tokens = tokens;
            add(request, spec);
        }
    }
    return request;
}

Request kernels_of_model(const TuneFlags& flags) {
    const GgufFile file = GgufFile::open(flags.file);
    const ModelShape shape = ModelShape::read(file);
    std::vector<std::int64_t> counts = flags.tokens;
    if (counts.empty()) counts.push_back(std::min(shape.context_length, shape.canvas_length + usual_prompt_tokens));
    Request request;
    for (const DistinctProjection& projection : distinct_projections(file, shape)) {
        KernelSpec spec;
        spec.name = projection.roles;
        spec.weight = projection.weight;
        spec.n = projection.rows;
        spec.k = projection.columns;
        spec.isa = processor_isa_for(spec, flags);
        const std::vector<std::int64_t> block{std::min(usual_block_length, shape.canvas_length)};
        for (const std::int64_t tokens : projection.head ? block : counts) {
            spec.tokens = tokens;
            add(request, spec);
        }
    }
    return request;
}

/// The tuning file of each ISA, checked before anything is measured.
struct Target {
    MachineTraits machine;
    std::filesystem::path file;
};

std::map<Isa, Target> targets_of(const Request& request, int threads) {
    const std::filesystem::path directory = cache_directory();
    if (directory.empty())
        throw Error("there is no place for tuned plans: set QUERN_CACHE_DIR, XDG_CACHE_HOME or HOME");
    std::map<Isa, Target> targets;
    for (const KernelSpec& spec : request.kernels) {
        if (targets.contains(*spec.isa)) continue;
        const MachineTraits machine = host_machine(*spec.isa);
        const std::filesystem::path file = tuning_file(directory, machine, threads);
        check_tuning_file(file);
        warn_of_ignored_file(read_tuning(file, machine, threads));
        targets.emplace(*spec.isa, Target{machine, file});
    }
    return targets;
}

std::string product_text(const KernelSpec& spec) {
    return is_tuned_dense(spec.op) ? shape_text(spec) : shape_text(spec) + ", " + tokens_text(spec.tokens, spec.tokens);
}

std::vector<Outcome> measure(const Request& request, const std::map<Isa, Target>& targets, ThreadPool& pool) {
    ProgressLine progress;
    std::vector<Outcome> outcomes;
    std::map<Isa, DenseContext> contexts;
    for (const KernelSpec& spec : request.kernels) {
        const std::string place = "tuning " + std::to_string(outcomes.size() + 1) + " of " +
                                  std::to_string(request.kernels.size()) + ": " + product_text(spec);
        const Target& target = targets.at(*spec.isa);
        const auto show_round = [&](std::size_t contenders, int rounds) {
            progress.show(place + ": round " + std::to_string(rounds + 1) + ", " + std::to_string(contenders) +
                          (contenders == 1 ? " plan" : " plans"));
        };
        progress.show(place);
        // One by one, so that what was measured is kept where the rest is interrupted.
        if (is_tuned_dense(spec.op)) {
            DenseContext& context = contexts.try_emplace(*spec.isa, target.machine, pool.threads()).first->second;
            outcomes.push_back({spec, {}, tune_dense_kernel(spec, context, {}, show_round)});
            store_tuning(target.file, target.machine, pool.threads(), std::span(&outcomes.back().dense.plan, 1));
            continue;
        }
        outcomes.push_back({spec, tune_kernel(spec, target.machine, pool, {}, show_round), {}});
        store_tuning(target.file, target.machine, pool.threads(), std::span(&outcomes.back().kernel.plan, 1));
    }
    return outcomes;
}

std::string path_text(const PlanChoice& choice) {
    return choice.direct ? "direct" : "unpacked";
}

nlohmann::json dense_to_json(const Outcome& outcome, const Target& target) {
    const TunedDense& plan = outcome.dense.plan;
    const KernelSpec& spec = outcome.spec;
    nlohmann::json json{{"name", spec.name},
                        {"op", op_name(spec.op)},
                        {"m", spec.m},
                        {"n", spec.n},
                        {"isa", isa_traits(target.machine.isa).name},
                        {"candidates", outcome.candidates()},
                        {"measured_m", outcome.dense.measured_m},
                        {"default_ms", outcome.default_seconds() * 1e3},
                        {"best_ms", outcome.seconds() * 1e3},
                        {"ratio", 1 / outcome.ratio()},
                        {"default_stays", outcome.is_default()},
                        {"tuning_file", target.file.string()}};
    if (is_blockwise(spec.op)) {
        if (spec.op == Op::nf4_gemm) json["k"] = spec.k;
        if (spec.op == Op::int_gemv) json["bits"] = spec.bits;
        json["block"] = spec.block;
        json["codes"] = spec.codes_name();
        json["choice"] = {{"rows", plan.blockwise.rows}};
        return json;
    }
    json["type"] = element_type_name(spec.type);
    if (spec.op == Op::gemm) {
        json["k"] = spec.k;
        json["a_layout"] = matrix_layout_name(spec.a_layout);
        json["b_layout"] = matrix_layout_name(spec.b_layout);
        json["choice"] = {{"tile_rows", plan.gemm.tile.rows},
                          {"tile_vectors", plan.gemm.tile.vectors},
                          {"a_panel", a_panel_names[static_cast<std::size_t>(plan.gemm.a_panel)]},
                          {"column_block", plan.gemm.column_block}};
    } else {
        json["transposed"] = spec.transposed;
        json["choice"] = {{"rows", plan.gemv.rows},
                          {"prefetch_bytes", plan.gemv.prefetch_bytes},
                          {"column_block", plan.gemv.column_block}};
    }
    return json;
}

nlohmann::json to_json(const Outcome& outcome, const Target& target) {
    if (is_tuned_dense(outcome.spec.op)) return dense_to_json(outcome, target);
    const TunedPlan& plan = outcome.kernel.plan;
    const PlanChoice& choice = plan.choice;
    const bool in_registers = choice.shape.float_accumulators == FloatAccumulators::registers;
    return {{"name", outcome.spec.name},
            {"weight", plan.weight->name},
            {"n", plan.n},
            {"k", plan.k},
            {"tokens", plan.tokens},
            {"isa", isa_traits(target.machine.isa).name},
            {"candidates", outcome.kernel.candidates},
            {"measured_n", outcome.kernel.measured_n},
            {"default_ms", plan.default_seconds * 1e3},
            {"best_ms", plan.seconds * 1e3},
            {"ratio", 1 / outcome.kernel.ratio},
            {"default_stays", outcome.kernel.is_default},
            {"choice",
             {{"path", path_text(choice)},
              {"token_tile", choice.token_tile},
              {"row_registers", choice.shape.row_registers},
              {"micro_tokens", choice.shape.micro_tokens},
              {"float_accumulators", in_registers ? "registers" : "l1_scratch"},
              {"row_tiles_per_item", choice.row_tiles_per_item}}},
            {"tuning_file", target.file.string()}};
}

void print_table(const std::vector<Outcome>& outcomes, const std::map<Isa, Target>& targets, int threads) {
    using Align = Table::Align;
    Table table({{"kernel", Align::left},
                 {"product", Align::left},
                 {"isa", Align::left},
                 {"default ms", Align::right},
                 {"best ms", Align::right},
                 {"ratio", Align::right},
                 {"choice", Align::left}});
    for (const Outcome& outcome : outcomes) {
        const std::string choice = is_blockwise(outcome.spec.op) ? choice_summary(outcome.dense.plan.blockwise)
                                   : outcome.spec.op == Op::gemm ? choice_summary(outcome.dense.plan.gemm)
                                   : outcome.spec.op == Op::gemv ? choice_summary(outcome.dense.plan.gemv)
                                                                 : choice_summary(outcome.kernel.plan.choice);
        table.add({outcome.spec.name, product_text(outcome.spec), std::string(isa_traits(*outcome.spec.isa).name),
                   fixed(outcome.default_seconds() * 1e3, 3), fixed(outcome.seconds() * 1e3, 3),
                   fixed(1 / outcome.ratio(), 3), (outcome.is_default() ? "default: " : "") + choice});
    }
    print(table.text());
    for (const auto& [isa, target] : targets)
        print(std::string(isa_traits(isa).name) + ", " + std::to_string(threads) +
              (threads == 1 ? " thread" : " threads") + ": stored in " + one_line(target.file.string()) + "\n");
}

void tune(const TuneFlags& flags) {
    if (flags.machine.device == "cuda") throw Error("--device cuda: only plans of processors are tuned");
    const Request request = is_gguf(flags.file) ? kernels_of_model(flags) : kernels_of_spec_file(flags);
    for (const KernelSpec& spec : request.kernels) validate(spec);
    ThreadPool pool(flags.machine.thread_count());
    const std::map<Isa, Target> targets = targets_of(request, pool.threads());
    const std::vector<Outcome> outcomes = measure(request, targets, pool);
    if (flags.json) {
        nlohmann::json kernels = nlohmann::json::array();
        for (const Outcome& outcome : outcomes) kernels.push_back(to_json(outcome, targets.at(*outcome.spec.isa)));
        print_json({{"file", flags.file},
                    {"threads", pool.threads()},
                    {"kernels", kernels},
                    {"with_a_tile", request.with_tile}});
        return;
    }
    print_table(outcomes, targets, pool.threads());
    if (request.with_tile > 0)
        print(std::to_string(request.with_tile) + " kernels ask for a tile of their own and are left as they are\n");
}

}  // namespace

void add_tune_command(CLI::App& app) {
    auto flags = std::make_shared<TuneFlags>();
    CLI::App& command = *app.add_subcommand(
        "tune", "Measure the plans of every quantized, dense and block-quantized product and keep the fastest");
    command.add_option("FILE", flags->file, "TOML file of [[kernel]] tables, or a GGUF model")->required();
    CLI::Option& tokens = *command.add_option(
        "--tokens", flags->token_list,
        "Token counts, separated by commas (default: a spec's own; of a model, its canvas and a prompt of "
        "20). A model's output projection takes the 32 of a block");
    flags->machine.add_to(command);
    command.add_flag("--json", flags->json, "Print one JSON object instead of a table");
    command.callback([flags, &tokens] {
        if (!tokens.empty()) flags->tokens = whole_number_list<std::int64_t>("--tokens", flags->token_list, 1);
        tune(*flags);
    });
}

}  // namespace quern::cli
