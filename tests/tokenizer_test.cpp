#include "runtime/tokenizer/tokenizer.hpp"

#include <doctest/doctest.h>

#include <random>
#include <set>

#include "gen/error.hpp"
#include "runtime/gguf/gguf_file.hpp"
#include "runtime/tokenizer/chat.hpp"
#include "tests/support/json_fixture.hpp"
#include "tests/support/model_fixtures.hpp"
#include "tests/support/tokenizer_model.hpp"

namespace {

using namespace quern;
using namespace quern::test;
using Ids = std::vector<std::int32_t>;

Tokenizer tokenizer_of(const TokenizerKeys& keys) {
    const Bytes image = tokenizer_file(keys).image();
    return Tokenizer(GgufFile::parse(image, "test.gguf"));
}

std::vector<std::string> corpus() {
    return json_fixture("tokenizer_corpus.json");
}

std::string random_bytes(std::mt19937& random) {
    // Lead and continuation bytes often enough to meet, and break off, inside sequences.
    constexpr std::string_view likely = "ab 1!\n\xC3\xA9\xE2\x82\xAC\xF0\x9F\xA6\x8A\xED\xA0\x80\xFF\xC0\x80";
    std::string text(random() % 40, '\0');
    for (char& byte : text)
        byte = random() % 4 == 0 ? static_cast<char>(random() & 0xFF) : likely[random() % likely.size()];
    return text;
}

/// The message of the Error that reading this tokenizer throws.
std::string refusal(const GgufWriter& writer) {
    const Bytes image = writer.image();
    try {
        Tokenizer{GgufFile::parse(image, "test.gguf")};
    } catch (const Error& error) {
        return error.what();
    }
    return "accepted";
}

TokenizerKeys small_keys() {
    TokenizerKeys keys = TokenizerKeys::bytes();
    keys.add_merge("a", "b");
    keys.add_merge("ab", "c");
    add_llada_specials(keys);
    return keys;
}

}  // namespace

TEST_CASE("tales.gguf's ids are llama.cpp's and decode to the same bytes") {
    std::set<std::string> texts;
    for (const auto& line : json_fixture("tokenizer_ids.json")) {
        const std::string text = line["text"];
        CAPTURE(text);
        texts.insert(text);
        const Ids ids = bundled_tokenizer().encode(text), plain = bundled_tokenizer().encode(text, false);
        CHECK(ids == Ids(line["ids"]));
        CHECK(bundled_tokenizer().decode(ids, true) == text);
        CHECK(plain == Ids(line["plain_ids"]));
        CHECK(bundled_tokenizer().decode(plain) == text);
        CHECK(prompt_tokens(bundled_tokenizer(), text, false) == Ids(line["prompt_ids"]));
    }
    const std::vector<std::string> strings = corpus();
    CHECK(texts == std::set<std::string>(strings.begin(), strings.end()));
    CHECK(texts.size() >= 250);
}

TEST_CASE("words are cut where llama.cpp cuts them") {
    const nlohmann::json recorded = json_fixture("tokenizer_word_boundary_ids.json");
    CHECK(recorded.size() >= 250);
    for (const std::string pre : {"bailingmoe", "qwen2"}) {
        CAPTURE(pre);
        std::size_t part = 0;
        for (const TokenizerKeys& keys : word_boundary_keys(corpus(), pre, corpus_parts)) {
            const Tokenizer tokenizer = tokenizer_of(keys);
            for (const auto& line : recorded) {
                const std::string text = line["text"];
                CAPTURE(text);
                CHECK(tokenizer.encode(text) == Ids(line["ids"].at(part)));
            }
            ++part;
        }
    }
}

TEST_CASE("any bytes are restored") {
    const Tokenizer boundaries = tokenizer_of(word_boundary_keys(corpus(), "bailingmoe", 1)[0]);
    std::mt19937 random(7);
    for (int i = 0; i < 3000; ++i) {
        const std::string text = random_bytes(random);
        CHECK(bundled_tokenizer().decode(bundled_tokenizer().encode(text), true) == text);
        CHECK(bundled_tokenizer().decode(bundled_tokenizer().encode(text, false)) == text);
        CHECK(boundaries.decode(boundaries.encode(text, false)) == text);
    }
    std::string all;
    for (int byte = 0; byte < 256; ++byte) all.push_back(static_cast<char>(static_cast<unsigned char>(byte)));
    CHECK(bundled_tokenizer().decode(bundled_tokenizer().encode(all, false)) == all);
}

TEST_CASE("an invalid byte separates words as U+FFFD does") {
    const Tokenizer tokenizer = tokenizer_of(small_keys());
    const Ids broken = tokenizer.encode(
        "abc\xFF"
        "abc \xE2\x82");
    const Ids replaced = tokenizer.encode(
        "abc\xEF\xBF\xBD"
        "abc \xEF\xBF\xBD\xEF\xBF\xBD");
    const std::int32_t abc = tokenizer.find("abc").value();
    CHECK(broken == Ids{abc, 0xFF, abc, ' ', 0xE2, 0x82});
    CHECK(replaced == Ids{abc, 0xEF, 0xBF, 0xBD, abc, ' ', 0xEF, 0xBF, 0xBD, 0xEF, 0xBF, 0xBD});
}

TEST_CASE("a word of a megabyte takes no quadratic time") {
    TokenizerKeys keys = TokenizerKeys::bytes();
    for (std::string half = "a"; half.size() < 64; half += half) keys.add_merge(half, half);
    keys.add_merge("b", "a");
    const Tokenizer tokenizer = tokenizer_of(keys);
    const std::string run(1 << 20, 'a');
    CHECK(tokenizer.encode(run) == Ids(run.size() / 64, tokenizer.find(std::string(64, 'a')).value()));
    const std::string blanks = std::string(1 << 20, ' ') + "x";
    CHECK(tokenizer.decode(tokenizer.encode(blanks)) == blanks);
    CHECK(bundled_tokenizer().decode(bundled_tokenizer().encode(run)) == run);
}

TEST_CASE("merges go by rank, then from the left") {
    TokenizerKeys keys = TokenizerKeys::bytes();
    keys.add_merge("b", "c");
    keys.add_merge("a", "b");
    keys.add_merge("a", "a");
    keys.add_merge("b", "c");  // again: the first rank counts
    const Tokenizer tokenizer = tokenizer_of(keys);
    const std::int32_t bc = 256, ab = 257, aa = 258;
    CHECK(tokenizer.encode("abc") == Ids{'a', bc});
    CHECK(tokenizer.encode("abd") == Ids{ab, 'd'});
    CHECK(tokenizer.encode("aaa") == Ids{aa, 'a'});
    CHECK(tokenizer.encode("aaab") == Ids{aa, ab});
}

TEST_CASE("special tokens") {
    const Tokenizer& tokenizer = bundled_tokenizer();
    CHECK(tokenizer.vocabulary_size() == 962);
    CHECK(tokenizer.add_bos());
    CHECK(tokenizer.bos() == tokenizer.find("<|startoftext|>"));
    CHECK(tokenizer.eos() == tokenizer.find("<|endoftext|>"));
    CHECK(tokenizer.mask() == tokenizer.find("<|mdm_mask|>"));
    CHECK(tokenizer.eot() == tokenizer.find("<|eot_id|>"));
    CHECK(tokenizer.find("<|eot_id|>") == 961);
    CHECK(!tokenizer.find("<|nothing|>"));
    CHECK(tokenizer.ends_text(957));
    CHECK(tokenizer.ends_text(961));
    CHECK(!tokenizer.ends_text(956));
    CHECK(tokenizer.decode(Ids{72, 105, 961}) == "Hi");
    CHECK(tokenizer.decode(Ids{72, 105, 961}, true) == "Hi<|eot_id|>");
    CHECK_THROWS_WITH_AS(tokenizer.decode(Ids{962}), "token id 962 is outside the vocabulary of 962", Error);
    CHECK_THROWS_AS(tokenizer.decode(Ids{-1}), Error);
}

TEST_CASE("spelled-out tokens: longest first, user-defined ones always") {
    TokenizerKeys keys = TokenizerKeys::bytes();
    constexpr std::int32_t unknown = 2, control = 3, user_defined = 4, unused = 5, byte = 6;
    keys.add_token("<x>", control);       // 256
    keys.add_token("<x><y>", control);    // 257
    keys.add_token("<y>", user_defined);  // 258
    keys.add_token("<unk>", unknown);     // 259
    keys.add_token("<unused>", unused);   // 260
    keys.add_token("<0x41>", byte);       // 261
    keys.add_token("  ", user_defined);   // 262
    const Tokenizer tokenizer = tokenizer_of(keys);
    CHECK(tokenizer.encode("<x><x><y><y>") == Ids{256, 257, 258});
    CHECK(tokenizer.encode("<x><y>", false) == Ids{'<', 'x', '>', 258});
    CHECK(tokenizer.encode("a<unk>   b") == Ids{'a', 259, 262, ' ', 'b'});
    CHECK(tokenizer.encode("<unused>").size() == 8);
    CHECK(tokenizer.decode(Ids{256, 258, 259, 260, 261, 262}) == "<y>A  ");
    CHECK(tokenizer.decode(Ids{256, 258, 259, 260, 261, 262}, true) == "<x><y><unk>A  ");
}

TEST_CASE("bytes and merges without a token fall apart as in llama.cpp") {
    TokenizerKeys keys;
    for (const char* text : {"a", "b", "c", "ab"}) keys.add_token(text);
    keys.merges = {"a b", "b c", "ab d"};
    const Tokenizer tokenizer = tokenizer_of(keys);
    CHECK(tokenizer.encode("ab") == Ids{3});
    CHECK(tokenizer.encode("bc") == Ids{1, 2});
    CHECK(tokenizer.encode("axb") == Ids{0, 1});
    CHECK(tokenizer.encode("abd") == Ids{0, 1});
}

TEST_CASE("eot without its key") {
    TokenizerKeys keys = small_keys();
    GgufWriter writer = tokenizer_file(keys);
    const Bytes image = writer.remove_first("tokenizer.ggml.eot_token_id").image();
    const Tokenizer tokenizer(GgufFile::parse(image, "test.gguf"));
    CHECK(tokenizer.eot() == tokenizer.find("<|eot_id|>"));
}

TEST_CASE("bad tokenizers are refused by name") {
    const std::string key = "test.gguf: key \"tokenizer.ggml.";
    CHECK(refusal(tokenizer_file(small_keys())) == "accepted");
    const auto with = [](const std::string& name, auto value) {
        return refusal(tokenizer_file(small_keys()).set("tokenizer.ggml." + name, value));
    };
    for (const char* name : {"model", "pre", "tokens", "merges"}) {
        const std::string full = std::string("tokenizer.ggml.") + name;
        CHECK(refusal(tokenizer_file(small_keys()).remove_first(full)) == "test.gguf: missing key \"" + full + "\"");
        CHECK(with(name, 1.5F).starts_with(key + name + "\": is a real number, not "));
    }
    CHECK(with("model", std::string("llama")) == key + "model\": \"llama\" is not supported (supported: gpt2)");
    CHECK(with("pre", std::string("tekken")) ==
          key + "pre\": \"tekken\" is not supported (supported: bailingmoe, qwen2)");
    CHECK(with("tokens", std::vector<std::string>{}) == key + "tokens\": is empty");
    CHECK(with("tokens", std::vector<std::string>{"a", "b"}) == key + "token_type\": has 264 entries for 2 tokens");
    CHECK(with("token_type", std::vector<std::int32_t>(264, 7)) == key + "token_type\": entry 0 is 7, not 0 to 6");
    CHECK(with("token_type", std::vector<std::int32_t>(264, -1)) == key + "token_type\": entry 0 is -1, not 0 to 6");
    CHECK(with("token_type", std::string("x")) == key + "token_type\": is a string, not an array of integers");

    TokenizerKeys twice = small_keys();
    twice.add_token("ab");
    CHECK(refusal(tokenizer_file(twice)) == key + "tokens\": \"ab\" is token 256 and token 264");
    for (const char* merge : {"", "ab", "a ", " a"}) {
        CAPTURE(merge);
        CHECK(with("merges", std::vector<std::string>{"a b", merge}).starts_with(key + "merges\": entry 1 is \""));
    }
    CHECK(with("bos_token_id", std::uint32_t{264}) == key + "bos_token_id\": 264 is outside the vocabulary of 264");
    CHECK(with("mask_token_id", std::int32_t{-1}) == key + "mask_token_id\": -1 is outside the vocabulary of 264");
    CHECK(with("eos_token_id", std::string("x")) == key + "eos_token_id\": is a string, not an integer");
    CHECK(refusal(tokenizer_file(small_keys())
                      .remove_first("tokenizer.ggml.bos_token_id")
                      .add("tokenizer.ggml.add_bos_token", true)) ==
          key + "add_bos_token\": is true, but tokenizer.ggml.bos_token_id is missing");
}
