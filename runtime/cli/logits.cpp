#include <CLI/CLI.hpp>

#include <cstdint>
#include <filesystem>
#include <memory>
#include <numeric>
#include <span>
#include <string>
#include <vector>

#include "runtime/cli/commands.hpp"
#include "runtime/cli/default_model.hpp"
#include "runtime/cli/flag_values.hpp"
#include "runtime/cli/kernel_table.hpp"
#include "runtime/cli/machine_options.hpp"
#include "runtime/engine/transformer.hpp"
#include "runtime/gguf/gguf_file.hpp"
#include "runtime/kernels/kernel_cache.hpp"
#include "runtime/system/atomic_file.hpp"
#include "runtime/system/thread_pool.hpp"

namespace quern::cli {

namespace {

constexpr const char* every_row = "all";

struct LogitsOptions {
    std::filesystem::path model, out;
    std::vector<std::int32_t> tokens;
    std::vector<std::string> rows;
    MachineOptions machine;
};

// A position, or all; that all stands alone is asked_rows()'s to check.
CLI::Validator row_value() {
    CLI::Validator position = whole_number<std::int32_t>(0);
    return {[position](std::string& text) { return text == every_row ? std::string() : position(text); }, ""};
}

std::vector<std::int32_t> asked_rows(const LogitsOptions& options) {
    std::vector<std::int32_t> rows(options.rows.size());
    if (options.rows.size() == 1 && options.rows.front() == every_row) {
        rows.resize(options.tokens.size());
        std::iota(rows.begin(), rows.end(), 0);
        return rows;
    }
    for (std::size_t i = 0; i < rows.size(); ++i) {
        if (options.rows[i] == every_row) throw CLI::ValidationError("--rows", "all stands alone, without positions");
        rows[i] = std::stoi(options.rows[i]);
    }
    return rows;
}

void write_logits(const LogitsOptions& options) {
    const std::vector<std::int32_t> rows = asked_rows(options);
    const GgufFile file = GgufFile::open(options.model.empty() ? default_model() : options.model);
    ThreadPool pool(options.machine.thread_count());
    KernelCache cache(options.machine.machine(), pool.threads());
    warn_of_ignored_file(cache.tuning());
    Transformer transformer(file, pool, cache);
    std::vector<float> logits(rows.size() * static_cast<std::size_t>(transformer.shape().vocabulary));
    transformer.logits(options.tokens, rows, logits);
    write_file_atomically(options.out, std::as_bytes(std::span(logits)));
}

}  // namespace

void add_logits_command(CLI::App& app) {
    CLI::App* command = app.add_subcommand(
        "logits", "Run the model once over a canvas and write the logits: f32 [rows, vocabulary], row major");
    const auto options = std::make_shared<LogitsOptions>();
    command->add_option("--model", options->model, "GGUF file (default: the bundled model)");
    command->add_option("--tokens", options->tokens, "Token ids of the canvas, separated by commas")
        ->delimiter(',')
        ->transform(whole_number<std::int32_t>(0))
        ->required();
    command->add_option("--rows", options->rows, "Positions to write, separated by commas, or all")
        ->delimiter(',')
        ->transform(row_value())
        ->required();
    command->add_option("--out", options->out, "File to write")->required();
    options->machine.add_to(*command);
    command->callback([options] { write_logits(*options); });
}

}  // namespace quern::cli
