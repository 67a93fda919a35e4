#pragma once

#include "runtime/capi/context_core.hpp"

namespace quern::capi {

/// Bytes of quantized activations of some shape, the shape checked.
std::size_t activation_bytes(std::int64_t tokens, std::int64_t columns);

/// x, [tokens][x_stride], to quantized activations; all of it checked.
void quantize(ContextCore& core, std::int64_t tokens, std::int64_t columns, const float* x, std::int64_t x_stride,
              std::uint8_t* activations);

}  // namespace quern::capi
