#pragma once

#include <cstdint>

#include "jit_cuda/device.hpp"
#include "jit_cuda/device_calls.hpp"
#include "runtime/engine/model_shape.hpp"

namespace quern::cuda {

/// Where a forward pass on a device keeps its activations, grown to the longest canvas met. Rows are as wide as what
/// they hold: every width is a multiple of 16 bytes.
class DeviceForwardBuffers {
  public:
    /// Rows the output projection is computed for at a time, so that a whole canvas's logits need not fit the device.
    static constexpr std::int64_t most_logit_rows = 512;

    /// Scale pairs of a 32-value block: of one more token than there are where their number is odd.
    static constexpr std::int64_t token_stride(std::int64_t tokens) { return (tokens + 1) / 2 * 2; }

    DeviceForwardBuffers(const ModelShape& shape, const Device& device);

    /// Makes room for `tokens` rows, and for `gathered` rows of the last layer picked out of them. Throws Error saying
    /// what is needed and what is free where the device has too little memory, and where a kernel could not count the
    /// elements.
    void reserve(std::int64_t tokens, std::int64_t gathered);

    DeviceBuffer<float> residual, q, k, v, attention, projected, gate, up;
    DeviceBuffer<signed char> values;  ///< quantized activations, whatever the next projection reads
    DeviceBuffer<float> scales;
    DeviceBuffer<float> gathered_residual;
    DeviceBuffer<int> positions;      ///< 0, 1, 2, ...
    DeviceBuffer<int> ids_then_rows;  ///< token ids, then the positions asked for
    DeviceBuffer<float> logits;       ///< [up to most_logit_rows][vocabulary]
    DeviceBuffer<RowStatistics> statistics;

  private:
    std::int64_t width_, query_width_, key_width_, ffn_, vocabulary_, tokens_ = 0, gathered_ = 0;
    Device device_;
};

}  // namespace quern::cuda
