#pragma once

#include <immintrin.h>

#include <cmath>
#include <string_view>

namespace quern::ptx {

/// IEEE's four directions, as PTX writes them: rn, rz, rm (down), rp (up).
enum class Rounding { nearest, zero, down, up };

/// Rounds SSE arithmetic in a direction for as long as it lives.
class RoundingScope {
  public:
    explicit RoundingScope(Rounding rounding) : saved_(_mm_getcsr()) {
        constexpr unsigned control[] = {_MM_ROUND_NEAREST, _MM_ROUND_TOWARD_ZERO, _MM_ROUND_DOWN, _MM_ROUND_UP};
        _mm_setcsr((saved_ & ~static_cast<unsigned>(_MM_ROUND_MASK)) | control[static_cast<int>(rounding)]);
    }
    RoundingScope(const RoundingScope&) = delete;
    RoundingScope& operator=(const RoundingScope&) = delete;
    ~RoundingScope() { _mm_setcsr(saved_); }

  private:
    unsigned saved_;
};

/// Keeps the compiler from computing with `value` before this point, or from folding what follows.
template <class T>
T opaque(T value) {
    asm volatile("" : "+x"(value));
    return value;
}

/// A subnormal becomes a zero of its sign, as `.ftz` asks.
inline float flush(float value) {
    return std::fabs(value) < 0x1p-126F ? std::copysign(0.0F, value) : value;
}

}  // namespace quern::ptx
