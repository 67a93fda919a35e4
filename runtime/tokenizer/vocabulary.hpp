#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace quern {

class GgufFile;

/// tokenizer.ggml.token_type.
enum class TokenType : std::uint8_t {
    undefined = 0,
    normal = 1,
    unknown = 2,
    control = 3,
    user_defined = 4,
    unused = 5,
    byte = 6,
};

/// The tokens of a GGUF file: their texts, types and bytes. Ids count from 0 in file order.
class Vocabulary {
  public:
    /// Reads tokenizer.ggml.tokens and token_type (all normal where the file has none). Throws Error naming the file
    /// and key where a list is empty, has the wrong length or an unknown type, or where two tokens are the same.
    explicit Vocabulary(const GgufFile& file);
    Vocabulary(const Vocabulary&) = delete;
    Vocabulary& operator=(const Vocabulary&) = delete;

    std::size_t size() const { return texts_.size(); }
    const std::string& text(std::size_t id) const { return texts_[id]; }
    TokenType type(std::size_t id) const { return types_[id]; }
    /// The id of a token by its text, written in the byte alphabet unless it is special.
    std::optional<std::int32_t> find(std::string_view text) const;

    /// Control and unknown tokens: they mean something to the model and stand for no text.
    bool hidden(std::size_t id) const { return types_[id] == TokenType::control || types_[id] == TokenType::unknown; }
    /// What a token stands for: its text where it is special, else its bytes; nothing for unused tokens.
    std::string_view bytes(std::size_t id) const { return bytes_[id]; }

    /// Tokens to be found in text by their spelling, before anything else: control, unknown and user-defined ones; the
    /// longest first, then by id.
    const std::vector<std::int32_t>& spelled_out() const { return spelled_out_; }

  private:
    std::vector<std::string> texts_, bytes_;
    std::vector<TokenType> types_;
    std::unordered_map<std::string_view, std::int32_t> ids_;  // views into texts_
    std::vector<std::int32_t> spelled_out_;
};

}  // namespace quern
