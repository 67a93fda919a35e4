#pragma once

#include <immintrin.h>

#include <bit>
#include <cstdint>

namespace quern::ptx {

/// An f64 as f32, rounded to odd: a rounding to fewer bits that follows then is right, as if it had been the only one
/// (S. Boldo, G. Melquiond, "Emulation of FMA and Correctly Rounded Sums: Proved Algorithms Using Rounding to Odd",
/// 2008).
inline float round_to_odd(double value) {
    const auto nearest = static_cast<float>(value);
    const auto back = static_cast<double>(nearest);
    if (back == value || value != value) return nearest;
    auto bits = std::bit_cast<std::uint32_t>(nearest);
    if ((back < 0 ? -back : back) > (value < 0 ? -value : value)) --bits;  // toward zero
    return std::bit_cast<float>(bits | 1);
}

/// a * b + c of small floats (the product is exact in f64) as an f32 rounded to odd.
inline float fused_to_odd(float a, float b, float c) {
    const double product = static_cast<double>(a) * static_cast<double>(b), addend = static_cast<double>(c);
    const double sum = product + addend;
    if (!(sum - sum == 0)) return static_cast<float>(sum);
    // What the sum lost (D. Knuth's TwoSum); it makes the last bit odd.
    const double part = sum - product, lost = (product - (sum - part)) + (addend - part);
    auto bits = std::bit_cast<std::uint64_t>(sum);
    if (lost != 0) {
        if ((lost < 0) != (sum < 0)) --bits;
        bits |= 1;
    }
    return round_to_odd(std::bit_cast<double>(bits));
}

/// IEEE half precision as its bits; arithmetic goes through float, whose 24 bits are enough to round sums, products,
/// quotients and roots a second time without harm. A fused multiply-add takes fused_to_odd.
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
    static BrainFloat toward_zero(float value) {
        if (value != value) return {0x7fff};
        return {static_cast<std::uint16_t>(std::bit_cast<std::uint32_t>(value) >> 16)};
    }
    float value() const { return std::bit_cast<float>(std::uint32_t{bits} << 16); }
};

}  // namespace quern::ptx
