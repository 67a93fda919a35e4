#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "runtime/engine/model_shape.hpp"
#include "runtime/engine/sampler.hpp"

namespace quern {

/// Seconds spent by operation, in a fixed order.
struct TimeSplit {
    double embed = 0, norms = 0, q = 0, k = 0, v = 0, rope = 0, attention = 0, attention_output = 0, gate = 0, up = 0,
           activation = 0, down = 0, head = 0;
};

/// The forward pass of a model, wherever it is computed: what the sampler and the commands ask of it.
class ForwardPass {
  public:
    virtual ~ForwardPass() = default;

    virtual const ModelShape& shape() const = 0;
    /// Bytes of weights held where the pass is computed.
    virtual std::size_t packed_bytes() const = 0;

    /// Logits of `rows` (positions in the canvas, ascending or not) of the canvas `tokens`, f32 [rows][vocabulary], row
    /// major. The last layer computes the requested rows alone. Throws Error for an id outside the vocabulary, a row
    /// outside the canvas or a canvas longer than the context. Not reentrant.
    virtual void logits(std::span<const std::int32_t> tokens, std::span<const std::int32_t> rows,
                        std::span<float> out) = 0;
    /// What a greedy choice needs of the same rows, computed where the logits are. Empty where the pass has nothing
    /// cheaper than its logits. The function refers to this object; it throws as logits() does.
    virtual StatisticsFunction statistics_function() { return {}; }

    /// Seconds spent in logits() since construction. Generating kernels for a new canvas length is not in it.
    virtual const TimeSplit& time_split() const = 0;
    /// Seconds the construction took.
    virtual double load_seconds() const = 0;

    /// logits() as a function that refers to this object.
    LogitsFunction logits_function() {
        return [this](std::span<const std::int32_t> canvas, std::span<const std::int32_t> rows, std::span<float> out) {
            logits(canvas, rows, out);
        };
    }
};

/// Throws Error where `tokens` and `rows` are no request a model of this shape can answer: see ForwardPass::logits.
void check_canvas(const ModelShape& shape, std::span<const std::int32_t> tokens, std::span<const std::int32_t> rows);
/// The same, and where `out` does not hold the rows' logits.
void check_canvas(const ModelShape& shape, std::span<const std::int32_t> tokens, std::span<const std::int32_t> rows,
                  std::span<const float> out);

}  // namespace quern
