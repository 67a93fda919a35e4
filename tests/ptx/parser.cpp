#include <algorithm>
#include <bit>
#include <cctype>
#include <charconv>
#include <cstdlib>
#include <utility>

#include "tests/ptx/lexer.hpp"
#include "tests/ptx/module_text.hpp"

namespace quern::ptx {

bool Statement::has(std::string_view part) const {
    understood_.resize(parts.size());
    bool found = false;
    for (std::size_t index = 0; index < parts.size(); ++index)
        if (parts[index] == part) understood_[index] = found = true;
    return found;
}

std::string_view Statement::part(std::size_t index) const {
    if (index >= parts.size()) return {};
    understood_.resize(parts.size());
    understood_[index] = true;
    return parts[index];
}

std::string_view Statement::not_understood() const {
    // Caching hints, the orders and scopes of memory accesses (blocks run one after the other or meet in atomics
    // alone), roundings of what is exact or approximate, and what "sync" opcodes must say.
    constexpr std::string_view neutral[] = {
        "sync",    "aligned", "uni",    "volatile", "relaxed", "weak",    "cta", "gpu",   "sys",   "acquire",
        "release", "acq_rel", "sc",     "nc",       "ca",      "cg",      "cs",  "lu",    "cv",    "wb",
        "wt",      "rn",      "approx", "full",     "global",  "generic", "gl",  "clamp", "noftz", "m8n8"};
    understood_.resize(parts.size());
    for (std::size_t index = 1; index < parts.size(); ++index) {
        const std::string_view own = parts[index];
        if (understood_[index] || type_by_name(own) != Type::none || own.starts_with("L1::") || own.starts_with("L2::"))
            continue;
        if (std::find(std::begin(neutral), std::end(neutral), own) == std::end(neutral)) return own;
    }
    return {};
}

namespace {

constexpr std::uint64_t most_bytes = std::uint64_t{1} << 32;
constexpr std::uint64_t most_registers = 1 << 17;  // a kernel's
constexpr int deepest_nesting = 64;

/// Counts how deep blocks or operands nest for as long as it lives.
class Nesting {
  public:
    Nesting(int& depth, int line) : depth_(depth) {
        if (depth_ == deepest_nesting) throw ParseError(line, "nested too deep");
        ++depth_;
    }
    Nesting(const Nesting&) = delete;
    Nesting& operator=(const Nesting&) = delete;
    ~Nesting() { --depth_; }

  private:
    int& depth_;
};

class Parser {
  public:
    explicit Parser(std::string_view text) : tokens_(tokenize(text)) {}

    ModuleText module() {
        ModuleText module;
        while (peek().kind != Token::Kind::end) {
            if (take_if(".version") || take_if(".address_size")) {
                next();
            } else if (take_if(".target")) {
                const Token name = next();
                const char* const end = name.text.data() + name.text.size();
                if (name.text.rfind("sm_", 0) != 0 ||
                    std::from_chars(name.text.data() + 3, end, module.target).ec != std::errc{})
                    fail(name, "unknown target " + name.text);
                while (take_if(",")) next();
            } else if (take_if(".file")) {
                while (peek().kind != Token::Kind::end && peek().line == tokens_[at_ - 1].line) next();
            } else {
                while (take_if(".visible") || take_if(".extern") || take_if(".weak") || take_if(".common")) continue;
                if (take_if(".entry")) {
                    module.entries.push_back(entry());
                } else if (peek().is(".global") || peek().is(".const") || peek().is(".shared")) {
                    module.variables.push_back(variable());
                    expect(";");
                } else {
                    fail(peek(), "unexpected " + peek().text);
                }
            }
        }
        if (module.target == 0) fail(peek(), "the text names no .target");
        return module;
    }

  private:
    [[noreturn]] static void fail(const Token& token, const std::string& what) { throw ParseError(token.line, what); }
    const Token& peek() const { return tokens_[at_]; }
    Token next() {
        const Token token = tokens_[at_];
        if (token.kind == Token::Kind::end) fail(token, "the text ends too early");
        ++at_;
        return token;
    }
    // A name: of a kernel, variable, register, label.
    std::string word() {
        const Token token = next();
        if (token.kind != Token::Kind::word) fail(token, "expected a name, not " + token.text);
        return token.text;
    }
    bool take_if(std::string_view text) {
        if (!peek().is(text)) return false;
        ++at_;
        return true;
    }
    void expect(std::string_view text) {
        if (!take_if(text)) fail(peek(), "expected " + std::string(text) + " before " + peek().text);
    }

    std::uint64_t unsigned_number() {
        const Token token = next();
        const Operand operand = number(token, false);
        if (operand.kind != Operand::Kind::integer) fail(token, "expected a whole number, not " + token.text);
        return operand.bits;
    }

    // .global .align 4 .b8 name[24] = {1, 2}
    Variable variable() {
        Variable variable;
        const Token space = next();
        variable.line = space.line;
        if (space.is(".global"))
            variable.space = Space::global;
        else if (space.is(".const"))
            variable.space = Space::constant;
        else if (space.is(".shared"))
            variable.space = Space::shared;
        else if (space.is(".local"))
            variable.space = Space::local;
        else if (space.is(".param"))
            variable.space = Space::param;
        else
            fail(space, "unknown state space " + space.text);
        int element = 0;
        while (peek().kind == Token::Kind::word && peek().text.starts_with('.')) {
            const Token directive = next();
            if (directive.is(".align")) {
                variable.alignment = unsigned_number();
            } else if (directive.is(".ptr") || directive.is(".global") || directive.is(".shared")) {
                continue;
            } else {
                element = traits(type_by_name(directive.text.substr(1))).bytes;
                if (element == 0) fail(directive, "unknown type " + directive.text);
            }
        }
        variable.name = word();
        std::uint64_t count = 1;
        if (take_if("[")) {
            count = peek().is("]") ? 0 : unsigned_number();
            expect("]");
        }
        if (element == 0 || count > most_bytes) fail(space, "the size of " + variable.name + " is out of range");
        variable.bytes = count * static_cast<std::uint64_t>(element);
        if (!std::has_single_bit(variable.alignment) || variable.alignment > 4096)
            fail(space, "the alignment of " + variable.name + " is no power of two up to 4096");
        variable.alignment = std::max<std::uint64_t>(variable.alignment, static_cast<std::uint64_t>(element));
        if (take_if("=")) initial_values(variable, element);
        return variable;
    }

    void initial_values(Variable& variable, int element) {
        const bool list = take_if("{");
        do {
            const bool minus = take_if("-");
            const Operand value = number(next(), minus);
            for (int byte = 0; byte < element; ++byte)
                variable.initial.push_back(static_cast<std::uint8_t>(value.bits >> (8 * byte)));
        } while (list && take_if(","));
        if (list) expect("}");
        if (variable.initial.size() > variable.bytes) fail(peek(), variable.name + " has more values than room");
    }

    EntryText entry() {
        EntryText entry;
        entry.line = peek().line;
        entry.name = word();
        registers_ = 0;
        expect("(");
        while (!take_if(")")) {
            entry.parameters.push_back(variable());
            take_if(",");
        }
        while (!peek().is("{")) {
            const Token directive = next();
            if (directive.is(".maxntid") || directive.is(".reqntid")) {
                std::uint64_t threads = unsigned_number();
                while (threads <= 1024 && take_if(",")) {
                    const std::uint64_t more = unsigned_number();
                    threads = more <= 1024 ? threads * more : more;
                }
                if (threads == 0 || threads > 1024) fail(directive, directive.text + " is outside 1 to 1024");
                entry.max_threads = static_cast<unsigned>(threads);
            } else if (directive.is(".minnctapersm") || directive.is(".maxnreg")) {
                unsigned_number();
            } else {
                fail(directive, "unknown directive " + directive.text);
            }
        }
        block(entry);
        return entry;
    }

    void block(EntryText& entry) {
        const Nesting nesting(depth_, peek().line);
        expect("{");
        scopes_.emplace_back();
        while (!take_if("}")) {
            if (peek().is("{"))
                block(entry);
            else if (peek().is(".reg"))
                registers(entry);
            else if (peek().is(".shared") || peek().is(".local")) {
                entry.variables.push_back(variable());
                expect(";");
            } else if (peek().is(".pragma") || peek().is(".loc")) {
                const bool ends_at_line = peek().is(".loc");
                const int line = next().line;
                if (ends_at_line)
                    while (peek().kind != Token::Kind::end && peek().line == line) next();
                else
                    while (!take_if(";")) next();
            } else if (peek().kind == Token::Kind::word && tokens_[at_ + 1].is(":")) {
                const Token label = next();
                expect(":");
                if (!entry.labels.emplace(label.text, entry.statements.size()).second)
                    fail(label, "the label " + label.text + " stands twice");
            } else {
                entry.statements.push_back(statement());
            }
        }
        scopes_.pop_back();
    }

    // A register declared in an inner block has a name of its own; what an outer block calls the same is another one.
    std::string declared(const std::string& name) {
        if (scopes_.size() < 2) return name;
        return scopes_.back()[name] = name + "@" + std::to_string(++inner_registers_);
    }
    std::string resolved(const std::string& name) const {
        for (auto scope = scopes_.rbegin(); scope != scopes_.rend(); ++scope)
            if (const auto found = scope->find(name); found != scope->end()) return found->second;
        return name;
    }

    // .reg .b32 %r<100>;   .reg .pred %p, %q;
    void registers(EntryText& entry) {
        expect(".reg");
        const Token type_token = next();
        const Type type =
            type_token.text.starts_with('.') ? type_by_name(std::string_view(type_token.text).substr(1)) : Type::none;
        if (type == Type::none) fail(type_token, "unknown type " + type_token.text);
        do {
            const Token name = peek();
            const std::string prefix = word();
            const bool numbered = take_if("<");
            const std::uint64_t count = numbered ? unsigned_number() : 1;
            if (numbered) expect(">");
            if (count > most_registers - registers_) fail(name, "too many registers " + prefix);
            registers_ += count;
            for (std::uint64_t index = 0; index < count; ++index)
                entry.registers[declared(numbered ? prefix + std::to_string(index) : prefix)] = type;
        } while (take_if(","));
        expect(";");
    }

    Statement statement() {
        Statement statement;
        statement.line = peek().line;
        const std::size_t first = at_;
        if (take_if("@")) {
            statement.guard_negated = take_if("!");
            statement.guard = resolved(word());
        }
        const Token opcode = next();
        if (opcode.kind != Token::Kind::word) fail(opcode, "expected an instruction, not " + opcode.text);
        std::string_view rest = opcode.text;
        while (!rest.empty()) {
            const std::size_t dot = rest.find('.');
            statement.parts.emplace_back(rest.substr(0, dot));
            rest = dot == std::string_view::npos ? std::string_view{} : rest.substr(dot + 1);
        }
        while (!take_if(";")) {
            statement.operands.push_back(operand());
            if (!peek().is(";")) expect(",");
        }
        for (std::size_t token = first; token + 1 < at_; ++token) {
            const bool tight = token == first || tokens_[token].is(",") || tokens_[token - 1].is("[") ||
                               tokens_[token].is("]") || tokens_[token - 1].is("@") || tokens_[token - 1].is("{") ||
                               tokens_[token].is("}");
            statement.text += (tight ? "" : " ") + tokens_[token].text;
        }
        return statement;
    }

    Operand operand() {
        Operand operand;
        const Nesting nesting(depth_, peek().line);
        if (take_if("{")) {
            operand.kind = Operand::Kind::vector;
            while (!take_if("}")) {
                operand.elements.push_back(this->operand());
                take_if(",");
            }
            return operand;
        }
        if (take_if("[")) return address();
        if (take_if("!")) {
            operand = this->operand();
            operand.negated = true;
            return operand;
        }
        if (take_if("-")) return number(next(), true);
        const Token token = next();
        if (token.kind == Token::Kind::number) return number(token, false);
        if (token.kind != Token::Kind::word) fail(token, "expected an operand, not " + token.text);
        if (token.text == "_") return operand;
        operand.kind = Operand::Kind::name;
        operand.name = resolved(token.text);
        if (take_if("|")) operand.second = resolved(word());
        if (take_if("+")) operand.offset = static_cast<std::int64_t>(unsigned_number());
        return operand;
    }

    Operand address() {
        Operand operand;
        operand.kind = Operand::Kind::address;
        if (peek().kind == Token::Kind::word) operand.name = resolved(next().text);
        while (!take_if("]")) {
            take_if("+");
            const bool minus = take_if("-");
            const Token token = next();
            const Operand part = number(token, minus);
            if (part.kind != Operand::Kind::integer) fail(token, "expected a whole number, not " + token.text);
            operand.offset = static_cast<std::int64_t>(static_cast<std::uint64_t>(operand.offset) + part.bits);
        }
        return operand;
    }

    static Operand number(const Token& token, bool minus) {
        std::string_view text = token.text;
        if (token.kind != Token::Kind::number) fail(token, "expected a number, not " + token.text);
        Operand operand;
        const auto read_bits = [&](std::string_view digits, int base) {
            const char* const end = digits.data() + digits.size();
            const auto [stop, error] = std::from_chars(digits.data(), end, operand.bits, base);
            if (error != std::errc{} || stop != end) fail(token, "no number: " + token.text);
        };
        const bool prefixed = text.size() > 1 && text[0] == '0';
        const char prefix = prefixed ? static_cast<char>(std::tolower(static_cast<unsigned char>(text[1]))) : ' ';
        if (prefix == 'f' || prefix == 'd') {
            const std::size_t digits = prefix == 'f' ? 8 : 16;
            if (text.size() != 2 + digits) fail(token, "no number: " + token.text);
            operand.kind = prefix == 'f' ? Operand::Kind::real32 : Operand::Kind::real64;
            read_bits(text.substr(2), 16);
            if (minus) operand.bits ^= std::uint64_t{1} << (4 * digits - 1);
            return operand;
        }
        if (prefix != 'x' && text.find_first_of(".eE") != std::string_view::npos) {
            char* end = nullptr;
            const double real = std::strtod(token.text.c_str(), &end);
            if (*end != '\0') fail(token, "no number: " + token.text);
            operand.kind = Operand::Kind::real64;
            operand.bits = std::bit_cast<std::uint64_t>(minus ? -real : real);
            return operand;
        }
        operand.kind = Operand::Kind::integer;
        // A trailing U marks an unsigned literal.
        if (text.size() > 1 && text.back() == 'U') text.remove_suffix(1);
        if (prefix == 'x' || prefix == 'b')
            read_bits(text.substr(2), prefix == 'x' ? 16 : 2);
        else
            read_bits(text, text.size() > 1 && prefixed ? 8 : 10);
        if (minus) operand.bits = 0 - operand.bits;
        return operand;
    }

    std::vector<Token> tokens_;
    std::size_t at_ = 0;
    std::vector<std::map<std::string, std::string>> scopes_;  // of the blocks around: registers by the name written
    std::size_t inner_registers_ = 0;
    std::uint64_t registers_ = 0;  // declared in this kernel
    int depth_ = 0;
};

}  // namespace

ModuleText parse_module(std::string_view text) {
    return Parser(text).module();
}

}  // namespace quern::ptx
