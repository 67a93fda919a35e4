// Reading well-formed GGUF files. Files that are not are in gguf_bad_file_test.cpp.
#include <doctest/doctest.h>
#include <fcntl.h>
#include <unistd.h>

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <limits>
#include <string>
#include <vector>

#include "runtime/gguf/ggml_types.hpp"
#include "runtime/gguf/gguf_file.hpp"
#include "runtime/gguf/printable.hpp"
#include "tests/support/gguf_writer.hpp"

namespace quern {

using test::Bytes;
using test::GgufWriter;

namespace {

const std::filesystem::path tales = std::filesystem::path(QUERN_SOURCE_DIR) / "models" / "tales.gguf";

Bytes file_bytes(const std::filesystem::path& path) {
    std::ifstream in(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
}

// Pages of `part` that this process has mapped in, as the kernel says.
std::size_t present_pages(std::span<const std::uint8_t> part) {
    const auto page = static_cast<std::uintptr_t>(::sysconf(_SC_PAGESIZE));
    const std::uintptr_t begin = reinterpret_cast<std::uintptr_t>(part.data());
    const std::uintptr_t first = (begin + page - 1) / page, last = (begin + part.size()) / page;
    const int map = ::open("/proc/self/pagemap", O_RDONLY | O_CLOEXEC);
    REQUIRE(map >= 0);
    std::size_t present = 0;
    for (std::uintptr_t p = first; p < last; ++p) {
        std::uint64_t entry = 0;
        REQUIRE(::pread(map, &entry, sizeof entry, static_cast<off_t>(p * sizeof entry)) == sizeof entry);
        present += entry >> 63;
    }
    ::close(map);
    return present;
}

std::uint64_t sum(std::span<const std::uint8_t> bytes) {
    std::uint64_t total = 0;
    for (const std::uint8_t byte : bytes) total = total * 31 + byte;
    return total;
}

}  // namespace

TEST_CASE("the bundled model is read") {
    const GgufFile file = GgufFile::open(tales);
    CHECK(file.name() == tales.string());
    CHECK(file.version() == 3);
    CHECK(file.file_bytes() == std::filesystem::file_size(tales));
    REQUIRE(file.metadata().size() == 31);
    CHECK(file.metadata()[0].first == "general.architecture");
    CHECK(file.text("general.architecture") == "llada");
    CHECK(file.integer("llada.context_length") == 256);
    CHECK(file.real("llada.attention.layer_norm_rms_epsilon") == double{1e-5F});
    CHECK(file.boolean("llada.attention.causal", true) == false);
    CHECK(file.texts("tokenizer.ggml.tokens").size() == 962);
    const std::vector<std::int64_t> types = file.integers("tokenizer.ggml.token_type");
    REQUIRE(types.size() == 962);
    CHECK(types.front() == 1);
    CHECK(types.back() == 3);

    CHECK(file.tensors().size() == 57);
    const GgufTensor& output = file.tensor("output.weight", 962, 256);
    CHECK(output.type_name() == "q6_K");
    CHECK(output.format() == weight_format_by_name("q6_k"));
    CHECK(output.data.size() == 962 * 210);
    CHECK(output.shape() == "256 x 962");
    CHECK(output.elements() == 256 * 962);
    const GgufTensor& norm = file.tensor("output_norm.weight", 1, 256);
    CHECK(norm.format() == weight_format_by_name("f32"));
    CHECK(file.find_tensor("output.bias") == nullptr);
    CHECK(file.find("llada.expert_count") == nullptr);

    const Bytes bytes = file_bytes(tales);
    for (const GgufTensor& tensor : file.tensors()) {
        REQUIRE(tensor.offset + tensor.data.size() <= bytes.size());
        CHECK(std::memcmp(tensor.data.data(), bytes.data() + tensor.offset, tensor.data.size()) == 0);
    }
}

TEST_CASE("released pages leave memory, and come back when read") {
    const GgufFile file = GgufFile::open(tales);
    const GgufTensor& embeddings = file.tensor("token_embd.weight", 962, 256);
    const std::uint64_t before = sum(embeddings.data);
    REQUIRE(present_pages(embeddings.data) > 0);
    file.release_pages(embeddings);
    CHECK(present_pages(embeddings.data) == 0);
    CHECK(sum(embeddings.data) == before);

    const Bytes bytes = file_bytes(tales);
    const GgufFile parsed = GgufFile::parse(bytes, "parsed");
    const GgufTensor& same = parsed.tensor("token_embd.weight", 962, 256);
    parsed.release_pages(same);
    file.release_pages(same);  // of another file: nothing happens
    CHECK(sum(same.data) == before);
}

TEST_CASE("a moved file keeps what it holds") {
    GgufFile first = GgufFile::open(tales);
    const std::uint8_t* data = first.tensors()[0].data.data();
    GgufFile second = std::move(first);
    CHECK(second.tensors()[0].data.data() == data);
    second = GgufFile::open(tales);
    CHECK(second.text("general.name") == "tales");
}

TEST_CASE("every value type, in versions 2 and 3") {
    for (const std::uint32_t version : {2U, 3U}) {
        CAPTURE(version);
        const Bytes bytes = GgufWriter()
                                .version(version)
                                .add("u8", std::uint8_t{200})
                                .add("i8", std::int8_t{-100})
                                .add("u16", std::uint16_t{60000})
                                .add("i16", std::int16_t{-30000})
                                .add("u32", std::uint32_t{4000000000})
                                .add("i32", std::int32_t{-2000000000})
                                .add("u64", std::numeric_limits<std::uint64_t>::max())
                                .add("i64", std::numeric_limits<std::int64_t>::min())
                                .add("f32", 0.1F)
                                .add("f64", 0.1)
                                .add("yes", true)
                                .add("no", false)
                                .add("text", "a\nb")
                                .add("empty", "")
                                .add("u8s", std::vector<std::uint8_t>{1, 2, 255})
                                .add("i8s", std::vector<std::int8_t>{-1, 127})
                                .add("u16s", std::vector<std::uint16_t>{65535})
                                .add("i16s", std::vector<std::int16_t>{-32768})
                                .add("u32s", std::vector<std::uint32_t>{4294967295})
                                .add("i32s", std::vector<std::int32_t>{-5, 5})
                                .add("u64s", std::vector<std::uint64_t>{1, std::uint64_t{1} << 63})
                                .add("i64s", std::vector<std::int64_t>{-1})
                                .add("f32s", std::vector<float>{0.5F})
                                .add("f64s", std::vector<double>{0.25, -0.25})
                                .add("bools", std::vector<bool>{true, false, true})
                                .add("texts", std::vector<std::string>{"x", "", "yz"})
                                .add("none", std::vector<std::string>{})
                                .image();
        const GgufFile file = GgufFile::parse(bytes, "values");
        CHECK(file.version() == version);
        CHECK(file.integer("u8") == 200);
        CHECK(file.integer("i8") == -100);
        CHECK(file.integer("u16") == 60000);
        CHECK(file.integer("i16") == -30000);
        CHECK(file.integer("u32") == 4000000000);
        CHECK(file.integer("i32") == -2000000000);
        CHECK(*file.find("u64") == GgufValue(std::numeric_limits<std::uint64_t>::max()));
        CHECK(file.integer("i64") == std::numeric_limits<std::int64_t>::min());
        CHECK(file.real("f32") == double{0.1F});
        CHECK(file.real("f64", 7) == 0.1);
        CHECK(file.boolean("yes", false));
        CHECK_FALSE(file.boolean("no", true));
        CHECK(file.text("text") == "a\nb");
        CHECK(file.text("empty", "full") == "");
        CHECK(file.integers("u8s") == std::vector<std::int64_t>{1, 2, 255});
        CHECK(file.integers("i8s") == std::vector<std::int64_t>{-1, 127});
        CHECK(file.integers("u16s") == std::vector<std::int64_t>{65535});
        CHECK(file.integers("i16s") == std::vector<std::int64_t>{-32768});
        CHECK(file.integers("u32s") == std::vector<std::int64_t>{4294967295});
        CHECK(file.integers("i32s") == std::vector<std::int64_t>{-5, 5});
        CHECK(file.integers("i64s") == std::vector<std::int64_t>{-1});
        CHECK(*file.find("f32s") == GgufValue(std::vector<double>{0.5}));
        CHECK(*file.find("f64s") == GgufValue(std::vector<double>{0.25, -0.25}));
        CHECK(*file.find("bools") == GgufValue(std::vector<bool>{true, false, true}));
        REQUIRE(file.texts("texts").size() == 3);
        CHECK(file.texts("texts")[2] == "yz");
        CHECK(file.texts("none").empty());

        CHECK_THROWS_WITH(file.integer("u64"), "values: key \"u64\": 18446744073709551615 is too large");
        CHECK_THROWS_WITH(file.integers("u64s"), "values: key \"u64s\": 9223372036854775808 is too large");
    }
}

TEST_CASE("typed access says what is missing or of another type") {
    const Bytes bytes = GgufWriter()
                            .add("count", std::uint32_t{3})
                            .add("name", "x")
                            .add("flags", std::vector<bool>{true})
                            .add("eps", 0.5F)
                            .image();
    const GgufFile file = GgufFile::parse(bytes, "f.gguf");
    CHECK(file.integer("absent", 7) == 7);
    CHECK(file.real("absent", 7.5) == 7.5);
    CHECK(file.boolean("absent", true));
    CHECK(file.text("absent", "or") == "or");
    CHECK_THROWS_WITH(file.integer("absent"), "f.gguf: missing key \"absent\"");
    CHECK_THROWS_WITH(file.real("absent"), "f.gguf: missing key \"absent\"");
    CHECK_THROWS_WITH(file.text("absent"), "f.gguf: missing key \"absent\"");
    CHECK_THROWS_WITH(file.texts("absent"), "f.gguf: missing key \"absent\"");
    CHECK_THROWS_WITH(file.integers("absent"), "f.gguf: missing key \"absent\"");
    CHECK_THROWS_WITH(file.integer("name"), "f.gguf: key \"name\": is a string, not an integer");
    CHECK_THROWS_WITH(file.integer("name", 1), "f.gguf: key \"name\": is a string, not an integer");
    CHECK_THROWS_WITH(file.integer("eps"), "f.gguf: key \"eps\": is a real number, not an integer");
    CHECK_THROWS_WITH(file.real("count", 1), "f.gguf: key \"count\": is an unsigned integer, not a real number");
    CHECK_THROWS_WITH(file.boolean("count", true), "f.gguf: key \"count\": is an unsigned integer, not a boolean");
    CHECK_THROWS_WITH(file.text("flags"), "f.gguf: key \"flags\": is an array of booleans, not a string");
    CHECK_THROWS_WITH(file.text("count", ""), "f.gguf: key \"count\": is an unsigned integer, not a string");
    CHECK_THROWS_WITH(file.texts("name"), "f.gguf: key \"name\": is a string, not an array of strings");
    CHECK_THROWS_WITH(file.integers("count"),
                      "f.gguf: key \"count\": is an unsigned integer, not an array of integers");
}

TEST_CASE("tensors of one to four dimensions, at the file's own alignment") {
    for (const std::uint32_t alignment : {8U, 64U, 4096U}) {
        CAPTURE(alignment);
        const Bytes bytes = GgufWriter()
                                .alignment(alignment)
                                .add("general.alignment", alignment)
                                .tensor("vector", {3}, 0, Bytes(12, 1))
                                .tensor("matrix", {256, 2}, 12, Bytes(288, 2))
                                .tensor("cube", {2, 3, 4}, 1, Bytes(48, 3))
                                .tensor("four", {32, 1, 2, 2}, 8, Bytes(136, 4))
                                .image();
        const GgufFile file = GgufFile::parse(bytes, "shapes");
        for (const GgufTensor& tensor : file.tensors()) {
            CHECK(tensor.offset % alignment == 0);
            CHECK(tensor.data.data() == bytes.data() + tensor.offset);
        }
        CHECK(file.tensor("vector", 1, 3).data.front() == 1);
        CHECK(file.tensor("matrix", 2, 256).data.back() == 2);
        const GgufTensor* cube = file.find_tensor("cube");
        REQUIRE(cube != nullptr);
        CHECK(cube->matrices() == 4);
        CHECK(cube->elements() == 24);
        CHECK(cube->shape() == "2 x 3 x 4");
        CHECK(cube->format() == nullptr);
        CHECK(cube->data.front() == 3);
        CHECK(file.find_tensor("four")->data.size() == 136);

        CHECK_THROWS_WITH(file.tensor("absent", 1, 1), "shapes: missing tensor \"absent\"");
        CHECK_THROWS_WITH(file.tensor("vector", 3, 1), "shapes: tensor \"vector\": has 1 rows of 3, not 3 rows of 1");
        CHECK_THROWS_WITH(file.tensor("matrix", 2, 512),
                          "shapes: tensor \"matrix\": has 2 rows of 256, not 2 rows of 512");
        CHECK_THROWS_WITH(file.tensor("cube", 3, 2),
                          "shapes: tensor \"cube\": has the shape 2 x 3 x 4, which is no matrix");
    }
}

TEST_CASE("a type that GGUF knows and quern does not is listed but not handed out") {
    for (const GgmlType& type : ggml_types()) {
        CAPTURE(type.name);
        const Bytes bytes =
            GgufWriter().tensor("t", {type.elements, 3}, type.number, Bytes(std::size_t{3} * type.bytes)).image();
        const GgufFile file = GgufFile::parse(bytes, "types");
        CHECK(file.tensors()[0].type_name() == type.name);
        CHECK(file.tensors()[0].data.size() == std::size_t{3} * type.bytes);
        if (const WeightFormat* format = file.tensors()[0].format()) {
            CHECK(format->ggml_name == type.name);
            CHECK(format->block_weights == static_cast<int>(type.elements));
            CHECK(format->block_bytes == static_cast<int>(type.bytes));
            CHECK(&file.tensor("t", 3, type.elements) == &file.tensors()[0]);
        } else {
            const std::string expected =
                "types: tensor \"t\": the type " + std::string(type.name) + " is not supported (f32, ";
            CHECK_THROWS_WITH(file.tensor("t", 3, type.elements), doctest::Contains(expected.c_str()));
        }
    }
    for (const WeightFormat& format : weight_formats())
        CHECK(ggml_type(static_cast<std::uint32_t>(format.ggml_type)) != nullptr);
}

TEST_CASE("printable text") {
    CHECK(printable("plain") == "\"plain\"");
    CHECK(printable("a\"b\\c\n\r\t\x1b[31m\x7f") == "\"a\\\"b\\\\c\\n\\r\\t\\x1b[31m\\x7f\"");
    CHECK(printable("caf\u00e9 \u4e2d \U0001f600") == "\"caf\u00e9 \u4e2d \U0001f600\"");
    CHECK(printable("\xff\xc3") == "\"\\xff\\xc3\"");
    CHECK(printable("\xc0\xaf \xed\xa0\x80 \xf4\x90\x80\x80") == "\"\\xc0\\xaf \\xed\\xa0\\x80 \\xf4\\x90\\x80\\x80\"");
    CHECK(printable("\u0085\u202e") == "\"\\xc2\\x85\\xe2\\x80\\xae\"");
    CHECK(printable("abcdef", 3) == "\"abc\"...");
    CHECK(printable("ab\u00e9", 3) == "\"ab\"...");
    CHECK(printable(std::string(200, 'x')).size() == 80 + 5);
}

}  // namespace quern
