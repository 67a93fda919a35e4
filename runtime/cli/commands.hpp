#pragma once

namespace CLI {
class App;
}

namespace quern::cli {

/// Each adds one subcommand: its flags, its help, and the callback that runs it and throws quern::Error on failure. One
/// file a command, named for it.
void add_run_command(CLI::App& app);
void add_tokenize_command(CLI::App& app);
void add_inspect_command(CLI::App& app);
void add_logits_command(CLI::App& app);
void add_compile_command(CLI::App& app);
void add_dump_command(CLI::App& app);
void add_bench_command(CLI::App& app);
void add_tune_command(CLI::App& app);

}  // namespace quern::cli
