#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace quern {

class GgufFile;

/// Byte-level BPE as in GPT-2, with the pre-tokenizer a GGUF file names in tokenizer.ggml.pre and its special tokens.
class Tokenizer {
  public:
    /// Reads tokenizer.ggml.*; throws Error naming the file and key where something is missing, inconsistent or not
    /// supported.
    explicit Tokenizer(const GgufFile& file);
    Tokenizer(Tokenizer&&) noexcept;
    Tokenizer& operator=(Tokenizer&&) noexcept;
    ~Tokenizer();

    /// Token ids of UTF-8 text. Special tokens spelled in the text become their ids where `parse_special`. Adds no BOS.
    /// Any bytes are accepted: invalid UTF-8 falls back to byte tokens and is restored by decode().
    std::vector<std::int32_t> encode(std::string_view text, bool parse_special = true) const;
    /// The bytes of ids. Special (control) tokens give their text where `with_special`, else nothing. Throws Error for
    /// an id outside the vocabulary.
    std::string decode(std::span<const std::int32_t> ids, bool with_special = false) const;

    std::int32_t vocabulary_size() const;
    /// The id of a token by its exact text, special or plain.
    std::optional<std::int32_t> find(std::string_view token) const;
    /// tokenizer.ggml.{bos,eos,eot,mask}_token_id, where the file has them. Without an eot_token_id, eot is the special
    /// token spelled <|eot_id|> or <|im_end|>, if any.
    std::optional<std::int32_t> bos() const, eos() const, eot() const, mask() const;
    bool add_bos() const;
    /// True for tokens that end a text: eos, eot.
    bool ends_text(std::int32_t id) const;

  private:
    struct State;
    std::unique_ptr<State> state_;
};

}  // namespace quern
