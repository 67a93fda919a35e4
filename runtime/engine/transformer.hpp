#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "runtime/engine/model_shape.hpp"

namespace quern {

class GgufFile;
class KernelCache;
class ThreadPool;

/// Seconds spent by operation, in a fixed order.
struct TimeSplit {
    double embed = 0, norms = 0, q = 0, k = 0, v = 0, rope = 0, attention = 0, attention_output = 0, gate = 0, up = 0,
           activation = 0, down = 0, head = 0;
};

/// The forward pass of a bidirectional transformer with quantized weights, on generated CPU kernels. Weights are packed
/// at construction, in parallel, and the file's pages released.
class Transformer {
  public:
    /// `file` (whose mapping the embeddings are read from), `pool` and `cache` must outlive it. Throws Error naming
    /// file and tensor where the file is no model quern can run. `tile` forces the token tile of every projection; 0 is
    /// auto.
    Transformer(const GgufFile& file, ThreadPool& pool, KernelCache& cache, int tile = 0);
    ~Transformer();

    const ModelShape& shape() const;
    /// Bytes of packed weights held.
    std::size_t packed_bytes() const;

    /// Logits of `rows` (positions in the canvas, ascending or not) of the canvas `tokens`, f32 [rows][vocabulary], row
    /// major. The last layer computes the requested rows alone. Throws Error for an id outside the vocabulary, a row
    /// outside the canvas or a canvas longer than the context. Not reentrant.
    void logits(std::span<const std::int32_t> tokens, std::span<const std::int32_t> rows, std::span<float> out);

    /// Seconds spent in logits() since construction. Generating kernels for a new canvas length is not in it.
    const TimeSplit& time_split() const;
    /// Seconds the constructor took.
    double load_seconds() const;
    /// Each projection and token count met so far, as text, and which ISA and plan it runs and why.
    std::vector<std::pair<std::string, std::string>> plans() const;

  private:
    struct State;
    std::unique_ptr<State> state_;
};

}  // namespace quern
