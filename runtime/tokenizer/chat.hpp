#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "runtime/tokenizer/tokenizer.hpp"

namespace quern {

/// The token ids of one user message in the model's chat form, ready for the answer: for LLaDA
///
///     <|startoftext|> <|start_header_id|> user <|end_header_id|> \n\n PROMPT <|eot_id|>
///     <|start_header_id|> assistant <|end_header_id|> \n\n
///
/// The user's text is tokenized without parsing special tokens, so it cannot forge a turn. With `chat` false: BOS where
/// the file asks for it, then the text with special tokens parsed. Throws Error where the vocabulary lacks a token of
/// the form.
std::vector<std::int32_t> prompt_tokens(const Tokenizer& tokenizer, std::string_view prompt, bool chat);

}  // namespace quern
