#include "tests/ptx/lexer.hpp"

#include <cctype>

#include "tests/ptx/types.hpp"

namespace quern::ptx {

namespace {

bool starts_word(char c) {
    return std::isalpha(static_cast<unsigned char>(c)) || c == '_' || c == '$' || c == '%' || c == '.';
}
// ':' belongs to an opcode as in "ld.global.L2::128B"; a label's colon is single.
bool continues_word(std::string_view text, std::size_t at) {
    const char c = text[at];
    if (std::isalnum(static_cast<unsigned char>(c)) || c == '_' || c == '$' || c == '.') return true;
    return c == ':' && ((at + 1 < text.size() && text[at + 1] == ':') || text[at - 1] == ':');
}
// A decimal exponent may have a sign: 1.5e-3. In 0x1e-3 and 0f3F80000e-3 the sign is an operator.
bool continues_number(std::string_view text, std::size_t begin, std::size_t at) {
    const char c = text[at];
    if (std::isalnum(static_cast<unsigned char>(c)) || c == '.') return true;
    if ((c != '+' && c != '-') || (text[at - 1] != 'e' && text[at - 1] != 'E')) return false;
    return text[begin] != '0' || at == begin + 1 || !std::isalpha(static_cast<unsigned char>(text[begin + 1]));
}

}  // namespace

std::vector<Token> tokenize(std::string_view text) {
    std::vector<Token> tokens;
    int line = 1;
    std::size_t at = 0;
    while (at < text.size()) {
        const char c = text[at];
        if (c == '\n') {
            ++line;
            ++at;
        } else if (std::isspace(static_cast<unsigned char>(c)) || c == '\0') {
            ++at;
        } else if (text.substr(at, 2) == "//") {
            while (at < text.size() && text[at] != '\n') ++at;
        } else if (text.substr(at, 2) == "/*") {
            const std::size_t end = text.find("*/", at + 2);
            if (end == std::string_view::npos) throw ParseError(line, "a comment without its end");
            for (; at < end + 2; ++at) line += text[at] == '\n';
        } else if (c == '"') {
            const std::size_t end = text.find('"', at + 1);
            if (end == std::string_view::npos) throw ParseError(line, "a string without its end");
            tokens.push_back({Token::Kind::text, std::string(text.substr(at + 1, end - at - 1)), line});
            for (; at < end + 1; ++at) line += text[at] == '\n';
        } else if (std::isdigit(static_cast<unsigned char>(c))) {
            std::size_t end = at;
            while (end < text.size() && continues_number(text, at, end)) ++end;
            tokens.push_back({Token::Kind::number, std::string(text.substr(at, end - at)), line});
            at = end;
        } else if (starts_word(c)) {
            std::size_t end = at + 1;
            // ".reg.b16" is two directives, "add.s32" one opcode.
            while (end < text.size() && continues_word(text, end) && !(c == '.' && text[end] == '.')) ++end;
            tokens.push_back({Token::Kind::word, std::string(text.substr(at, end - at)), line});
            at = end;
        } else if (std::string_view("{}[]()<>,;:=+-!|@").find(c) != std::string_view::npos) {
            tokens.push_back({Token::Kind::punctuation, std::string(1, c), line});
            ++at;
        } else {
            throw ParseError(line, std::string("unexpected character '") + c + "'");
        }
    }
    tokens.push_back({Token::Kind::end, "", line});
    return tokens;
}

}  // namespace quern::ptx
