// The program as its users call it: flags, errors, exit codes, what goes to which stream.
#include <doctest/doctest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "jit_x86/host.hpp"
#include "tests/support/pseudo_terminal.hpp"
#include "tests/support/subprocess.hpp"

using namespace quern;
using namespace quern::test;

namespace {

using Arguments = std::vector<std::string>;

constexpr int exit_error = 1, exit_usage = 2;
const std::string question = "What is 10 plus 18?";

Finished quern_with(Arguments arguments) {
    arguments.insert(arguments.begin(), QUERN_BINARY);
    return run_program(arguments);
}

/// `quern run` on a small canvas, with flags added.
Arguments small_run(const Arguments& flags = {}) {
    Arguments all{"run", "--prompt", question, "--max-tokens", "16", "--block-length", "8", "--steps", "4"};
    all.insert(all.end(), flags.begin(), flags.end());
    return all;
}

std::string text_of(const Arguments& arguments) {
    const Finished finished = quern_with(arguments);
    CHECK(finished.exit_code == 0);
    CHECK(finished.errors == "");
    REQUIRE_FALSE(finished.output.empty());
    CHECK(finished.output.back() == '\n');
    return finished.output;
}

nlohmann::json json_of(Arguments arguments) {
    arguments.push_back("--json");
    return nlohmann::json::parse(text_of(arguments));
}

/// One line that begins with "error: " and holds `expected`, and nothing on standard output.
void check_fails(const Arguments& arguments, int exit_code, const std::string& expected) {
    const Finished finished = quern_with(arguments);
    CAPTURE(nlohmann::json(arguments).dump());
    CAPTURE(finished.errors);
    CHECK(finished.exit_code == exit_code);
    CHECK(finished.output == "");
    CHECK(finished.errors.starts_with("error: "));
    CHECK(finished.errors.find('\n') == finished.errors.size() - 1);
    CHECK(finished.errors.find(expected) != std::string::npos);
}

/// A file of this test that is removed at its end.
class TemporaryFile {
  public:
    TemporaryFile(const std::string& name, const std::string& text)
        : path_(std::filesystem::temp_directory_path() / ("quern-" + std::to_string(getpid()) + "-" + name)) {
        std::ofstream(path_) << text;
    }
    ~TemporaryFile() { std::filesystem::remove(path_); }
    TemporaryFile(const TemporaryFile&) = delete;
    TemporaryFile& operator=(const TemporaryFile&) = delete;
    std::string path() const { return path_.string(); }

  private:
    std::filesystem::path path_;
};

const std::string bundled_model = QUERN_SOURCE_DIR "/models/tales.gguf";
const std::string tales_spec = QUERN_SOURCE_DIR "/specs/tales.toml";

}  // namespace

TEST_CASE("run answers, and the same way every time") {
    const std::string text = text_of({"run", "--prompt", question, "--max-tokens", "32"});
    CHECK(text == "10 plus 18 is 28.\n");
    CHECK(text_of({"run", "--prompt", question, "--max-tokens", "32"}) == text);
    CHECK(text_of({"run", "--model", bundled_model, "--prompt", question, "--max-tokens", "32"}) == text);
}

TEST_CASE("the answer is the same on every instruction set, tile and number of threads, and with full logits") {
    const std::string text = text_of(small_run());
    for (const char* isa : {"avx2", "avx_vnni", "avx512_vnni"})
        if (host_supports(*isa_by_name(isa))) CHECK(text_of(small_run({"--isa", isa})) == text);
    CHECK(text_of(small_run({"--isa", "auto", "--device", "cpu"})) == text);
    for (const char* threads : {"1", "2", "5"}) CHECK(text_of(small_run({"--threads", threads})) == text);
    CHECK(text_of(small_run({"--tile", "8"})) == text);
    CHECK(text_of(small_run({"--full-logits"})) == text);
    CHECK(text_of(small_run({"--temperature", "0", "--seed", "7", "--remasking", "low_confidence"})) == text);
}

TEST_CASE("the seed decides what noise and random remasking do") {
    for (const Arguments& flags : {Arguments{"--temperature", "1.5"}, Arguments{"--remasking", "random"}}) {
        const auto with_seed = [&](const std::string& seed) {
            Arguments all = small_run(flags);
            all.insert(all.end(), {"--seed", seed});
            return json_of(all)["tokens"];
        };
        CHECK(with_seed("1") == with_seed("1"));
        CHECK(with_seed("42") == json_of(small_run(flags))["tokens"]);
        CHECK_NOTHROW(with_seed("18446744073709551615"));
    }
    // Noise this strong makes any word as likely as any other.
    const auto hot = [](const char* seed) {
        return json_of(small_run({"--temperature", "100", "--seed", seed}))["text"];
    };
    const auto first = hot("1");
    CHECK(hot("2") != first);
}

TEST_CASE("run --json prints one object that fits the text and the tokens") {
    const auto json = json_of(small_run());
    CHECK(json.size() == 9);
    CHECK(json["text"].get<std::string>() + "\n" == text_of(small_run()));
    const auto prompt_ids = json_of({"tokenize", "--prompt", question})["tokens"];
    CHECK(json["prompt_tokens"] == prompt_ids);
    CHECK(json["tokens"].size() <= 16);
    CHECK(json["tokens"].size() > 0);
    CHECK(json["steps"] <= 4);
    CHECK(json["steps"] >= 2);
    const double seconds = json["seconds"], steps = json["steps"];
    CHECK(seconds > 0);
    CHECK(json["ms_per_step"].get<double>() == doctest::Approx(seconds * 1e3 / steps));
    CHECK(json["load_seconds"] > 0);
    CHECK(json["peak_rss_bytes"] > 3 << 20);
    double split = 0;
    for (const char* operation : {"embed", "norms", "q", "k", "v", "rope", "attention", "attention_output", "gate",
                                  "up", "activation", "down", "head", "sampler"}) {
        CAPTURE(operation);
        CHECK(json["split"][operation] > 0);
        split += json["split"][operation].get<double>();
    }
    CHECK(json["split"].size() == 14);
    CHECK(split <= seconds * 1e3 * (1 + 1e-9));
}

TEST_CASE("steps, blocks and lengths have the defaults the help gives") {
    CHECK(json_of({"run", "--prompt", question, "--max-tokens", "8"})["steps"] == 8);
    const auto whole = json_of({"run", "--prompt", "Tell me a story about a fox named Lily."});
    CHECK(whole["steps"] <= 96);
    CHECK(whole["steps"].get<int>() % 32 == 0);  // whole blocks, up to the one with the end of the text
    CHECK(whole["tokens"].size() > 32);
    CHECK(json_of({"run", "--prompt", question, "--max-tokens", "4", "--steps", "1000"})["steps"] == 4);
}

TEST_CASE("prompts are taken as they are") {
    for (const std::string prompt : {"", "[a,b]", "{}", "-x", "--json", "a%%b", "'q'", "\"q\"", "\xff\xfe", "  "}) {
        CAPTURE(prompt);
        for (const Arguments& form : {Arguments{}, Arguments{"--no-chat"}}) {
            Arguments run = small_run(form), tokenize{"tokenize", "--prompt", prompt};
            run[2] = prompt;
            tokenize.insert(tokenize.end(), form.begin(), form.end());
            CHECK(json_of(run)["prompt_tokens"] == json_of(tokenize)["tokens"]);
        }
    }
    CHECK(json_of(small_run({"--no-chat"}))["prompt_tokens"] != json_of(small_run())["prompt_tokens"]);
}

TEST_CASE("run --verbose says on standard error what was generated and where the time went") {
    const Finished finished = quern_with(small_run({"--verbose", "--threads", "2"}));
    CHECK(finished.exit_code == 0);
    CHECK(finished.output == text_of(small_run()));
    for (const char* part :
         {"tales.gguf", "the best this processor has", "threads  2", "load ", "memory ", "kernels ", "generated in",
          "cache hits", "qgemm", "attention_output", "sampler", "head", "total", "ceiling", "ms a step"}) {
        CAPTURE(part);
        CHECK(finished.errors.find(part) != std::string::npos);
    }
    CHECK(finished.errors.find(isa_traits(best_host_isa()).name) != std::string::npos);
    const Finished forced = quern_with(small_run({"--verbose", "--isa", "avx2"}));
    CHECK(forced.errors.find("avx2: asked for with --isa") != std::string::npos);
}

TEST_CASE("run --visual is ignored where there is no terminal") {
    const Finished finished = quern_with(small_run({"--visual"}));
    CHECK(finished.exit_code == 0);
    CHECK(finished.output == text_of(small_run()));
    CHECK(finished.errors == "note: --visual needs a terminal as standard output; ignored\n");
}

TEST_CASE("run --visual draws every step on a terminal, removes the drawing and prints the text") {
    Arguments arguments = small_run({"--visual"});
    arguments.insert(arguments.begin(), QUERN_BINARY);
    TerminalProgram program(arguments, 40, 10);
    CHECK(program.finish() == 0);
    const std::string& drawn = program.drawn();
    const int steps = json_of(small_run())["steps"];
    for (int step = 0; step <= steps; ++step)
        CHECK(drawn.find("step " + std::to_string(step) + " of 4") != std::string::npos);
    CHECK(drawn.find("\xe2\x96\x91") != std::string::npos);
    CHECK(drawn.find("\x1b[1;32m") != std::string::npos);
    const auto hidden = drawn.find("\x1b[?25l"), erased = drawn.rfind("A\r\x1b[J"), shown = drawn.find("\x1b[?25h");
    REQUIRE(shown != std::string::npos);
    CHECK(hidden < erased);
    CHECK(erased < shown);
    std::string text = text_of(small_run());
    text.replace(text.size() - 1, 1, "\r\n");
    CHECK(drawn.ends_with(text));
}

TEST_CASE("a signal during --visual gives the cursor back and still ends the program") {
    TerminalProgram program({QUERN_BINARY, "run", "--prompt", question, "--max-tokens", "128", "--visual"}, 40, 10);
    // What is not read from the terminal blocks the program after a few frames: the signal cannot come too late.
    REQUIRE(program.read_until("step 1 of 128"));
    program.send_signal(SIGINT);
    const int status = program.finish();
    CHECK(WIFSIGNALED(status));
    CHECK(WTERMSIG(status) == SIGINT);
    CHECK(program.drawn().find("\x1b[?25h") != std::string::npos);
}

TEST_CASE("on a terminal a plain run shows its progress and leaves the text alone") {
    Arguments arguments = small_run();
    arguments.insert(arguments.begin(), QUERN_BINARY);
    TerminalProgram program(arguments, 40, 10);
    CHECK(program.finish() == 0);
    CHECK(program.drawn().find("\rloading tales.gguf\x1b[K") != std::string::npos);
    CHECK(program.drawn().find("\rstep 1 of 4\x1b[K") != std::string::npos);
    std::string text = text_of(small_run());
    text.replace(text.size() - 1, 1, "\r\n");
    CHECK(program.drawn().ends_with("\r\x1b[K" + text));
}

TEST_CASE("wrong usage exits with 2 and names the flag") {
    check_fails({}, exit_usage, "a command is needed");
    check_fails({"frobnicate"}, exit_usage, "frobnicate");
    check_fails({"--frobnicate"}, exit_usage, "--frobnicate");
    check_fails({"run"}, exit_usage, "--prompt");
    check_fails({"run", "--prompt"}, exit_usage, "--prompt");
    check_fails(small_run({"--frobnicate"}), exit_usage, "--frobnicate");
    check_fails(small_run({"stray"}), exit_usage, "stray");
    check_fails(small_run({"--seed", "1", "--seed", "2"}), exit_usage, "--seed");
    for (const char* flag : {"--threads", "--steps", "--max-tokens", "--block-length", "--tile"})
        for (const char* value : {"0", "-1", "", "x", "1.5", "1e3", "99999999999999999999", " 1", "1 "}) {
            const Arguments arguments{"run", "--prompt", question, flag, value};
            check_fails(arguments, exit_usage, flag);
        }
    for (const char* value : {"-1", "x", "1.5", "18446744073709551616"})
        check_fails(small_run({"--seed", value}), exit_usage, "--seed");
    for (const char* value : {"-1", "nan", "inf", "-inf", "1e999", "x", "", "-0.001"})
        check_fails(small_run({"--temperature", value}), exit_usage, "--temperature");
    check_fails(small_run({"--remasking", "never"}), exit_usage, "--remasking");
    check_fails(small_run({"--isa", "mmx"}), exit_usage, "--isa");
    check_fails(small_run({"--device", "tpu"}), exit_usage, "--device");
    check_fails({"compile"}, exit_usage, "SPEC");
    check_fails({"tune"}, exit_usage, "FILE");
    for (const char* tokens : {"0", "-1", "x", "8,0", ""})
        check_fails({"tune", tales_spec, "--tokens", tokens}, exit_usage, "--tokens");
    check_fails({"compile", tales_spec, "--isa", "mmx"}, exit_usage, "--isa");
    check_fails({"compile", tales_spec, "--frobnicate"}, exit_usage, "--frobnicate");
}

TEST_CASE("options that contradict each other or the model name both sides") {
    const auto run = [](const Arguments& flags) {
        Arguments all{"run", "--prompt", question};
        all.insert(all.end(), flags.begin(), flags.end());
        return all;
    };
    check_fails(run({"--max-tokens", "96", "--block-length", "33"}), exit_error,
                "--block-length 33 does not divide --max-tokens 96");
    check_fails(run({"--max-tokens", "100"}), exit_error, "--block-length 32 does not divide --max-tokens 100");
    check_fails(run({"--block-length", "64"}), exit_error, "--block-length 64 does not divide --max-tokens 96");
    check_fails(run({"--max-tokens", "96", "--steps", "97"}), exit_error, "--steps 97 is no multiple of the 3 blocks");
    check_fails(run({"--max-tokens", "256"}), exit_error, "context of 256");
    check_fails(run({"--max-tokens", "9223372036854775807", "--block-length", "1"}), exit_error, "context of 256");
    std::string long_prompt;
    for (int i = 0; i < 400; ++i) long_prompt += "word ";
    check_fails({"run", "--prompt", long_prompt}, exit_error, "context of 256");
    check_fails(run({"--tile", "1000000000"}), exit_error, "tile");
}

TEST_CASE("features that are not built yet are refused by name") {
    for (const char* flag : {"--alg", "--alg-temp", "--top-p", "--top-k", "--eps"})
        check_fails(small_run({flag, "0.5"}), exit_error, flag);
    for (const char* isa : {"avx2", "avx_vnni", "avx512_vnni"})
        if (!host_supports(*isa_by_name(isa))) check_fails(small_run({"--isa", isa}), exit_error, isa);
}

TEST_CASE("a model that cannot be read is named") {
    const auto run = [](const std::string& model) { return Arguments{"run", "--model", model, "--prompt", question}; };
    check_fails(run("/no/such/model.gguf"), exit_error, "/no/such/model.gguf");
    const std::string directory = std::filesystem::temp_directory_path().string();
    check_fails(run(directory), exit_error, directory);
    const TemporaryFile empty("empty.gguf", ""), text("text.gguf", "This is no model.");
    check_fails(run(empty.path()), exit_error, empty.path());
    check_fails(run(text.path()), exit_error, text.path());
    check_fails(run("line\nbreak\x1b[31m"), exit_error, "line");
}

TEST_CASE("help and version go to standard output") {
    for (const char* command : {"run", "tokenize", "inspect", "logits", "compile", "dump", "bench", "tune"}) {
        CHECK(text_of({"--help"}).find(command) != std::string::npos);
        CHECK(text_of({command, "--help"}).find("--help") != std::string::npos);
    }
    CHECK(text_of({"--version"}).starts_with("quern "));
    const std::string help = text_of({"run", "--help"});
    for (const char* flag : {"--model",       "--prompt",  "--max-tokens", "--steps", "--block-length", "--temperature",
                             "--remasking",   "--alg",     "--alg-temp",   "--top-p", "--top-k",        "--eps",
                             "--seed",        "--threads", "--device",     "--isa",   "--tile",         "--no-chat",
                             "--full-logits", "--visual",  "--verbose",    "--json"}) {
        CAPTURE(flag);
        CHECK(help.find(flag) != std::string::npos);
    }
}

TEST_CASE("output that is lost is an error") {
    const auto shell = [](const std::string& command) {
        return run_program({"/bin/sh", "-c", "\"$0\" " + command, QUERN_BINARY});
    };
    for (const std::string command : {"--help", "--version", "run --prompt x --max-tokens 8 --steps 1",
                                      "run --prompt x --max-tokens 8 --steps 1 --json", "inspect \"$1\""}) {
        for (const std::string redirection : {" >/dev/full", " >&-"}) {
            CAPTURE(command + redirection);
            const Finished finished =
                run_program({"/bin/sh", "-c", "\"$0\" " + command + redirection, QUERN_BINARY, bundled_model});
            CHECK(finished.exit_code == exit_error);
            CHECK(finished.errors.starts_with("error: cannot write to standard output"));
        }
    }
    // A reader that leaves ends in an error message, not in a signal.
    const Finished piped = shell("compile \"" + tales_spec + "\" --json | true; echo $?");
    CHECK(piped.output == "0\n");
    // Standard error closed: the answer is not touched.
    CHECK(shell("run --prompt x --max-tokens 8 --steps 1 --verbose 2>&-").exit_code == 0);
}

TEST_CASE("compile generates every kernel of a spec file and says what came out") {
    const auto json = json_of({"compile", tales_spec});
    const auto& kernels = json["kernels"];
    CHECK(kernels.size() >= 9);
    std::size_t hits = 0, code_bytes = 0;
    for (const auto& kernel : kernels) {
        CAPTURE(kernel.dump());
        CHECK(kernel["code_bytes"] > 0);
        CHECK(kernel["plan"].is_object());
        CHECK(kernel["runs_here"] == true);
        CHECK(kernel["isa"] == isa_traits(best_host_isa()).name);
        if (kernel["cache"] == "hit") {
            ++hits;
        } else {
            CHECK(kernel["cache"] == "miss");
            CHECK(kernel["compile_ms"] > 0);
            code_bytes += kernel["code_bytes"].get<std::size_t>();
        }
    }
    CHECK(json["hits"] == hits);
    CHECK(hits > 0);  // attn_q and attn_k have one shape
    CHECK(json["generated"] == kernels.size() - hits);
    CHECK(json["code_bytes"] == code_bytes);
    const std::string table = text_of({"compile", tales_spec});
    for (const auto& kernel : kernels) CHECK(table.find(kernel["name"].get<std::string>()) != std::string::npos);
    CHECK(table.find(std::to_string(kernels.size()) + " kernels: ") != std::string::npos);
}

TEST_CASE("compile emits for every x86 instruction set, whether or not this processor has it") {
    for (const char* isa : {"avx2", "avx_vnni", "avx512_vnni"}) {
        const auto json = json_of({"compile", tales_spec, "--isa", isa});
        const bool runs_here = host_supports(*isa_by_name(isa));
        for (const auto& kernel : json["kernels"]) {
            CHECK(kernel["isa"] == isa);
            CHECK(kernel["runs_here"] == runs_here);
        }
        const bool said = text_of({"compile", tales_spec, "--isa", isa}).find("cannot run") != std::string::npos;
        CHECK(said == !runs_here);
    }
}

TEST_CASE("compile names what is wrong with a spec file") {
    const auto named = [](const std::string& name) {
        return "[[kernel]]\nname = \"" + name + "\"\nop = \"qgemm\"\nweight = \"q4_k\"\nn = 32\nk = 256\ntokens = 8\n";
    };
    const std::string kernel = named("a");
    const TemporaryFile good("good.toml", kernel + "isa = \"avx2\"\n" + named("b")),
        odd("odd.toml", kernel + "color = 3\n"), broken("broken.toml", "[[kernel"),
        tile("tile.toml", kernel + "tile = 1000000\n");
    const auto json = json_of({"compile", good.path()});
    CHECK(json["kernels"][0]["isa"] == "avx2");
    CHECK(json["kernels"][1]["isa"] == isa_traits(best_host_isa()).name);
    CHECK(json_of({"compile", good.path(), "--isa", "avx2"})["hits"] == 1);
    check_fails({"compile", odd.path()}, exit_error, odd.path() + ":8:");
    check_fails({"compile", broken.path()}, exit_error, broken.path() + ":1:");
    check_fails({"compile", tile.path()}, exit_error, "tile");
    check_fails({"compile", "/no/such.toml"}, exit_error, "/no/such.toml");
    const std::string directory = std::filesystem::temp_directory_path().string();
    check_fails({"compile", directory}, exit_error, directory);
}
