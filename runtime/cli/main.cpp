#include <CLI/CLI.hpp>
#include <cstdio>
#include <exception>
#include <new>
#include <string>

#include "gen/error.hpp"
#include "runtime/cli/commands.hpp"
#include "runtime/cli/output.hpp"
#include "runtime/cli/unbuilt_command.hpp"

namespace {

constexpr int exit_error = 1, exit_usage = 2;

int fail(int code, const std::string& message) {
    std::fputs(("error: " + quern::cli::one_line(message) + "\n").c_str(), stderr);
    return code;
}

int run(int argc, char** argv) {
    CLI::App app("quern: runs diffusion language models on matrix kernels generated for this machine.", "quern");
    app.set_version_flag("--version", "quern " QUERN_VERSION);
    app.require_subcommand(1);
    quern::cli::add_run_command(app);
    quern::cli::add_tokenize_command(app);
    quern::cli::add_inspect_command(app);
    quern::cli::add_logits_command(app);
    quern::cli::add_compile_command(app);
    quern::cli::add_dump_command(app);
    quern::cli::add_bench_command(app);
    quern::cli::add_tune_command(app);
    app.footer("quern COMMAND --help lists a command's flags.");
    try {
        app.parse(argc, argv);
    } catch (const CLI::Success& help_or_version) {
        app.exit(help_or_version);
    } catch (const CLI::ParseError& usage) {
        const auto chosen = app.get_subcommands();
        if (chosen.empty()) {
            // CLI11 would say that a command is missing, whatever stands in its place.
            const auto strays = app.remaining();
            const std::string what = strays.empty() ? "a command is needed" : "no command or flag " + strays.front();
            return fail(exit_usage, what + " (see quern --help)");
        }
        std::string command = "quern";
        for (auto down = chosen; !down.empty(); down = down.front()->get_subcommands())
            command += " " + down.front()->get_name();
        return fail(exit_usage, std::string(usage.what()) + " (see " + command + " --help)");
    }
    quern::cli::finish_standard_output();
    return 0;
}

}  // namespace

int main(int argc, char** argv) {
    try {
        quern::cli::prepare_standard_streams();
        return run(argc, argv);
    } catch (const std::bad_alloc&) {
        return fail(exit_error, "out of memory");
    } catch (const std::exception& error) {
        return fail(exit_error, error.what());
    }
}
