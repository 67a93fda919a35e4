#include <unistd.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>

#include "gen/error.hpp"
#include "runtime/cli/commands.hpp"
#include "runtime/cli/default_model.hpp"
#include "runtime/cli/denoising_view.hpp"
#include "runtime/cli/flag_values.hpp"
#include "runtime/cli/loaded_model.hpp"
#include "runtime/cli/machine_options.hpp"
#include "runtime/cli/output.hpp"
#include "runtime/cli/progress_line.hpp"
#include "runtime/cli/run_report.hpp"
#include "runtime/engine/generate.hpp"
#include "runtime/engine/stopwatch.hpp"
#include "runtime/gguf/gguf_file.hpp"
#include "runtime/system/resident_memory.hpp"
#include "runtime/tokenizer/chat.hpp"

namespace quern::cli {

namespace {

constexpr std::int64_t default_block_length = 32;

struct RunFlags {
    std::string model, prompt, remasking = "low_confidence";
    std::optional<std::int64_t> max_tokens, steps, block_length;
    double temperature = 0;
    std::uint64_t seed = 42;
    int tile = 0;
    MachineOptions machine;
    bool no_chat = false, full_logits = false, visual = false, verbose = false, json = false;
};

/// Dream's sampler is not built yet; its flags are known so that they can be refused by name.
void add_dream_flags(CLI::App& command) {
    for (const char* name : {"--alg", "--alg-temp", "--top-p", "--top-k", "--eps"})
        command
            .add_option_function<std::string>(
                name,
                [name](const std::string&) {
                    throw Error(std::string(name) + " is for Dream models, which are not built yet");
                },
                "For Dream models; not built yet")
            ->group("Not built yet");
}

void add_sampler_flags(CLI::App& command, RunFlags& flags) {
    command.add_option("--max-tokens", flags.max_tokens, "Tokens to generate (default: the model's canvas, else 128)")
        ->transform(whole_number<std::int64_t>(1));
    command.add_option("--steps", flags.steps, "Denoising steps, a multiple of the blocks (default: --max-tokens)")
        ->transform(whole_number<std::int64_t>(1));
    command
        .add_option("--block-length", flags.block_length,
                    "Tokens a block; must divide --max-tokens (default: 32, or --max-tokens where that is less)")
        ->transform(whole_number<std::int64_t>(1));
    command.add_option("--temperature", flags.temperature, "Gumbel noise on the choice of tokens; 0 is greedy")
        ->transform(real_number(0))
        ->capture_default_str();
    command
        .add_option("--remasking", flags.remasking,
                    "Which positions are committed first: low_confidence (the most confident) or random")
        ->check(CLI::IsMember({"low_confidence", "random"}))
        ->capture_default_str();
    command.add_option("--seed", flags.seed, "Seed of the noise")
        ->transform(whole_number<std::uint64_t>(0))
        ->capture_default_str();
}

SamplerOptions sampler_options(const RunFlags& flags, const ModelShape& shape) {
    SamplerOptions options;
    options.canvas_length = flags.max_tokens.value_or(shape.canvas_length);
    options.block_length = flags.block_length.value_or(std::min(default_block_length, options.canvas_length));
    options.steps = flags.steps.value_or(options.canvas_length);
    options.temperature = flags.temperature;
    options.remasking = flags.remasking == "random" ? Remasking::random : Remasking::low_confidence;
    options.seed = flags.seed;
    options.full_logits = flags.full_logits;
    return options;
}

void run(const RunFlags& flags) {
    const bool visual = flags.visual && is_terminal(STDOUT_FILENO);
    if (flags.visual && !visual) std::fputs("note: --visual needs a terminal as standard output; ignored\n", stderr);
    ProgressLine progress;

    RunReport report;
    if (!flags.machine.on_cuda()) report.machine = flags.machine.machine();
    report.isa_asked_for = flags.machine.isa != "auto";
    report.threads = flags.machine.thread_count();
    const std::filesystem::path path = flags.model.empty() ? default_model() : std::filesystem::path(flags.model);
    report.model = path.filename().string();
    progress.show("loading " + one_line(report.model));

    const Stopwatch load;
    const GgufFile file = GgufFile::open(path);
    report.shape = ModelShape::read(file);
    const Tokenizer tokenizer(file);
    const GenerateOptions options{sampler_options(flags, report.shape), !flags.no_chat};
    // Before the weights are packed, which takes long for a large model.
    check_request(report.shape, prompt_tokens(tokenizer, flags.prompt, options.chat).size(), options.sampler);
    progress.clear();  // warnings may follow
    LoadedModel model(file, flags.machine, flags.tile, flags.verbose || flags.json);
    ForwardPass& pass = model.pass();
    report.load_seconds = load.seconds();

    {
        std::optional<DenoisingView> view;
        if (visual) {
            progress.clear();
            view.emplace(tokenizer, report.shape.mask_token, STDOUT_FILENO);
        }
        report.generation = generate(
            pass.logits_function(), report.shape, tokenizer, flags.prompt, options,
            [&](const GenerationProgress& state) {
                if (view)
                    view->show(state);
                else
                    progress.show("step " + std::to_string(state.step) + " of " + std::to_string(state.planned_steps));
            },
            pass.statistics_function());
    }
    progress.clear();

    report.packed_bytes = pass.packed_bytes();
    report.split = pass.time_split();
    report.add_kernels(model);
    report.peak_rss_bytes = peak_resident_bytes();
    if (flags.json)
        print_json(to_json(report));
    else
        print(report.generation.text + "\n");
    if (flags.verbose) std::fputs(verbose_text(report).c_str(), stderr);
}

}  // namespace

void add_run_command(CLI::App& app) {
    auto flags = std::make_shared<RunFlags>();
    CLI::App& command = *app.add_subcommand("run", "Answer a prompt with a diffusion language model");
    command.add_option("--model", flags->model, "GGUF file (default: the bundled model)");
    command.add_option("--prompt", flags->prompt, "What to answer")->required();
    add_sampler_flags(command, *flags);
    flags->machine.add_to(command);
    command.add_option("--tile", flags->tile, "Tokens a tile of every projection (default: the plan's choice)")
        ->transform(whole_number<int>(1));
    command.add_flag("--no-chat", flags->no_chat, "Take the prompt as it is, without the model's chat form");
    command.add_flag("--full-logits", flags->full_logits,
                     "Compute the logits of every masked position, not of the current block alone");
    command.add_flag("--visual", flags->visual, "Draw the canvas as it resolves (on a terminal)");
    command.add_flag("--verbose", flags->verbose, "Say on standard error where the time went and what was generated");
    command.add_flag("--json", flags->json, "Print one JSON object instead of the text");
    add_dream_flags(command);
    command.callback([flags] { run(*flags); });
}

}  // namespace quern::cli
