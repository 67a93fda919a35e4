#pragma once

#include <cstddef>
#include <cstdint>

namespace quern {

/// Quantized activations: llama.cpp's Q8_K scheme, one record a token and super-block of 256 values.
///
///     i8 code[256] | i16 sum16[16] | i16 sum32[8] | f32 scale | 12 zero bytes          320 bytes, 64-byte aligned
///
/// value[k] ~ scale * code[k]; amax = max |value|; inverse = 127 / amax; code = round_to_even(value * inverse), in
/// -127..127; scale = 1 / inverse. sum16 and sum32 are the sums of the codes of 16 and 32 neighbours. A super-block
/// whose amax is below 2^-100 is stored as zeros with scale 0.
///
/// Records are ordered [super-block][token], so the tokens of one super-block are neighbours.
struct ActivationLayout {
    static constexpr int super_block = 256;
    static constexpr int sum16_offset = 256;
    static constexpr int sum32_offset = 288;
    static constexpr int scale_offset = 304;
    static constexpr int record_bytes = 320;
    static constexpr float smallest_amax = 0x1p-100f;

    /// Bytes for `tokens` rows of `width` values; width must be a multiple of 256.
    static constexpr std::size_t bytes(std::int64_t tokens, std::int64_t width) {
        return static_cast<std::size_t>(tokens) * static_cast<std::size_t>(width / super_block) * record_bytes;
    }
};

}  // namespace quern
