#include "runtime/engine/forward_buffers.hpp"

#include <algorithm>

#include "gen/activation_layout.hpp"

namespace quern {

namespace {

constexpr std::int64_t padding_floats = 16;  // one cache line

FloatRows float_rows(std::int64_t rows, std::int64_t width) {
    const std::int64_t stride = width + padding_floats;
    return {AlignedBuffer<float>(static_cast<std::size_t>(rows) * static_cast<std::size_t>(stride)), stride};
}

}  // namespace

ForwardBuffers::ForwardBuffers(const ModelShape& shape)
    : width_(shape.width),
      query_width_(shape.heads * shape.head_size),
      key_width_(shape.kv_heads * shape.head_size),
      ffn_(shape.ffn) {}

void ForwardBuffers::reserve(std::int64_t tokens, std::int64_t gathered) {
    if (tokens > tokens_) {
        residual = float_rows(tokens, width_);
        q = float_rows(tokens, query_width_);
        k = float_rows(tokens, key_width_);
        v = float_rows(tokens, key_width_);
        attention = float_rows(tokens, query_width_);
        projected = float_rows(tokens, width_);
        gate = float_rows(tokens, ffn_);
        up = float_rows(tokens, ffn_);
        activations =
            AlignedBuffer<std::uint8_t>(ActivationLayout::bytes(tokens, std::max({width_, query_width_, ffn_})));
        tokens_ = tokens;
    }
    if (gathered > gathered_) {
        gathered_residual = float_rows(gathered, width_);
        gathered_activations =
            AlignedBuffer<std::uint8_t>(ActivationLayout::bytes(gathered, std::max({width_, query_width_, ffn_})));
        gathered_ = gathered;
    }
}

}  // namespace quern
