#include <cmath>
#include <limits>

#include "tests/ptx/elementwise.hpp"
#include "tests/ptx/half.hpp"
#include "tests/ptx/rounding.hpp"

namespace quern::ptx {

namespace {

/// Calls select.template operator()<T>() with the host's form of a type.
template <class Select>
Handler for_type(Type type, const Select& select) {
    switch (type) {
        case Type::u8:
        case Type::b8:
            return select.template operator()<std::uint8_t>();
        case Type::s8:
            return select.template operator()<std::int8_t>();
        case Type::f16:
            return select.template operator()<Half>();
        case Type::bf16:
            return select.template operator()<BrainFloat>();
        case Type::f32:
            return select.template operator()<float>();
        case Type::f64:
            return select.template operator()<double>();
        default:
            return for_integer(type, select);
    }
}

template <class T>
constexpr bool is_small_float = std::is_same_v<T, Half> || std::is_same_v<T, BrainFloat>;
template <class T>
constexpr bool is_float = std::is_floating_point_v<T> || is_small_float<T>;

// A value as a number the host computes with: exactly, whatever the type.
template <class T>
auto number(T value) {
    if constexpr (is_small_float<T>)
        return value.value();
    else
        return value;
}

double to_integral(double value, Rounding rounding) {
    switch (rounding) {
        case Rounding::zero:
            return std::trunc(value);
        case Rounding::down:
            return std::floor(value);
        case Rounding::up:
            return std::ceil(value);
        case Rounding::nearest:
            break;
    }
    return std::nearbyint(value);
}

// Out of range clamps, no number gives zero.
template <class Result>
Result clamped(double value) {
    using Limits = std::numeric_limits<Result>;
    if (std::isnan(value)) return 0;
    if (value <= static_cast<double>(Limits::min())) return Limits::min();
    if (value >= std::ldexp(1.0, Limits::digits)) return Limits::max();
    return static_cast<Result>(value);
}

template <class Result, class Source, Rounding rounding, bool to_whole, bool ftz>
struct Convert {
    static Result of(Source source) {
        if constexpr (!is_float<Source> && !is_float<Result>) {
            return static_cast<Result>(source);
        } else if constexpr (!is_float<Result>) {
            double value = static_cast<double>(number(source));
            if constexpr (ftz && std::is_same_v<Source, float>) value = static_cast<double>(flush(source));
            return clamped<Result>(to_integral(value, rounding));
        } else {
            auto value = number(source);
            if constexpr (to_whole)
                value = static_cast<decltype(value)>(to_integral(static_cast<double>(value), rounding));
            if constexpr (ftz && std::is_same_v<Source, float>) value = flush(value);
            const Result result = narrowed(value);
            if constexpr (ftz && std::is_same_v<Result, float>)
                return flush(result);
            else
                return result;
        }
    }

  private:
    static Result narrowed(auto value) {
        if constexpr (std::is_same_v<Result, Half>) {
            const float single = round_to_odd(static_cast<double>(value));
            return rounding == Rounding::zero ? Half::toward_zero(single) : Half::nearest(single);
        } else if constexpr (std::is_same_v<Result, BrainFloat>) {
            const float single = round_to_odd(static_cast<double>(value));
            return rounding == Rounding::zero ? BrainFloat::toward_zero(single) : BrainFloat::nearest(single);
        } else if constexpr (rounding == Rounding::nearest) {
            return static_cast<Result>(value);
        } else if constexpr (std::is_floating_point_v<decltype(value)>) {
            const RoundingScope scope(rounding);
            return opaque(static_cast<Result>(opaque(value)));
        } else {
            const RoundingScope scope(rounding);
            volatile auto kept = value;
            return opaque(static_cast<Result>(kept));
        }
    }
};

template <class Base>
struct Saturate {
    template <class Source>
    static auto of(Source source) {
        auto result = Base::of(source);
        return result > 0 ? std::fmin(result, decltype(result){1}) : decltype(result){0};
    }
};

// Integers with .sat clamp to the result's range.
template <class Result, class Source>
struct SaturateInteger {
    static Result of(Source source) {
        __extension__ using Wide = __int128;
        const Wide value = static_cast<Wide>(source);
        using Limits = std::numeric_limits<Result>;
        if (value < static_cast<Wide>(Limits::min())) return Limits::min();
        if (value > static_cast<Wide>(Limits::max())) return Limits::max();
        return static_cast<Result>(source);
    }
};

struct Form {
    Rounding rounding;
    bool to_whole, ftz, sat;
};

Form form_of(const Statement& statement) {
    Form form{Rounding::nearest, false, statement.has("ftz"), statement.has("sat")};
    const auto take = [&](std::string_view plain, std::string_view whole, Rounding rounding) {
        if (statement.has(plain)) form.rounding = rounding;
        if (statement.has(whole)) {
            form.rounding = rounding;
            form.to_whole = true;
        }
    };
    take("rn", "rni", Rounding::nearest);
    take("rz", "rzi", Rounding::zero);
    take("rm", "rmi", Rounding::down);
    take("rp", "rpi", Rounding::up);
    return form;
}

template <class Result, class Source, Rounding rounding, bool to_whole>
Handler finished(const Form& form) {
    using Plain = Convert<Result, Source, rounding, to_whole, false>;
    using Flushed = Convert<Result, Source, rounding, to_whole, true>;
    if (form.sat && is_small_float<Result>) return nullptr;
    if (form.sat && form.ftz) return nullptr;
    if constexpr (std::is_same_v<Result, float> || std::is_same_v<Result, double>)
        if (form.sat) return Elementwise<Saturate<Plain>, Result, Source>::execute;
    return form.ftz ? Handler{Elementwise<Flushed, Result, Source>::execute}
                    : Handler{Elementwise<Plain, Result, Source>::execute};
}

template <class Result, class Source>
Handler conversion(const Form& form) {
    if constexpr (!is_float<Source> && !is_float<Result>) {
        if (form.sat) return Elementwise<SaturateInteger<Result, Source>, Result, Source>::execute;
        return Elementwise<Convert<Result, Source, Rounding::nearest, false, false>, Result, Source>::execute;
    } else {
        const auto with = [&]<Rounding rounding>() {
            if constexpr (is_float<Result> && is_float<Source>)
                if (form.to_whole) return finished<Result, Source, rounding, true>(form);
            return finished<Result, Source, rounding, false>(form);
        };
        switch (form.rounding) {
            case Rounding::zero:
                return with.template operator()<Rounding::zero>();
            case Rounding::down:
                if (is_small_float<Result> && !form.to_whole) return nullptr;
                return with.template operator()<Rounding::down>();
            case Rounding::up:
                if (is_small_float<Result> && !form.to_whole) return nullptr;
                return with.template operator()<Rounding::up>();
            case Rounding::nearest:
                break;
        }
        return with.template operator()<Rounding::nearest>();
    }
}

// cvt.rn.f16x2.f32 d, a, b: a goes to the upper half.
template <class Small>
struct PackPair {
    static std::uint32_t of(float upper, float lower) {
        return std::uint32_t{Small::nearest(upper).bits} << 16 | Small::nearest(lower).bits;
    }
};

void convert(Decoder& decoder) {
    const Type source = decoder.type(), result = decoder.type(1);
    Instruction& instruction = decoder.instruction;
    instruction.slot[0] = decoder.destination(0, result);
    instruction.slot[1] = decoder.source(1, source);
    if (result == Type::f16x2 || result == Type::bf16x2) {
        if (source != Type::f32 || !decoder.statement().has("rn") || decoder.statement().has("relu")) return;
        instruction.slot[2] = decoder.source(2, source);
        instruction.execute = result == Type::f16x2
                                  ? Handler{Elementwise<PackPair<Half>, std::uint32_t, float, float>::execute}
                                  : Handler{Elementwise<PackPair<BrainFloat>, std::uint32_t, float, float>::execute};
        return;
    }
    const Form form = form_of(decoder.statement());
    instruction.execute = for_type(result, [&]<class Result>() {
        return for_type(source, [&]<class Source>() { return conversion<Result, Source>(form); });
    });
}

}  // namespace

void add_conversions(Operations& operations) {
    operations.any.insert({{"cvt", convert}});
}

}  // namespace quern::ptx
