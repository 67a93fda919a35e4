#include "gen/oracle.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <string>

#include "gen/activation_layout.hpp"
#include "gen/error.hpp"

namespace quern {

namespace {

constexpr int super_block = ActivationLayout::super_block;

// All codes of one GGUF block, run by run as CodePlane describes them; decode_code says the same one code at a time.
void decode_codes(const WeightFormat& format, const std::uint8_t* block, std::int16_t* codes) {
    std::fill_n(codes, format.block_weights, std::int16_t{0});
    for (const CodePlane& plane : format.planes()) {
        const int mask = (1 << plane.bits) - 1;
        for (int first = 0; first < format.block_weights; first += plane.run) {
            const int part = first % plane.chunk / plane.run, shift = plane.bits * (part / plane.byte_runs());
            const std::uint8_t* bytes = block + plane.offset + first / plane.chunk * (plane.chunk * plane.bits / 8) +
                                        part % plane.byte_runs() * plane.run;
            for (int l = 0; l < plane.run; ++l)
                codes[first + l] =
                    static_cast<std::int16_t>(codes[first + l] | (bytes[l] >> shift & mask) << plane.code_shift);
        }
    }
}

float read_half(const std::uint8_t* bytes) {
    std::uint16_t half;
    std::memcpy(&half, bytes, sizeof half);
    return half_to_float(half);
}

void dequantize_block(const WeightFormat& format, const std::uint8_t* block, float* weights) {
    std::array<std::int16_t, super_block> codes;
    decode_codes(format, block, codes.data());
    const BlockScales scales = decode_scales(format, block);
    const float d = read_half(block + format.d_offset);
    const float dmin = format.has_mins ? read_half(block + format.dmin_offset) : 0;
    for (int s = 0; s < format.sub_blocks(); ++s) {
        const auto at = static_cast<std::size_t>(s);
        const float scale = d * static_cast<float>(scales.scale[at]);
        const float min = dmin * static_cast<float>(scales.min[at]);
        for (int k = s * format.sub_block; k < (s + 1) * format.sub_block; ++k) {
            const float product = scale * static_cast<float>(codes[static_cast<std::size_t>(k)] - format.zero_point);
            weights[k] = format.has_mins ? product - min : product;
        }
    }
}

// A row of W: codes, and for every sub-block d * scale and what the sum of its activations is multiplied by, dmin * min
// or d * scale * zero_point.
struct DecodedRow {
    std::vector<std::int16_t> codes;
    std::vector<double> scale, offset;

    DecodedRow(const WeightFormat& format, std::size_t columns)
        : codes(columns),
          scale(columns / static_cast<std::size_t>(format.sub_block)),
          offset(columns / static_cast<std::size_t>(format.sub_block)) {}

    void decode(const WeightFormat& format, const std::uint8_t* blocks) {
        const auto block_weights = static_cast<std::size_t>(format.block_weights);
        const auto sub_blocks = static_cast<std::size_t>(format.sub_blocks());
        for (std::size_t b = 0; b < codes.size() / block_weights; ++b) {
            const std::uint8_t* block = blocks + b * static_cast<std::size_t>(format.block_bytes);
            decode_codes(format, block, &codes[b * block_weights]);
            const BlockScales scales = decode_scales(format, block);
            const double d = read_half(block + format.d_offset);
            const double dmin = format.has_mins ? read_half(block + format.dmin_offset) : 0;
            for (std::size_t s = 0; s < sub_blocks; ++s) {
                scale[b * sub_blocks + s] = d * scales.scale[s];
                offset[b * sub_blocks + s] =
                    format.has_mins ? dmin * scales.min[s] : d * scales.scale[s] * format.zero_point;
            }
        }
    }
};

// The activations again as [tokens][columns], codes widened so that the dots are plain int16 products, and their sums
// made afresh for every sub-block: a wrong stored sum must not agree with itself.
struct DecodedActivations {
    std::size_t span = super_block;  // values that share a scale
    std::vector<std::int16_t> codes;
    std::vector<std::int32_t> sums;
    std::vector<double> scale;

    DecodedActivations(std::span<const std::uint8_t> records, std::size_t tokens, std::size_t blocks,
                       std::size_t sub_block)
        : codes(tokens * blocks * super_block), sums(codes.size() / sub_block), scale(tokens * blocks) {
        for (std::size_t t = 0; t < tokens; ++t)
            for (std::size_t b = 0; b < blocks; ++b) {
                const std::uint8_t* record = records.data() + (b * tokens + t) * ActivationLayout::record_bytes;
                float value;
                std::memcpy(&value, record + ActivationLayout::scale_offset, sizeof value);
                scale[t * blocks + b] = value;
                for (std::size_t k = 0; k < super_block; ++k) {
                    const auto code = static_cast<std::int8_t>(record[k]);
                    const std::size_t at = (t * blocks + b) * super_block + k;
                    codes[at] = code;
                    sums[at / sub_block] += code;
                }
            }
    }

    DecodedActivations(const Q8_1Activations& x, std::size_t tokens, std::size_t columns, std::size_t sub_block)
        : span(32), codes(tokens * columns), sums(codes.size() / sub_block), scale(codes.size() / span) {
        const std::size_t spans = columns / span, stride = static_cast<std::size_t>(x.token_stride);
        for (std::size_t at = 0; at < codes.size(); ++at) {
            codes[at] = x.values[at];
            sums[at / sub_block] += x.values[at];
        }
        for (std::size_t t = 0; t < tokens; ++t)
            for (std::size_t s = 0; s < spans; ++s)
                scale[t * spans + s] = static_cast<double>(x.scales[2 * (s * stride + t)]);
    }
};

// Exact: codes are below 2^8 and activations within +-128. The length is given in units of 16 values, so that the
// compiler makes it vector code without a remainder.
std::int32_t dot(const std::int16_t* a, const std::int16_t* b, std::size_t sixteens) {
    std::int32_t sum = 0;
    for (std::size_t i = 0; i < 16 * sixteens; ++i) sum += a[i] * b[i];
    return sum;
}

// `columns` and the operands' sizes are checked. With `offsets_apart`, zero points count among S as mins do.
ReferenceOutput reference_product(const WeightFormat& format, std::size_t row_count, std::size_t columns,
                                  std::size_t token_count, std::span<const std::uint8_t> gguf,
                                  const DecodedActivations& x, bool offsets_apart) {
    const auto sub_block = static_cast<std::size_t>(format.sub_block);
    const std::size_t sub_blocks = columns / sub_block, span_sub_blocks = x.span / sub_block;
    const std::size_t row_bytes = gguf.size() / row_count;
    DecodedRow w(format, columns);
    ReferenceOutput result{std::vector<double>(row_count * token_count), std::vector<double>(row_count * token_count)};
    for (std::size_t n = 0; n < row_count; ++n) {
        w.decode(format, gguf.data() + n * row_bytes);
        for (std::size_t t = 0; t < token_count; ++t) {
            double y = 0, magnitude = 0;
            for (std::size_t first = 0; first < sub_blocks; first += span_sub_blocks) {
                double span_y = 0, span_magnitude = 0;
                for (std::size_t s = first; s < first + span_sub_blocks; ++s) {
                    const std::size_t at = t * sub_blocks + s;
                    const double product_term =
                        w.scale[s] * dot(&w.codes[s * sub_block], &x.codes[at * sub_block], sub_block / 16);
                    const double offset_term = w.offset[s] * x.sums[at];
                    span_y += product_term - offset_term;
                    span_magnitude += offsets_apart ? std::fabs(product_term) + std::fabs(offset_term)
                                                    : std::fabs(product_term - offset_term);
                }
                const double scale = x.scale[(t * sub_blocks + first) / span_sub_blocks];
                y += scale * span_y;
                magnitude += std::fabs(scale) * span_magnitude;
            }
            result.y[t * row_count + n] = y;
            result.magnitude[t * row_count + n] = magnitude;
        }
    }
    return result;
}

}  // namespace

void dequantize_row(const WeightFormat& format, std::span<const std::uint8_t> blocks, std::span<float> weights) {
    const auto block_bytes = static_cast<std::size_t>(format.block_bytes);
    const auto block_weights = static_cast<std::size_t>(format.block_weights);
    if (blocks.size() % block_bytes != 0 || weights.size() % block_weights != 0 ||
        blocks.size() / block_bytes != weights.size() / block_weights)
        throw Error("dequantizing " + std::string(format.name) + ": " + std::to_string(blocks.size()) +
                    " bytes do not hold " + std::to_string(weights.size()) + " weights");
    if (!format.quantized()) {
        if (!blocks.empty()) std::memcpy(weights.data(), blocks.data(), blocks.size());
        return;
    }
    for (std::size_t b = 0; b < blocks.size() / block_bytes; ++b)
        dequantize_block(format, blocks.data() + b * block_bytes, weights.data() + b * block_weights);
}

void quantize_activations(std::span<const float> row, std::uint8_t* records, std::size_t record_stride) {
    if (row.size() % super_block != 0)
        throw Error("quantizing an activation row of " + std::to_string(row.size()) +
                    " values: the width must be a multiple of 256");
    for (std::size_t b = 0; b < row.size() / super_block; ++b) {
        const std::span<const float> values = row.subspan(b * super_block, super_block);
        std::uint8_t* record = records + b * record_stride;
        std::memset(record, 0, ActivationLayout::record_bytes);
        float amax = 0;
        for (const float value : values) amax = std::max(amax, std::fabs(value));
        if (amax < ActivationLayout::smallest_amax) continue;
        const float inverse = 127.0f / amax;
        std::array<std::int16_t, super_block / 16> sum16{};
        std::array<std::int16_t, super_block / 32> sum32{};
        for (std::size_t k = 0; k < super_block; ++k) {
            const auto code = static_cast<std::int8_t>(std::nearbyintf(values[k] * inverse));
            record[k] = static_cast<std::uint8_t>(code);
            sum16[k / 16] = static_cast<std::int16_t>(sum16[k / 16] + code);
            sum32[k / 32] = static_cast<std::int16_t>(sum32[k / 32] + code);
        }
        const float scale = 1.0f / inverse;
        std::memcpy(record + ActivationLayout::sum16_offset, sum16.data(), sizeof sum16);
        std::memcpy(record + ActivationLayout::sum32_offset, sum32.data(), sizeof sum32);
        std::memcpy(record + ActivationLayout::scale_offset, &scale, sizeof scale);
    }
}

ReferenceOutput reference_qgemm(const WeightFormat& format, std::int64_t rows, std::int64_t columns,
                                std::int64_t tokens, std::span<const std::uint8_t> gguf,
                                std::span<const std::uint8_t> activations) {
    const std::string product = std::string(format.name) + " " + std::to_string(rows) + " x " +
                                std::to_string(columns) + " times " + std::to_string(tokens) + " tokens";
    if (!format.quantized() || rows < 1 || tokens < 1 || columns < 1 || columns % super_block != 0)
        throw Error("reference product of " + product + ": not a quantized product of positive sizes, columns a " +
                    "multiple of 256");
    const auto row_count = static_cast<std::size_t>(rows), token_count = static_cast<std::size_t>(tokens);
    const auto column_count = static_cast<std::size_t>(columns), blocks = column_count / super_block;
    const std::size_t row_bytes =
        column_count / static_cast<std::size_t>(format.block_weights) * static_cast<std::size_t>(format.block_bytes);
    const std::size_t token_bytes = blocks * ActivationLayout::record_bytes;
    if (gguf.size() % row_bytes != 0 || gguf.size() / row_bytes != row_count || activations.size() % token_bytes != 0 ||
        activations.size() / token_bytes != token_count)
        throw Error("reference product of " + product + ": the operands are " + std::to_string(gguf.size()) + " and " +
                    std::to_string(activations.size()) + " bytes");

    const DecodedActivations x(activations, token_count, blocks, static_cast<std::size_t>(format.sub_block));
    return reference_product(format, row_count, column_count, token_count, gguf, x, true);
}

Q8_1Activations quantize_q8_1(std::span<const float> rows, std::int64_t tokens, std::int64_t columns,
                              std::int64_t token_stride) {
    if (tokens < 1 || columns < 1 || columns % 32 != 0 || token_stride < tokens ||
        rows.size() != static_cast<std::size_t>(tokens * columns))
        throw Error("quantizing " + std::to_string(tokens) + " rows of " + std::to_string(columns) +
                    " values: not a multiple of 32, or not that many");
    const auto columns_each = static_cast<std::size_t>(columns), stride = static_cast<std::size_t>(token_stride);
    Q8_1Activations result{std::vector<std::int8_t>(rows.size()), std::vector<float>(columns_each / 32 * stride * 2),
                           token_stride};
    for (std::size_t first = 0; first < rows.size(); first += 32) {
        const std::span<const float> values = rows.subspan(first, 32);
        float amax = 0;
        for (const float value : values) amax = std::max(amax, std::fabs(value));
        if (amax < ActivationLayout::smallest_amax) continue;
        const float inverse = 127.0f / amax, scale = amax / 127.0f;
        int sum = 0;
        for (std::size_t i = 0; i < values.size(); ++i) {
            const auto code = static_cast<std::int8_t>(std::nearbyintf(values[i] * inverse));
            result.values[first + i] = code;
            sum += code;
        }
        const std::size_t at = 2 * (first % columns_each / 32 * stride + first / columns_each);
        result.scales[at] = scale;
        result.scales[at + 1] = scale * static_cast<float>(sum);
    }
    return result;
}

ReferenceOutput reference_qgemm_q8_1(const WeightFormat& format, std::int64_t rows, std::int64_t columns,
                                     std::int64_t tokens, std::span<const std::uint8_t> gguf,
                                     const Q8_1Activations& activations) {
    const auto row_count = static_cast<std::size_t>(rows), token_count = static_cast<std::size_t>(tokens);
    const auto column_count = static_cast<std::size_t>(columns);
    if (!format.quantized() || rows < 1 || tokens < 1 || columns < 1 || columns % super_block != 0 ||
        gguf.size() != row_count * (column_count / super_block) * static_cast<std::size_t>(format.block_bytes) ||
        activations.values.size() != token_count * column_count || activations.token_stride < tokens ||
        activations.scales.size() != column_count / 32 * static_cast<std::size_t>(activations.token_stride) * 2)
        throw Error("reference product of " + std::string(format.name) + " " + std::to_string(rows) + " x " +
                    std::to_string(columns) + " times " + std::to_string(tokens) +
                    " tokens of Q8_1: the operands are not of these sizes");
    const DecodedActivations x(activations, token_count, column_count, static_cast<std::size_t>(format.sub_block));
    return reference_product(format, row_count, column_count, token_count, gguf, x, format.has_mins);
}

}  // namespace quern
