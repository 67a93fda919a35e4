// The tokenizer beside llama.cpp itself.
#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <random>

#include "runtime/gguf/gguf_file.hpp"
#include "runtime/tokenizer/byte_alphabet.hpp"
#include "runtime/tokenizer/chat.hpp"
#include "runtime/tokenizer/tokenizer.hpp"
#include "runtime/tokenizer/utf8.hpp"
#include "tests/support/json_fixture.hpp"
#include "tests/support/llama_peer.hpp"
#include "tests/support/model_fixtures.hpp"
#include "tests/support/temporary_directory.hpp"
#include "tests/support/tokenizer_model.hpp"

namespace {

using namespace quern;
using namespace quern::test;
using Ids = std::vector<std::int32_t>;

/// The same file in both.
struct Pair {
    Tokenizer ours;
    LlamaPeer theirs;

    explicit Pair(const std::filesystem::path& model) : ours(GgufFile::open(model)), theirs(QUERN_PEERS_DIR, model) {}

    void compare(const std::string& text) const {
        CAPTURE(text);
        const Ids ids = ours.encode(text), plain = ours.encode(text, false);
        CHECK(ids == theirs.tokenize(text, false, true));
        CHECK(plain == theirs.tokenize(text, false, false));
        CHECK(ours.decode(ids, true) == text);
        CHECK(ours.decode(plain) == text);
        CHECK(prompt_tokens(ours, text, false) == theirs.tokenize(text, true, true));
    }
};

Pair pair_with(const TokenizerKeys& keys) {
    const TemporaryDirectory directory;
    const std::filesystem::path model = directory / "model.gguf";
    write_file(model, tales_with_tokenizer(keys));
    return Pair(model);
}

/// Strings of one to sixty pieces drawn from a few alphabets at a time, so that pieces of one meet often.
class RandomText {
  public:
    explicit RandomText(unsigned seed) : random_(seed) {}

    std::string next() {
        std::string text;
        const std::array<std::size_t, 3> chosen = {random_() % kinds_, random_() % kinds_, random_() % kinds_};
        const std::size_t pieces = 1 + random_() % 60;
        for (std::size_t i = 0; i < pieces; ++i) add_piece(text, chosen[random_() % chosen.size()]);
        return text;
    }

  private:
    static constexpr std::size_t kinds_ = 18;

    void add_range(std::string& text, char32_t first, char32_t last) {
        append_utf8(text, first + char32_t(random_() % (last - first + 1)));
    }
    void add_one(std::string& text, const std::vector<std::string>& choices) {
        text += choices[random_() % choices.size()];
    }

    void add_piece(std::string& text, std::size_t kind) {
        static const std::vector<std::string> contractions = {"'s", "'T", "'ll", "'Ve", "'RE",
                                                              "'d", "'M", "'",   "'x",  "\u2019s"};
        static const std::vector<std::string> spaces = {" ",      " ",      "  ",     "\t",     "\u00a0",
                                                        "\u2003", "\u3000", "\u200b", "\u180e", "\u1680",
                                                        "\v",     "\f",     "\u0085", "\u2028", "\x1c"};
        static const std::vector<std::string> ends = {"\n", "\r", "\r\n", "\n\n", " \n", "\n "};
        static const std::vector<std::string> words = {"the", " fox", "Hello", " meadow", "aaa", " I", "he", "story"};
        static const std::vector<std::string> joiners = {"\u200d", "\ufe0f", "\U0001f3fd", "\U0001f1e9",
                                                         "\u0301", "\u0308", "\u094d",     "\u20e3"};
        static const std::vector<std::string> specials = {
            "<|eot_id|>", "<|mdm_mask|>", "<|startoftext|>", "<|eot_id|", "<|", "|>", "<|end_header_id|>", "eot_id"};
        switch (kind) {
            case 0:
                return add_range(text, 'a', 'z');
            case 1:
                return add_range(text, 'A', 'Z');
            case 2:
                return add_range(text, '0', '9');
            case 3:
                return add_range(text, '!', '/');
            case 4:
                return add_range(text, 0, 0x7F);
            case 5:
                return add_one(text, contractions);
            case 6:
                return add_one(text, spaces);
            case 7:
                return add_one(text, ends);
            case 8:
                return add_one(text, words);
            case 9:
                return add_one(text, joiners);
            case 10:
                return add_one(text, specials);
            case 11:
                return add_range(text, 0xA1, 0x24F);
            case 12:
                return add_range(text, 0x300, 0x5FF);
            case 13:
                return add_range(text, 0x600, 0xDFF);
            case 14:
                return add_range(text, 0x2000, 0x2BFF);
            case 15:
                return add_range(text, 0x3000, 0x9FFF);
            case 16:
                return add_range(text, 0x1F300, 0x1FAFF);
            default:
                return add_range(text, 0xE000, 0x10FFFF);
        }
    }

    std::mt19937 random_;
};

std::vector<std::string> random_texts(unsigned seed, std::size_t count) {
    RandomText random(seed);
    std::vector<std::string> texts;
    for (std::size_t i = 0; i < count; ++i) texts.push_back(random.next());
    return texts;
}

std::vector<std::string> corpus() {
    return json_fixture("tokenizer_corpus.json");
}

}  // namespace

TEST_CASE("tales.gguf: the corpus and random strings") {
    const Pair pair(bundled_model_path());
    CHECK(pair.ours.vocabulary_size() == pair.theirs.vocabulary_size());
    for (const std::string& text : corpus()) pair.compare(text);
    for (const std::string& text : random_texts(1, 3000)) pair.compare(text);
}

TEST_CASE("merges across every word boundary: the corpus and random strings") {
    for (const std::string pre : {"bailingmoe", "qwen2"}) {
        CAPTURE(pre);
        for (const TokenizerKeys& keys : word_boundary_keys(corpus(), pre, corpus_parts)) {
            const Pair pair = pair_with(keys);
            for (const std::string& text : corpus()) pair.compare(text);
        }
        for (unsigned seed = 10; seed < 30; ++seed) {
            const std::vector<std::string> texts = random_texts(seed, 100);
            const Pair pair = pair_with(word_boundary_keys(texts, pre, 1)[0]);
            for (const std::string& text : texts) pair.compare(text);
        }
    }
}

TEST_CASE("every code point has llama.cpp's class") {
    // A letter continues the word after 'A', a letter or a mark joins '!' before it, all but numbers take 'A' behind.
    TokenizerKeys keys = TokenizerKeys::bytes();
    for (char32_t byte = 0xC2; byte < 0xF5; ++byte) {
        keys.add_merge("!", byte_to_alphabet(std::uint8_t(byte)));
        keys.add_merge("A", byte_to_alphabet(std::uint8_t(byte)));
    }
    for (char32_t byte = 0x80; byte < 0xC0; ++byte) keys.add_merge(byte_to_alphabet(std::uint8_t(byte)), "A");
    const Pair pair = pair_with(keys);
    for (char32_t first = 0x80; first < 0x110000; first += 0x800) {
        std::string text;
        for (char32_t c = first; c < first + 0x800 && c < 0x110000; ++c) {
            if (c >= 0xD800 && c < 0xE000) continue;
            for (const auto& [before, after] : {std::pair("!", "\n"), std::pair("A", "\n"), std::pair("", "A\n")}) {
                text += before;
                append_utf8(text, c);
                text += after;
            }
        }
        CAPTURE(std::uint32_t(first));
        CHECK(pair.ours.encode(text) == pair.theirs.tokenize(text, false, true));
    }
}

TEST_CASE("tokens spelled out in text: order, types, overlaps") {
    TokenizerKeys keys = TokenizerKeys::bytes();
    constexpr std::int32_t unknown = 2, control = 3, user_defined = 4, unused = 5;
    for (const char* text : {"<a>", "<a><b>", "<<a>", "a>b"}) keys.add_token(text, control);
    for (const char* text : {"<b>", "  ", "\n\n", "ab", "'s"}) keys.add_token(text, user_defined);
    keys.add_token("<unk>", unknown);
    keys.add_token("<unused>", unused);
    keys.add_merge("a", "b");
    keys.add_merge("b", ">");
    const Pair pair = pair_with(keys);
    const std::vector<std::string> pieces = {"<a>", "<b>", "<",  ">",     "a",        "b",  " ",
                                             "  ",  "\n",  "'s", "<unk>", "<unused>", "ab", "it"};
    std::mt19937 random(3);
    for (int i = 0; i < 2000; ++i) {
        std::string text;
        for (std::size_t n = random() % 12; n > 0; --n) text += pieces[random() % pieces.size()];
        CAPTURE(text);
        CHECK(pair.ours.encode(text) == pair.theirs.tokenize(text, false, true));
        CHECK(pair.ours.encode(text, false) == pair.theirs.tokenize(text, false, false));
        CHECK(pair.ours.decode(pair.ours.encode(text)) == pair.theirs.detokenize(pair.ours.encode(text), false));
        CHECK(pair.ours.decode(pair.ours.encode(text), true) == pair.theirs.detokenize(pair.ours.encode(text), true));
    }
}

TEST_CASE("bytes and merges without a token") {
    TokenizerKeys keys = TokenizerKeys::bytes();
    for (const char byte : {'x', 'q', '\xC3'}) {
        const auto at = keys.tokens.begin() + static_cast<unsigned char>(byte);
        *at = "lost" + std::to_string(at - keys.tokens.begin());
    }
    keys.add_merge("a", "b");
    keys.merges.insert(keys.merges.end(),
                       {"b c", "ab d", "x y", "bc bc", byte_to_alphabet(0xC3) + " " + byte_to_alphabet(0xA9)});
    const Pair pair = pair_with(keys);
    std::mt19937 random(4);
    for (int i = 0; i < 2000; ++i) {
        std::string text;
        for (std::size_t n = random() % 12; n > 0; --n) {
            constexpr std::string_view letters = "abcdxyq ";
            if (const std::size_t k = random() % 9; k < 8)
                text += letters[k];
            else
                text += "\u00e9";
        }
        CAPTURE(text);
        CHECK(pair.ours.encode(text) == pair.theirs.tokenize(text, false, true));
    }
}

TEST_CASE("deep merges in long words") {
    std::mt19937 random(5);
    TokenizerKeys keys = TokenizerKeys::bytes();
    std::vector<std::string> symbols = {"a", "b", "c", "d"};
    while (keys.merges.size() < 600) {
        const std::string left = symbols[random() % symbols.size()], right = symbols[random() % symbols.size()];
        if (left.size() + right.size() > 12) continue;
        keys.add_merge(left, right);
        if (std::find(symbols.begin(), symbols.end(), left + right) == symbols.end()) symbols.push_back(left + right);
    }
    const Pair pair = pair_with(keys);
    for (int i = 0; i < 500; ++i) {
        std::string text(1 + random() % 400, 'a');
        for (char& letter : text) letter = "abcd"[random() % 4];
        pair.compare(text);
    }
}
