#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace quern {

class GgufFile;

/// The forward pass of a LLaDA-architecture file in plain f64 loops over dequantized weights, activations never
/// rounded: logits of every position, [tokens][vocabulary]. Shares nothing with the engine but the file reader and the
/// oracle's decoder.
std::vector<double> reference_logits(const GgufFile& file, std::span<const std::int32_t> tokens);

}  // namespace quern
