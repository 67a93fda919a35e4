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

Kernel compile_attention(std::size_t head_size, Isa isa) {
    KernelSpec spec;
    spec.name = "attention";
    spec.op = Op::attention;
    spec.head_size = static_cast<int>(head_size);
    return Kernel(spec, emit_attention(spec, host_machine(isa)), 0);
}

/// One head: q is [queries][head_size], k and v are [keys][head_size].
struct Problem {
    std::size_t head_size, keys, queries;
    std::vector<float> q, k, v;

    /// q has `sharpness` as its standard deviation: the larger, the closer softmax is to a choice.
    Problem(std::size_t head_size, std::size_t keys, std::size_t queries, float sharpness)
        : head_size(head_size), keys(keys), queries(queries) {
        std::mt19937 random(static_cast<unsigned>(head_size * 1000 + keys));
        std::normal_distribution<float> normal;
        q.resize(queries * head_size), k.resize(keys * head_size), v.resize(keys * head_size);
        for (float& value : q) value = sharpness * normal(random);
        for (float& value : k) value = normal(random);
        for (float& value : v) value = normal(random);
    }
};

constexpr std::size_t gap = 5;  // floats between rows

/// Rows [begin, end) of `all`, [rows][size], laid size + gap apart, the last one ending at the buffer's end.
GuardedBuffer strided_rows(const std::vector<float>& all, std::size_t size, std::size_t begin, std::size_t end,
                           Guard guard) {
    GuardedBuffer buffer(((end - begin - 1) * (size + gap) + size) * sizeof(float), sizeof(float), guard);
    for (std::size_t i = 0; i < buffer.as<float>().size(); ++i) {
        const std::size_t row = i / (size + gap), column = i % (size + gap);
        buffer.as<float>()[i] = column < size ? all[(begin + row) * size + column] : 4e30f;
    }
    return buffer;
}

/// Output rows [begin, end), which with K and V are all the kernel is given, every operand at a page's edge.
std::vector<float> attend(const Kernel& kernel, const Problem& problem, std::size_t begin, std::size_t end,
                          Guard guard) {
    const std::size_t size = problem.head_size, stride = size + gap;
    GuardedBuffer q = strided_rows(problem.q, size, begin, end, guard);
    GuardedBuffer k = strided_rows(problem.k, size, 0, problem.keys, guard);
    GuardedBuffer v = strided_rows(problem.v, size, 0, problem.keys, guard);
    GuardedBuffer output = strided_rows(problem.q, size, begin, end, guard);
    GuardedBuffer scratch(kernel.scratch_bytes(), 64, guard);
    std::memset(scratch.data(), 0xFF, scratch.size());  // NaN wherever it is read before it is written
    for (GuardedBuffer* read : {&q, &k, &v}) read->make_read_only();

    const auto row_zero = [&](GuardedBuffer& rows) {
        return reinterpret_cast<float*>(reinterpret_cast<std::uintptr_t>(rows.data()) - begin * stride * sizeof(float));
    };
    AttentionCall call{};
    call.q = row_zero(q);
    call.k = k.as<float>().data();
    call.v = v.as<float>().data();
    call.output = row_zero(output);
    call.q_stride = call.k_stride = call.v_stride = call.output_stride = static_cast<std::int64_t>(stride);
    call.keys = static_cast<std::int64_t>(problem.keys);
    call.begin = static_cast<std::int64_t>(begin);
    call.end = static_cast<std::int64_t>(end);
    call.scratch = scratch.data();
    kernel(call);

    REQUIRE(output.check_canaries());
    REQUIRE(scratch.check_canaries());
    std::vector<float> rows;
    for (std::size_t i = 0; i < output.as<float>().size(); ++i) {
        if (i % stride < size) {
            rows.push_back(output.as<float>()[i]);
        } else {
            REQUIRE(output.as<float>()[i] == 4e30f);
        }
    }
    return rows;
}

bool same_bits(const std::vector<float>& a, const std::vector<float>& b) {
    return a.size() == b.size() && std::memcmp(a.data(), b.data(), a.size() * sizeof(float)) == 0;
}

/// Compares every query with the f64 softmax. An error e in a score moves a weight by the factor 1 + e, so the bound is
/// relative to the sum of weight * |v|: the rounding of the scores, plus that of exp, the sums and the division.
void check_against_f64(const Problem& problem, const std::vector<float>& output) {
    constexpr double rounding = 0x1p-24;
    const double scale = 1 / std::sqrt(static_cast<double>(problem.head_size));
    std::size_t wrong = 0;
    for (std::size_t i = 0; i < problem.queries; ++i) {
        std::vector<double> weight(problem.keys);
        double largest = -INFINITY, score_magnitude = 0, sum = 0;
        for (std::size_t j = 0; j < problem.keys; ++j) {
            double magnitude = 0;
            for (std::size_t d = 0; d < problem.head_size; ++d) {
                const double product = static_cast<double>(problem.q[i * problem.head_size + d]) *
                                       problem.k[j * problem.head_size + d] * scale;
                weight[j] += product;
                magnitude += std::fabs(product);
            }
            largest = std::max(largest, weight[j]);
            score_magnitude = std::max(score_magnitude, magnitude);
        }
        for (double& score : weight) sum += score = std::exp(score - largest);
        for (std::size_t d = 0; d < problem.head_size; ++d) {
            double exact = 0, magnitude = 0;
            for (std::size_t j = 0; j < problem.keys; ++j) {
                const double term = weight[j] / sum * problem.v[j * problem.head_size + d];
                exact += term;
                magnitude += std::fabs(term);
            }
            const double bound = rounding * (8 + 4 * score_magnitude) * magnitude + 1e-37;
            wrong += !(std::fabs(output[i * problem.head_size + d] - exact) <= bound);
        }
    }
    CHECK(wrong == 0);
}

/// Every ISA, both guards and several ways to split the queries: one and the same result, close to f64's.
void check_attention(const std::vector<Isa>& isas, const Problem& problem) {
    CAPTURE(problem.head_size);
    CAPTURE(problem.keys);
    CAPTURE(problem.queries);
    std::vector<float> first;
    for (const Isa isa : isas) {
        CAPTURE(isa_traits(isa).name);
        const Kernel kernel = compile_attention(problem.head_size, isa);
        for (const Guard guard : {Guard::before, Guard::after}) {
            const std::vector<float> whole = attend(kernel, problem, 0, problem.queries, guard);
            if (first.empty()) {
                first = whole;
                check_against_f64(problem, first);
            }
            CHECK(same_bits(whole, first));
        }
        for (const std::size_t step : std::array<std::size_t, 3>{1, 7, 64}) {
            if (step >= problem.queries || problem.queries / step > 16) continue;
            std::vector<float> pieces;
            for (std::size_t begin = 0; begin < problem.queries; begin += step) {
                const std::vector<float> piece =
                    attend(kernel, problem, begin, std::min(begin + step, problem.queries), Guard::after);
                pieces.insert(pieces.end(), piece.begin(), piece.end());
            }
            CHECK(same_bits(pieces, first));
        }
    }
}

TEST_CASE("attention equals the f64 softmax for every head size") {
    const std::vector<Isa> isas = test::host_isas();
    for (std::size_t head_size = 16; head_size <= 256; head_size += 16)
        check_attention(isas, Problem(head_size, 83, 13, 1));
}

TEST_CASE("attention equals the f64 softmax for every length of the last key block") {
    const std::vector<Isa> isas = test::host_isas();
    for (std::size_t keys = 1; keys <= 66; ++keys) check_attention(isas, Problem(32, keys, 7, 1));
    for (const std::size_t keys : std::array<std::size_t, 5>{127, 128, 129, 148, 200})
        check_attention(isas, Problem(128, keys, 12, 1));
}

TEST_CASE("attention takes any number of queries") {
    const std::vector<Isa> isas = test::host_isas();
    for (const std::size_t queries : std::array<std::size_t, 11>{1, 2, 5, 6, 8, 97, 148, 191, 192, 193, 200})
        check_attention(isas, Problem(64, 70, queries, 1));
}

TEST_CASE("attention keeps its precision when softmax is flat or a choice") {
    const std::vector<Isa> isas = test::host_isas();
    for (const float sharpness : {0.0f, 1e-20f, 30.0f, 1e4f, 1e15f})
        check_attention(isas, Problem(64, 150, 9, sharpness));
}

TEST_CASE("equal keys average their values") {
    for (const Isa isa : test::host_isas()) {
        Problem problem(16, 130, 3, 1);
        for (std::size_t i = 0; i < problem.k.size(); ++i) problem.k[i] = 0.25f;
        for (std::size_t i = 0; i < problem.v.size(); ++i) problem.v[i] = i / 16 % 2 ? 3.0f : 1.0f;
        for (const float y : attend(compile_attention(16, isa), problem, 0, 3, Guard::after)) CHECK(y == 2.0f);
    }
}

TEST_CASE("no queries touch nothing") {
    for (const Isa isa : test::host_isas()) compile_attention(64, isa)(AttentionCall{});
}

TEST_CASE("head sizes attention cannot take are refused") {
    MachineTraits machine;
    KernelSpec spec;
    spec.op = Op::attention;
    for (const int head_size : {0, 8, 24, 100, 272, -16}) {
        spec.head_size = head_size;
        CHECK_THROWS_AS(emit_attention(spec, machine), Error);
    }
}

}  // namespace
