#include "gen/oracle.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <cstring>
#include <limits>
#include <string>
#include <vector>

#include "gen/activation_layout.hpp"
#include "gen/error.hpp"
#include "tests/support/random_blocks.hpp"

using namespace quern;

namespace {

// One ActivationLayout record, taken apart.
struct Record {
    std::array<std::int8_t, 256> code;
    std::array<std::int16_t, 16> sum16;
    std::array<std::int16_t, 8> sum32;
    float scale;
    std::array<std::uint8_t, 12> padding;

    explicit Record(const std::uint8_t* bytes) {
        std::memcpy(code.data(), bytes, 256);
        std::memcpy(sum16.data(), bytes + 256, 32);
        std::memcpy(sum32.data(), bytes + 288, 16);
        std::memcpy(&scale, bytes + 304, 4);
        std::memcpy(padding.data(), bytes + 308, 12);
    }

    void check_sums() const {
        for (std::size_t g = 0; g < 16; ++g) {
            int sum = 0;
            for (std::size_t k = 16 * g; k < 16 * g + 16; ++k) sum += code[k];
            CHECK(sum16[g] == sum);
        }
        for (std::size_t g = 0; g < 8; ++g) CHECK(sum32[g] == sum16[2 * g] + sum16[2 * g + 1]);
        for (const std::uint8_t byte : padding) CHECK(byte == 0);
    }
};

Record quantize_one(const std::vector<float>& values) {
    std::vector<std::uint8_t> bytes(ActivationLayout::record_bytes, 0xee);
    quantize_activations(values, bytes.data(), bytes.size());
    return Record(bytes.data());
}

std::vector<std::uint8_t> random_activations(std::size_t tokens, std::size_t columns, std::mt19937& random) {
    std::normal_distribution<float> normal;
    const std::size_t stride = tokens * ActivationLayout::record_bytes;
    std::vector<std::uint8_t> records(columns / 256 * stride);
    std::vector<float> row(columns);
    for (std::size_t t = 0; t < tokens; ++t) {
        for (float& value : row) value = normal(random);
        quantize_activations(row, records.data() + t * ActivationLayout::record_bytes, stride);
    }
    return records;
}

void put_float(std::uint8_t* at, float value) {
    std::memcpy(at, &value, sizeof value);
}

}  // namespace

TEST_CASE("quantizer: ties go to even, the largest value to 127 or -127") {
    std::vector<float> values(256, 0.0f);
    values[0] = 127.0f;  // inverse = scale = 1
    values[1] = 0.5f;
    values[2] = 1.5f;
    values[3] = -0.5f;
    values[4] = -1.5f;
    values[5] = -2.5f;
    values[6] = 126.5f;
    values[7] = 0.49999997f;
    values[255] = -127.0f;
    const Record record = quantize_one(values);
    CHECK(record.scale == 1.0f);
    CHECK(record.code[0] == 127);
    CHECK(record.code[1] == 0);
    CHECK(record.code[2] == 2);
    CHECK(record.code[3] == 0);
    CHECK(record.code[4] == -2);
    CHECK(record.code[5] == -2);
    CHECK(record.code[6] == 126);
    CHECK(record.code[7] == 0);
    CHECK(record.code[255] == -127);
    record.check_sums();
}

TEST_CASE("quantizer: codes at the bounds give the largest sums") {
    for (const float value : {3.25f, -3.25f}) {
        const Record record = quantize_one(std::vector<float>(256, value));
        for (const std::int8_t code : record.code) CHECK(code == (value > 0 ? 127 : -127));
        CHECK(record.sum16[15] == (value > 0 ? 127 : -127) * 16);
        CHECK(record.sum32[7] == (value > 0 ? 127 : -127) * 32);
        record.check_sums();
    }
}

TEST_CASE("quantizer: random rows come back within half a step, in f32 as documented") {
    std::mt19937 random(1);
    std::normal_distribution<float> normal;
    for (const float size : {1e-20f, 1.0f, 1e20f}) {
        std::vector<float> values(256);
        float amax = 0;
        for (float& value : values) {
            value = normal(random) * size;
            amax = std::max(amax, std::fabs(value));
        }
        const Record record = quantize_one(values);
        const float inverse = 127.0f / amax;
        CHECK(record.scale == 1.0f / inverse);
        int largest = 0;
        for (std::size_t k = 0; k < 256; ++k) {
            CHECK(std::fabs(values[k] - record.scale * static_cast<float>(record.code[k])) <= 0.5001f * record.scale);
            largest = std::max(largest, std::abs(record.code[k]));
        }
        CHECK(largest == 127);
        record.check_sums();
    }
}

TEST_CASE("quantizer: zero and tiny rows are stored as zeros with scale 0") {
    const float below = std::nextafter(ActivationLayout::smallest_amax, 0.0f);
    for (const float value : {0.0f, -0.0f, below, -below, std::numeric_limits<float>::denorm_min()}) {
        const Record record = quantize_one(std::vector<float>(256, value));
        CHECK(record.scale == 0.0f);
        CHECK(!std::signbit(record.scale));
        for (const std::int8_t code : record.code) CHECK(code == 0);
        record.check_sums();
    }
    const Record smallest = quantize_one(std::vector<float>(256, ActivationLayout::smallest_amax));
    CHECK(smallest.scale > 0.0f);
    CHECK(smallest.code[0] == 127);
    const Record largest = quantize_one(std::vector<float>(256, std::numeric_limits<float>::max()));
    CHECK(std::isfinite(largest.scale));
    CHECK(largest.code[0] == 127);
}

TEST_CASE("quantizer: super-blocks are independent and lie a stride apart") {
    std::vector<float> row(768, 1.0f);
    row[256] = 100.0f;
    const std::size_t stride = 2 * ActivationLayout::record_bytes;
    std::vector<std::uint8_t> bytes(3 * stride, 0xee);
    quantize_activations(row, bytes.data(), stride);
    for (std::size_t b = 0; b < 3; ++b) {
        const std::vector<float> part(row.begin() + static_cast<std::ptrdiff_t>(b * 256),
                                      row.begin() + static_cast<std::ptrdiff_t>(b * 256 + 256));
        std::vector<std::uint8_t> alone(ActivationLayout::record_bytes);
        quantize_activations(part, alone.data(), alone.size());
        CHECK(std::memcmp(alone.data(), bytes.data() + b * stride, alone.size()) == 0);
        for (std::size_t i = ActivationLayout::record_bytes; i < stride; ++i) CHECK(bytes[b * stride + i] == 0xee);
    }
    CHECK_THROWS_AS(quantize_activations(std::span(row).first(255), bytes.data(), stride), Error);
}

TEST_CASE("dequantized weights are the formula of the format table") {
    std::mt19937 random(2);
    for (const WeightFormat& format : weight_formats()) {
        if (!format.quantized()) continue;
        CAPTURE(format.name);
        const std::vector<std::uint8_t> blocks = random_blocks(format, 64, random);
        std::vector<float> weights(64 * 256);
        dequantize_row(format, blocks, weights);
        int wrong = 0;
        for (std::size_t i = 0; i < weights.size(); ++i) {
            const std::uint8_t* block = &blocks[i / 256 * static_cast<std::size_t>(format.block_bytes)];
            const int k = static_cast<int>(i % 256);
            const auto s = static_cast<std::size_t>(k / format.sub_block);
            const BlockScales scales = decode_scales(format, block);
            std::uint16_t half;
            std::memcpy(&half, block + format.d_offset, 2);
            const float scale = half_to_float(half) * static_cast<float>(scales.scale[s]);
            float expected = scale * static_cast<float>(decode_code(format, block, k) - format.zero_point);
            if (format.has_mins) {
                std::memcpy(&half, block + format.dmin_offset, 2);
                const float min = half_to_float(half) * static_cast<float>(scales.min[s]);
                expected -= min;
            }
            wrong += std::memcmp(&expected, &weights[i], 4) != 0;
        }
        CHECK(wrong == 0);
    }
}

TEST_CASE("f32 rows are copied, and sizes that do not match throw") {
    const std::vector<float> source{1.0f, -0.0f, 3e38f};
    std::vector<std::uint8_t> bytes(12);
    std::memcpy(bytes.data(), source.data(), 12);
    std::vector<float> copy(3);
    dequantize_row(*weight_format_by_name("f32"), bytes, copy);
    CHECK(std::memcmp(copy.data(), source.data(), 12) == 0);
    CHECK_THROWS_AS(dequantize_row(*weight_format_by_name("f32"), std::span(bytes).first(11), copy), Error);
    CHECK_THROWS_AS(dequantize_row(*weight_format_by_name("f32"), std::span(bytes).first(8), copy), Error);

    const WeightFormat& q4_k = *weight_format_by_name("q4_k");
    const std::vector<std::uint8_t> block(288);
    std::vector<float> weights(512);
    CHECK_NOTHROW(dequantize_row(q4_k, block, weights));
    CHECK_THROWS_AS(dequantize_row(q4_k, std::span(block).first(287), weights), Error);
    CHECK_THROWS_AS(dequantize_row(q4_k, block, std::span(weights).first(256)), Error);
    CHECK_THROWS_AS(dequantize_row(q4_k, block, std::span(weights).first(511)), Error);
}

TEST_CASE("the reference product is the plain f64 product over dequantized weights") {
    std::mt19937 random(3);
    const std::size_t rows = 19, columns = 768, tokens = 5;
    const std::vector<std::uint8_t> records = random_activations(tokens, columns, random);
    for (const WeightFormat& format : weight_formats()) {
        if (!format.quantized()) continue;
        CAPTURE(format.name);
        const std::vector<std::uint8_t> gguf = random_blocks(format, rows * columns / 256, random);
        std::vector<float> weights(rows * columns);
        dequantize_row(format, gguf, weights);
        const ReferenceOutput reference = reference_qgemm(format, rows, columns, tokens, gguf, records);
        REQUIRE(reference.y.size() == rows * tokens);
        REQUIRE(reference.magnitude.size() == rows * tokens);
        for (std::size_t t = 0; t < tokens; ++t)
            for (std::size_t n = 0; n < rows; ++n) {
                double y = 0, size = 0;
                for (std::size_t k = 0; k < columns; ++k) {
                    const Record record(&records[(k / 256 * tokens + t) * ActivationLayout::record_bytes]);
                    const double x = double{record.scale} * record.code[k % 256];
                    const double term = x * double{weights[n * columns + k]};
                    y += term;
                    // What the f32 rounding of the weight is relative to: its product and its min.
                    const std::uint8_t* block =
                        &gguf[(n * columns + k) / 256 * static_cast<std::size_t>(format.block_bytes)];
                    double offset = 0;
                    if (format.has_mins) {
                        std::uint16_t half;
                        std::memcpy(&half, block + format.dmin_offset, 2);
                        offset = double{half_to_float(half)} *
                                 decode_scales(format, block).min[k % 256 / static_cast<std::size_t>(format.sub_block)];
                    }
                    size += std::fabs(term) + 2 * std::fabs(x * offset);
                }
                CHECK(std::fabs(reference.y[t * rows + n] - y) <= 0x1p-22 * size);
                CHECK(reference.magnitude[t * rows + n] >= std::fabs(reference.y[t * rows + n]) * (1 - 1e-12));
            }
    }
}

TEST_CASE("a product worked by hand, and its magnitude") {
    // One row, one token, one super-block; q4_k with d = 2, dmin = 0.5, scales 3 and mins 5 in sub-block 0 alone.
    const WeightFormat& format = *weight_format_by_name("q4_k");
    std::vector<std::uint8_t> block(144, 0);
    block[1] = 0x40;      // d = 2
    block[3] = 0x38;      // dmin = 0.5
    block[4] = 3;         // scale of sub-block 0
    block[8] = 5;         // min of sub-block 0
    block[16] = 0x07;     // code 0 = 7
    block[16 + 31] = 15;  // code 31 = 15
    std::vector<std::uint8_t> record(ActivationLayout::record_bytes, 0);
    record[0] = 10;
    record[31] = static_cast<std::uint8_t>(-20);
    record[32] = 99;  // sub-block 1 has scale and min 0
    put_float(&record[304], 0.25f);
    const ReferenceOutput reference = reference_qgemm(format, 1, 256, 1, block, record);
    const double dot = 2 * 3 * (7 * 10 - 15 * 20), offset = 0.5 * 5 * (10 - 20);
    CHECK(reference.y[0] == 0.25 * (dot - offset));
    CHECK(reference.magnitude[0] == 0.25 * (std::fabs(dot) + std::fabs(offset)));

    // q6_k: d = 2, scale -3 in sub-block 0, codes 33 (that is 1) and the rest 0 (that is -32).
    const WeightFormat& q6_k = *weight_format_by_name("q6_k");
    std::vector<std::uint8_t> block6(210, 0);
    block6[209] = 0x40;
    block6[192] = static_cast<std::uint8_t>(-3);
    block6[0] = 0x01;
    block6[128] = 0x02;
    const ReferenceOutput reference6 = reference_qgemm(q6_k, 1, 256, 1, block6, record);
    CHECK(reference6.y[0] == 0.25 * 2 * -3 * (1 * 10));
    CHECK(reference6.magnitude[0] == 0.25 * (2 * 3 * 33 * 10 + 2 * 3 * 32 * 10));
}

TEST_CASE("the reference product is linear in the token scale, per token and per row") {
    std::mt19937 random(4);
    const std::size_t rows = 3, columns = 512, tokens = 4;
    for (const WeightFormat& format : weight_formats()) {
        if (!format.quantized()) continue;
        CAPTURE(format.name);
        const std::vector<std::uint8_t> gguf = random_blocks(format, rows * columns / 256, random);
        const std::vector<std::uint8_t> records = random_activations(tokens, columns, random);
        const ReferenceOutput base = reference_qgemm(format, rows, columns, tokens, gguf, records);

        // Scaled by a power of two and negated: exactly -8 times the output, 8 times the magnitude, of that token
        // alone.
        std::vector<std::uint8_t> scaled = records;
        for (std::size_t b = 0; b < columns / 256; ++b) {
            std::uint8_t* record = &scaled[(b * tokens + 2) * ActivationLayout::record_bytes];
            put_float(record + ActivationLayout::scale_offset, -8 * Record(record).scale);
        }
        const ReferenceOutput other = reference_qgemm(format, rows, columns, tokens, gguf, scaled);
        for (std::size_t t = 0; t < tokens; ++t)
            for (std::size_t n = 0; n < rows; ++n) {
                const std::size_t at = t * rows + n;
                CHECK(other.y[at] == base.y[at] * (t == 2 ? -8 : 1));
                CHECK(other.magnitude[at] == base.magnitude[at] * (t == 2 ? 8 : 1));
            }

        // A row alone gives what it gives among others; a stored sum has no say.
        const std::size_t row_bytes = columns / 256 * static_cast<std::size_t>(format.block_bytes);
        std::vector<std::uint8_t> without_sums = records;
        for (std::size_t r = 0; r < without_sums.size() / ActivationLayout::record_bytes; ++r)
            std::memset(&without_sums[r * ActivationLayout::record_bytes + 256], 0x55, 48);
        const ReferenceOutput row =
            reference_qgemm(format, 1, columns, tokens, std::span(gguf).subspan(row_bytes, row_bytes), without_sums);
        for (std::size_t t = 0; t < tokens; ++t) CHECK(row.y[t] == base.y[t * rows + 1]);
    }
}

TEST_CASE("the reference product refuses operands that do not match") {
    const WeightFormat& format = *weight_format_by_name("q4_k");
    const std::vector<std::uint8_t> gguf(2 * 144), records(2 * ActivationLayout::record_bytes);
    CHECK_NOTHROW(reference_qgemm(format, 2, 256, 2, gguf, records));
    CHECK_THROWS_AS(reference_qgemm(format, 1, 256, 2, gguf, records), Error);
    CHECK_THROWS_AS(reference_qgemm(format, 2, 256, 1, gguf, records), Error);
    CHECK_THROWS_AS(reference_qgemm(format, 2, 255, 2, gguf, records), Error);
    CHECK_THROWS_AS(reference_qgemm(format, 0, 256, 2, {}, records), Error);
    CHECK_THROWS_AS(reference_qgemm(format, 2, 256, 0, gguf, std::span<const std::uint8_t>()), Error);
    CHECK_THROWS_AS(reference_qgemm(*weight_format_by_name("f32"), 2, 256, 2, gguf, records), Error);
}
