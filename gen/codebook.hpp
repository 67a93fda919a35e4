#pragma once

#include <array>

namespace quern {

/// The 16 levels of NF4, the 4-bit NormalFloat of QLoRA (Dettmers et al., 2023, appendix E): quantiles of a normal
/// distribution scaled to [-1, 1], with 0 among them. Each is an f32 and so an f64 exactly.
inline constexpr std::array<double, 16> nf4_levels{
    -1.0,
    -0.6961928009986877,
    -0.5250730514526367,
    -0.39491748809814453,
    -0.28444138169288635,
    -0.18477343022823334,
    -0.09105003625154495,
    0.0,
    0.07958029955625534,
    0.16093020141124725,
    0.24611230194568634,
    0.33791524171829224,
    0.44070982933044434,
    0.5626170039176941,
    0.7229568362236023,
    1.0,
};

/// The grid of int4, by the code's four bits in two's complement: what makes a packed int4 weight a codebook like NF4.
inline constexpr std::array<double, 16> int4_levels{0, 1, 2, 3, 4, 5, 6, 7, -8, -7, -6, -5, -4, -3, -2, -1};

}  // namespace quern
