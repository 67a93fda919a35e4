// What `quern logits` refuses, how it exits, and that it leaves nothing behind.
#include <doctest/doctest.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "runtime/gguf/gguf_file.hpp"
#include "tests/support/subprocess.hpp"
#include "tests/support/temporary_directory.hpp"

using namespace quern::test;
namespace fs = std::filesystem;

namespace {

// Runs the command with --out in a directory of its own and checks that it failed and wrote nothing there.
Finished refused(int exit_code, std::vector<std::string> arguments) {
    const TemporaryDirectory directory;
    arguments.insert(arguments.begin(), {QUERN_BINARY, "logits"});
    arguments.insert(arguments.end(), {"--out", directory / "logits.f32"});
    const Finished finished = run_program(arguments);
    CAPTURE(finished.errors);
    CHECK(finished.exit_code == exit_code);
    CHECK(finished.output == "");
    CHECK(finished.errors.starts_with("error: "));
    CHECK(fs::is_empty(directory / ""));
    return finished;
}

}  // namespace

TEST_CASE("wrong usage exits 2 and names the flag") {
    const auto names = [](const std::string& flag, std::vector<std::string> arguments) {
        CAPTURE(flag);
        CHECK(refused(2, std::move(arguments)).errors.find(flag) != std::string::npos);
    };
    names("--tokens", {"--rows", "all"});
    names("--rows", {"--tokens", "1,2"});
    names("--tokens", {"--tokens", "1,x", "--rows", "all"});
    names("--tokens", {"--tokens", "1,-2", "--rows", "all"});
    names("--tokens", {"--tokens", "1,4294967296", "--rows", "all"});
    for (const char* list : {"1,,2", "1,", ",", ",1", "[1,2]", ""})
        names("--tokens", {"--tokens", list, "--rows", "0"});
    names("--rows", {"--tokens", "1,2", "--rows", "0,"});
    names("--rows", {"--tokens", "1,2", "--rows", "some"});
    names("--rows", {"--tokens", "1,2", "--rows", "0,all"});
    names("--threads", {"--tokens", "1,2", "--rows", "all", "--threads", "0"});
    names("--isa", {"--tokens", "1,2", "--rows", "all", "--isa", "avx9"});
    names("--device", {"--tokens", "1,2", "--rows", "all", "--device", "tpu"});
    names("--nothing", {"--tokens", "1,2", "--rows", "all", "--nothing"});
}

TEST_CASE("what cannot be done exits 1 and is named") {
    const auto says = [](const std::string& message, std::vector<std::string> arguments) {
        CHECK(refused(1, std::move(arguments)).errors == "error: " + message + "\n");
    };
    says("token 962 at position 1 is outside the vocabulary of 962", {"--tokens", "1,962", "--rows", "all"});
    says("row 2 is outside the canvas of 2 tokens", {"--tokens", "1,2", "--rows", "0,2"});
    says("--isa sm_80 is no instruction set of --device cpu",
         {"--tokens", "1", "--rows", "all", "--isa", "sm_80", "--device", "cpu"});
    CHECK(refused(1, {"--tokens", "1", "--rows", "all", "--model", "no-such-file.gguf"})
              .errors.starts_with("error: no-such-file.gguf"));
}

TEST_CASE("weights that are no finite numbers are named") {
    const fs::path model = fs::path(QUERN_SOURCE_DIR) / "models" / "tales.gguf";
    std::ifstream stream(model, std::ios::binary);
    const std::string bytes((std::istreambuf_iterator<char>(stream)), std::istreambuf_iterator<char>());
    const auto* const image = reinterpret_cast<const std::uint8_t*>(bytes.data());
    const quern::GgufFile parsed = quern::GgufFile::parse({image, bytes.size()}, "tales");
    for (const char* name : {"output_norm.weight", "blk.3.ffn_down.weight", "output.weight", "token_embd.weight"}) {
        CAPTURE(name);
        const quern::GgufTensor& tensor = *parsed.find_tensor(name);
        std::string broken = bytes;
        broken.replace(static_cast<std::size_t>(tensor.data.data() - image), tensor.data.size(), tensor.data.size(),
                       '\xff');
        const TemporaryDirectory directory;
        std::ofstream(directory / "broken.gguf", std::ios::binary) << broken;
        const std::string path = directory / "broken.gguf";
        const Finished finished = refused(1, {"--tokens", "1,2", "--rows", "all", "--model", path});
        CHECK(finished.errors.starts_with("error: " + path + ": tensor "));
        CHECK(finished.errors.find(name) != std::string::npos);
        CHECK(finished.errors.find("finite") != std::string::npos);
    }
}

TEST_CASE("an output that cannot be written is named") {
    const TemporaryDirectory directory;
    const std::string out = directory / "missing" / "logits.f32";
    const Finished finished = run_program({QUERN_BINARY, "logits", "--tokens", "1", "--rows", "0", "--out", out});
    CHECK(finished.exit_code == 1);
    CHECK(finished.errors == "error: cannot write " + out + ": No such file or directory\n");
}
