#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "tests/ptx/types.hpp"

namespace quern::ptx {

/// An operand as written.
struct Operand {
    enum class Kind {
        name,     ///< register, special register, variable, label
        integer,  ///< `bits`, two's complement
        real32,   ///< 0fXXXXXXXX: `bits`
        real64,   ///< 0dXXXXXXXXXXXXXXXX or a decimal number: `bits`
        address,  ///< [name + offset] or [offset]
        vector,   ///< {a, b, ...}
        sink,     ///< _
    };
    Kind kind = Kind::sink;
    std::string name;
    std::string second;  ///< q of the pair p|q
    std::uint64_t bits = 0;
    std::int64_t offset = 0;
    bool negated = false;  ///< !p
    std::vector<Operand> elements;
};

/// One instruction as written.
struct Statement {
    int line = 0;
    std::string guard;  ///< predicate register, empty where there is none
    bool guard_negated = false;
    std::string text;                ///< for messages
    std::vector<std::string> parts;  ///< the opcode at its dots: {"ld", "global", "v4", "u32"}
    std::vector<Operand> operands;

    /// True where the opcode has that part. Asking for a part or taking one marks it as understood.
    bool has(std::string_view part) const;
    /// The part at an index, "" past the end.
    std::string_view part(std::size_t index) const;
    /// A part nobody asked for, of those that are no type and change nothing this executor models; "" where there is
    /// none.
    std::string_view not_understood() const;

  private:
    mutable std::vector<bool> understood_;
};

enum class Space { global, constant, shared, local, param };

/// A variable: bytes in a state space.
struct Variable {
    std::string name;
    Space space = Space::global;
    std::uint64_t bytes = 0;  ///< 0 for `extern .shared name[]`
    std::uint64_t alignment = 1;
    int line = 0;
    std::vector<std::uint8_t> initial;  ///< shorter than bytes: the rest is zero
};

/// A kernel's text.
struct EntryText {
    std::string name;
    int line = 0;
    std::vector<Variable> parameters;
    unsigned max_threads = 1024;
    std::map<std::string, Type, std::less<>> registers;
    std::vector<Variable> variables;  ///< shared and local
    std::vector<Statement> statements;
    std::map<std::string, std::size_t, std::less<>> labels;  ///< index of the statement that follows
};

struct ModuleText {
    int target = 0;  ///< 80 for sm_80
    std::vector<Variable> variables;
    std::vector<EntryText> entries;
};

/// Reads a PTX module (PTX ISA 7 to 9): what NVRTC emits for kernels without calls. Throws ParseError.
ModuleText parse_module(std::string_view text);

}  // namespace quern::ptx
