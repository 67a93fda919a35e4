#include <doctest/doctest.h>

#include <filesystem>
#include <fstream>
#include <limits>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "runtime/gguf/gguf_file.hpp"
#include "tests/support/gguf_writer.hpp"
#include "tests/support/model_fixtures.hpp"
#include "tests/support/subprocess.hpp"
#include "tests/support/temporary_directory.hpp"

namespace {

using namespace quern::test;

Finished inspect(std::vector<std::string> arguments) {
    arguments.insert(arguments.begin(), {QUERN_BINARY, "inspect"});
    return run_program(arguments);
}

void write(const std::filesystem::path& path, const GgufWriter& writer) {
    const Bytes image = writer.image();
    std::ofstream(path, std::ios::binary)
        .write(reinterpret_cast<const char*>(image.data()), static_cast<std::streamsize>(image.size()));
}

bool has_line(const std::string& text, const std::string& line) {
    return ("\n" + text).find("\n" + line + "\n") != std::string::npos;
}

}  // namespace

TEST_CASE("inspect --json holds all of the bundled model's metadata and tensors") {
    const std::string path = bundled_model_path().string();
    const Finished finished = inspect({path, "--json"});
    CHECK(finished.exit_code == 0);
    CHECK(finished.errors == "");
    const auto json = nlohmann::json::parse(finished.output);
    CHECK(json["file"] == path);
    CHECK(json["version"] == 3);
    CHECK(json["file_bytes"] == std::filesystem::file_size(path));
    CHECK(json["metadata"].size() == 31);
    CHECK(json["metadata"]["general.architecture"] == "llada");
    CHECK(json["metadata"]["llada.block_count"] == 6);
    CHECK(json["metadata"]["llada.attention.causal"] == false);
    CHECK(json["metadata"]["llada.rope.freq_base"] == 10000.0);
    CHECK(json["metadata"]["tokenizer.ggml.tokens"].size() == 962);
    CHECK(json["metadata"]["tokenizer.ggml.token_type"][961] == 3);

    const quern::GgufFile file = quern::GgufFile::open(path);
    REQUIRE(json["tensors"].size() == file.tensors().size());
    std::uint64_t bytes = 0;
    std::int64_t weights = 0;
    for (std::size_t i = 0; i < file.tensors().size(); ++i) {
        const quern::GgufTensor& tensor = file.tensors()[i];
        CHECK(json["tensors"][i] == nlohmann::json{{"name", tensor.name},
                                                   {"type", tensor.type_name()},
                                                   {"shape", tensor.dimensions},
                                                   {"offset", tensor.offset},
                                                   {"bytes", tensor.data.size()}});
        bytes += tensor.data.size();
        weights += tensor.elements();
    }
    CHECK(json["weights"] == weights);
    CHECK(json["bits_per_weight"].get<double>() ==
          doctest::Approx(8.0 * static_cast<double>(bytes) / static_cast<double>(weights)));
    std::uint64_t bytes_by_type = 0;
    for (const auto& value : json["bytes_by_type"]) bytes_by_type += value.get<std::uint64_t>();
    CHECK(json["bytes_by_type"].size() == 3);
    CHECK(bytes_by_type == bytes);
}

TEST_CASE("inspect prints tables, long values shortened and foreign text escaped") {
    const TemporaryDirectory folder;
    const std::filesystem::path path = folder / "small.gguf";
    write(path, GgufWriter()
                    .add("general.architecture", "other")
                    .add("eps", 1e-5F)
                    .add("pi", 3.141592653589793)
                    .add("most", std::numeric_limits<std::uint64_t>::max())
                    .add("least", std::numeric_limits<std::int64_t>::min())
                    .add("on", true)
                    .add("numbers", std::vector<std::int32_t>{-1, 2, 3})
                    .add("flags", std::vector<bool>{true, false})
                    .add("many", std::vector<std::uint8_t>(1000, 7))
                    .add("words", std::vector<std::string>{"a", std::string(50, 'b')})
                    .add("template", std::string(5000, 'x'))
                    .add("evil", "\x1b[2J\nkey")
                    .add("e\x1b[31m", std::uint8_t{1})
                    .tensor("plain", {4}, 0, Bytes(16))
                    .tensor("half\n", {3, 2}, 1, Bytes(12))
                    .tensor("packed", {32, 2, 2}, 2, Bytes(72)));
    const Finished finished = inspect({path.string()});
    CHECK(finished.exit_code == 0);
    CHECK(finished.errors == "");
    CHECK(finished.output.find('\x1b') == std::string::npos);
    for (const std::string line : {
             "general.architecture  \"other\"",
             "eps                   1e-05",
             "pi                    3.141592653589793",
             "most                  18446744073709551615",
             "least                 -9223372036854775808",
             "on                    true",
             "numbers               [-1, 2, 3] (3 items)",
             "flags                 [true, false] (2 items)",
             "many                  [7, 7, 7, 7, 7, 7, ...] (1000 items)",
             "words                 [\"a\", \"bbbbbbbbbbbbbbbbbbbbbbbb\"...] (2 items)",
             "evil                  \"\\x1b[2J\\nkey\"",
             "\"e\\x1b[31m\"           1",
         }) {
        CAPTURE(line);
        CHECK(has_line(finished.output, line));
    }
    CHECK(has_line(finished.output, "template              \"" + std::string(100, 'x') + "\"..."));
    const quern::GgufFile file = quern::GgufFile::open(path);
    const auto offset = [&](std::size_t i) { return std::to_string(file.tensors()[i].offset); };
    CHECK(has_line(finished.output, "plain     f32   4             " + offset(0) + "     16"));
    CHECK(has_line(finished.output, "\"half\\n\"  f16   3 x 2         " + offset(1) + "     12"));
    CHECK(has_line(finished.output, "packed    q4_0  32 x 2 x 2    " + offset(2) + "     72"));
    CHECK(has_line(finished.output, "f16   no             1        6     12  16.000"));
    CHECK(has_line(finished.output, "f32   yes            1        4     16  32.000"));
    CHECK(finished.output.find("138 weights, 5.797 bits per weight\n") != std::string::npos);
}

TEST_CASE("inspect --json of text that is no UTF-8, and of reals that JSON lacks") {
    const TemporaryDirectory folder;
    const std::filesystem::path path = folder / "odd.gguf";
    write(path, GgufWriter()
                    .add("bytes", "a\xff")
                    .add("nan", std::numeric_limits<float>::quiet_NaN())
                    .add("infinite", std::numeric_limits<double>::infinity()));
    const Finished finished = inspect({path.string(), "--json"});
    CHECK(finished.exit_code == 0);
    const auto json = nlohmann::json::parse(finished.output);
    CHECK(json["metadata"]["bytes"] == "a\ufffd");
    CHECK(json["metadata"]["nan"].is_null());
    CHECK(json["metadata"]["infinite"].is_null());
    CHECK(json["bits_per_weight"] == 0.0);
}

TEST_CASE("inspect reports bad files and wrong usage") {
    const TemporaryDirectory folder;
    std::ofstream(folder / "cut.gguf") << "GGUF";
    const Finished cut = inspect({(folder / "cut.gguf").string()});
    CHECK(cut.exit_code == 1);
    CHECK(cut.output == "");
    CHECK(cut.errors == "error: " + (folder / "cut.gguf").string() +
                            ": header: truncated in the version: it needs 4 bytes, the file has 0 more\n");
    const Finished absent = inspect({"no-such-file.gguf", "--json"});
    CHECK(absent.exit_code == 1);
    CHECK(absent.errors == "error: no-such-file.gguf: cannot open: No such file or directory\n");
    CHECK(inspect({}).exit_code == 2);
    CHECK(inspect({"a.gguf", "b.gguf"}).exit_code == 2);
    CHECK(inspect({"a.gguf", "--nothing"}).exit_code == 2);
}
