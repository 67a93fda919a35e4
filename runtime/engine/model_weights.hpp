#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "gen/weight_format.hpp"
#include "runtime/engine/model_shape.hpp"
#include "runtime/kernels/packed_matrix.hpp"

namespace quern {

class GgufFile;
class ThreadPool;

/// The token embedding, left in the mapped file: a step reads one row a token.
class EmbeddingTable {
  public:
    /// Throws Error naming file and tensor where it is missing or has another shape or a type quern has no row for.
    EmbeddingTable(const GgufFile& file, const ModelShape& shape);
    /// Row `token`, dequantized; `out` is width long. Throws Error naming file, tensor and row where a number in it is
    /// not finite.
    void read(std::int32_t token, std::span<float> out) const;

  private:
    const WeightFormat* format_;
    std::span<const std::uint8_t> blocks_;
    std::size_t row_bytes_;
    std::string description_;  ///< file and tensor, for errors
};

struct LayerWeights {
    std::vector<float> attention_norm, ffn_norm;
    PackedMatrix q, k, v, attention_output, gate, up, down;
};

/// All weights of a model, named in the file as llama.cpp names them.
struct ModelWeights {
    EmbeddingTable embedding;
    std::vector<LayerWeights> layers;
    std::vector<float> output_norm;
    PackedMatrix head;  ///< output.weight, or token_embd.weight where the file has none

    /// Packs every matrix. Throws Error naming file and tensor where one is missing, has another shape or type, holds a
    /// scale or weight that is not finite, or is not part of the computation the engine does.
    static ModelWeights load(const GgufFile& file, const ModelShape& shape, ThreadPool& pool);
    std::size_t packed_bytes() const;
};

}  // namespace quern
