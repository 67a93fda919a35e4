#pragma once

#include <cstddef>
#include <cstdint>

#include "runtime/engine/model_shape.hpp"
#include "runtime/system/aligned_buffer.hpp"

namespace quern {

/// f32 rows of one width, padded so that neighbouring rows do not fall into the same cache sets.
struct FloatRows {
    AlignedBuffer<float> values;
    std::int64_t stride = 0;

    float* data() const { return values.data(); }
    float* row(std::int64_t index) const { return data() + index * stride; }
};

/// Where a forward pass keeps its activations, grown to the longest canvas met. ModelShape::read bounds every size, so
/// that no product of two of them and a row count overflows.
class ForwardBuffers {
  public:
    explicit ForwardBuffers(const ModelShape& shape);

    /// Makes room for `tokens` rows, and for `gathered` rows of the last layer picked out of them.
    void reserve(std::int64_t tokens, std::int64_t gathered);

    FloatRows residual, q, k, v, attention, projected, gate, up;
    AlignedBuffer<std::uint8_t> activations;  ///< ActivationLayout, whatever the next projection reads
    FloatRows gathered_residual;
    AlignedBuffer<std::uint8_t> gathered_activations;

  private:
    std::int64_t width_, query_width_, key_width_, ffn_, tokens_ = 0, gathered_ = 0;
};

}  // namespace quern
