#include "runtime/engine/model_shape.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <cstdint>
#include <filesystem>
#include <limits>
#include <string>
#include <vector>

#include "gen/error.hpp"
#include "runtime/gguf/gguf_file.hpp"
#include "tests/support/llada_writer.hpp"

namespace quern {

using test::Bytes;
using test::GgufWriter;
using test::small_llada;

namespace {

ModelShape shape_of(const GgufWriter& writer) {
    const Bytes image = writer.image();
    return ModelShape::read(GgufFile::parse(image, "model.gguf"));
}

std::string error_of(const GgufWriter& writer) {
    try {
        shape_of(writer);
    } catch (const Error& error) {
        return error.what();
    }
    return "";
}

/// The error where `key` has this value.
template <typename T>
std::string error_with(const std::string& key, T value) {
    return error_of(small_llada().set(key, value));
}

/// "model.gguf: key "KEY": MESSAGE"
std::string at_key(const std::string& key, const std::string& message) {
    return "model.gguf: key \"" + key + "\": " + message;
}

std::uint32_t u32(std::int64_t value) {
    return static_cast<std::uint32_t>(value);
}

}  // namespace

TEST_CASE("the bundled model's shape") {
    const std::filesystem::path path = std::filesystem::path(QUERN_SOURCE_DIR) / "models" / "tales.gguf";
    const ModelShape shape = ModelShape::read(GgufFile::open(path));
    CHECK(shape.architecture == "llada");
    CHECK(shape.layers == 6);
    CHECK(shape.width == 256);
    CHECK(shape.heads == 4);
    CHECK(shape.kv_heads == 4);
    CHECK(shape.head_size == 64);
    CHECK(shape.ffn == 768);
    CHECK(shape.vocabulary == 962);
    CHECK(shape.context_length == 256);
    CHECK(shape.canvas_length == 96);
    CHECK(shape.rope_base == 10000);
    CHECK(shape.norm_eps == double{1e-5F});
    CHECK(shape.rope_pairs == RopePairs::adjacent);
    CHECK(shape.mask_token == 958);
    CHECK_FALSE(shape.shift_logits);
}

TEST_CASE("LLaDA-8B's keys") {
    GgufWriter writer = small_llada();
    writer.set("llada.block_count", u32(32))
        .set("llada.context_length", u32(4096))
        .set("llada.embedding_length", u32(4096))
        .set("llada.feed_forward_length", u32(12288))
        .set("llada.attention.head_count", u32(32))
        .set("llada.attention.head_count_kv", u32(32))
        .set("llada.rope.dimension_count", u32(128))
        .set("llada.rope.freq_base", 500000.0F)
        .set("llada.vocab_size", u32(126464))
        .set("tokenizer.ggml.mask_token_id", u32(126336))
        .remove_first("tokenizer.ggml.tokens");
    const ModelShape shape = shape_of(writer);
    CHECK(shape.layers == 32);
    CHECK(shape.head_size == 128);
    CHECK(shape.vocabulary == 126464);
    CHECK(shape.mask_token == 126336);
    CHECK(shape.rope_base == 500000);
}

TEST_CASE("what may be absent has its default") {
    GgufWriter writer = small_llada();
    for (const char* key :
         {"llada.context_length", "llada.attention.head_count_kv", "llada.attention.causal",
          "llada.rope.dimension_count", "llada.vocab_size", "diffusion.shift_logits", "diffusion.canvas_length"})
        writer.remove_first(key);
    const ModelShape shape = shape_of(writer);
    CHECK(shape.context_length == 4096);
    CHECK(shape.canvas_length == 128);
    CHECK(shape.kv_heads == 4);
    CHECK(shape.head_size == 64);
    CHECK(shape.vocabulary == 8);
    // The default canvas never exceeds the context.
    CHECK(shape_of(small_llada().remove_first("diffusion.canvas_length")).canvas_length == 64);
    CHECK(shape_of(small_llada().remove_first("tokenizer.ggml.tokens")).vocabulary == 8);
}

TEST_CASE("each key that must be there is named where it is missing") {
    for (const std::string key :
         {"general.architecture", "llada.block_count", "llada.embedding_length", "llada.feed_forward_length",
          "llada.attention.head_count", "llada.attention.layer_norm_rms_epsilon", "llada.rope.freq_base",
          "tokenizer.ggml.mask_token_id"})
        CHECK(error_of(small_llada().remove_first(key)) == "model.gguf: missing key \"" + key + "\"");
    CHECK(error_of(small_llada().remove_first("llada.vocab_size").remove_first("tokenizer.ggml.tokens")) ==
          "model.gguf: missing key \"llada.vocab_size\"");
}

TEST_CASE("each key is named where it has another type") {
    for (const std::string key :
         {"llada.block_count", "llada.context_length", "llada.embedding_length", "llada.feed_forward_length",
          "llada.attention.head_count", "llada.attention.head_count_kv", "llada.rope.dimension_count",
          "llada.vocab_size", "diffusion.canvas_length", "tokenizer.ggml.mask_token_id"})
        CHECK(error_with(key, "many") == at_key(key, "is a string, not an integer"));
    for (const std::string key : {"llada.attention.layer_norm_rms_epsilon", "llada.rope.freq_base"})
        CHECK(error_with(key, true) == at_key(key, "is a boolean, not a real number"));
    for (const std::string key : {"llada.attention.causal", "diffusion.shift_logits"})
        CHECK(error_with(key, u32(0)) == at_key(key, "is an unsigned integer, not a boolean"));
    CHECK(error_with("general.architecture", 1.0) == at_key("general.architecture", "is a real number, not a string"));
    CHECK(error_with("tokenizer.ggml.tokens", std::vector<float>{1}) ==
          at_key("tokenizer.ggml.tokens", "is an array of real numbers, not an array of strings"));
    CHECK(error_with("llada.attention.head_count", std::vector<std::uint32_t>{4, 4}) ==
          at_key("llada.attention.head_count", "is an array of unsigned integers, not an integer"));
}

TEST_CASE("architectures") {
    for (const std::string name : {"dream", "llama", "LLaDA", "llada-moe", ""})
        CHECK(error_with("general.architecture", name) ==
              "model.gguf: architecture \"" + name + "\" is not supported (llada is)");
}

TEST_CASE("values out of range") {
    struct Row {
        std::string key;
        std::int64_t low, high;
    };
    for (const Row& row : {Row{"llada.block_count", 1, 1024}, Row{"llada.context_length", 1, 1048576},
                           Row{"llada.embedding_length", 256, 262144}, Row{"llada.feed_forward_length", 256, 1048576},
                           Row{"llada.attention.head_count", 1, 1024}, Row{"llada.attention.head_count_kv", 1, 1024},
                           Row{"llada.vocab_size", 1, 16777216}, Row{"diffusion.canvas_length", 1, 64},
                           Row{"llada.rope.dimension_count", 1, 262144}, Row{"tokenizer.ggml.mask_token_id", 0, 7}}) {
        const std::string range = " is outside " + std::to_string(row.low) + " to " + std::to_string(row.high);
        for (const std::int64_t value : {row.low - 1, row.high + 1, std::numeric_limits<std::int64_t>::max(),
                                         std::numeric_limits<std::int64_t>::min()})
            CHECK(error_with(row.key, value) == at_key(row.key, std::to_string(value) + range));
        CHECK(error_with(row.key, std::numeric_limits<std::uint64_t>::max()) ==
              at_key(row.key, "18446744073709551615 is too large"));
    }
    for (const std::string key : {"llada.attention.layer_norm_rms_epsilon", "llada.rope.freq_base"})
        for (const double value : {0.0, -1.0, double{INFINITY}, -double{INFINITY}, double{NAN}})
            CHECK(error_with(key, value) == at_key(key, "is not a positive number"));
}

TEST_CASE("values that contradict each other") {
    CHECK(error_with("llada.embedding_length", u32(300)) ==
          at_key("llada.embedding_length", "300 is not a multiple of 256"));
    CHECK(error_with("llada.feed_forward_length", u32(700)) ==
          at_key("llada.feed_forward_length", "700 is not a multiple of 256"));
    CHECK(error_with("llada.attention.head_count", u32(3)) ==
          at_key("llada.attention.head_count", "3 heads do not divide the width 256 (llada.embedding_length)"));
    CHECK(
        error_with("llada.attention.head_count", u32(32)) ==
        at_key("llada.attention.head_count", "32 heads at width 256 have a size of 8, not a multiple of 16 up to 256"));
    CHECK(error_of(small_llada().set("llada.embedding_length", u32(512)).set("llada.attention.head_count", u32(1))) ==
          at_key("llada.attention.head_count",
                 "1 heads at width 512 have a size of 512, not a multiple of 16 up to 256"));
    for (const std::string key :
         {"llada.rope.dimension_count", "llada.attention.key_length", "llada.attention.value_length"}) {
        CHECK(error_with(key, u32(64)) == "");
        CHECK(error_with(key, u32(32)) ==
              at_key(key, "32 is not the head size 64 (width / heads), which is all quern supports"));
    }
    CHECK(error_with("llada.attention.head_count_kv", u32(3)) ==
          at_key("llada.attention.head_count_kv", "3 key-value heads do not divide the 4 heads"));
    CHECK(error_with("llada.vocab_size", u32(9)) ==
          at_key("llada.vocab_size", "9 is not the number of tokens in tokenizer.ggml.tokens, 8"));
    CHECK(error_with("tokenizer.ggml.tokens", std::vector<std::string>{}) ==
          at_key("tokenizer.ggml.tokens", "0 tokens are outside 1 to 16777216"));
}

TEST_CASE("variants of the architecture that would need another computation") {
    CHECK(error_with("llada.attention.causal", true) ==
          at_key("llada.attention.causal", "is true; quern runs bidirectional models"));
    CHECK(error_with("diffusion.shift_logits", true) ==
          at_key("diffusion.shift_logits", "is true, which is not supported for \"llada\""));
    CHECK(error_with("llada.rope.scaling.type", "none") == "");
    CHECK(error_with("llada.rope.scaling.type", "yarn") ==
          at_key("llada.rope.scaling.type", "the RoPE scaling \"yarn\" is not supported"));
}

}  // namespace quern
