// The oracle over Q8_1 activations, against the plain sum of products of what both operands stand for.
#include <doctest/doctest.h>

#include <cmath>
#include <random>

#include "gen/error.hpp"
#include "gen/oracle.hpp"
#include "tests/support/qgemm_case.hpp"

using namespace quern;
using namespace quern::test;

TEST_CASE("the product over Q8_1 activations is the dequantized operands'") {
    constexpr std::int64_t rows = 5, columns = 512, tokens = 3, stride = 4;
    std::mt19937 random(3);
    std::normal_distribution<float> normal;
    std::vector<float> x(static_cast<std::size_t>(tokens * columns));
    for (float& value : x) value = normal(random);
    const Q8_1Activations quantized = quantize_q8_1(x, tokens, columns, stride);
    for (const char* name : {"q4_k", "q5_k", "q6_k"}) {
        const WeightFormat& format = *weight_format_by_name(name);
        const auto gguf = random_matrix(format, rows, columns, 5);
        std::vector<float> weights(static_cast<std::size_t>(rows * columns));
        dequantize_row(format, gguf, weights);
        const ReferenceOutput reference = reference_qgemm_q8_1(format, rows, columns, tokens, gguf, quantized);
        for (std::int64_t t = 0; t < tokens; ++t)
            for (std::int64_t n = 0; n < rows; ++n) {
                double y = 0, magnitude = 0;
                for (std::int64_t k = 0; k < columns; ++k) {
                    const double scale =
                        static_cast<double>(quantized.scales[static_cast<std::size_t>(2 * (k / 32 * stride + t))]);
                    const double term = static_cast<double>(weights[static_cast<std::size_t>(n * columns + k)]) *
                                        scale * quantized.values[static_cast<std::size_t>(t * columns + k)];
                    y += term;
                    magnitude += std::fabs(term);
                }
                const auto at = static_cast<std::size_t>(t * rows + n);
                // dequantize_row rounds every weight to f32.
                CHECK(std::fabs(reference.y[at] - y) <= 1e-6 * magnitude);
                CHECK(reference.magnitude[at] >= std::fabs(reference.y[at]) * (1 - 1e-12));
            }
    }
}

TEST_CASE("Q8_1 codes are within half a step, their scaled sum is stored, and pairs past the tokens are zeros") {
    constexpr std::int64_t columns = 64, tokens = 3, stride = 4;
    std::mt19937 random(4);
    std::normal_distribution<float> normal;
    std::vector<float> x(static_cast<std::size_t>(tokens * columns));
    for (float& value : x) value = normal(random);
    const Q8_1Activations quantized = quantize_q8_1(x, tokens, columns, stride);
    for (std::size_t s = 0; s < columns / 32; ++s) {
        for (std::size_t t = 0; t < tokens; ++t) {
            const float scale = quantized.scales[2 * (s * stride + t)];
            int sum = 0, largest = 0;
            for (std::size_t k = t * columns + s * 32; k < t * columns + s * 32 + 32; ++k) {
                CHECK(std::fabs(x[k] - scale * static_cast<float>(quantized.values[k])) <= 0.5001f * scale);
                sum += quantized.values[k];
                largest = std::max(largest, std::abs(static_cast<int>(quantized.values[k])));
            }
            CHECK(largest == 127);
            CHECK(quantized.scales[2 * (s * stride + t) + 1] == scale * static_cast<float>(sum));
        }
        CHECK(quantized.scales[2 * (s * stride + tokens)] == 0);
    }
}

TEST_CASE("operands of other sizes are refused") {
    const WeightFormat& format = *weight_format_by_name("q4_k");
    const auto gguf = random_matrix(format, 2, 256, 1);
    Q8_1Activations x = quantize_q8_1(std::vector<float>(256, 1.0f), 1, 256, 2);
    CHECK_THROWS_AS(reference_qgemm_q8_1(format, 3, 256, 1, gguf, x), Error);
    CHECK_THROWS_AS(reference_qgemm_q8_1(format, 2, 256, 2, gguf, x), Error);
    x.scales.pop_back();
    CHECK_THROWS_AS(reference_qgemm_q8_1(format, 2, 256, 1, gguf, x), Error);
    CHECK_THROWS_AS(quantize_q8_1(std::vector<float>(255, 1.0f), 1, 255, 2), Error);
    CHECK_THROWS_AS(quantize_q8_1(std::vector<float>(512, 1.0f), 2, 256, 1), Error);
}
