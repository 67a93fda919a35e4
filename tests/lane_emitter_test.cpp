#include "jit_x86/lane_emitter.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <random>
#include <vector>

#include "jit_x86/executable_memory.hpp"
#include "tests/support/guarded_buffer.hpp"
#include "tests/support/host_isas.hpp"

namespace {

using namespace quern;
using quern::test::Guard;
using quern::test::GuardedBuffer;

/// Arguments of the small kernels made here.
struct ArrayCall {
    const float* input;
    float* output;
    std::int64_t count;
};

void run(const std::vector<std::uint8_t>& code, const ArrayCall& call) {
    const ExecutableMemory memory(code);
    reinterpret_cast<void (*)(const ArrayCall*)>(reinterpret_cast<std::uintptr_t>(memory.code().data()))(&call);
}

/// output[i] = e^input[i], sixteen at a time.
std::vector<std::uint8_t> emit_exp_array(Isa isa) {
    LaneEmitter emitter(isa);
    const auto &input = emitter.rax, &output = emitter.rcx, &left = emitter.rdx;
    emitter.enter_function(0);
    emitter.mov(input, emitter.ptr[emitter.rdi + offsetof(ArrayCall, input)]);
    emitter.mov(output, emitter.ptr[emitter.rdi + offsetof(ArrayCall, output)]);
    emitter.mov(left, emitter.ptr[emitter.rdi + offsetof(ArrayCall, count)]);
    Xbyak::Label next;
    emitter.L(next);
    emitter.load(Lanes{3}, input);
    emitter.exp_f32(Lanes{3}, Lanes{0}, Lanes{1}, Lanes{2});
    emitter.store(output, Lanes{3});
    emitter.add(input, 64);
    emitter.add(output, 64);
    emitter.sub(left, 16);
    emitter.jnz(next);
    emitter.leave_function();
    return emitter.finish();
}

/// Every `step`th bit pattern of the floats of both signs, and the special values; a multiple of 16 of them.
std::vector<float> floats_of_every_size(std::uint32_t step) {
    std::vector<float> values = {0.0f,
                                 -0.0f,
                                 std::numeric_limits<float>::infinity(),
                                 -std::numeric_limits<float>::infinity(),
                                 std::numeric_limits<float>::quiet_NaN(),
                                 88.72283f,
                                 88.72284f,
                                 89.0f,
                                 -86.29f,
                                 -86.31f,
                                 std::numeric_limits<float>::max(),
                                 std::numeric_limits<float>::lowest(),
                                 std::numeric_limits<float>::denorm_min()};
    for (std::uint64_t bits = 0; bits < std::uint64_t{1} << 32; bits += step)
        values.push_back(std::bit_cast<float>(static_cast<std::uint32_t>(bits)));
    // Where the result is neither 0, 1 nor inf there are few of them: fill in.
    for (float x = -90; x < 90; x += 1.37e-4f) values.push_back(x);
    values.resize((values.size() + 15) / 16 * 16, 0.0f);
    return values;
}

double ulp_of(double value) {
    return std::ldexp(1.0, std::ilogb(value) - 23);
}

TEST_CASE("exp is within 1 ulp, exact at 0, and the same bits on every ISA") {
    const std::vector<float> x = floats_of_every_size(6007);
    std::vector<float> first;
    for (const Isa isa : test::host_isas()) {
        CAPTURE(isa_traits(isa).name);
        std::vector<float> y(x.size());
        run(emit_exp_array(isa), {x.data(), y.data(), static_cast<std::int64_t>(x.size())});
        std::size_t wrong = 0;
        for (std::size_t i = 0; i < x.size(); ++i) {
            const double exact = std::exp(static_cast<double>(x[i]));
            if (std::isnan(x[i])) {
                wrong += !std::isnan(y[i]);
            } else if (x[i] < -86.4f) {
                wrong += std::bit_cast<std::uint32_t>(y[i]) != 0;
            } else if (x[i] < -86.2f) {
                wrong += y[i] != 0 && !(std::fabs(y[i] - exact) <= ulp_of(exact));
            } else if (exact > static_cast<double>(std::numeric_limits<float>::max()) * (1 + 0x1p-25)) {
                wrong += !std::isinf(y[i]);
            } else if (!std::isinf(y[i])) {
                wrong += !(std::fabs(y[i] - exact) <= ulp_of(exact));
            } else {
                wrong += exact < static_cast<double>(std::numeric_limits<float>::max()) * (1 - 0x1p-23);
            }
        }
        CHECK(wrong == 0);
        CHECK(y[0] == 1.0f);
        CHECK(y[1] == 1.0f);
        if (first.empty()) first = y;
        CHECK(std::equal(y.begin(), y.end(), first.begin(), [](float a, float b) {
            return std::bit_cast<std::uint32_t>(a) == std::bit_cast<std::uint32_t>(b);
        }));
    }
}

/// output[0..15] = the sum of input[0..15], output[16..31] their maximum.
std::vector<std::uint8_t> emit_reductions(Isa isa) {
    LaneEmitter emitter(isa);
    emitter.enter_function(0);
    emitter.mov(emitter.rax, emitter.ptr[emitter.rdi + offsetof(ArrayCall, input)]);
    emitter.mov(emitter.rcx, emitter.ptr[emitter.rdi + offsetof(ArrayCall, output)]);
    emitter.load(Lanes{0}, emitter.rax);
    emitter.broadcast(Lanes{0}, emitter.horizontal_sum(Lanes{0}, Lanes{1}));
    emitter.store(emitter.rcx, Lanes{0});
    emitter.load(Lanes{0}, emitter.rax);
    emitter.broadcast(Lanes{2}, emitter.horizontal_max(Lanes{0}, Lanes{1}));
    emitter.store(emitter.rcx + 64, Lanes{2});
    emitter.leave_function();
    return emitter.finish();
}

TEST_CASE("reductions follow the documented tree") {
    std::mt19937 random(3);
    std::uniform_real_distribution<float> uniform(-1, 1);
    for (const Isa isa : test::host_isas()) {
        CAPTURE(isa_traits(isa).name);
        for (int round = 0; round < 200; ++round) {
            std::array<float, 16> x, tree;
            for (float& value : x) value = std::ldexp(uniform(random), static_cast<int>(random() % 20));
            tree = x;
            for (const std::size_t apart : std::array<std::size_t, 4>{8, 4, 2, 1})
                for (std::size_t i = 0; i < apart; ++i) tree[i] += tree[i + apart];
            std::array<float, 32> y;
            run(emit_reductions(isa), {x.data(), y.data(), 16});
            for (std::size_t i = 0; i < 16; ++i) {
                REQUIRE(y[i] == tree[0]);
                REQUIRE(y[16 + i] == *std::max_element(x.begin(), x.end()));
            }
        }
    }
}

/// output[0..count) = input[0..count).
std::vector<std::uint8_t> emit_partial_copy(Isa isa, int count) {
    LaneEmitter emitter(isa);
    emitter.enter_function(0);
    emitter.mov(emitter.rax, emitter.ptr[emitter.rdi + offsetof(ArrayCall, input)]);
    emitter.mov(emitter.rcx, emitter.ptr[emitter.rdi + offsetof(ArrayCall, output)]);
    emitter.load_first(Lanes{0}, emitter.rax, count);
    emitter.store_first(emitter.rcx, Lanes{0}, count, Lanes{1});
    emitter.leave_function();
    return emitter.finish();
}

TEST_CASE("partial loads and stores touch their lanes alone") {
    for (const Isa isa : test::host_isas())
        for (int count = 1; count <= 16; ++count)
            for (const Guard guard : {Guard::before, Guard::after}) {
                CAPTURE(isa_traits(isa).name);
                CAPTURE(count);
                const auto size = static_cast<std::size_t>(count) * sizeof(float);
                GuardedBuffer input(size, 4, guard), output(size, 4, guard);
                for (std::size_t i = 0; i < input.as<float>().size(); ++i)
                    input.as<float>()[i] = static_cast<float>(i + 1);
                run(emit_partial_copy(isa, count), {input.as<float>().data(), output.as<float>().data(), count});
                CHECK(output.check_canaries());
                for (std::size_t i = 0; i < output.as<float>().size(); ++i)
                    CHECK(output.as<float>()[i] == static_cast<float>(i + 1));
            }
}

}  // namespace
