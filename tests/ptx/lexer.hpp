#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace quern::ptx {

struct Token {
    enum class Kind {
        word,         ///< identifiers, opcodes, %registers and .directives, dots inside included
        number,       ///< as written: 12, -3 comes as '-' and 3, 0x1F, 0f3F800000
        text,         ///< a string without its quotes
        punctuation,  ///< one character
        end,
    };
    Kind kind = Kind::end;
    std::string text;
    int line = 0;

    bool is(std::string_view other) const { return kind != Kind::text && text == other; }
};

/// PTX's tokens without comments, ended by one of Kind::end. Throws ParseError for a character PTX has no use for.
std::vector<Token> tokenize(std::string_view text);

}  // namespace quern::ptx
