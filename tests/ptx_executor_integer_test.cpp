// The PTX executor's integer opcodes against the PTX ISA's definitions, written out here in 128-bit arithmetic.
#include <doctest/doctest.h>

#include <bit>

#include "tests/support/ptx_lanes.hpp"

using namespace quern::test;

namespace {

using U = std::uint64_t;
__extension__ using Wide = __int128;

// The value of the low `size` bits, with and without a sign.
Wide s(U value, int size) {
    return size == 64 ? static_cast<std::int64_t>(value)
                      : static_cast<std::int64_t>(value << (64 - size)) >> (64 - size);
}
Wide u(U value, int size) {
    return size == 64 ? Wide{value} : Wide{value & ((U{1} << size) - 1)};
}
U low(Wide value) {
    return static_cast<U>(value);
}

struct IntegerType {
    const char* name;
    int bits;
    bool is_signed;
    char letter;

    Wide operator()(U lane) const { return is_signed ? s(lane, bits) : u(lane, bits); }
};
constexpr IntegerType types[] = {{"s16", 16, true, 'h'},  {"u16", 16, false, 'h'}, {"s32", 32, true, 'r'},
                                 {"u32", 32, false, 'r'}, {"s64", 64, true, 'd'},  {"u64", 64, false, 'd'}};

std::string of(const char* opcode, const IntegerType& type) {
    return std::string(opcode) + "." + type.name;
}
std::string all(std::size_t count, const IntegerType& type) {
    return std::string(count, type.letter);
}

U byte(U value, U index) {
    return value >> (8 * index) & 255;
}

}  // namespace

TEST_CASE("sums, products, quotients and extremes of every integer type") {
    PtxDevice device;
    for (const IntegerType& type : types) {
        const auto value = [&](U lane) { return type(lane); };
        check_lanes(device, of("add", type), all(3, type), [&](U a, U b, U) { return low(value(a) + value(b)); });
        check_lanes(device, of("sub", type), all(3, type), [&](U a, U b, U) { return low(value(a) - value(b)); });
        check_lanes(device, of("mul.lo", type), all(3, type),
                    [&](U a, U b, U) { return low(value(a)) * low(value(b)); });
        check_lanes(device, of("mad.lo", type), all(4, type),
                    [&](U a, U b, U c) { return low(value(a)) * low(value(b)) + low(value(c)); });
        check_lanes(device, of("min", type), all(3, type), [&](U a, U b, U) { return value(a) < value(b) ? a : b; });
        check_lanes(device, of("max", type), all(3, type), [&](U a, U b, U) { return value(a) > value(b) ? a : b; });
        check_lanes(device, of("sad", type), all(4, type), [&](U a, U b, U c) {
            const Wide difference = value(a) - value(b);
            return low(value(c) + (difference < 0 ? -difference : difference));
        });
        // What a division by zero gives is the machine's affair.
        const auto divides = [&](const char* opcode, auto result) {
            std::vector<LaneOperands> operands = interesting_operands(all(3, type));
            std::erase_if(operands, [&](const LaneOperands& own) { return value(own[1]) == 0; });
            const std::vector<U> found = run_lanes(device, of(opcode, type), all(3, type), operands);
            for (std::size_t lane = 0; lane < operands.size(); ++lane) {
                CAPTURE(of(opcode, type));
                CHECK(u(found[lane], type.bits) ==
                      u(low(result(value(operands[lane][0]), value(operands[lane][1]))), type.bits));
            }
        };
        divides("div", [](Wide a, Wide b) { return a / b; });
        divides("rem", [](Wide a, Wide b) { return a % b; });
        if (type.is_signed) {
            check_lanes(device, of("neg", type), all(2, type), [&](U a, U, U) { return low(-value(a)); });
            check_lanes(device, of("abs", type), all(2, type),
                        [&](U a, U, U) { return low(value(a) < 0 ? -value(a) : value(a)); });
        }
        const char wide = type.letter == 'h' ? 'r' : 'd';
        if (type.bits < 64) {
            check_lanes(device, of("mul.wide", type), std::string(1, wide) + all(2, type),
                        [&](U a, U b, U) { return low(value(a) * value(b)); });
            check_lanes(device, of("mad.wide", type), std::string(1, wide) + all(2, type) + wide,
                        [&](U a, U b, U c) { return low(value(a) * value(b)) + c; });
            check_lanes(device, of("mul.hi", type), all(3, type),
                        [&](U a, U b, U) { return low(value(a) * value(b) >> type.bits); });
            check_lanes(device, of("mad.hi", type), all(4, type),
                        [&](U a, U b, U c) { return low(value(a) * value(b) >> type.bits) + c; });
        }
        check_lanes(device, of("shr", type), all(2, type) + "r",
                    [&](U a, U b, U) { return low(value(a) >> std::min<U>(b, static_cast<U>(type.bits))); });
    }
    check_lanes(device, "mul.hi.s64", "ddd", [](U a, U b, U) { return low(s(a, 64) * s(b, 64) >> 64); });
    check_lanes(device, "mul.hi.u64", "ddd", [](U a, U b, U) {
        __extension__ using UnsignedWide = unsigned __int128;
        return static_cast<U>(static_cast<UnsignedWide>(a) * b >> 64);
    });
}

TEST_CASE("bitwise operations and shifts") {
    PtxDevice device;
    for (const IntegerType& type :
         {IntegerType{"b16", 16, false, 'h'}, {"b32", 32, false, 'r'}, {"b64", 64, false, 'd'}}) {
        check_lanes(device, of("and", type), all(3, type), [](U a, U b, U) { return a & b; });
        check_lanes(device, of("or", type), all(3, type), [](U a, U b, U) { return a | b; });
        check_lanes(device, of("xor", type), all(3, type), [](U a, U b, U) { return a ^ b; });
        check_lanes(device, of("not", type), all(2, type), [](U a, U, U) { return ~a; });
        check_lanes(device, of("cnot", type), all(2, type), [](U a, U, U) { return U{a == 0}; });
        check_lanes(device, of("shl", type), all(2, type) + "r",
                    [&](U a, U b, U) { return b >= static_cast<U>(type.bits) ? 0 : a << b; });
        check_lanes(device, of("mov", type), all(2, type), [](U a, U, U) { return a; });
        check_lanes(device, of("selp", type), all(3, type) + "q", [](U a, U b, U c) { return c != 0 ? a : b; });
    }
    check_lanes(device, "and.pred", "qqq", [](U a, U b, U) { return a & b; });
    check_lanes(device, "or.pred", "qqq", [](U a, U b, U) { return a | b; });
    check_lanes(device, "xor.pred", "qqq", [](U a, U b, U) { return a ^ b; });
    check_lanes(device, "not.pred", "qq", [](U a, U, U) { return a ^ 1; });
    check_lanes(device, "mov.pred", "qq", [](U a, U, U) { return a; });
    check_lanes(
        device, "mov.pred", "q", [](U, U, U) { return U{1}; }, ", 1");
    check_lanes(
        device, "mov.pred", "q", [](U, U, U) { return U{0}; }, ", 0");
    for (const U table : {0xe2U, 0x96U, 0x80U, 0xfeU, 0x01U, 0xcaU, 0x6aU, 0xeaU, 0xf8U, 0U, 255U})
        check_lanes(
            device, "lop3.b32", "rrrr",
            [&](U a, U b, U c) {
                U result = 0;
                for (int bit = 0; bit < 32; ++bit) {
                    const U row = (a >> bit & 1) << 2 | (b >> bit & 1) << 1 | (c >> bit & 1);
                    result |= (table >> row & 1) << bit;
                }
                return result;
            },
            ", " + std::to_string(table));
    for (const bool wrap : {false, true}) {
        const auto by = [=](U c) { return wrap ? c & 31 : std::min<U>(c, 32); };
        const std::string mode = wrap ? ".wrap.b32" : ".clamp.b32";
        check_lanes(device, "shf.l" + mode, "rrrr", [&](U a, U b, U c) { return (b << 32 | a) << by(c) >> 32; });
        check_lanes(device, "shf.r" + mode, "rrrr", [&](U a, U b, U c) { return (b << 32 | a) >> by(c); });
    }
}

TEST_CASE("counting, finding, extracting and permuting bits") {
    PtxDevice device;
    check_lanes(device, "popc.b32", "rr", [](U a, U, U) { return static_cast<U>(std::popcount(a)); });
    check_lanes(device, "popc.b64", "rd", [](U a, U, U) { return static_cast<U>(std::popcount(a)); });
    check_lanes(device, "clz.b32", "rr", [](U a, U, U) { return static_cast<U>(std::countl_zero(a) - 32); });
    check_lanes(device, "clz.b64", "rd", [](U a, U, U) { return static_cast<U>(std::countl_zero(a)); });
    const auto highest = [](U a) { return a == 0 ? ~U{0} : static_cast<U>(63 - std::countl_zero(a)); };
    const auto distance = [](U found, U top) { return found == ~U{0} ? found : top - found; };
    const auto negative = [](U a, int size) { return s(a, size) < 0 ? low(u(~a, size)) : a; };
    check_lanes(device, "bfind.u32", "rr", [&](U a, U, U) { return highest(a); });
    check_lanes(device, "bfind.s32", "rr", [&](U a, U, U) { return highest(negative(a, 32)); });
    check_lanes(device, "bfind.u64", "rd", [&](U a, U, U) { return highest(a); });
    check_lanes(device, "bfind.s64", "rd", [&](U a, U, U) { return highest(negative(a, 64)); });
    check_lanes(device, "bfind.shiftamt.u32", "rr", [&](U a, U, U) { return distance(highest(a), 31); });
    check_lanes(device, "bfind.shiftamt.s32", "rr", [&](U a, U, U) { return distance(highest(negative(a, 32)), 31); });
    check_lanes(device, "bfind.shiftamt.u64", "rd", [&](U a, U, U) { return distance(highest(a), 63); });
    for (const int size : {32, 64})
        check_lanes(device, size == 32 ? "brev.b32" : "brev.b64", size == 32 ? "rr" : "dd", [=](U a, U, U) {
            U reversed = 0;
            for (int bit = 0; bit < size; ++bit) reversed |= (a >> bit & 1) << (size - 1 - bit);
            return reversed;
        });
    for (const IntegerType& type : types) {
        if (type.bits == 16) continue;
        // The definition of the PTX ISA, with its msb = 31 or 63.
        check_lanes(device, of("bfe", type), all(2, type) + "rr", [&](U a, U b, U c) {
            const int msb = type.bits - 1, position = static_cast<int>(b & 255), length = static_cast<int>(c & 255);
            const bool sign = type.is_signed && length != 0 && (a >> std::min(position + length - 1, msb) & 1) != 0;
            U result = 0;
            for (int bit = 0; bit <= msb; ++bit) {
                const bool inside = bit < length && position + bit <= msb;
                result |= (inside ? a >> (position + bit) & 1 : U{sign}) << bit;
            }
            return result;
        });
    }
    std::vector<LaneOperands> fields = interesting_operands("rrrrr");
    for (std::size_t lane = 0; lane < fields.size(); ++lane) {
        fields[lane][2] %= std::uint64_t{lane % 2 == 0 ? 40U : 300U};
        fields[lane][3] %= 40;
    }
    const std::vector<U> inserted = run_lanes(device, "bfi.b32", "rrrrr", fields);
    for (std::size_t lane = 0; lane < fields.size(); ++lane) {
        const auto [a, b, position, length] = fields[lane];
        U expected = b;
        for (U bit = 0; bit < (length & 255) && (position & 255) + bit < 32; ++bit) {
            const U at = (position & 255) + bit;
            expected = (expected & ~(U{1} << at)) | (a >> bit & 1) << at;
        }
        CHECK(inserted[lane] == expected);
    }
    check_lanes(device, "prmt.b32", "rrrr", [](U a, U b, U c) {
        U result = 0;
        for (int index = 0; index < 4; ++index) {
            const U select = c >> (4 * index) & 15, from = byte(b << 32 | a, select & 7);
            result |= ((select & 8) == 0 ? from : (from & 128) != 0 ? U{255} : 0) << (8 * index);
        }
        return result;
    });
    const auto dot = [](bool signed_a, bool signed_b) {
        return [=](U a, U b, U c) {
            Wide sum = static_cast<Wide>(c);
            for (U index = 0; index < 4; ++index)
                sum += (signed_a ? s(byte(a, index), 8) : u(byte(a, index), 8)) *
                       (signed_b ? s(byte(b, index), 8) : u(byte(b, index), 8));
            return low(sum);
        };
    };
    check_lanes(device, "dp4a.s32.s32", "rrrr", dot(true, true));
    check_lanes(device, "dp4a.s32.u32", "rrrr", dot(true, false));
    check_lanes(device, "dp4a.u32.s32", "rrrr", dot(false, true));
    check_lanes(device, "dp4a.u32.u32", "rrrr", dot(false, false));
}

TEST_CASE("comparisons of integers, combined with predicates") {
    PtxDevice device;
    for (const IntegerType& type : types) {
        const auto compare = [&](const char* name, auto holds) {
            check_lanes(device, of((std::string("setp.") + name).c_str(), type), "q" + all(2, type),
                        [&](U a, U b, U) { return U{holds(type(a), type(b))}; });
        };
        compare("eq", [](Wide a, Wide b) { return a == b; });
        compare("ne", [](Wide a, Wide b) { return a != b; });
        compare("lt", [](Wide a, Wide b) { return a < b; });
        compare("le", [](Wide a, Wide b) { return a <= b; });
        compare("gt", [](Wide a, Wide b) { return a > b; });
        compare("ge", [](Wide a, Wide b) { return a >= b; });
    }
    check_lanes(device, "setp.lo.u32", "qrr", [](U a, U b, U) { return U{a < b}; });
    check_lanes(device, "setp.hs.u32", "qrr", [](U a, U b, U) { return U{a >= b}; });
    check_lanes(device, "setp.lt.and.u32", "qrrq", [](U a, U b, U c) { return U{a < b} & c; });
    check_lanes(device, "setp.lt.or.u32", "qrrq", [](U a, U b, U c) { return U{a < b} | c; });
    check_lanes(device, "setp.lt.xor.u32", "qrrq", [](U a, U b, U c) { return U{a < b} ^ c; });
    check_lanes(device, "set.lt.u32.u32", "rrr", [](U a, U b, U) { return a < b ? U{0xffffffff} : 0; });
    check_lanes(device, "set.gt.u32.s32", "rrr", [](U a, U b, U) { return s(a, 32) > s(b, 32) ? U{0xffffffff} : 0; });
    check_lanes(device, "set.eq.f32.u32", "frr", [](U a, U b, U) { return a == b ? bits(1.0F) : 0; });
}
