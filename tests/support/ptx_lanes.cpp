#include "tests/support/ptx_lanes.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <random>

namespace quern::test {

namespace {

struct Register {
    std::string_view prefix, load, store;
    std::uint64_t mask;
};

Register register_of(char letter) {
    switch (letter) {
        case 'r':
            return {"%r", "ld.global.u32", "st.global.u32", 0xffffffff};
        case 'd':
            return {"%d", "ld.global.u64", "st.global.u64", ~std::uint64_t{0}};
        case 'h':
            return {"%h", "ld.global.u16", "st.global.u16", 0xffff};
        case 'f':
            return {"%f", "ld.global.f32", "st.global.f32", 0xffffffff};
        case 'e':
            return {"%e", "ld.global.f64", "st.global.f64", ~std::uint64_t{0}};
        default:
            return {"%q", "", "", 1};
    }
}

// p0: operands, p1: results. %q40 is true where the lane takes part; every result starts as `marker`.
constexpr std::uint64_t marker = 0x5a5a5a5a5a5a5a5a;

std::string program(std::string_view opcode, std::string_view signature, std::string_view tail, bool every_other) {
    std::string body =
        "mov.u32 %r40, %tid.x;\nmov.u32 %r41, %ctaid.x;\nmad.lo.u32 %r40, %r41, 32, %r40;\n"
        "mul.wide.u32 %d40, %r40, 32;\nadd.u64 %d41, %p0, %d40;\nmul.wide.u32 %d42, %r40, 8;\nadd.u64 %d43, %p1, "
        "%d42;\n"
        "and.b32 %r42, %r40, 1;\nsetp.ne.u32 %q40, %r42, 0;\n";
    for (std::size_t index = 1; index < signature.size(); ++index) {
        const std::string number = std::to_string(index), offset = std::to_string(8 * (index - 1));
        if (signature[index] == 'q')
            body += "ld.global.u32 %r43, [%d41+" + offset + "];\nsetp.ne.u32 %q" + number + ", %r43, 0;\n";
        else
            body += std::string(register_of(signature[index]).load) + " " +
                    std::string(register_of(signature[index]).prefix) + number + ", [%d41+" + offset + "];\n";
    }
    const Register to = register_of(signature[0]);
    const bool to_predicate = signature[0] == 'q';
    if (to_predicate)
        body += "setp.ne.u32 %q0, 0, 0;\n";
    else
        body += std::string(to.load) + " " + std::string(to.prefix) + "0, [%d43];\n";
    body += (every_other ? "@%q40 " : "") + std::string(opcode) + " " + std::string(to.prefix) + "0";
    for (std::size_t index = 1; index < signature.size(); ++index)
        body += ", " + std::string(register_of(signature[index]).prefix) + std::to_string(index);
    body += std::string(tail) + ";\n";
    if (to_predicate)
        body += "selp.u32 %r44, 1, 0, %q0;\nst.global.u32 [%d43], %r44;\nret;\n";
    else
        body += std::string(to.store) + " [%d43], " + std::string(to.prefix) + "0;\nret;\n";
    return ptx_kernel(2, body);
}

}  // namespace

std::vector<std::uint64_t> run_lanes(PtxDevice& device, std::string_view opcode, std::string_view signature,
                                     const std::vector<LaneOperands>& operands, std::string_view tail) {
    INFO(opcode);
    std::vector<LaneOperands> padded = operands;
    while (padded.size() % 32 != 0) padded.push_back(operands.front());
    const std::uint64_t from = device.upload(padded);
    const std::uint64_t mask = register_of(signature[0]).mask;
    std::vector<std::uint64_t> result[2];
    for (const bool every_other : {false, true}) {
        const std::uint64_t to = device.upload(std::vector<std::uint64_t>(padded.size(), marker));
        void* const module = device.load(program(opcode, signature, tail, every_other));
        const int outcome = device.launch(device.kernel(module, "test"),
                                          {static_cast<unsigned>(padded.size() / 32), 32, 0}, {from, to});
        CAPTURE(device.violation());
        REQUIRE(outcome == cuda_success);
        result[every_other] = device.download<std::uint64_t>(to, padded.size());
        for (std::uint64_t& value : result[every_other]) value &= mask;
        device.unload(module);
        device.free(to);
    }
    device.free(from);
    const std::uint64_t kept = signature[0] == 'q' ? 0 : marker & mask;
    for (std::size_t lane = 0; lane < padded.size(); ++lane) {
        CAPTURE(lane);
        CHECK(result[1][lane] == (lane % 2 != 0 ? result[0][lane] : kept));
    }
    result[0].resize(operands.size());
    return result[0];
}

std::vector<LaneOperands> interesting_operands(std::string_view signature) {
    const auto edges = [](char letter) -> std::vector<std::uint64_t> {
        switch (letter) {
            case 'r':
                return {0,    1,    2,          7,          31,         32,         33,        0x7f,
                        0x80, 0xff, 0x7fffffff, 0x80000000, 0x80000001, 0xffffffff, 0xfffffffe};
            case 'd':
                return {0,
                        1,
                        2,
                        63,
                        64,
                        0xffffffff,
                        0x100000000,
                        0x7fffffffffffffff,
                        0x8000000000000000,
                        ~std::uint64_t{0}};
            case 'h':
                return {0, 1, 2, 15, 16, 0x7f, 0x80, 0x7fff, 0x8000, 0xffff};
            case 'f':
                return {bits(0.0F),  bits(-0.0F), bits(1.0F),     bits(-1.0F),    bits(0.5F),        bits(1.5F),
                        bits(2.5F),  bits(-2.5F), 0x00000001,     0x80000001,     0x007fffff,        0x00800000,
                        0x7f7fffff,  0x7f800000,  0xff800000,     0x7fc00000,     bits(16777216.0F), bits(3.14159265F),
                        bits(1e-3F), bits(-7e4F), bits(65519.0F), bits(65520.0F), bits(-1e10F)};
            case 'e':
                return {
                    bits(0.0),    bits(-0.0),    bits(1.0),  bits(-1.5),         bits(2.5),          1,
                    bits(1e300),  bits(-1e-300), bits(3.25), 0x7ff0000000000000, 0xfff0000000000000, 0x7ff8000000000000,
                    bits(1.0 / 3)};
            default:
                return {0, 1};
        }
    };
    std::mt19937_64 random(20240607);
    std::vector<LaneOperands> operands(256);
    for (std::size_t lane = 0; lane < operands.size(); ++lane)
        for (std::size_t source = 0; source + 1 < signature.size(); ++source) {
            const char letter = signature[source + 1];
            const std::vector<std::uint64_t> special = edges(letter);
            const std::uint64_t mask = register_of(letter).mask;
            // A third each: edge cases, random bits, and numbers of ordinary size.
            std::uint64_t value = random() & mask;
            if (lane % 3 == 0) value = special[random() % special.size()];
            if (lane % 3 == 1) {
                const double number = std::uniform_real_distribution<double>(-100, 100)(random);
                if (letter == 'f') value = bits(static_cast<float>(number));
                if (letter == 'e') value = bits(number);
                if (letter == 'r' || letter == 'd' || letter == 'h') value = random() % 100;
            }
            operands[lane][source] = value & mask;
        }
    return operands;
}

void check_lanes(PtxDevice& device, std::string_view opcode, std::string_view signature,
                 const std::function<std::uint64_t(std::uint64_t, std::uint64_t, std::uint64_t)>& reference,
                 std::string_view tail) {
    const std::vector<LaneOperands> operands = interesting_operands(signature);
    const std::vector<std::uint64_t> results = run_lanes(device, opcode, signature, operands, tail);
    const std::uint64_t mask = register_of(signature[0]).mask;
    for (std::size_t lane = 0; lane < operands.size(); ++lane) {
        const LaneOperands& own = operands[lane];
        const std::uint64_t expected = reference(own[0], own[1], own[2]) & mask, found = results[lane];
        // Which bits a result that is no number has, nobody promises.
        if (signature[0] == 'f' && std::isnan(as_float(expected)) && std::isnan(as_float(found))) continue;
        if (signature[0] == 'e' && std::isnan(as_double(expected)) && std::isnan(as_double(found))) continue;
        if (found == expected) continue;
        const std::string message = std::string(opcode) + " of " + std::to_string(own[0]) + ", " +
                                    std::to_string(own[1]) + ", " + std::to_string(own[2]) + " gives " +
                                    std::to_string(found) + ", not " + std::to_string(expected);
        FAIL_CHECK(message);
    }
}

}  // namespace quern::test
