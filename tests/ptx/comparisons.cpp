#include <cmath>

#include "tests/ptx/elementwise.hpp"
#include "tests/ptx/half.hpp"
#include "tests/ptx/rounding.hpp"

namespace quern::ptx {

namespace {

struct Equal {
    static bool of(auto a, decltype(a) b) { return a == b; }
};
struct NotEqual {
    static bool of(auto a, decltype(a) b) { return a < b || a > b; }
};
struct Less {
    static bool of(auto a, decltype(a) b) { return a < b; }
};
struct LessOrEqual {
    static bool of(auto a, decltype(a) b) { return a <= b; }
};
struct Greater {
    static bool of(auto a, decltype(a) b) { return a > b; }
};
struct GreaterOrEqual {
    static bool of(auto a, decltype(a) b) { return a >= b; }
};
/// True where one operand is no number, too.
template <class Ordered>
struct OrUnordered {
    static bool of(auto a, decltype(a) b) { return a != a || b != b || Ordered::of(a, b); }
};
struct BothNumbers {
    static bool of(auto a, decltype(a) b) { return a == a && b == b; }
};
struct NotBothNumbers {
    static bool of(auto a, decltype(a) b) { return a != a || b != b; }
};

/// f32 whose subnormals count as zero.
struct Flushed {
    std::uint32_t bits;
};

enum class Combine : std::uint16_t { none, conjunction, disjunction, exclusive };

template <class T>
auto comparable(Storage<T> lane) {
    const T value = from_lane<T>(lane);
    if constexpr (std::is_same_v<T, Half>)
        return value.value();
    else if constexpr (std::is_same_v<T, Flushed>)
        return flush(std::bit_cast<float>(value.bits));
    else
        return value;
}

// setp d|q, a, b, c: d = (a cmp b) op c, q = !(a cmp b) op c. `flags`: Combine, and 8 where c is negated.
template <class Comparison, class T>
void set_predicate(Warp& warp, const Instruction& instruction, std::uint32_t mask) {
    const Storage<T>* a = warp.lanes<T>(instruction.slot[2]);
    const Storage<T>* b = warp.lanes<T>(instruction.slot[3]);
    std::uint32_t holds = 0;
    for (int lane = 0; lane < warp_lanes; ++lane)
        holds |= static_cast<std::uint32_t>(Comparison::of(comparable<T>(a[lane]), comparable<T>(b[lane]))) << lane;
    std::uint32_t other = warp.predicate(instruction.slot[4]);
    if ((instruction.flags & 8) != 0) other = ~other;
    const auto combined = [&](std::uint32_t value) {
        switch (static_cast<Combine>(instruction.flags & 7)) {
            case Combine::conjunction:
                return value & other;
            case Combine::disjunction:
                return value | other;
            case Combine::exclusive:
                return value ^ other;
            case Combine::none:
                break;
        }
        return value;
    };
    const auto store = [&](std::uint32_t& predicate, std::uint32_t value) {
        predicate = (predicate & ~mask) | (value & mask);
    };
    const std::uint32_t inverse = combined(~holds);
    store(warp.predicate(instruction.slot[0]), combined(holds));
    if (instruction.slot[1] != 0) store(warp.predicate(instruction.slot[1]), inverse);
}

// set: all ones where it holds, or 1.0 for an f32 result (`flags`).
template <class Comparison, class T>
void set_value(Warp& warp, const Instruction& instruction, std::uint32_t mask) {
    const Storage<T>* a = warp.lanes<T>(instruction.slot[1]);
    const Storage<T>* b = warp.lanes<T>(instruction.slot[2]);
    std::uint32_t* result = warp.lanes<std::uint32_t>(instruction.slot[0]);
    const std::uint32_t truth = instruction.flags != 0 ? std::bit_cast<std::uint32_t>(1.0F) : all_lanes;
    for (int lane = 0; lane < warp_lanes; ++lane)
        if ((mask >> lane & 1) != 0)
            result[lane] = Comparison::of(comparable<T>(a[lane]), comparable<T>(b[lane])) ? truth : 0;
}

template <class Comparison, class T>
struct SetPredicate {
    static constexpr Handler execute = set_predicate<Comparison, T>;
};
template <class Comparison, class T>
struct SetValue {
    static constexpr Handler execute = set_value<Comparison, T>;
};

template <template <class, class> class Set, class T>
Handler comparison(std::string_view name) {
    if (name == "eq") return Set<Equal, T>::execute;
    if (name == "ne") return Set<NotEqual, T>::execute;
    if (name == "lt" || name == "lo") return Set<Less, T>::execute;
    if (name == "le" || name == "ls") return Set<LessOrEqual, T>::execute;
    if (name == "gt" || name == "hi") return Set<Greater, T>::execute;
    if (name == "ge" || name == "hs") return Set<GreaterOrEqual, T>::execute;
    if constexpr (std::is_floating_point_v<T> || std::is_same_v<T, Half> || std::is_same_v<T, Flushed>) {
        if (name == "equ") return Set<OrUnordered<Equal>, T>::execute;
        if (name == "neu") return Set<OrUnordered<NotEqual>, T>::execute;
        if (name == "ltu") return Set<OrUnordered<Less>, T>::execute;
        if (name == "leu") return Set<OrUnordered<LessOrEqual>, T>::execute;
        if (name == "gtu") return Set<OrUnordered<Greater>, T>::execute;
        if (name == "geu") return Set<OrUnordered<GreaterOrEqual>, T>::execute;
        if (name == "num") return Set<BothNumbers, T>::execute;
        if (name == "nan") return Set<NotBothNumbers, T>::execute;
    }
    return nullptr;
}

template <template <class, class> class Set>
Handler comparison_of(Type type, const Statement& statement) {
    const std::string_view name = statement.part(1);
    if (statement.has("ftz")) return type == Type::f32 ? comparison<Set, Flushed>(name) : nullptr;
    if (type == Type::f32) return comparison<Set, float>(name);
    if (type == Type::f64) return comparison<Set, double>(name);
    if (type == Type::f16) return comparison<Set, Half>(name);
    return for_integer(type, [&]<class T>() { return comparison<Set, T>(name); });
}

void decode_set_predicate(Decoder& decoder) {
    const Statement& statement = decoder.statement();
    const Type type = decoder.type();
    Instruction& instruction = decoder.instruction;
    Operand second;
    if (!decoder.operand(0).second.empty()) {
        second.kind = Operand::Kind::name;
        second.name = decoder.operand(0).second;
    }
    instruction.slot[0] = decoder.predicate(0);
    instruction.slot[1] = decoder.predicate(second);
    instruction.slot[2] = decoder.source(1, type);
    instruction.slot[3] = decoder.source(2, type);
    if (decoder.operands() > 3) {
        const Operand& other = decoder.operand(3);
        instruction.slot[4] = decoder.predicate(other);
        const Combine combine = statement.has("and")   ? Combine::conjunction
                                : statement.has("or")  ? Combine::disjunction
                                : statement.has("xor") ? Combine::exclusive
                                                       : Combine::none;
        if (combine == Combine::none) return;
        instruction.flags = static_cast<std::uint16_t>(static_cast<int>(combine) | (other.negated ? 8 : 0));
    }
    instruction.execute = comparison_of<SetPredicate>(type, statement);
}

void decode_set(Decoder& decoder) {
    const Type type = decoder.type(), result = decoder.type(1);
    if (traits(result).bytes != 4 || decoder.operands() != 3) return;
    decoder.instruction.slot[0] = decoder.destination(0, result);
    decoder.instruction.slot[1] = decoder.source(1, type);
    decoder.instruction.slot[2] = decoder.source(2, type);
    decoder.instruction.flags = result == Type::f32;
    decoder.instruction.execute = comparison_of<SetValue>(type, decoder.statement());
}

template <class T>
void select(Warp& warp, const Instruction& instruction, std::uint32_t mask) {
    Storage<T>* result = warp.lanes<T>(instruction.slot[0]);
    const Storage<T>* yes = warp.lanes<T>(instruction.slot[1]);
    const Storage<T>* no = warp.lanes<T>(instruction.slot[2]);
    const std::uint32_t chosen = warp.predicate(instruction.slot[3]) ^ (instruction.flags != 0 ? all_lanes : 0);
    for (int lane = 0; lane < warp_lanes; ++lane)
        if ((mask >> lane & 1) != 0) result[lane] = (chosen >> lane & 1) != 0 ? yes[lane] : no[lane];
}

void decode_select(Decoder& decoder) {
    const Type type = decoder.type();
    same_type_operands<2>(decoder, type);
    decoder.instruction.slot[3] = decoder.predicate(3);
    decoder.instruction.flags = decoder.operand(3).negated;
    decoder.instruction.execute =
        traits(type).bytes == 8 ? Handler{select<std::uint64_t>} : Handler{select<std::uint32_t>};
}

enum class NumberTest : std::uint16_t { finite, infinite, number, not_a_number, normal, subnormal };

template <class T>
void test_number(Warp& warp, const Instruction& instruction, std::uint32_t mask) {
    const Storage<T>* lanes = warp.lanes<T>(instruction.slot[1]);
    std::uint32_t holds = 0;
    for (int lane = 0; lane < warp_lanes; ++lane) {
        const int kind = std::fpclassify(from_lane<T>(lanes[lane]));
        bool is = false;
        switch (static_cast<NumberTest>(instruction.flags)) {
            case NumberTest::finite:
                is = kind != FP_NAN && kind != FP_INFINITE;
                break;
            case NumberTest::infinite:
                is = kind == FP_INFINITE;
                break;
            case NumberTest::number:
                is = kind != FP_NAN;
                break;
            case NumberTest::not_a_number:
                is = kind == FP_NAN;
                break;
            case NumberTest::normal:
                is = kind == FP_NORMAL;
                break;
            case NumberTest::subnormal:
                is = kind == FP_SUBNORMAL;
                break;
        }
        holds |= static_cast<std::uint32_t>(is) << lane;
    }
    std::uint32_t& predicate = warp.predicate(instruction.slot[0]);
    predicate = (predicate & ~mask) | (holds & mask);
}

void decode_test_number(Decoder& decoder) {
    constexpr std::pair<std::string_view, NumberTest> names[] = {
        {"finite", NumberTest::finite}, {"infinite", NumberTest::infinite},
        {"number", NumberTest::number}, {"notanumber", NumberTest::not_a_number},
        {"normal", NumberTest::normal}, {"subnormal", NumberTest::subnormal}};
    const Type type = decoder.type();
    decoder.instruction.slot[0] = decoder.predicate(0);
    decoder.instruction.slot[1] = decoder.source(1, type);
    for (const auto& [name, test] : names)
        if (decoder.statement().has(name)) {
            decoder.instruction.flags = static_cast<std::uint16_t>(test);
            if (type == Type::f32) decoder.instruction.execute = test_number<float>;
            if (type == Type::f64) decoder.instruction.execute = test_number<double>;
        }
}

}  // namespace

void add_comparisons(Operations& operations) {
    operations.any.insert(
        {{"setp", decode_set_predicate}, {"set", decode_set}, {"selp", decode_select}, {"testp", decode_test_number}});
}

}  // namespace quern::ptx
