#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <random>
#include <vector>

#include "gen/error.hpp"
#include "jit_x86/kernel.hpp"
#include "tests/support/guarded_buffer.hpp"
#include "tests/support/host_isas.hpp"

namespace {

using namespace quern;
using quern::test::Guard;
using quern::test::GuardedBuffer;

KernelSpec rope_spec(int head_size, RopePairs pairs) {
    KernelSpec spec;
    spec.name = "rope";
    spec.op = Op::rope;
    spec.head_size = head_size;
    spec.pairs = pairs;
    return spec;
}

struct Problem {
    std::size_t head_size, heads, gap;  ///< gap floats lie between rows
    RopePairs pairs;
    std::vector<std::int32_t> positions;  ///< one a token
    std::size_t begin, end;

    std::size_t row() const { return head_size * heads; }
    std::size_t stride() const { return row() + gap; }
    std::size_t half() const { return head_size / 2; }
    /// The two elements of pair i of a head.
    std::size_t first(std::size_t i) const { return pairs == RopePairs::adjacent ? 2 * i : i; }
    std::size_t second(std::size_t i) const { return pairs == RopePairs::adjacent ? 2 * i + 1 : i + half(); }
};

/// The documented arithmetic, scalar: the products with the cosine fused.
void rotate(const Problem& problem, std::span<const float> cosine, std::span<const float> sine, std::span<float> row,
            std::size_t position) {
    for (std::size_t head = 0; head < problem.heads; ++head)
        for (std::size_t i = 0; i < problem.half(); ++i) {
            float& a = row[head * problem.head_size + problem.first(i)];
            float& b = row[head * problem.head_size + problem.second(i)];
            const float c = cosine[position * problem.half() + i], s = sine[position * problem.half() + i];
            const float b_by_sine = b * s, a_by_sine = a * s;
            a = std::fma(a, c, -b_by_sine);
            b = std::fma(b, c, a_by_sine);
        }
}

/// Rotates rows [begin, end), which are all of x the kernel is given, every operand at a page's edge.
void check_rope(const Kernel& kernel, const Problem& problem, Guard guard) {
    const std::size_t rows = problem.end - problem.begin, positions = 12;
    std::mt19937 random(7);
    std::normal_distribution<float> normal;
    GuardedBuffer x(((rows - 1) * problem.stride() + problem.row()) * sizeof(float), sizeof(float), guard);
    GuardedBuffer cosine(positions * problem.half() * sizeof(float), sizeof(float), guard);
    GuardedBuffer sine(positions * problem.half() * sizeof(float), sizeof(float), guard);
    GuardedBuffer at((problem.end - problem.begin) * sizeof(std::int32_t), sizeof(std::int32_t), guard);
    for (float& value : x.as<float>()) value = normal(random);
    for (std::size_t i = 0; i < positions * problem.half(); ++i) {
        const double angle =
            static_cast<double>(i / problem.half()) *
            std::pow(5e5, -static_cast<double>(i % problem.half()) / static_cast<double>(problem.half()));
        cosine.as<float>()[i] = static_cast<float>(std::cos(angle));
        sine.as<float>()[i] = static_cast<float>(std::sin(angle));
    }
    std::copy_n(&problem.positions[problem.begin], rows, at.as<std::int32_t>().begin());
    for (GuardedBuffer* read : {&cosine, &sine, &at}) read->make_read_only();

    std::vector<float> expected(x.as<float>().begin(), x.as<float>().end());
    for (std::size_t r = 0; r < rows; ++r)
        rotate(problem, cosine.as<float>(), sine.as<float>(),
               std::span(expected).subspan(r * problem.stride(), problem.row()),
               static_cast<std::size_t>(problem.positions[problem.begin + r]));

    RopeCall call{};
    const auto before = [](const void* data, std::size_t bytes) {
        return reinterpret_cast<std::uintptr_t>(data) - bytes;
    };
    call.x = reinterpret_cast<float*>(before(x.data(), problem.begin * problem.stride() * sizeof(float)));
    call.x_stride = static_cast<std::int64_t>(problem.stride());
    call.heads = static_cast<std::int64_t>(problem.heads);
    call.cosine = cosine.as<float>().data();
    call.sine = sine.as<float>().data();
    call.positions = reinterpret_cast<const std::int32_t*>(before(at.data(), problem.begin * sizeof(std::int32_t)));
    call.begin = static_cast<std::int64_t>(problem.begin);
    call.end = static_cast<std::int64_t>(problem.end);
    kernel(call);

    CHECK(x.check_canaries());
    CHECK(std::memcmp(expected.data(), x.data(), x.size()) == 0);
}

TEST_CASE("rope rotates every pair as documented, on every ISA") {
    const std::vector<std::int32_t> positions = {0, 3, 11, 4, 4, 7};
    for (const Isa isa : test::host_isas())
        for (const RopePairs pairs : {RopePairs::adjacent, RopePairs::halves})
            for (const std::size_t head_size : std::array<std::size_t, 10>{16, 18, 22, 34, 62, 64, 96, 128, 254, 256}) {
                const MachineTraits machine = host_machine(isa);
                const KernelSpec spec = rope_spec(static_cast<int>(head_size), pairs);
                const Kernel kernel(spec, emit_rope(spec, machine), 0);
                CAPTURE(isa_traits(isa).name);
                CAPTURE(static_cast<int>(pairs));
                CAPTURE(head_size);
                for (const Guard guard : {Guard::before, Guard::after}) {
                    check_rope(kernel, {head_size, 1, 0, pairs, positions, 0, 1}, guard);
                    check_rope(kernel, {head_size, 4, 5, pairs, positions, 2, 6}, guard);
                    check_rope(kernel, {head_size, 3, 0, pairs, positions, 0, 6}, guard);
                }
            }
}

TEST_CASE("no tokens or no heads touch nothing") {
    for (const Isa isa : test::host_isas()) {
        const KernelSpec spec = rope_spec(64, RopePairs::adjacent);
        const Kernel kernel(spec, emit_rope(spec, host_machine(isa)), 0);
        RopeCall call{};  // null operands: any access faults
        kernel(call);
        const std::int32_t position = 0;
        GuardedBuffer angles(32 * sizeof(float), 4, Guard::after);
        call.positions = &position, call.cosine = call.sine = angles.as<float>().data();
        call.end = 1;
        kernel(call);
    }
}

TEST_CASE("head sizes that cannot be rotated are refused") {
    MachineTraits machine;
    for (const int head_size : {0, 14, 17, 258, -16})
        CHECK_THROWS_AS(emit_rope(rope_spec(head_size, RopePairs::halves), machine), Error);
}

}  // namespace
