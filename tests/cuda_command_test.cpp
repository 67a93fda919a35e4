// The commands on CUDA: what they print, and what they say where something is missing, full or lost.
#include <doctest/doctest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "runtime/cuda/ptxas.hpp"
#include "tests/support/device_model.hpp"
#include "tests/support/subprocess.hpp"
#include "tests/support/temporary_directory.hpp"

using namespace quern;
using namespace quern::test;

namespace {

namespace fs = std::filesystem;

const std::string tales_spec = std::string(QUERN_SOURCE_DIR) + "/specs/tales.toml";
const std::string prompt = "What is 3 plus 4?";

/// `environment` comes first, so that what it says of the cache directory counts.
Finished run_quern(std::vector<std::string> arguments, const std::vector<std::string>& environment = {}) {
    use_cuda_driver();
    std::vector<std::string> all = environment;
    all.push_back("QUERN_CACHE_DIR=" + cache_for_programs());
    arguments.insert(arguments.begin(), QUERN_BINARY);
    return run_program(arguments, all);
}

/// One line of error, exit 1, nothing on standard output.
void check_fails(const Finished& result, const std::vector<std::string>& parts) {
    CAPTURE(result.errors);
    CHECK(result.exit_code == 1);
    CHECK(result.output.empty());
    CHECK(result.errors.starts_with("error: "));
    CHECK(std::count(result.errors.begin(), result.errors.end(), '\n') == 1);
    for (const std::string& part : parts) {
        CAPTURE(part);
        CHECK(result.errors.find(part) != std::string::npos);
    }
}

nlohmann::json json_of(const Finished& result) {
    INFO(result.errors);
    REQUIRE(result.exit_code == 0);
    return nlohmann::json::parse(result.output);
}

std::string read(const fs::path& file) {
    std::ifstream stream(file, std::ios::binary);
    return {std::istreambuf_iterator<char>(stream), {}};
}

const std::vector<std::vector<std::string>> device_commands{
    {"run", "--prompt", prompt, "--max-tokens", "8", "--device", "cuda"},
    {"run", "--prompt", prompt, "--max-tokens", "8", "--isa", "sm_80"},
    {"logits", "--tokens", "1,2", "--rows", "all", "--out", "/dev/null", "--device", "cuda"},
    {"bench", "qgemm", "--n", "256", "--k", "256", "--tokens", "8", "--device", "cuda"},
};

}  // namespace

TEST_CASE("run on the device gives the processor's tokens, and says where the time went") {
    const std::vector<std::string> arguments{"run", "--prompt", prompt, "--max-tokens", "8", "--steps", "4", "--json"};
    auto on_device = arguments;
    on_device.insert(on_device.end(), {"--device", "cuda", "--verbose"});
    const Finished result = run_quern(on_device);
    const auto device = json_of(result), processor = json_of(run_quern(arguments));
    CHECK(device["tokens"] == processor["tokens"]);
    CHECK(device["text"] == processor["text"]);
    CHECK(device["steps"] == 4);
    for (const char* operation : {"embed", "norms", "q", "attention", "gate", "head"}) {
        CAPTURE(operation);
        CHECK(device["split"][operation].get<double>() > 0);
    }
    for (const char* part : {"isa      sm_", "device   ", "attention", "row_statistics", "kernels  "}) {
        CAPTURE(part);
        CHECK(result.errors.find(part) != std::string::npos);
    }
}

TEST_CASE("temperature and random remasking run on the device through the logits") {
    for (const std::vector<std::string>& more :
         {std::vector<std::string>{"--temperature", "0.5"}, {"--remasking", "random"}}) {
        std::vector<std::string> arguments{"run", "--prompt", prompt, "--max-tokens",
                                           "4",   "--device", "cuda", "--json"};
        arguments.insert(arguments.end(), more.begin(), more.end());
        CHECK(json_of(run_quern(arguments))["steps"] == 4);
    }
}

TEST_CASE("logits on the device are written whole") {
    const TemporaryDirectory directory;
    const std::string out = directory / "logits.f32";
    const Finished result =
        run_quern({"logits", "--tokens", "1,2,3", "--rows", "2,0", "--out", out, "--device", "cuda"});
    INFO(result.errors);
    CHECK(result.exit_code == 0);
    CHECK(fs::file_size(out) == 2 * 962 * sizeof(float));
}

TEST_CASE("bench qgemm on the device reports time, rates and the device's peaks") {
    for (const char* weight : {"q4_k", "q6_k"}) {
        const auto result = json_of(run_quern({"bench", "qgemm", "--weight", weight, "--n", "200", "--k", "256",
                                               "--tokens", "40", "--device", "cuda", "--quantize", "--json"}));
        CHECK(result["weight"] == weight);
        CHECK(result["tile"] == 64);
        for (const char* key : {"ms_min", "ms_median", "gops", "peak_gops", "fraction_of_peak", "ceiling",
                                "gigabytes_per_second", "rel_error"}) {
            CAPTURE(key);
            CHECK(result[key].get<double>() > 0);
        }
        CHECK(result["rel_error"].get<double>() < 0.02);
    }
}

TEST_CASE("without libcuda every command that runs says so and where it looked") {
    for (const auto& command : device_commands) {
        CAPTURE(command.front());
        check_fails(run_quern(command, {"QUERN_CUDA_DRIVER=/nowhere/libcuda.so.1"}),
                    {"cannot load libcuda", "/nowhere/libcuda.so.1", "QUERN_CUDA_DRIVER"});
    }
    check_fails(
        run_quern(device_commands.front(), {std::string("QUERN_CUDA_DRIVER=") + "/lib/x86_64-linux-gnu/libm.so.6"}),
        {"libm.so.6 has no cuInit"});
}

TEST_CASE("without libnvrtc and cached PTX every command says so and where it looked") {
    const TemporaryDirectory empty;
    const std::vector<std::string> environment{"QUERN_NVRTC=/nowhere/libnvrtc.so",
                                               "QUERN_CACHE_DIR=" + (empty / "cache").string()};
    auto commands = device_commands;
    commands.push_back({"compile", tales_spec, "--isa", "sm_80"});
    commands.push_back({"dump", tales_spec, "--isa", "sm_80", "--out", empty / "dump"});
    for (const auto& command : commands) {
        CAPTURE(command.front());
        check_fails(run_quern(command, environment), {"libnvrtc", "/nowhere/libnvrtc.so", "QUERN_NVRTC", "cache/ptx"});
    }
    CHECK_FALSE(fs::exists(empty / "dump"));
}

TEST_CASE("the recorded PTX runs the bundled model where there is no NVRTC") {
    const TemporaryDirectory directory;
    copy_recorded_ptx(directory / "");
    const std::vector<std::string> environment{"QUERN_NVRTC=/nowhere/libnvrtc.so",
                                               "QUERN_CACHE_DIR=" + (directory / "").string()};
    for (const auto& command : device_commands) {
        CAPTURE(command.front());
        const Finished result = run_quern(command, environment);
        CAPTURE(result.errors);
        CHECK(result.exit_code == 0);
        CHECK(result.errors.empty());
    }
}

TEST_CASE("a full device, an old one, and flags that contradict each other are one error") {
    if (on_ptx_executor()) {
        for (const char* bytes : {"1000000", "3600000"})
            check_fails(run_quern(device_commands.front(), {std::string("QUERN_PTX_MEMORY=") + bytes}),
                        {"needs", "of device memory", "free of " + std::string(bytes)});
        check_fails(run_quern(device_commands.front(), {"QUERN_PTX_MEMORY=1"}),
                    {"loading kernel", "has 1 bytes free of 1 bytes", "CUDA_ERROR_OUT_OF_MEMORY"});
        check_fails(run_quern(device_commands.front(), {"QUERN_PTX_SM=75"}), {"sm_75", "sm_80 or newer"});
        auto command = device_commands.front();
        command.insert(command.end(), {"--isa", "sm_90"});
        check_fails(run_quern(command), {"sm_80", "not sm_90"});
    }
    check_fails(run_quern({"run", "--prompt", prompt, "--device", "cuda", "--isa", "avx2"}),
                {"--isa avx2", "--device cuda"});
    check_fails(run_quern({"run", "--prompt", prompt, "--device", "cpu", "--isa", "sm_80"}),
                {"--isa sm_80", "--device cpu"});
    check_fails(run_quern({"tune", tales_spec, "--isa", "sm_80"}),
                {"--isa sm_80", "only plans of processors are tuned"});
    check_fails(run_quern({"run", "--prompt", prompt, "--device", "cuda", "--tile", "48"}),
                {"tile of 48", "32, 64, 80"});
}

TEST_CASE("compile needs no device, keeps the PTX, and says what it made") {
    const std::vector<std::string> environment{"QUERN_CUDA_DRIVER=/nowhere"};
    const std::vector<std::string> command{"compile", tales_spec, "--isa", "sm_80", "--json"};
    const auto first = json_of(run_quern(command, environment)), second = json_of(run_quern(command, environment));
    CHECK(first["kernels"].size() == 18);
    for (const auto& kernel : second["kernels"]) {
        CHECK(kernel["isa"] == "sm_80");
        CHECK(kernel["cache"] == "hit");
        CHECK(kernel["code_bytes"].get<int>() > 1000);
        CHECK(kernel["runs_here"] == false);
        if (kernel["op"] == "qgemm") CHECK(kernel["plan"]["ceiling"].get<double>() > 0);
    }
}

TEST_CASE("compile and dump for --device cuda take the device's architecture, or say that --isa needs none") {
    const TemporaryDirectory directory;
    const std::vector<std::string> dump{"dump",     tales_spec, "--kernel", "attention",
                                        "--device", "cuda",     "--out",    directory / "out"};
    const std::vector<std::string> compile{"compile", tales_spec, "--device", "cuda", "--json"};
    for (const auto& command : {dump, compile})
        check_fails(run_quern(command, {"QUERN_CUDA_DRIVER=/nowhere/libcuda.so.1"}),
                    {"cannot load libcuda", "/nowhere/libcuda.so.1", "--isa", "sm_80"});
    CHECK_FALSE(fs::exists(directory / "out"));
    if (on_ptx_executor()) {
        const Finished result = run_quern(dump);
        INFO(result.errors);
        CHECK(result.exit_code == 0);
        CHECK(read(directory / "out/attention.toml").find("isa = \"sm_80\"") != std::string::npos);
        const auto printed = json_of(run_quern(compile));
        for (const auto& kernel : printed["kernels"]) CHECK(kernel["isa"] == "sm_80");
    }
    check_fails(run_quern({"compile", tales_spec, "--device", "cuda", "--isa", "avx2"}),
                {"--isa avx2", "--device cuda"});
    check_fails(run_quern({"compile", tales_spec, "--device", "cpu", "--isa", "sm_80"}),
                {"--isa sm_80", "--device cpu"});
}

TEST_CASE("what bench qgemm needs is compared with what is free before anything of it is made") {
    if (!on_ptx_executor()) return;
    // Terabytes: made in the processor's memory first, they would end there.
    check_fails(run_quern({"bench", "qgemm", "--n", "1048576", "--k", "1048576", "--tokens", "8", "--device", "cuda"},
                          {"QUERN_PTX_MEMORY=5000000"}),
                {"1048576 x 1048576 weights and 8 tokens: needs 6185", "free of 5000000"});
    check_fails(
        run_quern({"bench", "qgemm", "--n", "1", "--k", "2147483392", "--tokens", "2147483647", "--device", "cuda"}),
        {"tokens = 2147483647", "larger than memory can be"});
}

TEST_CASE("dump without a folder for temporary files names the variable that says where") {
    if (!cuda::find_ptxas()) return;
    const TemporaryDirectory directory;
    const auto out = directory / "out";
    const std::vector<std::string> command{"dump", tales_spec, "--kernel", "attention", "--isa", "sm_80", "--out", out};
    check_fails(run_quern(command, {"TMPDIR=/nowhere"}), {"kernel attention", "TMPDIR"});
    CHECK_FALSE(fs::exists(out));
}

TEST_CASE("dump writes spec, source and PTX, and with ptxas the cubin and its resources") {
    const TemporaryDirectory directory;
    const auto out = directory / "out";
    // A cubin of an earlier dump must not stay beside another kernel's files.
    fs::create_directory(out);
    std::ofstream(out / "attention.cubin") << "old";
    const Finished result = run_quern({"dump", tales_spec, "--kernel", "attention", "--isa", "sm_80", "--out", out},
                                      {"QUERN_CUDA_DRIVER=/nowhere"});
    INFO(result.errors);
    REQUIRE(result.exit_code == 0);
    const std::string toml = read(out / "attention.toml");
    for (const char* part : {"[spec]", "isa = \"sm_80\"", "[plan]", "[code]", "entry = \"attention\""})
        CHECK(toml.find(part) != std::string::npos);
    CHECK(read(out / "attention.cu").find("__global__") != std::string::npos);
    CHECK(read(out / "attention.ptx").find(".target sm_80") != std::string::npos);
    const bool assembled = cuda::find_ptxas().has_value();
    CHECK(fs::exists(out / "attention.cubin") == assembled);
    CHECK(read(out / "attention.cubin") != "old");
    CHECK((result.output.find("{toml,cu,ptx,cubin}") != std::string::npos) == assembled);
    CHECK((toml.find("occupancy = ") != std::string::npos) == assembled);
    CHECK((toml.find("spill_store_bytes = 0") != std::string::npos) == assembled);
}

TEST_CASE("dump writes nothing where one of the kernels cannot be generated") {
    const TemporaryDirectory directory;
    const fs::path spec = directory / "two.toml";
    std::ofstream(spec)
        << "[[kernel]]\nname = \"rounded\"\nop = \"quantize\"\nk = 256\n"
        << "[[kernel]]\nname = \"product\"\nop = \"qgemm\"\nweight = \"q5_k\"\nn = 64\nk = 256\ntokens = 8\n";
    const std::vector<std::string> command{"dump", spec, "--isa", "sm_80", "--out", directory / "out"};
    check_fails(run_quern(command), {"two.toml: kernel product", "no CUDA kernel for weight q5_k"});
    CHECK_FALSE(fs::exists(directory / "out"));
    auto first = command;
    first.insert(first.end(), {"--kernel", "rounded"});
    CHECK(run_quern(first).exit_code == 0);
    CHECK(fs::exists(directory / "out/rounded.ptx"));
}

TEST_CASE("QUERN_DUMP has every CUDA kernel that a run loads written out") {
    const TemporaryDirectory directory;
    const Finished result =
        run_quern({"logits", "--tokens", "1,2", "--rows", "all", "--out", directory / "logits", "--device", "cuda"},
                  {"QUERN_DUMP=" + (directory / "dump").string()});
    INFO(result.errors);
    CHECK(result.exit_code == 0);
    CHECK(fs::exists(directory / "dump/attention-attention-head64-sm_80.ptx"));
}
