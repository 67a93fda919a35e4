#include "gen/weight_format.hpp"

#include <bit>

namespace quern {

namespace {

// Source of the block layouts: the GGUF specification and ggml's block_q4_K, block_q5_K and block_q6_K.
// clang-format off
constexpr std::array<WeightFormat, 4> format_rows{{
    {.name = "f32", .ggml_type = 0, .ggml_name = "f32"},
    {.name = "q4_k", .ggml_type = 12, .ggml_name = "q4_K", .block_weights = 256, .block_bytes = 144, .sub_block = 32,
     .scale_kind = ScaleKind::six_bit_pairs, .has_mins = true, .d_offset = 0, .dmin_offset = 2, .scales_offset = 4,
     .plane_count = 1, .plane_storage = {{{.bits = 4, .code_shift = 0, .offset = 16, .chunk = 64, .run = 32}}}},
    {.name = "q5_k", .ggml_type = 13, .ggml_name = "q5_K", .block_weights = 256, .block_bytes = 176, .sub_block = 32,
     .scale_kind = ScaleKind::six_bit_pairs, .has_mins = true, .d_offset = 0, .dmin_offset = 2, .scales_offset = 4,
     .plane_count = 2, .plane_storage = {{{.bits = 4, .code_shift = 0, .offset = 48, .chunk = 64, .run = 32},
                                          {.bits = 1, .code_shift = 4, .offset = 16, .chunk = 256, .run = 32}}}},
    {.name = "q6_k", .ggml_type = 14, .ggml_name = "q6_K", .block_weights = 256, .block_bytes = 210, .sub_block = 16,
     .scale_kind = ScaleKind::int8_per_sub_block, .zero_point = 32, .d_offset = 208, .scales_offset = 192,
     .plane_count = 2, .plane_storage = {{{.bits = 4, .code_shift = 0, .offset = 0, .chunk = 128, .run = 32},
                                          {.bits = 2, .code_shift = 4, .offset = 128, .chunk = 128, .run = 32}}}},
}};
// clang-format on

// Eight scales and eight mins of 6 bits in 12 bytes: the first four of each whole in bytes 0-3 and 4-7, whose top two
// bits are the high bits of the last four; bytes 8-11 hold the low nibbles of those, scale below min.
BlockScales decode_six_bit_pairs(const std::uint8_t* bytes) {
    BlockScales result;
    for (std::size_t s = 0; s < 4; ++s) {
        result.scale[s] = bytes[s] & 63;
        result.min[s] = bytes[s + 4] & 63;
        result.scale[s + 4] = static_cast<std::int16_t>((bytes[s + 8] & 15) | (bytes[s] >> 6 << 4));
        result.min[s + 4] = static_cast<std::int16_t>((bytes[s + 8] >> 4) | (bytes[s + 4] >> 6 << 4));
    }
    return result;
}

}  // namespace

std::span<const WeightFormat> weight_formats() {
    return format_rows;
}

const WeightFormat* weight_format_by_name(std::string_view name) {
    for (const WeightFormat& row : format_rows)
        if (row.name == name) return &row;
    return nullptr;
}

const WeightFormat* weight_format_by_ggml_type(std::uint32_t type) {
    for (const WeightFormat& row : format_rows)
        if (static_cast<std::uint32_t>(row.ggml_type) == type) return &row;
    return nullptr;
}

BlockScales decode_scales(const WeightFormat& format, const std::uint8_t* block) {
    const std::uint8_t* bytes = block + format.scales_offset;
    BlockScales result;
    switch (format.scale_kind) {
        case ScaleKind::none:
            break;
        case ScaleKind::six_bit_pairs:
            return decode_six_bit_pairs(bytes);
        case ScaleKind::int8_per_sub_block:
            for (std::size_t s = 0; s < static_cast<std::size_t>(format.sub_blocks()); ++s)
                result.scale[s] = static_cast<std::int8_t>(bytes[s]);
            break;
    }
    return result;
}

int decode_code(const WeightFormat& format, const std::uint8_t* block, int k) {
    int code = 0;
    for (const CodePlane& plane : format.planes()) {
        const int part = k % plane.chunk / plane.run;
        const int byte = plane.offset + k / plane.chunk * (plane.chunk * plane.bits / 8) +
                         part % plane.byte_runs() * plane.run + k % plane.run;
        const int shift = plane.bits * (part / plane.byte_runs());
        code |= (block[byte] >> shift & ((1 << plane.bits) - 1)) << plane.code_shift;
    }
    return code;
}

bool has_finite_scales(const WeightFormat& format, std::span<const std::uint8_t> blocks) {
    const auto word_at = [&blocks](std::size_t at) { return blocks[at] | static_cast<unsigned>(blocks[at + 1]) << 8; };
    const auto half_is_finite = [&word_at](std::size_t at) { return (word_at(at) & 0x7C00) != 0x7C00; };
    const auto block_bytes = static_cast<std::size_t>(format.block_bytes);
    for (std::size_t block = 0; block + block_bytes <= blocks.size(); block += block_bytes) {
        if (!format.quantized()) {
            if ((word_at(block + 2) & 0x7F80) == 0x7F80) return false;
            continue;
        }
        if (!half_is_finite(block + static_cast<std::size_t>(format.d_offset))) return false;
        if (format.has_mins && !half_is_finite(block + static_cast<std::size_t>(format.dmin_offset))) return false;
    }
    return true;
}

float half_to_float(std::uint16_t half) {
    const std::uint32_t sign = static_cast<std::uint32_t>(half & 0x8000) << 16;
    const std::uint32_t exponent = half >> 10 & 31, mantissa = half & 1023;
    if (exponent == 0) {  // zero or subnormal: mantissa * 2^-24, exact in f32
        const float magnitude = static_cast<float>(mantissa) * 0x1p-24f;
        return std::bit_cast<float>(std::bit_cast<std::uint32_t>(magnitude) | sign);
    }
    const std::uint32_t wide_exponent = exponent == 31 ? 255 : exponent + 112;
    return std::bit_cast<float>(sign | wide_exponent << 23 | mantissa << 13);
}

}  // namespace quern
