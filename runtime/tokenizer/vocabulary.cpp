#include "runtime/tokenizer/vocabulary.hpp"

#include <algorithm>
#include <charconv>
#include <limits>

#include "gen/error.hpp"
#include "runtime/gguf/gguf_file.hpp"
#include "runtime/gguf/printable.hpp"
#include "runtime/tokenizer/byte_alphabet.hpp"

namespace quern {
namespace {

constexpr std::string_view kTokens = "tokenizer.ggml.tokens";
constexpr std::string_view kTypes = "tokenizer.ggml.token_type";

[[noreturn]] void fail(const GgufFile& file, std::string_view key, const std::string& message) {
    throw Error(file.name() + ": key " + printable(key) + ": " + message);
}

std::string bytes_of(const std::string& text, TokenType type) {
    switch (type) {
        case TokenType::unknown:
        case TokenType::control:
        case TokenType::user_defined:
            return text;
        case TokenType::normal:
            return alphabet_to_bytes(text).value_or(text);
        case TokenType::byte: {  // <0x0A>
            unsigned value = 0;
            const bool well_formed = text.size() == 6 && text.starts_with("<0x") && text.back() == '>';
            const char* end = text.data() + 5;
            if (!well_formed || std::from_chars(text.data() + 3, end, value, 16).ptr != end) return {};
            return std::string(1, static_cast<char>(static_cast<unsigned char>(value)));
        }
        case TokenType::undefined:
        case TokenType::unused:
            return {};
    }
    return {};
}

std::vector<TokenType> read_types(const GgufFile& file, std::size_t count) {
    if (file.find(kTypes) == nullptr) return std::vector<TokenType>(count, TokenType::normal);
    const std::vector<std::int64_t> values = file.integers(kTypes);
    if (values.size() != count)
        fail(file, kTypes,
             "has " + std::to_string(values.size()) + " entries for " + std::to_string(count) + " tokens");
    std::vector<TokenType> types(count);
    for (std::size_t id = 0; id < count; ++id) {
        if (values[id] < 0 || values[id] > static_cast<int>(TokenType::byte))
            fail(file, kTypes, "entry " + std::to_string(id) + " is " + std::to_string(values[id]) + ", not 0 to 6");
        types[id] = static_cast<TokenType>(values[id]);
    }
    return types;
}

}  // namespace

Vocabulary::Vocabulary(const GgufFile& file) {
    const auto texts = file.texts(kTokens);
    if (texts.empty()) fail(file, kTokens, "is empty");
    if (texts.size() > std::size_t(std::numeric_limits<std::int32_t>::max()))
        fail(file, kTokens, "has too many tokens");
    types_ = read_types(file, texts.size());
    texts_.assign(texts.begin(), texts.end());
    bytes_.reserve(texts_.size());
    ids_.reserve(texts_.size());
    for (std::size_t id = 0; id < texts_.size(); ++id) {
        const std::string& text = texts_[id];
        bytes_.push_back(bytes_of(text, types_[id]));
        if (text.empty()) continue;  // can be an output of the model, but not found in a text
        const auto [found, inserted] = ids_.try_emplace(text, std::int32_t(id));
        if (!inserted)
            fail(file, kTokens,
                 printable(text) + " is token " + std::to_string(found->second) + " and token " + std::to_string(id));
        if (hidden(id) || types_[id] == TokenType::user_defined) spelled_out_.push_back(std::int32_t(id));
    }
    std::stable_sort(spelled_out_.begin(), spelled_out_.end(), [&](std::int32_t a, std::int32_t b) {
        return texts_[std::size_t(a)].size() > texts_[std::size_t(b)].size();
    });
}

std::optional<std::int32_t> Vocabulary::find(std::string_view text) const {
    const auto found = ids_.find(text);
    if (found == ids_.end()) return std::nullopt;
    return found->second;
}

}  // namespace quern
