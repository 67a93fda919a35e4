#include <algorithm>
#include <bit>

#include "tests/ptx/elementwise.hpp"

namespace quern::ptx {

namespace {

template <class T>
using Unsigned = std::make_unsigned_t<T>;
template <class T>
constexpr int width = static_cast<int>(8 * sizeof(T));

// Arithmetic is done in 64 bits without a sign: it wraps as PTX does, and nothing overflows.
template <class T>
std::uint64_t raw(T value) {
    return static_cast<std::uint64_t>(value);
}
__extension__ using Wide = __int128;
template <class T>
T high_half(T a, T b) {
    return static_cast<T>(static_cast<Wide>(a) * static_cast<Wide>(b) >> width<T>);
}
template <>
std::uint64_t high_half(std::uint64_t a, std::uint64_t b) {
    __extension__ using UnsignedWide = unsigned __int128;
    return static_cast<std::uint64_t>(static_cast<UnsignedWide>(a) * b >> 64);
}

struct Add {
    static auto of(auto a, decltype(a) b) { return static_cast<decltype(a)>(raw(a) + raw(b)); }
};
struct Subtract {
    static auto of(auto a, decltype(a) b) { return static_cast<decltype(a)>(raw(a) - raw(b)); }
};
struct MultiplyLow {
    static auto of(auto a, decltype(a) b) { return static_cast<decltype(a)>(raw(a) * raw(b)); }
};
struct MultiplyHigh {
    static auto of(auto a, decltype(a) b) { return high_half(a, b); }
};
struct MultiplyAddLow {
    static auto of(auto a, decltype(a) b, decltype(a) c) { return static_cast<decltype(a)>(raw(a) * raw(b) + raw(c)); }
};
struct MultiplyAddHigh {
    static auto of(auto a, decltype(a) b, decltype(a) c) {
        return static_cast<decltype(a)>(raw(high_half(a, b)) + raw(c));
    }
};
template <class W>
struct MultiplyWide {
    static W of(auto a, decltype(a) b) { return static_cast<W>(raw(a) * raw(b)); }
};
template <class W>
struct MultiplyAddWide {
    static W of(auto a, decltype(a) b, W c) { return static_cast<W>(raw(a) * raw(b) + raw(c)); }
};
// Division by zero gives all ones, the remainder then is the dividend, as GPUs do.
struct Divide {
    static auto of(auto a, decltype(a) b) {
        using T = decltype(a);
        if (b == 0) return static_cast<T>(~T{0});
        if constexpr (std::is_signed_v<T>)
            if (b == -1) return static_cast<T>(0 - raw(a));
        return static_cast<T>(a / b);
    }
};
struct Remainder {
    static auto of(auto a, decltype(a) b) {
        using T = decltype(a);
        if (b == 0) return a;
        if constexpr (std::is_signed_v<T>)
            if (b == -1) return T{0};
        return static_cast<T>(a % b);
    }
};
struct Minimum {
    static auto of(auto a, decltype(a) b) { return std::min(a, b); }
};
struct Maximum {
    static auto of(auto a, decltype(a) b) { return std::max(a, b); }
};
struct Negate {
    static auto of(auto a) { return static_cast<decltype(a)>(0 - raw(a)); }
};
struct Absolute {
    static auto of(auto a) { return static_cast<decltype(a)>(a < 0 ? 0 - raw(a) : raw(a)); }
};
struct And {
    static auto of(auto a, decltype(a) b) { return static_cast<decltype(a)>(a & b); }
};
struct Or {
    static auto of(auto a, decltype(a) b) { return static_cast<decltype(a)>(a | b); }
};
struct ExclusiveOr {
    static auto of(auto a, decltype(a) b) { return static_cast<decltype(a)>(a ^ b); }
};
struct Not {
    static auto of(auto a) { return static_cast<decltype(a)>(~raw(a)); }
};
struct LogicalNot {
    static auto of(auto a) { return static_cast<decltype(a)>(a == 0 ? 1 : 0); }
};
// Shifts beyond the width give what shifting one bit at a time would.
struct ShiftLeft {
    static auto of(auto a, std::uint32_t by) {
        using T = decltype(a);
        return by >= static_cast<std::uint32_t>(width<T>) ? T{0} : static_cast<T>(raw(a) << by);
    }
};
struct ShiftRight {
    static auto of(auto a, std::uint32_t by) {
        using T = decltype(a);
        const auto limit = static_cast<std::uint32_t>(width<T>);
        if (by >= limit) return a < 0 ? static_cast<T>(~T{0}) : T{0};
        return static_cast<T>(a >> by);
    }
};
template <bool Left, bool Wrap>
struct FunnelShift {
    static std::uint32_t of(std::uint32_t low, std::uint32_t high, std::uint32_t by) {
        by = Wrap ? by & 31 : std::min(by, 32U);
        const std::uint64_t both = std::uint64_t{high} << 32 | low;
        return static_cast<std::uint32_t>(Left ? both << by >> 32 : both >> by);
    }
};
struct PopulationCount {
    static std::uint32_t of(auto a) { return static_cast<std::uint32_t>(std::popcount(a)); }
};
struct LeadingZeros {
    static std::uint32_t of(auto a) { return static_cast<std::uint32_t>(std::countl_zero(a)); }
};
struct FindHighest {
    static std::uint32_t of(auto a) {
        using U = Unsigned<decltype(a)>;
        auto bits = static_cast<U>(a);
        if (a < 0) bits = static_cast<U>(~bits);
        return bits == 0 ? ~0U : static_cast<std::uint32_t>(width<U> - 1 - std::countl_zero(bits));
    }
};
/// How far left the bit found could be shifted.
struct ShiftToHighest {
    static std::uint32_t of(auto a) {
        const std::uint32_t found = FindHighest::of(a);
        return found == ~0U ? found : static_cast<std::uint32_t>(width<decltype(a)> - 1) - found;
    }
};
struct ReverseBits {
    static auto of(auto a) {
        decltype(a) reversed = 0;
        for (int bit = 0; bit < width<decltype(a)>; ++bit)
            reversed = static_cast<decltype(a)>(reversed << 1 | (a >> bit & 1));
        return reversed;
    }
};
// `length` ones at the low end.
template <class U>
U low_ones(std::uint32_t length) {
    return length >= static_cast<std::uint32_t>(width<U>) ? static_cast<U>(~U{0})
                                                          : static_cast<U>((U{1} << length) - U{1});
}
struct ExtractField {
    static auto of(auto a, std::uint32_t position, std::uint32_t length) {
        using T = decltype(a);
        using U = Unsigned<T>;
        const std::uint32_t bits = static_cast<std::uint32_t>(width<T>), start = position & 255, count = length & 255;
        const U field = start >= bits ? U{0} : static_cast<U>(static_cast<U>(a) >> start);
        const U kept = low_ones<U>(count);
        // The field's last bit, or the number's where the field reaches beyond it, is the sign.
        const std::uint32_t last = std::min(start + count - (count != 0 ? 1U : 0U), bits - 1);
        const bool negative = std::is_signed_v<T> && count != 0 && (std::uint64_t{static_cast<U>(a)} >> last & 1U) != 0;
        const U beyond = static_cast<U>(~low_ones<U>(std::min(count, start >= bits ? 0U : bits - start)));
        return static_cast<T>((field & kept) | (negative ? beyond : U{0}));
    }
};
struct InsertField {
    static auto of(auto a, decltype(a) b, std::uint32_t position, std::uint32_t length) {
        using U = decltype(a);
        const std::uint32_t start = position & 255;
        if (start >= static_cast<std::uint32_t>(width<U>)) return b;
        const U field = static_cast<U>(low_ones<U>(length & 255) << start);
        return static_cast<U>((b & ~field) | (static_cast<U>(a << start) & field));
    }
};
struct Permute {
    static std::uint32_t of(std::uint32_t a, std::uint32_t b, std::uint32_t selector) {
        const std::uint64_t bytes = std::uint64_t{b} << 32 | a;
        std::uint32_t result = 0;
        for (int byte = 0; byte < 4; ++byte) {
            const std::uint32_t select = selector >> (4 * byte) & 15;
            auto value = static_cast<std::uint32_t>(bytes >> (8 * (select & 7)) & 255);
            if ((select & 8) != 0) value = (value & 128) != 0 ? 255 : 0;
            result |= value << (8 * byte);
        }
        return result;
    }
};
/// A compiled form for each truth table: bit 4a + 2b + c of it is the result.
template <std::size_t Table>
struct LogicThree {
    static std::uint32_t of(std::uint32_t a, std::uint32_t b, std::uint32_t c) {
        std::uint32_t result = 0;
        if constexpr ((Table & 0x01) != 0) result |= ~a & ~b & ~c;
        if constexpr ((Table & 0x02) != 0) result |= ~a & ~b & c;
        if constexpr ((Table & 0x04) != 0) result |= ~a & b & ~c;
        if constexpr ((Table & 0x08) != 0) result |= ~a & b & c;
        if constexpr ((Table & 0x10) != 0) result |= a & ~b & ~c;
        if constexpr ((Table & 0x20) != 0) result |= a & ~b & c;
        if constexpr ((Table & 0x40) != 0) result |= a & b & ~c;
        if constexpr ((Table & 0x80) != 0) result |= a & b & c;
        return result;
    }
};
template <class A, class B>
struct DotProductFour {
    static std::uint32_t of(std::uint32_t a, std::uint32_t b, std::uint32_t c) {
        for (int byte = 0; byte < 4; ++byte)
            c += static_cast<std::uint32_t>(static_cast<std::int32_t>(static_cast<A>(a >> (8 * byte))) *
                                            static_cast<std::int32_t>(static_cast<B>(b >> (8 * byte))));
        return c;
    }
};
struct AbsoluteDifference {
    static auto of(auto a, decltype(a) b, decltype(a) c) {
        return static_cast<decltype(a)>((a > b ? raw(a) - raw(b) : raw(b) - raw(a)) + raw(c));
    }
};

// "add.s32 d, a, b": floats of the same opcode are looked at first, in float_operations.cpp.
template <class Operation, int Sources>
void plain(Decoder& decoder) {
    const Type type = decoder.type();
    same_type_operands<Sources>(decoder, type);
    decoder.instruction.execute = for_integer(type, []<class T>() -> Handler {
        if constexpr (Sources == 1)
            return Elementwise<Operation, T, T>::execute;
        else if constexpr (Sources == 2)
            return Elementwise<Operation, T, T, T>::execute;
        else
            return Elementwise<Operation, T, T, T, T>::execute;
    });
}

// The bitwise operations work on predicates too.
template <class Operation, int Sources>
void logical(Decoder& decoder) {
    if (decoder.type() != Type::pred) return plain<Operation, Sources>(decoder);
    for (std::size_t index = 0; index <= Sources; ++index) decoder.instruction.slot[index] = decoder.predicate(index);
    decoder.instruction.execute = [](Warp& warp, const Instruction& instruction, std::uint32_t mask) {
        std::uint32_t result = 0;
        if constexpr (Sources == 1)
            result = Operation::of(warp.predicate(instruction.slot[1]));
        else
            result = Operation::of(warp.predicate(instruction.slot[1]), warp.predicate(instruction.slot[2]));
        std::uint32_t& predicate = warp.predicate(instruction.slot[0]);
        predicate = (predicate & ~mask) | (result & mask);
    };
}

template <class T, class W>
Handler wide_handler(bool adds) {
    return adds ? Handler{Elementwise<MultiplyAddWide<W>, W, T, T, W>::execute}
                : Handler{Elementwise<MultiplyWide<W>, W, T, T>::execute};
}

Type widened(Type type) {
    switch (type) {
        case Type::s16:
            return Type::s32;
        case Type::u16:
            return Type::u32;
        case Type::s32:
            return Type::s64;
        case Type::u32:
            return Type::u64;
        default:
            return Type::none;
    }
}

void multiply(Decoder& decoder) {
    const bool adds = decoder.statement().parts.front() == "mad";
    const Type type = decoder.type();
    if (decoder.statement().has("lo")) return adds ? plain<MultiplyAddLow, 3>(decoder) : plain<MultiplyLow, 2>(decoder);
    if (decoder.statement().has("hi"))
        return adds ? plain<MultiplyAddHigh, 3>(decoder) : plain<MultiplyHigh, 2>(decoder);
    const Type wide = widened(type);
    if (!decoder.statement().has("wide") || wide == Type::none) return;
    Instruction& instruction = decoder.instruction;
    instruction.slot[0] = decoder.destination(0, wide);
    instruction.slot[1] = decoder.source(1, type);
    instruction.slot[2] = decoder.source(2, type);
    if (adds) instruction.slot[3] = decoder.source(3, wide);
    switch (type) {
        case Type::s16:
            instruction.execute = wide_handler<std::int16_t, std::int32_t>(adds);
            break;
        case Type::u16:
            instruction.execute = wide_handler<std::uint16_t, std::uint32_t>(adds);
            break;
        case Type::s32:
            instruction.execute = wide_handler<std::int32_t, std::int64_t>(adds);
            break;
        default:
            instruction.execute = wide_handler<std::uint32_t, std::uint64_t>(adds);
            break;
    }
}

template <class Operation>
void shift(Decoder& decoder) {
    const Type type = decoder.type();
    decoder.instruction.slot[0] = decoder.destination(0, type);
    decoder.instruction.slot[1] = decoder.source(1, type);
    decoder.instruction.slot[2] = decoder.source(2, Type::u32);
    decoder.instruction.execute =
        for_integer(type, []<class T>() -> Handler { return Elementwise<Operation, T, T, std::uint32_t>::execute; });
}

void funnel_shift(Decoder& decoder) {
    same_type_operands<3>(decoder, Type::b32);
    const bool wrap = decoder.statement().has("wrap");
    using U = std::uint32_t;
    if (decoder.statement().has("l"))
        decoder.instruction.execute = wrap ? Elementwise<FunnelShift<true, true>, U, U, U, U>::execute
                                           : Elementwise<FunnelShift<true, false>, U, U, U, U>::execute;
    else if (decoder.statement().has("r"))
        decoder.instruction.execute = wrap ? Elementwise<FunnelShift<false, true>, U, U, U, U>::execute
                                           : Elementwise<FunnelShift<false, false>, U, U, U, U>::execute;
}

// A count of bits: 32 bits whatever it counts in.
template <class Operation, bool KeepsSign>
void count_bits(Decoder& decoder) {
    const Type type = decoder.type();
    decoder.instruction.slot[0] = decoder.destination(0, Type::u32);
    decoder.instruction.slot[1] = decoder.source(1, type);
    decoder.instruction.execute = for_integer(type, []<class T>() -> Handler {
        using Source = std::conditional_t<KeepsSign, T, Unsigned<T>>;
        return Elementwise<Operation, std::uint32_t, Source>::execute;
    });
}

void find_highest(Decoder& decoder) {
    if (decoder.statement().has("shiftamt")) return count_bits<ShiftToHighest, true>(decoder);
    count_bits<FindHighest, true>(decoder);
}

void reverse_bits(Decoder& decoder) {
    const Type type = decoder.type();
    same_type_operands<1>(decoder, type);
    decoder.instruction.execute = type == Type::b64
                                      ? Handler{Elementwise<ReverseBits, std::uint64_t, std::uint64_t>::execute}
                                      : Handler{Elementwise<ReverseBits, std::uint32_t, std::uint32_t>::execute};
}

void extract_field(Decoder& decoder) {
    const Type type = decoder.type();
    decoder.instruction.slot[0] = decoder.destination(0, type);
    decoder.instruction.slot[1] = decoder.source(1, type);
    decoder.instruction.slot[2] = decoder.source(2, Type::u32);
    decoder.instruction.slot[3] = decoder.source(3, Type::u32);
    decoder.instruction.execute = for_integer(type, []<class T>() -> Handler {
        return Elementwise<ExtractField, T, T, std::uint32_t, std::uint32_t>::execute;
    });
}

void insert_field(Decoder& decoder) {
    const Type type = decoder.type();
    decoder.instruction.slot[0] = decoder.destination(0, type);
    decoder.instruction.slot[1] = decoder.source(1, type);
    decoder.instruction.slot[2] = decoder.source(2, type);
    decoder.instruction.slot[3] = decoder.source(3, Type::u32);
    decoder.instruction.slot[4] = decoder.source(4, Type::u32);
    using U = std::uint32_t;
    using V = std::uint64_t;
    decoder.instruction.execute = type == Type::b64 ? Handler{Elementwise<InsertField, V, V, V, U, U>::execute}
                                                    : Handler{Elementwise<InsertField, U, U, U, U, U>::execute};
}

template <class Operation>
void thirty_two_bits(Decoder& decoder) {
    same_type_operands<3>(decoder, Type::b32);
    using U = std::uint32_t;
    decoder.instruction.execute = Elementwise<Operation, U, U, U, U>::execute;
}

template <std::size_t... Tables>
Handler logic_handler(std::uint64_t table, std::index_sequence<Tables...>) {
    using U = std::uint32_t;
    static constexpr Handler handlers[] = {Elementwise<LogicThree<Tables>, U, U, U, U>::execute...};
    return handlers[table];
}
// lop3.b32 d, a, b, c, table
void logic_three(Decoder& decoder) {
    same_type_operands<3>(decoder, Type::b32);
    const Operand& table = decoder.operand(4);
    if (table.kind != Operand::Kind::integer || table.bits > 255) decoder.fail("expected a table from 0 to 255");
    decoder.instruction.execute = logic_handler(table.bits, std::make_index_sequence<256>{});
}

void dot_product_four(Decoder& decoder) {
    const bool a = decoder.type(1) == Type::s32, b = decoder.type() == Type::s32;
    using S = std::int8_t;
    using U = std::uint8_t;
    if (a) return b ? thirty_two_bits<DotProductFour<S, S>>(decoder) : thirty_two_bits<DotProductFour<S, U>>(decoder);
    return b ? thirty_two_bits<DotProductFour<U, S>>(decoder) : thirty_two_bits<DotProductFour<U, U>>(decoder);
}

}  // namespace

void add_integer_operations(Operations& operations) {
    operations.any.insert({{"add", plain<Add, 2>},
                           {"sub", plain<Subtract, 2>},
                           {"mul", multiply},
                           {"mad", multiply},
                           {"div", plain<Divide, 2>},
                           {"rem", plain<Remainder, 2>},
                           {"min", plain<Minimum, 2>},
                           {"max", plain<Maximum, 2>},
                           {"neg", plain<Negate, 1>},
                           {"abs", plain<Absolute, 1>},
                           {"sad", plain<AbsoluteDifference, 3>},
                           {"and", logical<And, 2>},
                           {"or", logical<Or, 2>},
                           {"xor", logical<ExclusiveOr, 2>},
                           {"not", logical<Not, 1>},
                           {"cnot", plain<LogicalNot, 1>},
                           {"shl", shift<ShiftLeft>},
                           {"shr", shift<ShiftRight>},
                           {"shf", funnel_shift},
                           {"popc", count_bits<PopulationCount, false>},
                           {"clz", count_bits<LeadingZeros, false>},
                           {"bfind", find_highest},
                           {"brev", reverse_bits},
                           {"bfe", extract_field},
                           {"bfi", insert_field},
                           {"prmt", thirty_two_bits<Permute>},
                           {"lop3", logic_three},
                           {"dp4a", dot_product_four}});
}

}  // namespace quern::ptx
