// `quern tune` as its users call it, and what the other commands then do with what it stored.
#include <doctest/doctest.h>
#include <sys/wait.h>

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "jit_x86/host.hpp"
#include "runtime/system/thread_pool.hpp"
#include "runtime/tuning/tuning_file.hpp"
#include "tests/support/pseudo_terminal.hpp"
#include "tests/support/subprocess.hpp"
#include "tests/support/temporary_directory.hpp"

using namespace quern;
using namespace quern::test;

namespace {

using Arguments = std::vector<std::string>;

const std::string spec_text =
    "[[kernel]]\nname = \"small\"\nop = \"qgemm\"\nweight = \"q4_k\"\nn = 64\nk = 256\ntokens = 24\n"
    "[[kernel]]\nname = \"same\"\nop = \"qgemm\"\nweight = \"q4_k\"\nn = 64\nk = 256\ntokens = 24\n"
    "[[kernel]]\nname = \"few\"\nop = \"qgemm\"\nweight = \"q6_k\"\nn = 64\nk = 256\ntokens = 2\n"
    "[[kernel]]\nname = \"tiled\"\nop = \"qgemm\"\nweight = \"q4_k\"\nn = 64\nk = 256\ntokens = 24\ntile = 8\n"
    "[[kernel]]\nname = \"norm\"\nop = \"rmsnorm\"\nk = 256\n";

/// A cache directory and a spec file of its own.
struct Place {
    TemporaryDirectory directory;
    std::string cache = (directory / "cache").string(), spec = (directory / "spec.toml").string();

    Place() { std::ofstream(spec) << spec_text; }

    Finished quern(Arguments arguments) const {
        arguments.insert(arguments.begin(), QUERN_BINARY);
        return run_program(arguments, {"QUERN_CACHE_DIR=" + cache});
    }
    std::string output(const Arguments& arguments) const {
        const Finished finished = quern(arguments);
        CAPTURE(finished.errors);
        REQUIRE(finished.exit_code == 0);
        CHECK(finished.errors == "");
        return finished.output;
    }
    std::filesystem::path file(int threads) const { return tuning_file(cache, host_machine(best_host_isa()), threads); }
};

/// A plan no default is, for the first kernel of the spec.
TunedPlan unusual_plan(const MachineTraits& machine) {
    TunedPlan plan{weight_format_by_name("q4_k"), 64, 256, 24, {}, 2e-3, 1e-3};
    plan.choice = default_choice(plan.spec(), machine);
    plan.choice.token_tile = 7;
    plan.choice.shape.micro_tokens = 3;
    return plan;
}

}  // namespace

TEST_CASE("tune measures the products of a spec file, stores the winners and prints a table") {
    const Place place;
    const std::string table = place.output({"tune", place.spec, "--threads", "2"});
    for (const char* part : {"default ms", "best ms", "ratio", "choice", "small", "few", "q4_k 64 x 256, 24 tokens",
                             "q6_k 64 x 256, 2 tokens", "2 threads: stored in", "1 kernels ask for a tile"})
        CHECK(table.find(part) != std::string::npos);
    CHECK(table.find("same") == std::string::npos);
    CHECK(table.find("norm") == std::string::npos);
    CHECK(table.find(place.file(2).string()) != std::string::npos);
    const Tuning tuning = read_tuning(place.file(2), host_machine(best_host_isa()), 2);
    CHECK(tuning.warning == "");
    CHECK(tuning.plans().size() == 2);

    // Another run adds to the file, at other token counts and for other threads in a file of their own.
    const auto json =
        nlohmann::json::parse(place.output({"tune", place.spec, "--threads", "2", "--tokens", "9,10", "--json"}));
    CHECK(json["file"] == place.spec);
    CHECK(json["threads"] == 2);
    REQUIRE(json["kernels"].size() == 4);
    for (const auto& kernel : json["kernels"]) {
        CHECK(kernel["default_ms"] > 0);
        CHECK(kernel["best_ms"] > 0);
        CHECK(kernel["ratio"] >= 1);
        CHECK(kernel["candidates"] > 1);
        CHECK(kernel["default_stays"].get<bool>() == (kernel["ratio"] == 1));
        CHECK(kernel["isa"] == isa_traits(best_host_isa()).name);
        CHECK(kernel["choice"].size() == 6);
        CHECK(kernel["tuning_file"] == place.file(2).string());
    }
    CHECK(read_tuning(place.file(2), host_machine(best_host_isa()), 2).plans().size() == 6);
    CHECK_FALSE(std::filesystem::exists(place.file(1)));
}

TEST_CASE("tune takes a model: its distinct projections at the canvas and a prompt, the head at a block") {
    const Place place;
    const std::string model = QUERN_SOURCE_DIR "/models/tales.gguf";
    const auto json = nlohmann::json::parse(place.output({"tune", model, "--threads", "1", "--json"}));
    bool head = false;
    REQUIRE(json["kernels"].size() >= 5);
    for (const auto& kernel : json["kernels"]) {
        const bool is_head = kernel["name"] == "output";
        head = head || is_head;
        CHECK(kernel["tokens"] == (is_head ? 32 : 116));
        CHECK(kernel["n"] == (is_head ? 962 : kernel["n"].get<int>()));
    }
    CHECK(head);
    // The stored plans serve the run, whose canvas is of nearly that length.
    const Finished run =
        place.quern({"run", "--prompt", "What is 2 + 3?", "--steps", "3", "--threads", "1", "--verbose"});
    CAPTURE(run.errors);
    CHECK(run.exit_code == 0);
    CHECK(run.errors.find("tuned plans in " + place.file(1).string()) != std::string::npos);
    CHECK(run.errors.find("tuned: ") != std::string::npos);
}

TEST_CASE("a stored plan is used by compile and bench, which say so") {
    const Place place;
    const MachineTraits machine = host_machine(best_host_isa());
    const auto compiled = [&] {
        return nlohmann::json::parse(place.output({"compile", place.spec, "--json"}))["kernels"];
    };
    const auto untuned = compiled();
    CHECK(untuned[0]["tuned"] == false);
    CHECK(place.output({"compile", place.spec}).find("default plans") != std::string::npos);
    const Arguments bench{"bench", "qgemm", "--n", "64", "--k", "256", "--tokens", "24", "--threads", "1"};
    CHECK(place.output(bench).find("plan default: ") != std::string::npos);

    const TunedPlan plan = unusual_plan(machine);
    for (const int threads : {1, usable_cores()}) {
        check_tuning_file(place.file(threads));
        store_tuning(place.file(threads), machine, threads, std::span(&plan, 1));
    }
    const auto tuned = compiled();
    CHECK(tuned[0]["tuned"] == true);
    CHECK(tuned[0]["plan"]["token_tile"] == 7);
    CHECK(tuned[0]["plan"]["micro_tokens"] == 3);
    CHECK(tuned[0]["plan"] != untuned[0]["plan"]);
    for (const std::size_t other : {std::size_t{2}, std::size_t{3}, std::size_t{4}})
        CHECK(tuned[other]["plan"] == untuned[other]["plan"]);
    CHECK(place.output({"compile", place.spec}).find(place.file(usable_cores()).string()) != std::string::npos);
    const std::string report = place.output(bench);
    CHECK(report.find("plan tuned: ") != std::string::npos);
    CHECK(report.find(", tile 7\n") != std::string::npos);
    CHECK(report.find(place.file(1).string()) != std::string::npos);
}

TEST_CASE("a file that is not trusted is a warning, and changes nothing else") {
    const Place place;
    const Arguments run{
        "run",       "--prompt", "What is 2 + 3?", "--max-tokens", "16", "--block-length", "8", "--steps", "4",
        "--threads", "1"};
    const std::string text = place.output(run);
    std::filesystem::create_directories(place.cache);
    std::ofstream(place.file(1)) << "[[[ this is no tuning file";
    const Finished warned = place.quern(run);
    CHECK(warned.exit_code == 0);
    CHECK(warned.output == text);
    CHECK(warned.errors.starts_with("warning: tuning file " + place.file(1).string() + " is not used: "));
    CHECK(warned.errors.find('\n') == warned.errors.size() - 1);
    // Tuning warns as well, and replaces it.
    const Finished tuned = place.quern({"tune", place.spec, "--threads", "1"});
    CHECK(tuned.exit_code == 0);
    CHECK(tuned.errors.starts_with("warning: tuning file "));
    CHECK(place.output(run) == text);
}

TEST_CASE("a cache directory that cannot be written to stops tune and nothing else") {
    Place place;
    place.cache = place.spec + "/below-a-file";
    const Finished tuned = place.quern({"tune", place.spec});
    CHECK(tuned.exit_code == 1);
    CHECK(tuned.output == "");
    CHECK(tuned.errors.starts_with("error: the cache directory " + place.cache));
    CHECK(place.output({"compile", place.spec}).find("default plans") != std::string::npos);
}

TEST_CASE("tune names what it cannot do") {
    const Place place;
    const auto fails = [&place](const Arguments& arguments, const std::string& expected) {
        const Finished finished = place.quern(arguments);
        CAPTURE(finished.errors);
        CHECK(finished.exit_code == 1);
        CHECK(finished.output == "");
        CHECK(finished.errors.find(expected) != std::string::npos);
    };
    fails({"tune", "/no/such.toml"}, "/no/such.toml");
    fails({"tune", place.spec, "--isa", "sm_90"}, "sm_90");
    fails({"tune", place.spec, "--device", "cuda"}, "--device cuda");
    fails({"tune", place.spec, "--tokens", "9223372036854775807"}, "tokens");
    for (const char* list : {"", ",", "1,,2", "1,", "0", "2,-1", "x", "9223372036854775808"}) {
        const Finished finished = place.quern({"tune", place.spec, "--tokens", list});
        CAPTURE(list);
        CHECK(finished.exit_code == 2);
        CHECK(finished.errors.starts_with("error: --tokens: "));
        CHECK(finished.errors.ends_with("(see quern tune --help)\n"));
    }
    CHECK(place.quern({"bench", "qgemm", "--tile", "0"}).errors.ends_with("(see quern bench qgemm --help)\n"));
    std::ofstream(place.directory / "bad.gguf") << "GGUF and nothing behind it";
    fails({"tune", (place.directory / "bad.gguf").string()}, "bad.gguf");
}

TEST_CASE("on a terminal tune shows its progress") {
    const Place place;
    std::ofstream(place.spec, std::ios::trunc) << spec_text.substr(0, spec_text.find("[[kernel]]", 1));
    TerminalProgram program({"/usr/bin/env", "QUERN_CACHE_DIR=" + place.cache, QUERN_BINARY, "tune", place.spec}, 100,
                            10);
    CHECK(program.finish() == 0);
    CHECK(program.drawn().find("\rtuning 1 of 1: q4_k 64 x 256, 24 tokens: round 1, ") != std::string::npos);
    CHECK(program.drawn().find("stored in") != std::string::npos);
}
