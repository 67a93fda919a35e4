#pragma once

#include <immintrin.h>

#include <bit>
#include <cstdint>

namespace quern::ptx {

/// IEEE half precision as its bits; arithmetic goes through float, which rounds sums and products correctly.
struct Half {
    std::uint16_t bits;

    static Half nearest(float value) {
        return {
            static_cast<std::uint16_t>(_mm_cvtsi128_si32(_mm_cvtps_ph(_mm_set_ss(value), _MM_FROUND_TO_NEAREST_INT)))};
    }
    static Half toward_zero(float value) {
        return {static_cast<std::uint16_t>(_mm_cvtsi128_si32(_mm_cvtps_ph(_mm_set_ss(value), _MM_FROUND_TO_ZERO)))};
    }
    float value() const { return _mm_cvtss_f32(_mm_cvtph_ps(_mm_cvtsi32_si128(bits))); }
};

/// bfloat16: the upper half of a float.
struct BrainFloat {
    std::uint16_t bits;

    static BrainFloat nearest(float value) {
        const auto wide = std::bit_cast<std::uint32_t>(value);
        if (value != value) return {0x7fff};
        return {static_cast<std::uint16_t>((wide + 0x7fff + (wide >> 16 & 1)) >> 16)};
    }
    float value() const { return std::bit_cast<float>(std::uint32_t{bits} << 16); }
};

}  // namespace quern::ptx
