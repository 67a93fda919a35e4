#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "gen/weight_format.hpp"

namespace quern {

/// The scalar oracle: slow, plain, and right. It reads GGUF blocks through the format table alone and shares no code
/// with the packer or the emitters.

/// Decodes blocks to f32, bit for bit what ggml's dequantize_row_* of the same format gives:
/// (d * scale) * (code - zero_point), minus (dmin * min) for formats with mins, each product rounded to f32.
void dequantize_row(const WeightFormat& format, std::span<const std::uint8_t> blocks, std::span<float> weights);

/// Quantizes one row into ActivationLayout records, `record_stride` bytes apart.
void quantize_activations(std::span<const float> row, std::uint8_t* records, std::size_t record_stride);

/// y_ref and the magnitude S its error is measured by, per output element.
struct ReferenceOutput {
    std::vector<double> y;          ///< [tokens][rows]
    std::vector<double> magnitude;  ///< S = sum over sub-blocks of |dx| * (|d*sc*dot| + |offset term|)
};
/// The product over the same int8 activations in f64: `gguf` is rows x columns in GGUF blocks, `activations` in
/// ActivationLayout [columns / 256][tokens].
ReferenceOutput reference_qgemm(const WeightFormat& format, std::int64_t rows, std::int64_t columns,
                                std::int64_t tokens, std::span<const std::uint8_t> gguf,
                                std::span<const std::uint8_t> activations);

}  // namespace quern
