#include "tests/support/tokenizer_model.hpp"

#include <algorithm>
#include <fstream>
#include <random>
#include <set>

#include "gen/error.hpp"
#include "runtime/gguf/gguf_file.hpp"
#include "runtime/tokenizer/byte_alphabet.hpp"
#include "tests/support/model_fixtures.hpp"

namespace quern::test {
namespace {

constexpr std::size_t kTalesTokens = 962;
constexpr std::int32_t kNormal = 1, kControl = 3, kUnused = 5;
const std::vector<std::string> kSpecials = {"<|startoftext|>",     "<|endoftext|>",     "<|mdm_mask|>",
                                            "<|start_header_id|>", "<|end_header_id|>", "<|eot_id|>"};

void add_id(GgufWriter& writer, const std::string& key, const TokenizerKeys& keys, const std::string& token) {
    const auto found = std::find(keys.tokens.begin(), keys.tokens.end(), token);
    if (found != keys.tokens.end()) writer.add(key, std::uint32_t(found - keys.tokens.begin()));
}

}  // namespace

TokenizerKeys TokenizerKeys::bytes() {
    TokenizerKeys keys;
    for (int byte = 0; byte < 256; ++byte) keys.add_token(byte_to_alphabet(std::uint8_t(byte)));
    return keys;
}

void TokenizerKeys::add_token(std::string text, std::int32_t type) {
    tokens.push_back(std::move(text));
    types.push_back(type);
}

void TokenizerKeys::add_merge(const std::string& left, const std::string& right) {
    merges.push_back(left + " " + right);
    if (std::find(tokens.begin(), tokens.end(), left + right) == tokens.end()) add_token(left + right, kNormal);
}

void add_llada_specials(TokenizerKeys& keys) {
    for (const std::string& special : kSpecials) keys.add_token(special, kControl);
}

std::vector<TokenizerKeys> word_boundary_keys(std::span<const std::string> texts, std::string_view pre,
                                              std::size_t parts) {
    using Pair = std::pair<std::uint8_t, std::uint8_t>;
    std::set<Pair> found;
    for (const std::string& text : texts)
        for (std::size_t i = 0; i + 1 < text.size(); ++i)
            if ((static_cast<std::uint8_t>(text[i + 1]) & 0xC0U) != 0x80U) found.emplace(text[i], text[i + 1]);
    std::vector<Pair> pairs(found.begin(), found.end());
    std::mt19937 random(1);
    for (std::size_t i = pairs.size(); i > 1; --i) std::swap(pairs[i - 1], pairs[random() % i]);

    TokenizerKeys empty = TokenizerKeys::bytes();
    empty.pre = pre;
    std::vector<TokenizerKeys> result(parts, empty);
    for (std::size_t i = 0; i < pairs.size(); ++i) {
        TokenizerKeys& keys = result[i % parts];
        if (keys.tokens.size() + kSpecials.size() < kTalesTokens)
            keys.add_merge(byte_to_alphabet(pairs[i].first), byte_to_alphabet(pairs[i].second));
    }
    for (TokenizerKeys& keys : result) add_llada_specials(keys);
    return result;
}

GgufWriter tokenizer_file(const TokenizerKeys& keys) {
    GgufWriter writer;
    writer.add("tokenizer.ggml.model", "gpt2")
        .add("tokenizer.ggml.pre", keys.pre)
        .add("tokenizer.ggml.tokens", keys.tokens)
        .add("tokenizer.ggml.token_type", keys.types)
        .add("tokenizer.ggml.merges", keys.merges);
    add_id(writer, "tokenizer.ggml.bos_token_id", keys, kSpecials[0]);
    add_id(writer, "tokenizer.ggml.eos_token_id", keys, kSpecials[1]);
    add_id(writer, "tokenizer.ggml.mask_token_id", keys, kSpecials[2]);
    add_id(writer, "tokenizer.ggml.eot_token_id", keys, kSpecials[5]);
    return writer;
}

Bytes tales_with_tokenizer(const TokenizerKeys& keys) {
    TokenizerKeys filled = keys;
    while (filled.tokens.size() < kTalesTokens)
        filled.add_token("filler" + std::to_string(filled.tokens.size()), kUnused);
    if (filled.tokens.size() != kTalesTokens) throw Error("more than tales.gguf's 962 tokens");
    GgufWriter writer = tokenizer_file(filled);

    const GgufFile tales = GgufFile::open(bundled_model_path());
    writer.add("general.architecture", "llada");
    for (const auto& [key, value] : tales.metadata()) {
        if (!key.starts_with("llada.") && !key.starts_with("diffusion.")) continue;
        if (const auto* integer = std::get_if<std::uint64_t>(&value)) writer.add(key, std::uint32_t(*integer));
        if (const auto* real = std::get_if<double>(&value)) writer.add(key, float(*real));
        if (const auto* boolean = std::get_if<bool>(&value)) writer.add(key, *boolean);
    }
    for (const GgufTensor& tensor : tales.tensors())
        writer.tensor(tensor.name, {tensor.dimensions.begin(), tensor.dimensions.end()}, tensor.ggml_type,
                      Bytes(tensor.data.begin(), tensor.data.end()));
    return writer.image();
}

void write_file(const std::filesystem::path& path, const Bytes& content) {
    std::ofstream file(path, std::ios::binary);
    file.write(reinterpret_cast<const char*>(content.data()), std::streamsize(content.size()));
    if (!file.flush()) throw Error(path.string() + ": cannot be written");
}

const Tokenizer& bundled_tokenizer() {
    static const Tokenizer tokenizer(GgufFile::open(bundled_model_path()));
    return tokenizer;
}

}  // namespace quern::test
