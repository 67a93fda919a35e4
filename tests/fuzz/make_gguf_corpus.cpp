// make_gguf_corpus FOLDER: writes the seeds of gguf_fuzzer. They are small files that differ in what the reader has to
// do with them; the fuzzer finds the bad ones by itself.
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <string>
#include <vector>

#include "runtime/gguf/ggml_types.hpp"
#include "runtime/tokenizer/byte_alphabet.hpp"
#include "tests/support/gguf_writer.hpp"
#include "tests/support/llada_writer.hpp"

namespace quern::test {

namespace {

GgufWriter every_value_type() {
    GgufWriter writer;
    writer.add("u8", std::uint8_t{1})
        .add("i8", std::int8_t{-1})
        .add("u16", std::uint16_t{1})
        .add("i16", std::int16_t{-1})
        .add("u32", std::uint32_t{1})
        .add("i32", std::int32_t{-1})
        .add("u64", std::uint64_t{1})
        .add("i64", std::int64_t{-1})
        .add("f32", 1.0F)
        .add("f64", 1.0)
        .add("bool", true)
        .add("text", "text");
    return writer;
}

GgufWriter every_array_type() {
    GgufWriter writer;
    writer.add("u8s", std::vector<std::uint8_t>{1, 2})
        .add("i8s", std::vector<std::int8_t>{-1})
        .add("u16s", std::vector<std::uint16_t>{1})
        .add("i16s", std::vector<std::int16_t>{-1})
        .add("u32s", std::vector<std::uint32_t>{1})
        .add("i32s", std::vector<std::int32_t>{-1})
        .add("u64s", std::vector<std::uint64_t>{1})
        .add("i64s", std::vector<std::int64_t>{-1})
        .add("f32s", std::vector<float>{1})
        .add("f64s", std::vector<double>{1})
        .add("bools", std::vector<bool>{true, false})
        .add("texts", std::vector<std::string>{"", "a", "bc"});
    return writer;
}

GgufWriter every_tensor_type() {
    GgufWriter writer;
    for (const GgmlType& type : ggml_types())
        writer.tensor(std::string(type.name), {type.elements, 1}, type.number, Bytes(type.bytes, 1));
    return writer;
}

GgufWriter every_dimension_count() {
    GgufWriter writer;
    writer.alignment(8)
        .add("general.alignment", std::uint32_t{8})
        .tensor("one", {2}, 0, Bytes(8))
        .tensor("two", {2, 3}, 0, Bytes(24))
        .tensor("three", {2, 3, 2}, 1, Bytes(24))
        .tensor("four", {32, 1, 2, 1}, 8, Bytes(68));
    return writer;
}

// A LLaDA file with a tokenizer that works: the 256 byte tokens, two merges, and specials.
GgufWriter with_tokenizer() {
    std::vector<std::string> tokens;
    for (int byte = 0; byte < 256; ++byte) tokens.push_back(byte_to_alphabet(static_cast<std::uint8_t>(byte)));
    std::vector<std::int32_t> types(tokens.size(), 1);
    for (const char* merged : {"th", "the"}) {
        tokens.emplace_back(merged);
        types.push_back(1);
    }
    for (const char* special : {"<|startoftext|>", "<|endoftext|>", "<|mdm_mask|>", "<|eot_id|>"}) {
        tokens.emplace_back(special);
        types.push_back(3);
    }
    GgufWriter writer = small_llada();
    writer.set("llada.vocab_size", static_cast<std::uint32_t>(tokens.size()))
        .set("tokenizer.ggml.tokens", tokens)
        .set("tokenizer.ggml.mask_token_id", std::uint32_t{260})
        .add("tokenizer.ggml.model", "gpt2")
        .add("tokenizer.ggml.pre", "bailingmoe")
        .add("tokenizer.ggml.token_type", types)
        .add("tokenizer.ggml.merges", std::vector<std::string>{"t h", "th e"})
        .add("tokenizer.ggml.bos_token_id", std::uint32_t{258})
        .add("tokenizer.ggml.eos_token_id", std::uint32_t{259})
        .add("tokenizer.ggml.eot_token_id", std::uint32_t{261})
        .add("tokenizer.ggml.add_bos_token", true)
        .add("text", "the other<|eot_id|> caf\u00e9 12345\r\n");
    return writer;
}

void write(const std::filesystem::path& path, const GgufWriter& writer) {
    const Bytes image = writer.image();
    std::ofstream out(path, std::ios::binary);
    out.write(reinterpret_cast<const char*>(image.data()), static_cast<std::streamsize>(image.size()));
    out.close();
    if (!out) throw std::runtime_error("cannot write " + path.string());
}

void write_all(const std::filesystem::path& folder) {
    std::filesystem::create_directories(folder);
    write(folder / "empty.gguf", GgufWriter());
    write(folder / "version_2.gguf", GgufWriter().version(2).add("k", "v").tensor("t", {1}, 0, Bytes(4)));
    write(folder / "value_types.gguf", every_value_type());
    write(folder / "array_types.gguf", every_array_type());
    write(folder / "tensor_types.gguf", every_tensor_type());
    write(folder / "dimensions.gguf", every_dimension_count());
    write(folder / "llada.gguf", small_llada());
    write(folder / "llada_tokenizer.gguf", with_tokenizer());
}

}  // namespace

}  // namespace quern::test

int main(int argc, char** argv) {
    if (argc != 2) {
        std::cerr << "usage: make_gguf_corpus FOLDER\n";
        return 2;
    }
    try {
        quern::test::write_all(argv[1]);
    } catch (const std::exception& error) {
        std::cerr << "error: " << error.what() << '\n';
        return 1;
    }
}
