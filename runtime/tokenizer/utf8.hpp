#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace quern {

/// A code point read from UTF-8. `bytes` is 0 where the text is not valid UTF-8 there (or ends).
struct Utf8CodePoint {
    char32_t value = 0;
    std::size_t bytes = 0;
};

/// Reads one code point at a byte offset. Strict: no overlong forms, no surrogates, nothing above U+10FFFF.
Utf8CodePoint read_utf8(std::string_view text, std::size_t offset);

void append_utf8(std::string& text, char32_t code_point);

/// The white space Jinja's `trim` removes (Python's str.strip): Unicode White_Space and U+001C to U+001F.
std::string_view trim_white_space(std::string_view text);

}  // namespace quern
