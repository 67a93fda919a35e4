// The PTX executor's floating-point opcodes and conversions. Directed roundings and f16's single rounding are checked
// against exact sums and products.
#include <doctest/doctest.h>

#include <cmath>
#include <limits>

#include "tests/support/ptx_lanes.hpp"

using namespace quern::test;

namespace {

using U = std::uint64_t;

enum class Direction { nearest, zero, down, up };

// The float next to an exactly known number, in a direction. The f64 given is exact.
float rounded(double exact, Direction direction) {
    const auto nearest = static_cast<float>(exact);
    const auto back = static_cast<double>(nearest);
    if (direction == Direction::nearest || back == exact || std::isnan(exact)) return nearest;
    const bool wants_less = direction == Direction::down || (direction == Direction::zero && exact > 0);
    const float infinity = std::numeric_limits<float>::infinity();
    if (wants_less) return back > exact ? std::nextafter(nearest, -infinity) : nearest;
    return back < exact ? std::nextafter(nearest, infinity) : nearest;
}

float flushed(float value) {
    return std::fabs(value) < 0x1p-126F ? std::copysign(0.0F, value) : value;
}

// f16 as a whole number of 2^-24.
std::int64_t half_units(U half) {
    const auto exponent = static_cast<int>(half >> 10 & 31);
    const auto mantissa = static_cast<std::int64_t>(half & 1023);
    const std::int64_t magnitude = exponent == 0 ? mantissa : (mantissa | 1024) << (exponent - 1);
    return (half & 0x8000) != 0 ? -magnitude : magnitude;
}
bool finite_half(U half) {
    return (half >> 10 & 31) != 31;
}
__extension__ using Wide = __int128;
// The f16 nearest to units of 2^-shift, ties to even. Zero comes out positive.
U nearest_half(Wide units, int shift) {
    const bool negative = units < 0;
    Wide magnitude = negative ? -units : units;
    int exponent = 0, drop = shift - 24;  // of a subnormal
    while (magnitude >> (drop + 11) != 0) {
        ++drop;
        ++exponent;
    }
    Wide mantissa = magnitude;
    if (drop > 0) {
        const Wide half = Wide{1} << (drop - 1), rest = magnitude & ((Wide{1} << drop) - 1);
        mantissa = magnitude >> drop;
        if (rest > half || (rest == half && (mantissa & 1) != 0)) ++mantissa;
    }
    // A mantissa below 1024 is a subnormal's; a carry moves on to the next exponent by itself.
    U bits = exponent == 0 ? static_cast<U>(mantissa) : (static_cast<U>(exponent) << 10) + static_cast<U>(mantissa);
    if (bits > 0x7c00) bits = 0x7c00;
    return bits | (negative ? 0x8000 : 0);
}

std::vector<LaneOperands> ordinary_floats(std::size_t sources) {
    std::vector<LaneOperands> operands(256);
    for (std::size_t lane = 0; lane < operands.size(); ++lane)
        for (std::size_t source = 0; source < sources; ++source)
            operands[lane][source] =
                bits(static_cast<float>(std::sin(static_cast<double>(lane * 7 + source * 131 + 1)) *
                                        std::exp2(static_cast<double>((lane + source) % 9))));
    return operands;
}

void close_to(PtxDevice& device, const char* opcode, const std::function<double(double)>& function, double relative,
              double absolute) {
    std::vector<LaneOperands> operands = ordinary_floats(1);
    for (LaneOperands& own : operands) {
        if (std::string(opcode).find("lg2") == 0 || std::string(opcode).find("sqrt") != std::string::npos)
            own[0] &= 0x7fffffff;
        // Within the exponents of a normal result.
        if (std::string(opcode).find("ex2") == 0) own[0] = bits(as_float(own[0]) / 4);
    }
    const std::vector<U> found = run_lanes(device, opcode, "ff", operands);
    for (std::size_t lane = 0; lane < operands.size(); ++lane) {
        const double expected = function(static_cast<double>(as_float(operands[lane][0])));
        CAPTURE(std::string(opcode));
        CAPTURE(as_float(operands[lane][0]));
        CHECK(std::fabs(static_cast<double>(as_float(found[lane])) - expected) <=
              relative * std::fabs(expected) + absolute);
    }
}

}  // namespace

TEST_CASE("f32 and f64 arithmetic rounds as IEEE says") {
    PtxDevice device;
    const auto f = as_float;
    const auto e = as_double;
    for (const char* rounding : {"", ".rn"}) {
        const std::string suffix = std::string(rounding);
        check_lanes(device, "add" + suffix + ".f32", "fff", [&](U a, U b, U) { return bits(f(a) + f(b)); });
        check_lanes(device, "sub" + suffix + ".f32", "fff", [&](U a, U b, U) { return bits(f(a) - f(b)); });
        check_lanes(device, "mul" + suffix + ".f32", "fff", [&](U a, U b, U) { return bits(f(a) * f(b)); });
        check_lanes(device, "add" + suffix + ".f64", "eee", [&](U a, U b, U) { return bits(e(a) + e(b)); });
        check_lanes(device, "sub" + suffix + ".f64", "eee", [&](U a, U b, U) { return bits(e(a) - e(b)); });
        check_lanes(device, "mul" + suffix + ".f64", "eee", [&](U a, U b, U) { return bits(e(a) * e(b)); });
    }
    check_lanes(device, "fma.rn.f32", "ffff", [&](U a, U b, U c) { return bits(std::fmaf(f(a), f(b), f(c))); });
    check_lanes(device, "fma.rn.f64", "eeee", [&](U a, U b, U c) { return bits(std::fma(e(a), e(b), e(c))); });
    check_lanes(device, "div.rn.f32", "fff", [&](U a, U b, U) { return bits(f(a) / f(b)); });
    check_lanes(device, "div.rn.f64", "eee", [&](U a, U b, U) { return bits(e(a) / e(b)); });
    check_lanes(device, "sqrt.rn.f32", "ff", [&](U a, U, U) { return bits(std::sqrt(f(a))); });
    check_lanes(device, "sqrt.rn.f64", "ee", [&](U a, U, U) { return bits(std::sqrt(e(a))); });
    check_lanes(device, "rcp.rn.f32", "ff", [&](U a, U, U) { return bits(1.0F / f(a)); });
    check_lanes(device, "rcp.rn.f64", "ee", [&](U a, U, U) { return bits(1.0 / e(a)); });
    check_lanes(device, "neg.f32", "ff", [&](U a, U, U) { return bits(-f(a)); });
    check_lanes(device, "abs.f32", "ff", [&](U a, U, U) { return bits(std::fabs(f(a))); });
    check_lanes(device, "neg.f64", "ee", [&](U a, U, U) { return bits(-e(a)); });
    check_lanes(device, "abs.f64", "ee", [&](U a, U, U) { return bits(std::fabs(e(a))); });
    check_lanes(device, "copysign.f32", "fff", [&](U a, U b, U) { return bits(std::copysign(f(b), f(a))); });
    const auto least = [](auto a, auto b) {
        if (std::isnan(a) || std::isnan(b)) return std::isnan(a) ? b : a;
        return a < b || (a == b && std::signbit(a)) ? a : b;
    };
    const auto greatest = [](auto a, auto b) {
        if (std::isnan(a) || std::isnan(b)) return std::isnan(a) ? b : a;
        return a > b || (a == b && !std::signbit(a)) ? a : b;
    };
    check_lanes(device, "min.f32", "fff", [&](U a, U b, U) { return bits(least(f(a), f(b))); });
    check_lanes(device, "max.f32", "fff", [&](U a, U b, U) { return bits(greatest(f(a), f(b))); });
    check_lanes(device, "min.f64", "eee", [&](U a, U b, U) { return bits(least(e(a), e(b))); });
    check_lanes(device, "max.f64", "eee", [&](U a, U b, U) { return bits(greatest(e(a), e(b))); });
}

TEST_CASE("flushing subnormals and saturating") {
    PtxDevice device;
    const auto f = as_float;
    check_lanes(device, "add.ftz.f32", "fff",
                [&](U a, U b, U) { return bits(flushed(flushed(f(a)) + flushed(f(b)))); });
    check_lanes(device, "mul.ftz.f32", "fff",
                [&](U a, U b, U) { return bits(flushed(flushed(f(a)) * flushed(f(b)))); });
    check_lanes(device, "fma.rn.ftz.f32", "ffff",
                [&](U a, U b, U c) { return bits(flushed(std::fmaf(flushed(f(a)), flushed(f(b)), flushed(f(c))))); });
    const auto saturated = [](float value) { return value > 0 ? std::fmin(value, 1.0F) : 0.0F; };
    check_lanes(device, "add.sat.f32", "fff", [&](U a, U b, U) { return bits(saturated(f(a) + f(b))); });
    check_lanes(device, "fma.rn.sat.f32", "ffff",
                [&](U a, U b, U c) { return bits(saturated(std::fmaf(f(a), f(b), f(c)))); });
    check_lanes(device, "mul.ftz.sat.f32", "fff",
                [&](U a, U b, U) { return bits(saturated(flushed(flushed(f(a)) * flushed(f(b))))); });
    check_lanes(device, "cvt.sat.f32.f32", "ff", [&](U a, U, U) { return bits(saturated(f(a))); });
}

TEST_CASE("directed roundings") {
    PtxDevice device;
    const std::pair<const char*, Direction> directions[] = {
        {"rn", Direction::nearest}, {"rz", Direction::zero}, {"rm", Direction::down}, {"rp", Direction::up}};
    for (const auto& [name, direction] : directions) {
        const auto compare = [&](const std::string& opcode, std::size_t sources, auto exact) {
            const std::vector<LaneOperands> operands = ordinary_floats(sources);
            const std::vector<U> found = run_lanes(device, opcode, std::string(sources + 1, 'f'), operands);
            for (std::size_t lane = 0; lane < operands.size(); ++lane) {
                const auto x = [&](std::size_t index) { return static_cast<double>(as_float(operands[lane][index])); };
                CAPTURE(std::string(opcode));
                CHECK(as_float(found[lane]) == rounded(exact(x(0), x(1), x(2)), direction));
            }
        };
        const std::string suffix = std::string(".") + name + ".f32";
        compare("add" + suffix, 2, [](double a, double b, double) { return a + b; });
        compare("sub" + suffix, 2, [](double a, double b, double) { return a - b; });
        compare("mul" + suffix, 2, [](double a, double b, double) { return a * b; });
        const std::string tail = std::string(".") + name + ".f32.f64";
        check_lanes(device, "cvt" + tail, "fe", [&](U a, U, U) {
            const double value = as_double(a);
            if (std::fabs(value) > 1e30)
                return run_lanes(device, "cvt" + tail, "fe", {{a, 0, 0, 0}})[0];  // no f64 beyond
            return bits(rounded(value, direction));
        });
        check_lanes(device, std::string("cvt.") + name + ".f32.s32", "fr", [&](U a, U, U) {
            return bits(rounded(static_cast<double>(static_cast<std::int32_t>(a)), direction));
        });
        check_lanes(device, std::string("cvt.") + name + ".f32.u32", "fr",
                    [&](U a, U, U) { return bits(rounded(static_cast<double>(a), direction)); });
    }
    // An overflow's answer depends on the direction.
    const U large = bits(std::numeric_limits<float>::max());
    CHECK(run_lanes(device, "add.rz.f32", "fff", {{large, large, 0, 0}})[0] == large);
    CHECK(run_lanes(device, "add.rp.f32", "fff", {{large, large, 0, 0}})[0] == 0x7f800000);
    CHECK(run_lanes(device, "add.rm.f32", "fff", {{large, large, 0, 0}})[0] == large);
}

TEST_CASE("functions a GPU approximates are near the true value") {
    PtxDevice device;
    close_to(
        device, "rcp.approx.f32", [](double x) { return 1 / x; }, 0x1p-22, 0);
    close_to(
        device, "rcp.approx.ftz.f32", [](double x) { return 1 / x; }, 0x1p-22, 0);
    close_to(
        device, "rsqrt.approx.f32", [](double x) { return 1 / std::sqrt(x); }, 0x1p-21, 0);
    close_to(
        device, "sqrt.approx.f32", [](double x) { return std::sqrt(x); }, 0x1p-21, 0);
    close_to(
        device, "ex2.approx.f32", [](double x) { return std::exp2(x); }, 0x1p-21, 0);
    close_to(
        device, "ex2.approx.ftz.f32", [](double x) { return std::exp2(x); }, 0x1p-21, 0);
    close_to(
        device, "lg2.approx.f32", [](double x) { return std::log2(x); }, 0x1p-21, 0x1p-22);
    close_to(
        device, "sin.approx.f32", [](double x) { return std::sin(x); }, 0x1p-20, 0x1p-20);
    close_to(
        device, "cos.approx.f32", [](double x) { return std::cos(x); }, 0x1p-20, 0x1p-20);
    close_to(
        device, "tanh.approx.f32", [](double x) { return std::tanh(x); }, 0x1p-11, 0);
    const U zero = bits(-0.0F), infinity = 0x7f800000;
    CHECK(run_lanes(device, "rcp.approx.f32", "ff", {{zero, 0, 0, 0}})[0] == 0xff800000);
    CHECK(run_lanes(device, "ex2.approx.f32", "ff", {{0xff800000, 0, 0, 0}})[0] == 0);
    CHECK(run_lanes(device, "ex2.approx.f32", "ff", {{infinity, 0, 0, 0}})[0] == infinity);
    CHECK(run_lanes(device, "ex2.approx.ftz.f32", "ff", {{bits(-140.0F), 0, 0, 0}})[0] == 0);
    CHECK(run_lanes(device, "ex2.approx.f32", "ff", {{bits(-140.0F), 0, 0, 0}})[0] == bits(0x1p-140F));
    CHECK(run_lanes(device, "div.approx.f32", "fff", {{bits(1.0F), bits(4.0F), 0, 0}})[0] == bits(0.25F));
    CHECK(run_lanes(device, "div.full.f32", "fff", {{bits(3.0F), bits(4.0F), 0, 0}})[0] == bits(0.75F));
}

TEST_CASE("f16 arithmetic rounds once") {
    PtxDevice device;
    std::vector<LaneOperands> operands = interesting_operands("hhhh");
    // Sums that lie a hair beside the middle of two f16: rounding in two steps goes wrong there.
    for (std::size_t lane = 0; lane < operands.size(); lane += 2)
        operands[lane] = {0x3c01 + lane, 0x3c01 + 3 * lane, lane % 4 == 0 ? U{1} : U{0x8001}, 0};
    std::erase_if(operands, [](const LaneOperands& own) {
        return !finite_half(own[0]) || !finite_half(own[1]) || !finite_half(own[2]);
    });
    const auto compare = [&](const char* opcode, std::size_t sources, auto exact, int shift) {
        const std::vector<U> found = run_lanes(device, opcode, std::string(sources + 1, 'h'), operands);
        for (std::size_t lane = 0; lane < operands.size(); ++lane) {
            const auto x = [&](std::size_t index) { return Wide{half_units(operands[lane][index])}; };
            const U expected = nearest_half(exact(x(0), x(1), x(2)), shift);
            CAPTURE(std::string(opcode));
            CAPTURE(operands[lane][0]);
            CAPTURE(operands[lane][1]);
            CAPTURE(operands[lane][2]);
            if ((expected & 0x7fff) == 0)
                CHECK((found[lane] & 0x7fff) == 0);
            else
                CHECK(found[lane] == expected);
        }
    };
    compare(
        "add.f16", 2, [](Wide a, Wide b, Wide) { return a + b; }, 24);
    compare(
        "sub.f16", 2, [](Wide a, Wide b, Wide) { return a - b; }, 24);
    compare(
        "mul.f16", 2, [](Wide a, Wide b, Wide) { return a * b; }, 48);
    compare(
        "fma.rn.f16", 3, [](Wide a, Wide b, Wide c) { return a * b + c * (1 << 24); }, 48);
    // Pairs: each half as the single instruction does it.
    std::vector<LaneOperands> pairs = operands;
    for (LaneOperands& own : pairs)
        for (U& source : own) source |= source << 16 ^ 0x80000000;
    const std::vector<U> pair = run_lanes(device, "fma.rn.f16x2", "rrrr", pairs);
    std::vector<LaneOperands> upper = pairs;
    for (LaneOperands& own : upper)
        for (U& source : own) source >>= 16;
    const std::vector<U> low = run_lanes(device, "fma.rn.f16", "hhhh", operands),
                         high = run_lanes(device, "fma.rn.f16", "hhhh", upper);
    for (std::size_t lane = 0; lane < pairs.size(); ++lane) CHECK(pair[lane] == (low[lane] | high[lane] << 16));
    CHECK(run_lanes(device, "add.f16x2", "rrr", {{0x3c004000, 0x40003c00, 0, 0}})[0] == 0x42004200);
    CHECK(run_lanes(device, "mul.f16x2", "rrr", {{0x3c004000, 0x40004000, 0, 0}})[0] == 0x40004400);
    CHECK(run_lanes(device, "max.f16x2", "rrr", {{0x3c004000, 0x40003c00, 0, 0}})[0] == 0x40004000);
    CHECK(run_lanes(device, "neg.f16", "hh", {{0x3c00, 0, 0, 0}})[0] == 0xbc00);
}

TEST_CASE("conversions between floats") {
    PtxDevice device;
    check_lanes(device, "cvt.f64.f32", "ef", [](U a, U, U) { return bits(static_cast<double>(as_float(a))); });
    const std::vector<LaneOperands> halves = [] {
        std::vector<LaneOperands> all;
        for (U half = 0; half < 0x10000; half += 7) all.push_back({half, 0, 0, 0});
        return all;
    }();
    const std::vector<U> wide = run_lanes(device, "cvt.f32.f16", "fh", halves);
    for (std::size_t lane = 0; lane < halves.size(); ++lane) {
        const U half = halves[lane][0];
        if (!finite_half(half)) continue;
        CHECK(static_cast<double>(as_float(wide[lane])) == std::ldexp(static_cast<double>(half_units(half)), -24));
    }
    // f32 to f16: exact in units of 2^-48 where the f32 has no bits below.
    std::vector<LaneOperands> floats = ordinary_floats(1);
    for (std::size_t lane = 0; lane < 64; ++lane) {
        const float step = 0x1p-11F;  // halves of f16's step at 1
        floats[lane][0] = bits(1.0F + static_cast<float>(lane) * step);
        floats[lane + 64][0] = bits(1.0F + static_cast<float>(lane) * step + 0x1p-23F);
        floats[lane + 128][0] = bits(-static_cast<float>(lane) * 0x1p-25F);
    }
    const std::vector<U> narrow = run_lanes(device, "cvt.rn.f16.f32", "hf", floats);
    const std::vector<U> truncated = run_lanes(device, "cvt.rz.f16.f32", "hf", floats);
    for (std::size_t lane = 0; lane < floats.size(); ++lane) {
        const auto units = static_cast<Wide>(std::ldexp(static_cast<double>(as_float(floats[lane][0])), 48));
        CAPTURE(as_float(floats[lane][0]));
        const U nearest = nearest_half(units, 48);
        CHECK((narrow[lane] & 0x7fff) == (nearest & 0x7fff));
        const Wide back = Wide{half_units(truncated[lane])} << 24;
        CHECK((units < 0 ? -back <= -units : back <= units));
        if (units == 0) continue;
        const Wide beyond = Wide{half_units(truncated[lane] + 1)} << 24;  // one step further from zero
        CHECK((units < 0 ? -beyond > -units : beyond > units));
    }
    CHECK(run_lanes(device, "cvt.rn.f16x2.f32", "rff", {{bits(1.0F), bits(2.0F), 0, 0}})[0] == 0x3c004000);
    CHECK(run_lanes(device, "cvt.rn.bf16x2.f32", "rff", {{bits(1.0F), bits(2.0F), 0, 0}})[0] == 0x3f804000);
    CHECK(run_lanes(device, "cvt.rn.f16.f32", "hf", {{bits(65519.0F), 0, 0, 0}})[0] == 0x7bff);
    CHECK(run_lanes(device, "cvt.rn.f16.f32", "hf", {{bits(65520.0F), 0, 0, 0}})[0] == 0x7c00);
    CHECK(run_lanes(device, "cvt.rn.f16.f64", "he", {{bits(1.0 + 0x1p-11 + 0x1p-40), 0, 0, 0}})[0] == 0x3c01);
    CHECK(run_lanes(device, "cvt.rn.f16.f64", "he", {{bits(1.0 + 0x1p-11), 0, 0, 0}})[0] == 0x3c00);
    CHECK(run_lanes(device, "cvt.rn.bf16.f32", "hf", {{bits(1.0F + 0x1p-8F), 0, 0, 0}})[0] == 0x3f80);
    CHECK(run_lanes(device, "cvt.rn.bf16.f32", "hf", {{bits(1.0F + 3 * 0x1p-8F), 0, 0, 0}})[0] == 0x3f82);
    CHECK(run_lanes(device, "cvt.rn.f16.s32", "hr", {{2049, 0, 0, 0}})[0] == 0x6800);
}

TEST_CASE("conversions between numbers and whole numbers") {
    PtxDevice device;
    const std::pair<const char*, double (*)(double)> modes[] = {{"rni", [](double x) { return std::nearbyint(x); }},
                                                                {"rzi", [](double x) { return std::trunc(x); }},
                                                                {"rmi", [](double x) { return std::floor(x); }},
                                                                {"rpi", [](double x) { return std::ceil(x); }}};
    const auto clamped = [](double value, double low, double high) -> U {
        if (std::isnan(value)) return 0;
        if (value <= low) return static_cast<U>(static_cast<std::int64_t>(low));
        if (value >= high) return high > 9e18 ? (low < 0 ? U{0x7fffffffffffffff} : ~U{0}) : static_cast<U>(high);
        return value < 0 ? static_cast<U>(static_cast<std::int64_t>(value)) : static_cast<U>(value);
    };
    for (const auto& [mode, whole] : modes) {
        const std::string prefix = std::string("cvt.") + mode;
        const auto from_f32 = [&](U a) { return whole(static_cast<double>(as_float(a))); };
        check_lanes(device, prefix + ".s32.f32", "rf",
                    [&](U a, U, U) { return clamped(from_f32(a), -0x1p31, 0x1p31 - 1); });
        check_lanes(device, prefix + ".u32.f32", "rf", [&](U a, U, U) { return clamped(from_f32(a), 0, 0x1p32 - 1); });
        check_lanes(device, prefix + ".s64.f32", "df",
                    [&](U a, U, U) { return clamped(from_f32(a), -0x1p63, 0x1p63); });
        check_lanes(device, prefix + ".u64.f32", "df", [&](U a, U, U) { return clamped(from_f32(a), 0, 0x1p64); });
        check_lanes(device, prefix + ".s32.f64", "re",
                    [&](U a, U, U) { return clamped(whole(as_double(a)), -0x1p31, 0x1p31 - 1); });
        check_lanes(device, prefix + ".s16.f32", "hf",
                    [&](U a, U, U) { return clamped(from_f32(a), -0x1p15, 0x1p15 - 1); });
        check_lanes(device, prefix + ".s8.f32", "rf",
                    [&](U a, U, U) { return clamped(from_f32(a), -0x1p7, 0x1p7 - 1); });
        check_lanes(device, prefix + ".f32.f32", "ff",
                    [&](U a, U, U) { return bits(static_cast<float>(from_f32(a))); });
        check_lanes(device, prefix + ".f64.f64", "ee", [&](U a, U, U) { return bits(whole(as_double(a))); });
    }
    check_lanes(device, "cvt.rn.f64.s32", "er",
                [](U a, U, U) { return bits(static_cast<double>(static_cast<std::int32_t>(a))); });
    check_lanes(device, "cvt.rn.f64.s64", "ed",
                [](U a, U, U) { return bits(static_cast<double>(static_cast<std::int64_t>(a))); });
    check_lanes(device, "cvt.rn.f32.s64", "fd",
                [](U a, U, U) { return bits(static_cast<float>(static_cast<std::int64_t>(a))); });
    check_lanes(device, "cvt.rn.f32.u64", "fd", [](U a, U, U) { return bits(static_cast<float>(a)); });
    check_lanes(device, "cvt.rn.f32.s8", "fr",
                [](U a, U, U) { return bits(static_cast<float>(static_cast<std::int8_t>(a))); });
    check_lanes(device, "cvt.rn.f32.u8", "fr",
                [](U a, U, U) { return bits(static_cast<float>(static_cast<std::uint8_t>(a))); });
    check_lanes(device, "cvt.rn.f32.u16", "fh", [](U a, U, U) { return bits(static_cast<float>(a)); });
    check_lanes(device, "cvt.s64.s32", "dr", [](U a, U, U) { return static_cast<U>(static_cast<std::int32_t>(a)); });
    check_lanes(device, "cvt.u64.u32", "dr", [](U a, U, U) { return a; });
    check_lanes(device, "cvt.u32.u64", "rd", [](U a, U, U) { return a; });
    check_lanes(device, "cvt.s32.s8", "rr", [](U a, U, U) { return static_cast<U>(static_cast<std::int8_t>(a)); });
    check_lanes(device, "cvt.u32.u8", "rr", [](U a, U, U) { return a & 255; });
    check_lanes(device, "cvt.s32.s16", "rh", [](U a, U, U) { return static_cast<U>(static_cast<std::int16_t>(a)); });
    check_lanes(device, "cvt.u16.u32", "hr", [](U a, U, U) { return a; });
    check_lanes(device, "cvt.s16.s8", "hh", [](U a, U, U) { return static_cast<U>(static_cast<std::int8_t>(a)); });
    check_lanes(device, "cvt.sat.s8.s32", "rr",
                [](U a, U, U) { return static_cast<U>(std::min(127, std::max(-128, static_cast<std::int32_t>(a)))); });
    check_lanes(device, "cvt.sat.u8.s32", "rr",
                [](U a, U, U) { return static_cast<U>(std::min(255, std::max(0, static_cast<std::int32_t>(a)))); });
}

TEST_CASE("comparisons of floats, with and without numbers") {
    PtxDevice device;
    const auto compare = [&](const char* name, auto holds) {
        const std::string prefix = std::string("setp.") + name;
        check_lanes(device, prefix + ".f32", "qff", [&](U a, U b, U) {
            return U{holds(static_cast<double>(as_float(a)), static_cast<double>(as_float(b)))};
        });
        check_lanes(device, prefix + ".f64", "qee", [&](U a, U b, U) { return U{holds(as_double(a), as_double(b))}; });
    };
    const auto number = [](double a, double b) { return !std::isnan(a) && !std::isnan(b); };
    compare("eq", [](double a, double b) { return a == b; });
    compare("ne", [&](double a, double b) { return number(a, b) && a != b; });
    compare("lt", [](double a, double b) { return a < b; });
    compare("le", [](double a, double b) { return a <= b; });
    compare("gt", [](double a, double b) { return a > b; });
    compare("ge", [](double a, double b) { return a >= b; });
    compare("equ", [&](double a, double b) { return !number(a, b) || a == b; });
    compare("neu", [](double a, double b) { return a != b; });
    compare("ltu", [](double a, double b) { return !(a >= b); });
    compare("leu", [](double a, double b) { return !(a > b); });
    compare("gtu", [](double a, double b) { return !(a <= b); });
    compare("geu", [](double a, double b) { return !(a < b); });
    compare("num", number);
    compare("nan", [&](double a, double b) { return !number(a, b); });
    check_lanes(device, "setp.lt.ftz.f32", "qff",
                [](U a, U b, U) { return U{flushed(as_float(a)) < flushed(as_float(b))}; });
    check_lanes(device, "set.gt.f32.f32", "fff",
                [](U a, U b, U) { return as_float(a) > as_float(b) ? bits(1.0F) : 0; });
    check_lanes(device, "selp.f32", "fffq", [](U a, U b, U c) { return c != 0 ? a : b; });
    check_lanes(device, "selp.f64", "eeeq", [](U a, U b, U c) { return c != 0 ? a : b; });
    check_lanes(device, "testp.finite.f32", "qf", [](U a, U, U) { return U{std::isfinite(as_float(a))}; });
    check_lanes(device, "testp.infinite.f32", "qf", [](U a, U, U) { return U{std::isinf(as_float(a))}; });
    check_lanes(device, "testp.notanumber.f64", "qe", [](U a, U, U) { return U{std::isnan(as_double(a))}; });
    check_lanes(device, "testp.subnormal.f32", "qf",
                [](U a, U, U) { return U{std::fpclassify(as_float(a)) == FP_SUBNORMAL}; });
}
