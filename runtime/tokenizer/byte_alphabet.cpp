#include "runtime/tokenizer/byte_alphabet.hpp"

#include <array>

#include "runtime/tokenizer/utf8.hpp"

namespace quern {
namespace {

constexpr char32_t kFirstSubstitute = 0x100;

constexpr bool stands_for_itself(char32_t byte) {
    return (byte >= 0x21 && byte <= 0x7E) || (byte >= 0xA1 && byte <= 0xFF && byte != 0xAD);
}

struct Alphabet {
    std::array<std::string, 256> text;
    std::string substituted;  ///< byte i is what U+0100 + i stands for

    Alphabet() {
        for (char32_t byte = 0; byte < 256; ++byte) {
            char32_t code_point = byte;
            if (!stands_for_itself(byte)) {
                code_point = kFirstSubstitute + static_cast<char32_t>(substituted.size());
                substituted.push_back(static_cast<char>(static_cast<unsigned char>(byte)));
            }
            append_utf8(text[byte], code_point);
        }
    }
};

const Alphabet& alphabet() {
    static const Alphabet instance;
    return instance;
}

}  // namespace

const std::string& byte_to_alphabet(std::uint8_t byte) {
    return alphabet().text[byte];
}

std::optional<std::string> alphabet_to_bytes(std::string_view text) {
    const std::string& substituted = alphabet().substituted;
    std::string bytes;
    for (std::size_t i = 0; i < text.size();) {
        const Utf8CodePoint c = read_utf8(text, i);
        if (c.bytes == 0) return std::nullopt;
        i += c.bytes;
        if (stands_for_itself(c.value)) {
            bytes.push_back(static_cast<char>(static_cast<unsigned char>(c.value)));
        } else if (c.value >= kFirstSubstitute && c.value - kFirstSubstitute < substituted.size()) {
            bytes.push_back(substituted[c.value - kFirstSubstitute]);
        } else {
            return std::nullopt;
        }
    }
    return bytes;
}

}  // namespace quern
