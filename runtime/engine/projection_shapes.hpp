#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "gen/weight_format.hpp"
#include "runtime/engine/model_shape.hpp"

namespace quern {

class GgufFile;

constexpr std::string_view embedding_tensor_name = "token_embd.weight";
/// "blk.0.attn_q.weight"
std::string layer_tensor_name(std::int64_t layer, std::string_view part);
/// The output projection's tensor: the embeddings' where the file has none of its own.
std::string head_tensor_name(const GgufFile& file);

/// A matrix of a layer.
struct ProjectionShape {
    std::string_view role;  ///< as in tensor names: "attn_q"
    std::int64_t rows = 0, columns = 0;
};
/// q, k, v, attention output, gate, up and down, in this order.
std::array<ProjectionShape, 7> layer_projections(const ModelShape& shape);

/// Matrices of one format and size, which share kernels.
struct DistinctProjection {
    const WeightFormat* weight;
    std::int64_t rows = 0, columns = 0;
    bool head = false;  ///< the output projection, which sees the rows of a block alone
    std::string roles;  ///< "attn_q, attn_k"
};
/// Every distinct matrix of a model, without its weights being read. Throws Error naming the file and tensor where one
/// is missing, of another size or not quantized.
std::vector<DistinctProjection> distinct_projections(const GgufFile& file, const ModelShape& shape);

}  // namespace quern
