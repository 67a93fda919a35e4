#include <algorithm>
#include <cstring>
#include <mutex>

#include "tests/ptx/elementwise.hpp"
#include "tests/ptx/half.hpp"
#include "tests/ptx/memory_access.hpp"

namespace quern::ptx {

namespace {

enum class Where { global, shared, local, param, generic };

// Bits of Instruction::flags of loads and stores; bit 0 is Decoder::address's.
constexpr std::uint16_t sign_extends = 2, wide_register = 4;

template <Where where>
void resolve(Warp& warp, const Instruction& instruction, std::uint32_t mask, std::uint32_t width, Direction direction,
             std::size_t slot, Access& access) {
    std::uint64_t addresses[warp_lanes];
    lane_addresses(warp, instruction, slot, addresses);
    if constexpr (where == Where::global) access_global(warp, instruction, mask, width, direction, addresses, access);
    if constexpr (where == Where::shared) access_shared(warp, instruction, mask, width, direction, addresses, access);
    if constexpr (where == Where::local) access_local(warp, mask, width, addresses, access);
    if constexpr (where == Where::generic) access_generic(warp, instruction, mask, width, direction, addresses, access);
    if constexpr (where == Where::param) {
        auto& parameters = const_cast<std::vector<std::uint8_t>&>(warp.block().launch->parameters);
        for (int lane = 0; lane < warp_lanes; ++lane) {
            if (addresses[lane] > parameters.size() || width > parameters.size() - addresses[lane])
                throw Violation(Fault::address, "a load past the kernel's parameters");
            access.bytes[lane] = parameters.data() + addresses[lane];
        }
    }
}

// Element i of a vector access goes to or comes from slot i + 1; slot 0 is the address.
template <Where where, class Element, int Count>
void load(Warp& warp, const Instruction& instruction, std::uint32_t mask) {
    Access access;
    resolve<where>(warp, instruction, mask, sizeof(Element) * Count, Direction::load, 0, access);
    for (int element = 0; element < Count; ++element) {
        const std::uint32_t slot = instruction.slot[static_cast<std::size_t>(element) + 1];
        const auto value = [&](int lane) {
            Element bits;
            std::memcpy(&bits, access.bytes[lane] + element * static_cast<int>(sizeof(Element)), sizeof bits);
            if ((instruction.flags & sign_extends) != 0)
                return static_cast<std::uint64_t>(
                    static_cast<std::int64_t>(static_cast<std::make_signed_t<Element>>(bits)));
            return static_cast<std::uint64_t>(bits);
        };
        if (sizeof(Element) == 8 || (instruction.flags & wide_register) != 0) {
            std::uint64_t* result = warp.lanes<std::uint64_t>(slot);
            for (int lane = 0; lane < warp_lanes; ++lane)
                if ((mask >> lane & 1) != 0) result[lane] = value(lane);
        } else {
            std::uint32_t* result = warp.lanes<std::uint32_t>(slot);
            for (int lane = 0; lane < warp_lanes; ++lane)
                if ((mask >> lane & 1) != 0) result[lane] = static_cast<std::uint32_t>(value(lane));
        }
    }
}

template <Where where, class Element, int Count>
void store(Warp& warp, const Instruction& instruction, std::uint32_t mask) {
    std::uint8_t values[warp_lanes][16];
    for (int element = 0; element < Count; ++element) {
        const std::uint32_t slot = instruction.slot[static_cast<std::size_t>(element) + 1];
        const auto take = [&](const auto* lanes) {
            for (int lane = 0; lane < warp_lanes; ++lane) {
                const auto value = static_cast<Element>(lanes[lane]);
                std::memcpy(values[lane] + element * static_cast<int>(sizeof(Element)), &value, sizeof value);
            }
        };
        if (sizeof(Element) == 8 || (instruction.flags & wide_register) != 0)
            take(warp.lanes<std::uint64_t>(slot));
        else
            take(warp.lanes<std::uint32_t>(slot));
    }
    Access access;
    access.values = values;
    resolve<where>(warp, instruction, mask, sizeof(Element) * Count, Direction::store, 0, access);
    if constexpr (where == Where::shared) return;
    for (int lane = 0; lane < warp_lanes; ++lane)
        if ((mask >> lane & 1) != 0) std::memcpy(access.bytes[lane], values[lane], sizeof(Element) * Count);
}

template <template <Where, class, int> class Access, Where where, class Element>
Handler by_count(std::size_t count) {
    switch (count) {
        case 1:
            return Access<where, Element, 1>::execute;
        case 2:
            return Access<where, Element, 2>::execute;
        case 4:
            if constexpr (sizeof(Element) <= 4) return Access<where, Element, 4>::execute;
            break;
        default:
            break;
    }
    return nullptr;
}
template <template <Where, class, int> class Access, Where where>
Handler by_size(Type type, std::size_t count) {
    switch (traits(type).bytes) {
        case 1:
            return by_count<Access, where, std::uint8_t>(count);
        case 2:
            return by_count<Access, where, std::uint16_t>(count);
        case 4:
            return by_count<Access, where, std::uint32_t>(count);
        case 8:
            return by_count<Access, where, std::uint64_t>(count);
        default:
            return nullptr;
    }
}
template <template <Where, class, int> class Access>
Handler by_space(Where where, Type type, std::size_t count) {
    switch (where) {
        case Where::global:
            return by_size<Access, Where::global>(type, count);
        case Where::shared:
            return by_size<Access, Where::shared>(type, count);
        case Where::local:
            return by_size<Access, Where::local>(type, count);
        case Where::param:
            return by_size<Access, Where::param>(type, count);
        case Where::generic:
            return by_size<Access, Where::generic>(type, count);
    }
    return nullptr;
}
template <Where where, class Element, int Count>
struct Load {
    static constexpr Handler execute = load<where, Element, Count>;
};
template <Where where, class Element, int Count>
struct Store {
    static constexpr Handler execute = store<where, Element, Count>;
};

Where space_of(const Statement& statement) {
    if (statement.has("global") || statement.has("const")) return Where::global;
    if (statement.has("shared") || statement.has("shared::cta")) return Where::shared;
    if (statement.has("local")) return Where::local;
    if (statement.has("param")) return Where::param;
    return Where::generic;
}

void decode_access(Decoder& decoder, bool loads) {
    Instruction& instruction = decoder.instruction;
    const Type type = decoder.type();
    const Operand& data = decoder.operand(loads ? 0 : 1);
    const std::vector<Operand> single{data};
    const std::vector<Operand>& elements = data.kind == Operand::Kind::vector ? data.elements : single;
    const Statement& statement = decoder.statement();
    const std::size_t count = statement.has("v2") ? 2 : statement.has("v4") ? 4 : 1;
    if (elements.size() != count) decoder.fail("the vector has another number of elements than its opcode says");
    decoder.address(decoder.operand(loads ? 1 : 0), 0);
    // Registers may be wider than what is loaded or stored, but all in the same way.
    const auto is_wide = [&](const Operand& element) { return decoder.is_wide(element); };
    const auto is_narrow = [&](const Operand& element) {
        return element.kind == Operand::Kind::name && !decoder.is_wide(element);
    };
    const bool wide = std::any_of(elements.begin(), elements.end(), is_wide);
    if (wide && std::any_of(elements.begin(), elements.end(), is_narrow))
        decoder.fail("the registers have different sizes");
    const Type held = wide ? Type::b64 : traits(type).bytes == 8 ? type : Type::b32;
    if (wide) instruction.flags |= wide_register;
    for (std::size_t element = 0; element < elements.size(); ++element)
        instruction.slot[element + 1] =
            loads ? decoder.destination(elements[element], held) : decoder.source(elements[element], held);
    if (loads && traits(type).is_signed && !traits(type).is_float) instruction.flags |= sign_extends;
    const Where where = space_of(decoder.statement());
    if (!loads && where == Where::param) return;
    instruction.execute =
        loads ? by_space<Load>(where, type, elements.size()) : by_space<Store>(where, type, elements.size());
}
void decode_load(Decoder& decoder) {
    decode_access(decoder, true);
}
void decode_store(Decoder& decoder) {
    decode_access(decoder, false);
}

// Moves. A predicate, a register, an address, or several registers packed into one and back.
template <class T>
struct Same {
    static T of(T value) { return value; }
};
template <class T>
struct AddConstant {
    static T of(T value, T constant) { return value + constant; }
};

// slot 0 = parts in slots 1.., `flags` of them, the first lowest; or the other way round.
template <class Whole, class Part>
void pack(Warp& warp, const Instruction& instruction, std::uint32_t mask) {
    constexpr int bits = 8 * static_cast<int>(sizeof(Part));
    Storage<Whole>* whole = warp.lanes<Whole>(instruction.slot[0]);
    for (int lane = 0; lane < warp_lanes; ++lane) {
        if ((mask >> lane & 1) == 0) continue;
        Storage<Whole> value = 0;
        for (int part = 0; part < instruction.flags; ++part)
            value |= Storage<Whole>{from_lane<Part>(
                         warp.lanes<Part>(instruction.slot[static_cast<std::size_t>(part) + 1])[lane])}
                     << (bits * part);
        whole[lane] = value;
    }
}
template <class Whole, class Part>
void unpack(Warp& warp, const Instruction& instruction, std::uint32_t mask) {
    constexpr int bits = 8 * static_cast<int>(sizeof(Part));
    const Storage<Whole>* whole = warp.lanes<Whole>(instruction.slot[0]);
    for (int lane = 0; lane < warp_lanes; ++lane) {
        if ((mask >> lane & 1) == 0) continue;
        const Storage<Whole> value = whole[lane];
        for (int part = 0; part < instruction.flags; ++part)
            warp.lanes<Part>(instruction.slot[static_cast<std::size_t>(part) + 1])[lane] =
                static_cast<Part>(value >> (bits * part));
    }
}

void decode_vector_move(Decoder& decoder, Type type, bool packs) {
    Instruction& instruction = decoder.instruction;
    const std::vector<Operand>& parts = decoder.operand(packs ? 1 : 0).elements;
    instruction.slot[0] = packs ? decoder.destination(0, type) : decoder.source(1, type);
    if (parts.size() != 2 && parts.size() != 4) return;
    const bool wide = traits(type).bytes == 8;
    for (std::size_t part = 0; part < parts.size(); ++part)
        instruction.slot[part + 1] =
            packs ? decoder.source(parts[part], Type::b32) : decoder.destination(parts[part], Type::b32);
    instruction.flags = static_cast<std::uint16_t>(parts.size());
    using U16 = std::uint16_t;
    using U32 = std::uint32_t;
    using U64 = std::uint64_t;
    if (wide && parts.size() == 2) instruction.execute = packs ? pack<U64, U32> : unpack<U64, U32>;
    if (wide && parts.size() == 4) instruction.execute = packs ? pack<U64, U16> : unpack<U64, U16>;
    if (!wide && parts.size() == 2 && traits(type).bytes == 4)
        instruction.execute = packs ? pack<U32, U16> : unpack<U32, U16>;
}

void decode_move(Decoder& decoder) {
    const Type type = decoder.type();
    Instruction& instruction = decoder.instruction;
    if (type == Type::pred) {
        instruction.slot[0] = decoder.predicate(0);
        instruction.slot[1] = decoder.predicate(1);
        instruction.execute = [](Warp& warp, const Instruction& own, std::uint32_t mask) {
            std::uint32_t& to = warp.predicate(own.slot[0]);
            to = (to & ~mask) | (warp.predicate(own.slot[1]) & mask);
        };
        return;
    }
    if (decoder.operand(1).kind == Operand::Kind::vector) return decode_vector_move(decoder, type, true);
    if (decoder.operand(0).kind == Operand::Kind::vector) return decode_vector_move(decoder, type, false);
    same_type_operands<1>(decoder, type);
    instruction.execute = traits(type).bytes == 8
                              ? Handler{Elementwise<Same<std::uint64_t>, std::uint64_t, std::uint64_t>::execute}
                              : Handler{Elementwise<Same<std::uint32_t>, std::uint32_t, std::uint32_t>::execute};
}

// cvta.shared.u64 adds the window's address, cvta.to.shared.u64 takes it off; global addresses are generic ones.
void decode_convert_address(Decoder& decoder) {
    const Type type = decoder.type();
    if (traits(type).bytes != 8) return;
    same_type_operands<1>(decoder, type);
    std::uint64_t window = 0;
    const Where where = space_of(decoder.statement());
    if (where == Where::shared) window = shared_window;
    if (where == Where::local) window = local_window;
    if (decoder.statement().has("to")) window = 0 - window;
    decoder.instruction.slot[2] = decoder.constant(window, true);
    using U = std::uint64_t;
    decoder.instruction.execute = Elementwise<AddConstant<U>, U, U, U>::execute;
}

// Atomics: one lane after the other, and one warp of the device at a time.
enum class Update : std::uint16_t {
    add,
    minimum,
    maximum,
    exchange,
    compare,
    conjunction,
    disjunction,
    exclusive,
    increment,
    decrement
};

template <class T>
T updated(Update update, T old, T operand, T other) {
    switch (update) {
        case Update::add:
            if constexpr (std::is_floating_point_v<T>)
                return old + operand;
            else
                return static_cast<T>(static_cast<std::uint64_t>(old) + static_cast<std::uint64_t>(operand));
        case Update::minimum:
            return std::min(old, operand);
        case Update::maximum:
            return std::max(old, operand);
        case Update::exchange:
            return operand;
        case Update::compare:
            return old == operand ? other : old;
        default:
            break;
    }
    if constexpr (std::is_unsigned_v<T>) {
        if (update == Update::conjunction) return old & operand;
        if (update == Update::disjunction) return old | operand;
        if (update == Update::exclusive) return old ^ operand;
        if (update == Update::increment) return old >= operand ? T{0} : static_cast<T>(old + 1);
        return old == 0 || old > operand ? operand : static_cast<T>(old - 1);
    }
    return old;
}

std::mutex atomics;

template <Where where, class T>
void atomic(Warp& warp, const Instruction& instruction, std::uint32_t mask) {
    Access access;
    resolve<where>(warp, instruction, mask, sizeof(T), Direction::atomic, 1, access);
    const std::lock_guard lock(atomics);
    const auto update = static_cast<Update>(instruction.flags >> 1);
    for (int lane = 0; lane < warp_lanes; ++lane) {
        if ((mask >> lane & 1) == 0) continue;
        T old;
        std::memcpy(&old, access.bytes[lane], sizeof old);
        const T operand = from_lane<T>(warp.lanes<T>(instruction.slot[2])[lane]);
        const T other = from_lane<T>(warp.lanes<T>(instruction.slot[3])[lane]);
        const T now = updated(update, old, operand, other);
        std::memcpy(access.bytes[lane], &now, sizeof now);
        warp.lanes<T>(instruction.slot[0])[lane] = to_lane(old);
    }
}

template <Where where>
Handler atomic_of(Type type) {
    switch (type) {
        case Type::f32:
            return atomic<where, float>;
        case Type::f64:
            return atomic<where, double>;
        case Type::s32:
            return atomic<where, std::int32_t>;
        case Type::s64:
            return atomic<where, std::int64_t>;
        case Type::u64:
        case Type::b64:
            return atomic<where, std::uint64_t>;
        case Type::u32:
        case Type::b32:
            return atomic<where, std::uint32_t>;
        default:
            return nullptr;
    }
}

// The ISA's pairs of an update and a type; signs do not matter to those of bits.
bool allowed(Update update, Type type) {
    const TypeTraits& own = traits(type);
    switch (update) {
        case Update::add:
            return true;
        case Update::minimum:
        case Update::maximum:
            return !own.is_float;
        case Update::increment:
        case Update::decrement:
            return type == Type::u32;
        default:
            return !own.is_float && !own.is_signed;
    }
}

void decode_atomic(Decoder& decoder) {
    constexpr std::pair<std::string_view, Update> names[] = {{"add", Update::add},        {"min", Update::minimum},
                                                             {"max", Update::maximum},    {"exch", Update::exchange},
                                                             {"cas", Update::compare},    {"and", Update::conjunction},
                                                             {"or", Update::disjunction}, {"xor", Update::exclusive},
                                                             {"inc", Update::increment},  {"dec", Update::decrement}};
    const bool returns = decoder.statement().parts.front() == "atom";
    const Type type = decoder.type();
    const std::size_t first = returns ? 1 : 0;
    Instruction& instruction = decoder.instruction;
    decoder.address(decoder.operand(first), 1);
    instruction.slot[2] = decoder.source(first + 1, type);
    instruction.slot[3] = decoder.operands() > first + 2 ? decoder.source(first + 2, type) : instruction.slot[2];
    instruction.slot[0] = returns ? decoder.destination(0, type) : decoder.destination(Operand{}, type);
    for (const auto& [name, update] : names) {
        if (!decoder.statement().has(name)) continue;
        if (!allowed(update, type) || decoder.operands() != first + (update == Update::compare ? 3 : 2)) return;
        instruction.flags |= static_cast<std::uint16_t>(static_cast<int>(update) << 1);
        switch (space_of(decoder.statement())) {
            case Where::global:
                instruction.execute = atomic_of<Where::global>(type);
                break;
            case Where::shared:
                instruction.execute = atomic_of<Where::shared>(type);
                break;
            case Where::generic:
                instruction.execute = atomic_of<Where::generic>(type);
                break;
            default:
                break;
        }
        return;
    }
}

void decode_nothing(Decoder& decoder) {
    if (decoder.operands() != 0) decoder.operand(0);
    decoder.instruction.execute = [](Warp&, const Instruction&, std::uint32_t) {};
}

}  // namespace

void add_memory_operations(Operations& operations) {
    operations.any.insert({{"ld", decode_load},
                           {"ldu", decode_load},
                           {"st", decode_store},
                           {"mov", decode_move},
                           {"cvta", decode_convert_address},
                           {"atom", decode_atomic},
                           {"red", decode_atomic},
                           {"prefetch", decode_nothing},
                           {"prefetchu", decode_nothing},
                           {"membar", decode_nothing},
                           {"fence", decode_nothing}});
}

}  // namespace quern::ptx
