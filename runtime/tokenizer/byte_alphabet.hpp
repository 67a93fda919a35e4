#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace quern {

/// GPT-2's alphabet for the 256 byte values: printable Latin-1 characters stand for themselves, the other bytes, in
/// order, for U+0100 and on. Vocabularies and merges are written in it, as UTF-8.
const std::string& byte_to_alphabet(std::uint8_t byte);

/// The bytes a token's text stands for; none where a character is outside the alphabet.
std::optional<std::string> alphabet_to_bytes(std::string_view text);

}  // namespace quern
