#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "runtime/engine/forward_pass.hpp"

namespace quern {

class GgufFile;
class KernelCache;
class ThreadPool;

/// The forward pass of a bidirectional transformer with quantized weights, on generated CPU kernels. Weights are packed
/// at construction, in parallel, and the file's pages released.
class Transformer : public ForwardPass {
  public:
    /// `file` (whose mapping the embeddings are read from), `pool` and `cache` must outlive it. Throws Error naming
    /// file and tensor where the file is no model quern can run. `tile` forces the token tile of every projection; 0 is
    /// auto.
    Transformer(const GgufFile& file, ThreadPool& pool, KernelCache& cache, int tile = 0);
    ~Transformer() override;

    const ModelShape& shape() const override;
    std::size_t packed_bytes() const override;
    void logits(std::span<const std::int32_t> tokens, std::span<const std::int32_t> rows,
                std::span<float> out) override;
    const TimeSplit& time_split() const override;
    double load_seconds() const override;
    /// Each projection and token count met so far, as text, and which ISA and plan it runs and why.
    std::vector<std::pair<std::string, std::string>> plans() const;

  private:
    struct State;
    std::unique_ptr<State> state_;
};

}  // namespace quern
