#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace quern::test {

/// A model loaded by llama.cpp itself, from its published binaries (npm package @node-llama-cpp/linux-x64): the judge
/// of the tokenizer and of the logits. The libraries are opened at run time, their logging is silenced, and they stay
/// loaded until the process ends.
class LlamaPeer {
  public:
    /// `cpu_level` names one of the libggml-cpu-LEVEL.so (haswell, alderlake, icelake, zen4, ...); empty: the best of
    /// them this processor runs. Throws Error where a library, a symbol or the model cannot be loaded.
    LlamaPeer(const std::filesystem::path& libraries, const std::filesystem::path& model,
              const std::string& cpu_level = {});
    LlamaPeer(LlamaPeer&&) noexcept;
    ~LlamaPeer();

    /// llama_tokenize: `add_special` puts BOS and EOS where the file asks for them. Throws Error where llama.cpp
    /// refuses the text.
    std::vector<std::int32_t> tokenize(std::string_view text, bool add_special, bool parse_special) const;
    /// llama_detokenize; `with_special` renders control tokens.
    std::string detokenize(std::span<const std::int32_t> ids, bool with_special) const;

    /// f32 [ids, vocabulary], row major, attention not causal.
    std::vector<float> logits(std::span<const std::int32_t> ids, int threads) const;

    std::int32_t vocabulary_size() const;
    /// The level really loaded.
    const std::string& cpu_level() const;

  private:
    struct State;
    std::unique_ptr<State> state_;
};

}  // namespace quern::test
