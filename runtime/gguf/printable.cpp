#include "runtime/gguf/printable.hpp"

#include <cstdint>

namespace quern {

namespace {

std::uint8_t byte_at(std::string_view text, std::size_t index) {
    return static_cast<std::uint8_t>(text[index]);
}

// Length of the valid, printable UTF-8 character at `start`, or 0.
std::size_t printable_length(std::string_view text, std::size_t start) {
    const std::uint8_t lead = byte_at(text, start);
    if (lead < 0x80) return lead >= 0x20 && lead != 0x7f ? 1 : 0;
    const std::size_t length = lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : 2;
    if (lead < 0xc2 || lead > 0xf4 || text.size() - start < length) return 0;
    std::uint32_t code = lead & (0xffU >> (length + 1));
    for (std::size_t i = 1; i < length; ++i) {
        const std::uint8_t next = byte_at(text, start + i);
        if ((next & 0xc0) != 0x80) return 0;
        code = code << 6 | (next & 0x3fU);
    }
    const bool overlong = (length == 3 && code < 0x800) || (length == 4 && code < 0x10000);
    const bool surrogate = code >= 0xd800 && code < 0xe000;
    // C1 controls and the characters that reorder a terminal's line.
    const bool control = code < 0xa0 || (code >= 0x200e && code <= 0x200f) || (code >= 0x2028 && code <= 0x202e) ||
                         (code >= 0x2066 && code <= 0x2069);
    return overlong || surrogate || control || code > 0x10ffff ? 0 : length;
}

void append_escaped(std::string& out, std::uint8_t byte) {
    constexpr std::string_view digits = "0123456789abcdef";
    switch (byte) {
        case '\n':
            out += "\\n";
            break;
        case '\r':
            out += "\\r";
            break;
        case '\t':
            out += "\\t";
            break;
        default:
            out += "\\x";
            out += digits[byte >> 4];
            out += digits[byte & 15];
    }
}

}  // namespace

std::string printable(std::string_view text, std::size_t max_bytes) {
    std::string out = "\"";
    std::size_t at = 0;
    while (at < text.size()) {
        const std::size_t length = printable_length(text, at);
        if (at + (length ? length : 1) > max_bytes) return out + "\"...";
        if (length == 0) {
            append_escaped(out, byte_at(text, at++));
            continue;
        }
        if (text[at] == '"' || text[at] == '\\') out += '\\';
        out += text.substr(at, length);
        at += length;
    }
    return out + "\"";
}

}  // namespace quern
