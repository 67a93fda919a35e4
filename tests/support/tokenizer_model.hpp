#pragma once

#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "runtime/tokenizer/tokenizer.hpp"
#include "tests/support/gguf_writer.hpp"

namespace quern::test {

/// The tokenizer of the bundled model.
const Tokenizer& bundled_tokenizer();

/// What a file says about its tokenizer. Tokens and merges are written in the byte alphabet.
struct TokenizerKeys {
    std::vector<std::string> tokens, merges;
    std::vector<std::int32_t> types;
    std::string pre = "bailingmoe";

    /// The 256 byte tokens.
    static TokenizerKeys bytes();
    void add_token(std::string text, std::int32_t type = 1);
    /// Adds the merge, and its result as a token where it is none yet.
    void add_merge(const std::string& left, const std::string& right);
};

/// LLaDA's special tokens, as the last ids.
void add_llada_specials(TokenizerKeys& keys);

/// Vocabularies whose ids show where `texts` are cut into words, which tales.gguf's own merges, all English, do not:
/// the merges are the pairs of neighboring bytes found in the texts, whatever words they belong to, except inside
/// characters. The pairs, in a random order, are dealt out to `parts` vocabularies of at most 962 tokens.
std::vector<TokenizerKeys> word_boundary_keys(std::span<const std::string> texts, std::string_view pre,
                                              std::size_t parts);
/// For tokenizer_corpus.json: enough that neighboring pairs seldom keep each other from merging.
inline constexpr std::size_t corpus_parts = 8;

/// A file with these keys, and tales.gguf's bos, eos, eot and mask tokens by name where the vocabulary has them.
GgufWriter tokenizer_file(const TokenizerKeys& keys);

/// tales.gguf with another tokenizer, as a file that llama.cpp loads; filled up with unused tokens to its 962.
Bytes tales_with_tokenizer(const TokenizerKeys& keys);

void write_file(const std::filesystem::path& path, const Bytes& content);

}  // namespace quern::test
