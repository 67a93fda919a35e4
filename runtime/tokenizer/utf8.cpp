#include "runtime/tokenizer/utf8.hpp"

#include <algorithm>
#include <array>

namespace quern {
namespace {

bool is_white_space(char32_t c) {
    if (c <= 0x20) return c == 0x20 || (c >= 0x09 && c <= 0x0D) || (c >= 0x1C && c <= 0x1F);
    if (c >= 0x2000 && c <= 0x200A) return true;
    constexpr std::array<char32_t, 8> others = {0x85, 0xA0, 0x1680, 0x2028, 0x2029, 0x202F, 0x205F, 0x3000};
    return std::find(others.begin(), others.end(), c) != others.end();
}

}  // namespace

Utf8CodePoint read_utf8(std::string_view text, std::size_t offset) {
    if (offset >= text.size()) return {};
    const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[offset + i]); };
    const unsigned char lead = byte(0);
    if (lead < 0x80) return {lead, 1};
    const std::size_t bytes = lead < 0xC2 ? 0U : lead < 0xE0 ? 2U : lead < 0xF0 ? 3U : lead < 0xF5 ? 4U : 0U;
    if (bytes == 0 || text.size() - offset < bytes) return {};
    char32_t value = lead & (0xFFU >> (bytes + 1));
    for (std::size_t i = 1; i < bytes; ++i) {
        if ((byte(i) & 0xC0U) != 0x80U) return {};
        value = value << 6 | (byte(i) & 0x3FU);
    }
    constexpr std::array<char32_t, 5> smallest = {0, 0, 0x80, 0x800, 0x10000};
    if (value < smallest[bytes] || value > 0x10FFFF || (value >= 0xD800 && value < 0xE000)) return {};
    return {value, bytes};
}

void append_utf8(std::string& text, char32_t c) {
    const auto append = [&](char32_t byte) { text.push_back(static_cast<char>(static_cast<unsigned char>(byte))); };
    if (c < 0x80) {
        append(c);
        return;
    }
    if (c < 0x800) {
        append(0xC0 | c >> 6);
    } else {
        if (c < 0x10000) {
            append(0xE0 | c >> 12);
        } else {
            append(0xF0 | c >> 18);
            append(0x80 | (c >> 12 & 0x3F));
        }
        append(0x80 | (c >> 6 & 0x3F));
    }
    append(0x80 | (c & 0x3F));
}

std::string_view trim_white_space(std::string_view text) {
    std::size_t begin = 0;
    while (begin < text.size()) {
        const Utf8CodePoint c = read_utf8(text, begin);
        if (c.bytes == 0 || !is_white_space(c.value)) break;
        begin += c.bytes;
    }
    std::size_t end = text.size();
    while (end > begin) {
        std::size_t start = end - 1;
        while (start > begin && end - start < 4 && (static_cast<unsigned char>(text[start]) & 0xC0U) == 0x80U) --start;
        const Utf8CodePoint c = read_utf8(text, start);
        if (start + c.bytes != end || !is_white_space(c.value)) break;
        end = start;
    }
    return text.substr(begin, end - begin);
}

}  // namespace quern
