#include <cmath>

#include "tests/ptx/elementwise.hpp"
#include "tests/ptx/half.hpp"
#include "tests/ptx/rounding.hpp"

namespace quern::ptx {

namespace {

struct Add {
    static auto of(auto a, decltype(a) b) { return a + b; }
};
struct Subtract {
    static auto of(auto a, decltype(a) b) { return a - b; }
};
struct Multiply {
    static auto of(auto a, decltype(a) b) { return a * b; }
};
struct Divide {
    static auto of(auto a, decltype(a) b) { return a / b; }
};
struct FusedMultiplyAdd {
    static auto of(auto a, decltype(a) b, decltype(a) c) { return std::fma(a, b, c); }
};
struct SquareRoot {
    static auto of(auto a) { return std::sqrt(a); }
};
struct Reciprocal {
    static auto of(auto a) { return decltype(a){1} / a; }
};
// The number where one operand is none; -0 is below +0.
struct Minimum {
    static auto of(auto a, decltype(a) b) {
        if (std::isnan(a)) return b;
        if (std::isnan(b)) return a;
        if (a == b) return std::signbit(a) ? a : b;
        return a < b ? a : b;
    }
};
struct Maximum {
    static auto of(auto a, decltype(a) b) {
        if (std::isnan(a)) return b;
        if (std::isnan(b)) return a;
        if (a == b) return std::signbit(a) ? b : a;
        return a > b ? a : b;
    }
};
struct Negate {
    static auto of(auto a) { return -a; }
};
struct Absolute {
    static auto of(auto a) { return std::fabs(a); }
};
struct CopySign {
    static auto of(auto sign, decltype(sign) value) { return std::copysign(value, sign); }
};
// The approximations of a GPU are within a few units of the last place; here they are right to the last one or so.
struct ReciprocalSquareRoot {
    static float of(float a) { return static_cast<float>(1 / std::sqrt(static_cast<double>(a))); }
    static double of(double a) { return 1 / std::sqrt(a); }
};
struct ExponentialTwo {
    static float of(float a) { return static_cast<float>(std::exp2(static_cast<double>(a))); }
};
struct LogarithmTwo {
    static float of(float a) { return static_cast<float>(std::log2(static_cast<double>(a))); }
};
struct Sine {
    static float of(float a) { return static_cast<float>(std::sin(static_cast<double>(a))); }
};
struct Cosine {
    static float of(float a) { return static_cast<float>(std::cos(static_cast<double>(a))); }
};
struct HyperbolicTangent {
    static float of(float a) { return static_cast<float>(std::tanh(static_cast<double>(a))); }
};

template <class Operation>
struct Flushing {
    static float of(auto... values) { return flush(Operation::of(flush(values)...)); }
};
template <class Operation>
struct Saturating {
    static float of(auto... values) {
        const float result = Operation::of(values...);
        return result > 0 ? std::fmin(result, 1.0F) : 0.0F;
    }
};
template <class Operation, Rounding rounding>
struct Directed {
    static auto of(auto first, auto... others) {
        const RoundingScope scope(rounding);
        return opaque(Operation::of(opaque(first), opaque(others)...));
    }
};
/// Of f16 values, through f32.
template <class Operation>
struct InHalf {
    static Half of(auto... values) { return Half::nearest(Operation::of(values.value()...)); }
};
template <>
struct InHalf<FusedMultiplyAdd> {
    static Half of(Half a, Half b, Half c) { return Half::nearest(fused_to_odd(a.value(), b.value(), c.value())); }
};
template <class Operation>
struct InHalfPair {
    static std::uint32_t of(auto... pairs) {
        const auto half = [&](int shift) {
            return std::uint32_t{InHalf<Operation>::of(Half{static_cast<std::uint16_t>(pairs >> shift)}...).bits};
        };
        return half(0) | half(16) << 16;
    }
};

template <class Operation, class T, int Sources>
constexpr Handler handler() {
    if constexpr (Sources == 1)
        return Elementwise<Operation, T, T>::execute;
    else if constexpr (Sources == 2)
        return Elementwise<Operation, T, T, T>::execute;
    else
        return Elementwise<Operation, T, T, T, T>::execute;
}

Rounding rounding_of(const Statement& statement) {
    if (statement.has("rz")) return Rounding::zero;
    if (statement.has("rm")) return Rounding::down;
    if (statement.has("rp")) return Rounding::up;
    return Rounding::nearest;
}

template <class Operation, class T, int Sources>
Handler rounded(Rounding rounding) {
    switch (rounding) {
        case Rounding::zero:
            return handler<Directed<Operation, Rounding::zero>, T, Sources>();
        case Rounding::down:
            return handler<Directed<Operation, Rounding::down>, T, Sources>();
        case Rounding::up:
            return handler<Directed<Operation, Rounding::up>, T, Sources>();
        case Rounding::nearest:
            break;
    }
    return handler<Operation, T, Sources>();
}

// "op{.rnd}{.ftz}{.sat}.type d, a, b"
template <class Operation, int Sources>
void arithmetic(Decoder& decoder) {
    const Statement& statement = decoder.statement();
    const Type type = decoder.type();
    same_type_operands<Sources>(decoder, type);
    const Rounding rounding = rounding_of(statement);
    const bool ftz = statement.has("ftz"), sat = statement.has("sat");
    Handler& execute = decoder.instruction.execute;
    if (rounding != Rounding::nearest && (ftz || sat || traits(type).bytes < 4)) return;
    switch (type) {
        case Type::f32:
            if (ftz && sat)
                execute = handler<Saturating<Flushing<Operation>>, float, Sources>();
            else if (ftz)
                execute = handler<Flushing<Operation>, float, Sources>();
            else if (sat)
                execute = handler<Saturating<Operation>, float, Sources>();
            else
                execute = rounded<Operation, float, Sources>(rounding);
            break;
        case Type::f64:
            execute = rounded<Operation, double, Sources>(rounding);
            break;
        case Type::f16:
            if (!sat) execute = handler<InHalf<Operation>, Half, Sources>();
            break;
        case Type::f16x2:
            if (!sat) execute = handler<InHalfPair<Operation>, std::uint32_t, Sources>();
            break;
        default:
            break;
    }
}

// f32 functions that only exist as approximations.
template <class Operation>
void approximation(Decoder& decoder) {
    if (decoder.type() != Type::f32) return;
    same_type_operands<1>(decoder, Type::f32);
    decoder.instruction.execute =
        decoder.statement().has("ftz") ? handler<Flushing<Operation>, float, 1>() : handler<Operation, float, 1>();
}

}  // namespace

void add_float_operations(Operations& operations) {
    operations.floats.insert({{"add", arithmetic<Add, 2>},
                              {"sub", arithmetic<Subtract, 2>},
                              {"mul", arithmetic<Multiply, 2>},
                              {"div", arithmetic<Divide, 2>},
                              {"fma", arithmetic<FusedMultiplyAdd, 3>},
                              {"mad", arithmetic<FusedMultiplyAdd, 3>},
                              {"min", arithmetic<Minimum, 2>},
                              {"max", arithmetic<Maximum, 2>},
                              {"neg", arithmetic<Negate, 1>},
                              {"abs", arithmetic<Absolute, 1>},
                              {"copysign", arithmetic<CopySign, 2>},
                              {"sqrt", arithmetic<SquareRoot, 1>},
                              {"rcp", arithmetic<Reciprocal, 1>},
                              {"rsqrt", arithmetic<ReciprocalSquareRoot, 1>},
                              {"ex2", approximation<ExponentialTwo>},
                              {"lg2", approximation<LogarithmTwo>},
                              {"sin", approximation<Sine>},
                              {"cos", approximation<Cosine>},
                              {"tanh", approximation<HyperbolicTangent>}});
}

}  // namespace quern::ptx
