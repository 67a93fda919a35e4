#include "tests/ptx/decoder.hpp"

#include <algorithm>
#include <queue>

#include "tests/ptx/warp.hpp"

namespace quern::ptx {

namespace {

constexpr std::uint32_t lane_bytes = 4 * warp_lanes, wide_lane_bytes = 8 * warp_lanes;

// A GPU's limits.
constexpr std::uint64_t most_parameter_bytes = 4096, most_static_shared_bytes = 48 << 10, most_local_bytes = 512 << 10;

const std::map<std::string_view, Special> specials{
    {"%tid.x", Special::tid_x},
    {"%tid.y", Special::tid_y},
    {"%tid.z", Special::tid_z},
    {"%ntid.x", Special::ntid_x},
    {"%ntid.y", Special::ntid_y},
    {"%ntid.z", Special::ntid_z},
    {"%ctaid.x", Special::ctaid_x},
    {"%ctaid.y", Special::ctaid_y},
    {"%ctaid.z", Special::ctaid_z},
    {"%nctaid.x", Special::nctaid_x},
    {"%nctaid.y", Special::nctaid_y},
    {"%nctaid.z", Special::nctaid_z},
    {"%laneid", Special::laneid},
    {"%warpid", Special::warpid},
    {"%nwarpid", Special::nwarpid},
    {"%lanemask_lt", Special::lanemask_lt},
    {"%lanemask_le", Special::lanemask_le},
    {"%lanemask_eq", Special::lanemask_eq},
    {"%lanemask_gt", Special::lanemask_gt},
    {"%lanemask_ge", Special::lanemask_ge},
    {"%clock", Special::clock},
    {"%smid", Special::smid},
};

std::uint32_t align(std::uint64_t offset, std::uint64_t alignment) {
    return static_cast<std::uint32_t>((offset + alignment - 1) / alignment * alignment);
}

void exit_all(Warp& warp, const Instruction&, std::uint32_t mask) {
    warp.exit(mask);
}

bool is_branch(const Statement& statement) {
    return statement.parts.front() == "bra";
}
bool is_exit(const Statement& statement) {
    return statement.parts.front() == "ret" || statement.parts.front() == "exit";
}

}  // namespace

const Operations& operations() {
    static const Operations all = [] {
        Operations made;
        add_integer_operations(made);
        add_float_operations(made);
        add_conversions(made);
        add_comparisons(made);
        add_memory_operations(made);
        add_warp_operations(made);
        add_matrix_operations(made);
        return made;
    }();
    return all;
}

Decoder::Decoder(const ModuleText& module, const EntryText& entry, const std::map<std::string, std::uint64_t>& globals)
    : entry_(entry), addresses_(globals) {
    kernel_.name = entry.name;
    kernel_.max_threads = entry.max_threads;
    lay_out_variables(module);
    kernel_.predicates = 1;  // number 0 is the sink
}

void Decoder::lay_out_variables(const ModuleText& module) {
    std::uint64_t parameters = 0, shared = 0, local = 0, dynamic_alignment = 16;
    const auto limit = [](const Variable& variable, std::uint64_t end, std::uint64_t most, const char* what) {
        if (end <= most) return;
        throw ParseError(variable.line,
                         "with " + variable.name + ", " + what + " take more than " + std::to_string(most) + " bytes");
    };
    for (const Variable& parameter : entry_.parameters) {
        parameters = align(parameters, parameter.alignment);
        addresses_[parameter.name] = parameters;
        kernel_.parameters.push_back(
            {static_cast<std::uint32_t>(parameters), static_cast<std::uint32_t>(parameter.bytes)});
        parameters += parameter.bytes;
        limit(parameter, parameters, most_parameter_bytes, "the parameters");
    }
    std::vector<const Variable*> variables;
    for (const Variable& variable : module.variables) variables.push_back(&variable);
    for (const Variable& variable : entry_.variables) variables.push_back(&variable);
    std::vector<std::string> dynamic;
    for (const Variable* variable : variables) {
        if (variable->space != Space::shared && variable->space != Space::local) continue;
        std::uint64_t& end = variable->space == Space::shared ? shared : local;
        if (variable->space == Space::shared && variable->bytes == 0) {
            dynamic.push_back(variable->name);
            dynamic_alignment = std::max(dynamic_alignment, variable->alignment);
            continue;
        }
        end = align(end, variable->alignment);
        addresses_[variable->name] = end;
        end += variable->bytes;
        if (variable->space == Space::shared)
            limit(*variable, end, most_static_shared_bytes, "the shared variables");
        else
            limit(*variable, end, most_local_bytes, "the local variables of a thread");
    }
    kernel_.parameter_bytes = static_cast<std::uint32_t>(parameters);
    kernel_.shared_bytes = static_cast<std::uint32_t>(shared);
    kernel_.local_bytes = align(local, 16);
    kernel_.dynamic_start = align(shared, dynamic_alignment);
    for (const std::string& name : dynamic) addresses_[name] = kernel_.dynamic_start;
}

Kernel Decoder::decode() {
    const std::size_t count = entry_.statements.size();
    std::vector<std::int64_t> targets(count + 1, -1);
    std::vector<bool> ends(count + 1, false), conditional(count + 1, false);
    ends[count] = true;
    for (std::size_t at = 0; at < count; ++at) {
        statement_ = &entry_.statements[at];
        conditional[at] = !statement_->guard.empty();
        if (is_branch(*statement_)) targets[at] = label(operand(0));
        ends[at] = is_exit(*statement_);
    }
    assign_registers();
    const std::vector<std::uint32_t> meet = reconvergence_points(targets, ends, conditional);
    kernel_.instructions.reserve(count + 1);
    for (std::size_t at = 0; at < count; ++at) {
        statement_ = &entry_.statements[at];
        instruction = Instruction{};
        instruction.line = statement_->line;
        instruction.reconverge = meet[at];
        if (!statement_->guard.empty()) {
            Operand guard;
            guard.kind = Operand::Kind::name;
            guard.name = statement_->guard;
            instruction.guard = static_cast<std::int32_t>(predicate(guard));
            instruction.guard_negated = statement_->guard_negated;
        }
        operands_read_ = 0;
        find_operation()(*this);
        if (instruction.execute == nullptr) fail("this form of the opcode is not known");
        if (statement_->operands.size() > operands_read_) fail("there are more operands than the opcode takes");
        check_marks();
        if (const std::string_view part = statement_->not_understood(); !part.empty())
            fail("." + std::string(part) + " is not known here,");
        kernel_.instructions.push_back(instruction);
        kernel_.texts.push_back(statement_->text);
    }
    Instruction end;
    end.execute = exit_all;
    kernel_.instructions.push_back(end);
    kernel_.texts.emplace_back("the end");
    for (const auto& [key, slot] : constants_) kernel_.constants.push_back({key.first, key.second, slot});
    for (const auto& [name, slot] : specials_) kernel_.specials.push_back({quern::ptx::specials.at(name), slot});
    kernel_.register_bytes = next_slot_;
    return std::move(kernel_);
}

Decode Decoder::find_operation() const {
    const std::string& name = statement_->parts.front();
    bool is_float = false;
    for (const std::string& part : statement_->parts)
        if (const Type type = type_by_name(part); type != Type::none) is_float = traits(type).is_float;
    if (const auto found = operations().floats.find(name); is_float && found != operations().floats.end())
        return found->second;
    const auto found = operations().any.find(name);
    if (found == operations().any.end()) fail("unknown opcode " + name);
    return found->second;
}

// Linear scan (Poletto and Sarkar, "Linear Scan Register Allocation"): a register file of what lives at once stays in
// the host's cache, which one slot a virtual register would not.
void Decoder::assign_registers() {
    std::vector<std::int64_t> targets(entry_.statements.size(), -1);
    for (std::size_t at = 0; at < targets.size(); ++at)
        if (is_branch(entry_.statements[at]))
            targets[at] = static_cast<std::int64_t>(entry_.labels.at(entry_.statements[at].operands.front().name));
    using End = std::pair<std::uint32_t, std::uint32_t>;  // last use, slot
    std::priority_queue<End, std::vector<End>, std::greater<>> active[2];
    std::vector<std::uint32_t> free[2];
    for (const Lifetime& life : register_lifetimes(entry_, targets)) {
        auto& ends = active[life.wide];
        while (!ends.empty() && ends.top().first < life.first) {
            free[life.wide].push_back(ends.top().second);
            ends.pop();
        }
        std::uint32_t slot = next_slot_;
        if (free[life.wide].empty()) {
            next_slot_ += life.wide ? wide_lane_bytes : lane_bytes;
        } else {
            slot = free[life.wide].back();
            free[life.wide].pop_back();
        }
        slots_[life.name] = slot;
        ends.emplace(life.last, slot);
    }
}

void Decoder::fail(const std::string& what) const {
    throw ParseError(statement_->line, what + " in \"" + statement_->text + "\"");
}

// What may be written before or behind a register is for some opcodes alone.
void Decoder::check_marks() const {
    const std::string& name = statement_->parts.front();
    for (const Operand& operand : statement_->operands) {
        if (!operand.second.empty() && name != "setp" && name != "shfl") fail("a pair d|p is not known here,");
        if (operand.negated && name != "setp" && name != "selp" && name != "vote") fail("! is not known here,");
        if (operand.kind == Operand::Kind::name && operand.offset != 0 && !addresses_.contains(operand.name))
            fail("only addresses take an offset,");
    }
}

const Operand& Decoder::operand(std::size_t index) const {
    if (index >= statement_->operands.size()) fail("an operand is missing");
    operands_read_ = std::max(operands_read_, index + 1);
    return statement_->operands[index];
}

Type Decoder::type(std::size_t from_end) const {
    for (auto part = statement_->parts.rbegin(); part != statement_->parts.rend(); ++part) {
        const Type type = type_by_name(*part);
        if (type != Type::none && from_end-- == 0) return type;
    }
    fail("a type is missing");
}

Type Decoder::register_type(const std::string& name) const {
    const auto found = entry_.registers.find(name);
    return found == entry_.registers.end() ? Type::none : found->second;
}

bool Decoder::is_wide(const Operand& operand) const {
    return traits(register_type(operand.name)).bytes == 8;
}
bool Decoder::is_predicate(const Operand& operand) const {
    return register_type(operand.name) == Type::pred;
}

std::uint32_t Decoder::register_slot(const std::string& name, bool wide) {
    const Type type = register_type(name);
    if (type == Type::none || type == Type::pred) fail("unknown register " + name);
    if ((traits(type).bytes == 8) != wide) fail("the register " + name + " has another size than the instruction");
    return slots_.at(name);
}

std::uint32_t Decoder::destination(const Operand& operand, Type type) {
    if (operand.kind == Operand::Kind::sink) {
        const std::uint32_t slot = next_slot_;
        next_slot_ += wide_lane_bytes;
        return slot;
    }
    if (operand.kind != Operand::Kind::name) fail("expected a register");
    return register_slot(operand.name, traits(type).bytes == 8);
}

std::uint32_t Decoder::source(const Operand& operand, Type type) {
    const bool wide = traits(type).bytes == 8;
    switch (operand.kind) {
        case Operand::Kind::integer:
            return constant(operand.bits, wide);
        case Operand::Kind::real32:
            return constant(operand.bits, wide);
        case Operand::Kind::real64: {
            if (type != Type::f32) return constant(operand.bits, wide);
            return constant(std::bit_cast<std::uint32_t>(static_cast<float>(std::bit_cast<double>(operand.bits))),
                            false);
        }
        case Operand::Kind::name:
            break;
        default:
            fail("expected a register or a number");
    }
    if (operand.name.front() == '%') {
        if (operand.name == "%clock64") return constant(0, true);
        if (const auto special = quern::ptx::specials.find(operand.name); special != quern::ptx::specials.end()) {
            if (wide) fail("the special register " + operand.name + " has 32 bits");
            const auto [entry, added] = specials_.emplace(operand.name, next_slot_);
            if (added) next_slot_ += lane_bytes;
            return entry->second;
        }
    }
    if (operand.name == "WARP_SZ") return constant(warp_lanes, wide);
    if (std::uint64_t address = 0; variable_address(operand.name, address))
        return constant(address + static_cast<std::uint64_t>(operand.offset), wide);
    return register_slot(operand.name, wide);
}

bool Decoder::variable_address(const std::string& name, std::uint64_t& address) const {
    const auto found = addresses_.find(name);
    if (found == addresses_.end()) return false;
    address = found->second;
    return true;
}

std::uint32_t Decoder::constant(std::uint64_t bits, bool wide) {
    const auto [entry, added] = constants_.emplace(std::pair{wide ? bits : bits & all_lanes, wide}, next_slot_);
    if (added) next_slot_ += wide ? wide_lane_bytes : lane_bytes;
    return entry->second;
}

std::uint32_t Decoder::sink_predicate() {
    return 0;
}

std::uint32_t Decoder::predicate(const Operand& operand) {
    if (operand.kind == Operand::Kind::sink) return sink_predicate();
    if (operand.kind == Operand::Kind::integer) {
        const bool holds = operand.bits != 0;
        const auto [entry, added] = predicates_.emplace(holds ? "true" : "false", kernel_.predicates);
        if (added) ++kernel_.predicates;
        if (added && holds) kernel_.true_predicate = entry->second;
        return entry->second;
    }
    if (!is_predicate(operand)) fail("unknown predicate " + operand.name);
    const auto [entry, added] = predicates_.emplace(operand.name, kernel_.predicates);
    if (added) ++kernel_.predicates;
    return entry->second;
}

void Decoder::address(const Operand& operand, std::size_t slot) {
    if (operand.kind != Operand::Kind::address) fail("expected an address");
    instruction.offset = operand.offset;
    instruction.memory_site = kernel_.memory_sites++;
    std::uint64_t base = 0;
    if (operand.name.empty() || variable_address(operand.name, base)) {
        instruction.slot[slot] = constant(base, true);
    } else if (is_wide(operand)) {
        instruction.slot[slot] = register_slot(operand.name, true);
    } else {
        // A 32-bit address, as shared memory takes: bit 0 of the flags tells the handler.
        instruction.flags |= 1;
        instruction.slot[slot] = register_slot(operand.name, false);
    }
}

std::uint32_t Decoder::label(const Operand& operand) const {
    const auto found = entry_.labels.find(operand.name);
    if (found == entry_.labels.end()) fail("unknown label " + operand.name);
    return static_cast<std::uint32_t>(found->second);
}

std::uint16_t Decoder::matrix_counter(const std::string& shape) {
    auto& shapes = kernel_.matrix_shapes;
    const auto found = std::find(shapes.begin(), shapes.end(), shape);
    if (found != shapes.end()) return static_cast<std::uint16_t>(found - shapes.begin());
    shapes.push_back(shape);
    return static_cast<std::uint16_t>(shapes.size() - 1);
}

}  // namespace quern::ptx
