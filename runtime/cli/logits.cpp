#include <CLI/CLI.hpp>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <numeric>
#include <span>
#include <string>
#include <vector>

#include "gen/error.hpp"
#include "runtime/cli/commands.hpp"
#include "runtime/cli/default_model.hpp"
#include "runtime/cli/flag_values.hpp"
#include "runtime/cli/loaded_model.hpp"
#include "runtime/cli/machine_options.hpp"
#include "runtime/gguf/gguf_file.hpp"
#include "runtime/system/atomic_file.hpp"

namespace quern::cli {

namespace {

constexpr const char* every_row = "all";

struct LogitsOptions {
    std::filesystem::path model, out;
    std::string tokens, rows;
    MachineOptions machine;
};

std::vector<std::int32_t> asked_rows(const std::string& rows, std::size_t tokens) {
    if (rows != every_row) return whole_number_list<std::int32_t>("--rows", rows, 0);
    std::vector<std::int32_t> every(tokens);
    std::iota(every.begin(), every.end(), 0);
    return every;
}

void write_logits(const LogitsOptions& options) {
    const std::vector<std::int32_t> tokens = whole_number_list<std::int32_t>("--tokens", options.tokens, 0);
    const std::vector<std::int32_t> rows = asked_rows(options.rows, tokens.size());
    const GgufFile file = GgufFile::open(options.model.empty() ? default_model() : options.model);
    LoadedModel model(file, options.machine);
    ForwardPass& pass = model.pass();
    std::vector<float> logits(rows.size() * static_cast<std::size_t>(pass.shape().vocabulary));
    pass.logits(tokens, rows, logits);
    const auto stray = std::find_if_not(logits.begin(), logits.end(), [](float value) { return std::isfinite(value); });
    if (stray != logits.end()) {
        const auto row = static_cast<std::size_t>(stray - logits.begin()) / (logits.size() / rows.size());
        throw Error(file.name() + ": a logit at position " + std::to_string(rows[row]) + " is not a finite number");
    }
    write_file_atomically(options.out, std::as_bytes(std::span(logits)));
}

}  // namespace

void add_logits_command(CLI::App& app) {
    CLI::App* command = app.add_subcommand(
        "logits", "Run the model once over a canvas and write the logits: f32 [rows, vocabulary], row major");
    const auto options = std::make_shared<LogitsOptions>();
    command->add_option("--model", options->model, "GGUF file (default: the bundled model)");
    command->add_option("--tokens", options->tokens, "Token ids of the canvas, separated by commas")->required();
    command->add_option("--rows", options->rows, "Positions to write, separated by commas, or all")->required();
    command->add_option("--out", options->out, "File to write")->required();
    options->machine.add_to(*command);
    command->callback([options] { write_logits(*options); });
}

}  // namespace quern::cli
