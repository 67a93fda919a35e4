#include "gen/weight_format.hpp"

#include <doctest/doctest.h>

#include <bit>
#include <cmath>
#include <cstring>
#include <limits>
#include <string>
#include <vector>

using namespace quern;

namespace {

// Blocks are written here from ggml's own description of its structs, field by field, not through the format table.
struct KnownBlock {
    std::array<int, 256> codes{};
    std::array<int, 16> scales{}, mins{};
    std::vector<std::uint8_t> bytes;
};

void put_nibbles_of_64(KnownBlock& block, std::size_t offset) {
    for (std::size_t k = 0; k < 256; ++k) {
        const std::size_t byte = offset + k / 64 * 32 + k % 32;
        block.bytes[byte] =
            static_cast<std::uint8_t>(block.bytes[byte] | (block.codes[k] & 15) << (k % 64 < 32 ? 0 : 4));
    }
}

void put_six_bit_pairs(KnownBlock& block, std::size_t offset) {
    for (std::size_t s = 0; s < 8; ++s) {
        block.scales[s] = static_cast<int>(s * 9 % 64);
        block.mins[s] = static_cast<int>(63 - s * 5);
    }
    const auto or_into = [&](std::size_t at, int bits) {
        block.bytes[offset + at] = static_cast<std::uint8_t>(block.bytes[offset + at] | bits);
    };
    for (std::size_t s = 0; s < 4; ++s) {
        or_into(s, block.scales[s]);
        or_into(s + 4, block.mins[s]);
    }
    for (std::size_t s = 4; s < 8; ++s) {
        or_into(s + 4, (block.scales[s] & 15) | (block.mins[s] & 15) << 4);
        or_into(s - 4, block.scales[s] >> 4 << 6);
        or_into(s, block.mins[s] >> 4 << 6);
    }
}

KnownBlock known_block(std::string_view format) {
    KnownBlock block;
    if (format == "q4_k") {  // f16 d, dmin | scales[12] | qs[128]
        block.bytes.resize(144);
        for (std::size_t k = 0; k < 256; ++k) block.codes[k] = static_cast<int>((k * 7 + k / 32) % 16);
        put_six_bit_pairs(block, 4);
        put_nibbles_of_64(block, 16);
    } else if (format == "q5_k") {  // f16 d, dmin | scales[12] | qh[32] | qs[128]
        block.bytes.resize(176);
        for (std::size_t k = 0; k < 256; ++k) block.codes[k] = static_cast<int>((k * 11 + k / 32) % 32);
        put_six_bit_pairs(block, 4);
        put_nibbles_of_64(block, 48);
        for (std::size_t k = 0; k < 256; ++k)
            block.bytes[16 + k % 32] =
                static_cast<std::uint8_t>(block.bytes[16 + k % 32] | (block.codes[k] >> 4) << (k / 32));
    } else {  // q6_k: ql[128] | qh[64] | int8 scales[16] | f16 d
        block.bytes.resize(210);
        for (std::size_t k = 0; k < 256; ++k) block.codes[k] = static_cast<int>((k * 13 + k / 32) % 64);
        for (std::size_t half = 0; half < 2; ++half)
            for (std::size_t l = 0; l < 32; ++l) {
                const int* q = &block.codes[128 * half + l];
                block.bytes[64 * half + l] = static_cast<std::uint8_t>((q[0] & 15) | (q[64] & 15) << 4);
                block.bytes[64 * half + 32 + l] = static_cast<std::uint8_t>((q[32] & 15) | (q[96] & 15) << 4);
                block.bytes[128 + 32 * half + l] =
                    static_cast<std::uint8_t>(q[0] >> 4 | q[32] >> 4 << 2 | q[64] >> 4 << 4 | q[96] >> 4 << 6);
            }
        for (std::size_t s = 0; s < 16; ++s) {
            block.scales[s] = static_cast<int>(s * 17) - 128;
            block.bytes[192 + s] = static_cast<std::uint8_t>(block.scales[s]);
        }
    }
    return block;
}

}  // namespace

TEST_CASE("codes, scales and mins of known blocks") {
    for (const std::string name : {"q4_k", "q5_k", "q6_k"}) {
        CAPTURE(name);
        const WeightFormat& format = *weight_format_by_name(name);
        const KnownBlock known = known_block(name);
        REQUIRE(known.bytes.size() == static_cast<std::size_t>(format.block_bytes));
        for (int k = 0; k < 256; ++k) {
            CAPTURE(k);
            CHECK(decode_code(format, known.bytes.data(), k) == known.codes[static_cast<std::size_t>(k)]);
        }
        const BlockScales scales = decode_scales(format, known.bytes.data());
        for (std::size_t s = 0; s < 16; ++s) {
            CAPTURE(s);
            CHECK(scales.scale[s] == known.scales[s]);
            CHECK(scales.min[s] == known.mins[s]);
        }
    }
}

TEST_CASE("every code reaches its largest value and no further") {
    for (const WeightFormat& format : weight_formats()) {
        if (!format.quantized()) continue;
        CAPTURE(format.name);
        const std::vector<std::uint8_t> ones(static_cast<std::size_t>(format.block_bytes), 0xff);
        for (int k = 0; k < format.block_weights; ++k) CHECK(decode_code(format, ones.data(), k) == format.max_code());
    }
    CHECK(weight_format_by_name("q4_k")->max_code() == 15);
    CHECK(weight_format_by_name("q5_k")->max_code() == 31);
    CHECK(weight_format_by_name("q6_k")->max_code() == 63);
}

TEST_CASE("each bit of the code planes belongs to exactly one weight, and no other byte to any") {
    for (const WeightFormat& format : weight_formats()) {
        if (!format.quantized()) continue;
        CAPTURE(format.name);
        std::vector<std::uint8_t> block(static_cast<std::size_t>(format.block_bytes), 0);
        int plane_bits = 0;
        for (std::size_t bit = 0; bit < block.size() * 8; ++bit) {
            block[bit / 8] = static_cast<std::uint8_t>(1 << bit % 8);
            int touched = 0;
            for (int k = 0; k < format.block_weights; ++k) touched += decode_code(format, block.data(), k) != 0;
            CHECK(touched <= 1);
            plane_bits += touched;
            block[bit / 8] = 0;
        }
        int expected = 0;
        for (const CodePlane& plane : format.planes()) expected += plane.bits * format.block_weights;
        CHECK(plane_bits == expected);
    }
}

TEST_CASE("formats are found by name and by ggml type") {
    for (const WeightFormat& format : weight_formats()) {
        CHECK(weight_format_by_name(format.name) == &format);
        CHECK(weight_format_by_ggml_type(static_cast<std::uint32_t>(format.ggml_type)) == &format);
    }
    CHECK(weight_format_by_name("q4_k")->ggml_type == 12);
    CHECK(weight_format_by_name("q5_k")->ggml_type == 13);
    CHECK(weight_format_by_name("q6_k")->ggml_type == 14);
    CHECK(weight_format_by_name("f32")->ggml_type == 0);
    CHECK(weight_format_by_name("q4_K") == nullptr);
    CHECK(weight_format_by_name("") == nullptr);
    CHECK(weight_format_by_ggml_type(0xffffffffu) == nullptr);
}

TEST_CASE("half to float, all 65,536 values") {
    int wrong = 0;
    for (int bits = 0; bits < 65536; ++bits) {
        const int exponent = bits >> 10 & 31, mantissa = bits & 1023;
        const float actual = half_to_float(static_cast<std::uint16_t>(bits));
        double magnitude;
        if (exponent == 31)
            magnitude = mantissa ? std::numeric_limits<double>::quiet_NaN() : std::numeric_limits<double>::infinity();
        else if (exponent == 0)
            magnitude = std::ldexp(mantissa, -24);
        else
            magnitude = std::ldexp(1024 + mantissa, exponent - 25);
        const bool same_value = std::isnan(magnitude) ? std::isnan(actual) : std::fabs(actual) == magnitude;
        if (!same_value || std::signbit(actual) != (bits >= 0x8000)) ++wrong;
    }
    CHECK(wrong == 0);
}
