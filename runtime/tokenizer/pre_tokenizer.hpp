#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace quern {

/// Cuts text into the words that byte-pair merges never cross, by the regular expression that a name in
/// tokenizer.ggml.pre stands for. The words are those of llama.cpp: its character classes are Unicode 15.1's.
class PreTokenizer {
  public:
    /// None where `name` has no row in the table.
    static std::optional<PreTokenizer> find(std::string_view name);
    PreTokenizer(PreTokenizer&&) noexcept;
    PreTokenizer& operator=(PreTokenizer&&) noexcept;
    ~PreTokenizer();

    /// The words, in order and without gaps. A byte that is not valid UTF-8 counts as one U+FFFD. Thread-safe.
    std::vector<std::string_view> split(std::string_view text) const;

    /// "bailingmoe, qwen2, ..."
    static std::string supported_names();

  private:
    struct State;
    explicit PreTokenizer(std::unique_ptr<State> state);
    std::unique_ptr<State> state_;
};

}  // namespace quern
