#pragma once

#include <cstddef>
#include <cstdint>
#include <random>
#include <vector>

#include "gen/weight_format.hpp"

namespace quern {

/// `count` GGUF blocks of a quantized format, every byte random, d and dmin any finite half: in one block of four zero,
/// the smallest or largest subnormal, the smallest normal, or the largest value, of either sign.
std::vector<std::uint8_t> random_blocks(const WeightFormat& format, std::size_t count, std::mt19937& random);

}  // namespace quern
