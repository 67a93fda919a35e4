#include <CLI/CLI.hpp>
#include <filesystem>
#include <iostream>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>

#include "runtime/cli/commands.hpp"
#include "runtime/cli/default_model.hpp"
#include "runtime/gguf/gguf_file.hpp"
#include "runtime/tokenizer/chat.hpp"
#include "runtime/tokenizer/tokenizer.hpp"

namespace quern::cli {
namespace {

struct TokenizeOptions {
    std::filesystem::path model;
    std::string prompt;
    bool no_chat = false;
    bool json = false;
};

void tokenize(const TokenizeOptions& options) {
    const GgufFile file = GgufFile::open(options.model.empty() ? default_model() : options.model);
    const Tokenizer tokenizer(file);
    const std::vector<std::int32_t> ids = prompt_tokens(tokenizer, options.prompt, !options.no_chat);
    if (options.json) {
        std::cout << nlohmann::json({{"tokens", ids}}).dump() << "\n";
        return;
    }
    for (const std::int32_t id : ids) std::cout << id << "\n";
}

}  // namespace

void add_tokenize_command(CLI::App& app) {
    CLI::App* command = app.add_subcommand("tokenize", "Print the token ids of a prompt, one a line");
    const auto options = std::make_shared<TokenizeOptions>();
    command->add_option("--model", options->model, "GGUF file (default: the bundled model)");
    command->add_option("--prompt", options->prompt, "The text")->required();
    command->add_flag("--no-chat", options->no_chat,
                      "The text as it is, special tokens in it parsed, instead of a user's turn in the chat form");
    command->add_flag("--json", options->json, "Print {\"tokens\": [...]}");
    command->callback([options] { tokenize(*options); });
}

}  // namespace quern::cli
