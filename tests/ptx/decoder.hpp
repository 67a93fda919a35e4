#pragma once

#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "tests/ptx/instruction.hpp"
#include "tests/ptx/module_text.hpp"

namespace quern::ptx {

class Decoder;
/// Fills Decoder::instruction from its statement.
using Decode = void (*)(Decoder& decoder);

/// Decodes one kernel: the helpers the operations' decode functions call to turn operands into slots.
class Decoder {
  public:
    /// `globals`: the device address of every module variable.
    Decoder(const ModuleText& module, const EntryText& entry, const std::map<std::string, std::uint64_t>& globals);

    Kernel decode();

    /// The statement being decoded; errors name its line.
    const Statement& statement() const { return *statement_; }
    [[noreturn]] void fail(const std::string& what) const;
    const Operand& operand(std::size_t index) const;
    std::size_t operands() const { return statement_->operands.size(); }
    /// The type that stands in the opcode, counted from its end: 0 is the last one.
    Type type(std::size_t from_end = 0) const;

    /// The slot of a source operand in lanes of `type`'s size. Registers of another lane size fail.
    std::uint32_t source(const Operand& operand, Type type);
    std::uint32_t source(std::size_t index, Type type) { return source(operand(index), type); }
    /// The slot of the register an operand names.
    std::uint32_t destination(const Operand& operand, Type type);
    std::uint32_t destination(std::size_t index, Type type) { return destination(operand(index), type); }
    /// The index of a predicate; a sink gives one nobody reads.
    std::uint32_t predicate(const Operand& operand);
    std::uint32_t predicate(std::size_t index) { return predicate(operand(index)); }
    std::uint32_t sink_predicate();
    /// The slot of a constant.
    std::uint32_t constant(std::uint64_t bits, bool wide);
    /// True where the register named has 64-bit lanes.
    bool is_wide(const Operand& operand) const;
    bool is_predicate(const Operand& operand) const;
    /// Sets slot `slot` to the address's base register or a constant, 64 bits a lane, and the instruction's offset.
    void address(const Operand& operand, std::size_t slot);
    /// The instruction a label stands before.
    std::uint32_t label(const Operand& operand) const;
    std::uint16_t matrix_counter(const std::string& shape);

    Instruction instruction;  ///< the one being decoded

  private:
    std::uint32_t register_slot(const std::string& name, bool wide);
    Type register_type(const std::string& name) const;
    bool variable_address(const std::string& name, std::uint64_t& address) const;
    void check_marks() const;
    void lay_out_variables(const ModuleText& module);
    void assign_registers();
    Decode find_operation() const;

    const EntryText& entry_;
    std::map<std::string, std::uint64_t> addresses_;  // of variables, in their own state space
    std::map<std::string, std::uint32_t> slots_, predicates_;
    std::map<std::pair<std::uint64_t, bool>, std::uint32_t> constants_;
    std::map<std::string, std::uint32_t, std::less<>> specials_;
    Kernel kernel_;
    const Statement* statement_ = nullptr;
    mutable std::size_t operands_read_ = 0;  // how many operands of the statement the operation asked for
    std::uint32_t next_slot_ = 0;
};

/// The operations by the opcode's first part; each group lives in a file of its own. Where an opcode's last type is a
/// float and `floats` has it ("add.f32"), that one counts.
struct Operations {
    std::map<std::string_view, Decode> any, floats;
};
void add_integer_operations(Operations& operations);
void add_float_operations(Operations& operations);
void add_conversions(Operations& operations);
void add_comparisons(Operations& operations);
void add_memory_operations(Operations& operations);
void add_warp_operations(Operations& operations);
void add_matrix_operations(Operations& operations);
const Operations& operations();

/// Where the lanes of each branch meet again: the immediate post-dominator of its block (Cooper, Harvey and Kennedy, "A
/// Simple, Fast Dominance Algorithm"). `targets[i]` is the branch target of instruction i or -1; `ends[i]` tells exits,
/// `conditional[i]` branches that may fall through. The index one past the last stands for the end.
std::vector<std::uint32_t> reconvergence_points(const std::vector<std::int64_t>& targets, const std::vector<bool>& ends,
                                                const std::vector<bool>& conditional);

/// A register's life in the text: from its first to its last occurrence, and over every loop it is alive around.
struct Lifetime {
    std::string name;
    bool wide = false;
    std::uint32_t first = 0, last = 0;
};
std::vector<Lifetime> register_lifetimes(const EntryText& entry, const std::vector<std::int64_t>& targets);

}  // namespace quern::ptx
