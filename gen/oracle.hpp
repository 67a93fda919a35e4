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

/// Activations in llama.cpp's Q8_1 scheme, one scale for 32 values, as the CUDA kernels take them (cuda::QGemmCall).
struct Q8_1Activations {
    std::vector<std::int8_t> values;  ///< [tokens][columns]
    std::vector<float> scales;        ///< (scale, scale * sum) [columns / 32][token_stride]
    std::int64_t token_stride = 0;    ///< pairs
};
/// Quantizes rows of f32, [tokens][columns]: amax = max |value| of 32 neighbours; code = round_to_even(value * (127 /
/// amax)); scale = amax / 127. Where amax is below 2^-100, zeros with scale 0. Pairs past the last token are zeros.
Q8_1Activations quantize_q8_1(std::span<const float> rows, std::int64_t tokens, std::int64_t columns,
                              std::int64_t token_stride);

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

/// The same over Q8_1 activations. Where a format has a zero point, it is taken off the codes before the dot product,
/// as the CUDA kernels do, so S has no offset term.
ReferenceOutput reference_qgemm_q8_1(const WeightFormat& format, std::int64_t rows, std::int64_t columns,
                                     std::int64_t tokens, std::span<const std::uint8_t> gguf,
                                     const Q8_1Activations& activations);

}  // namespace quern
