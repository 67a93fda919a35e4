#include "runtime/engine/projection_shapes.hpp"

#include <algorithm>

#include "gen/error.hpp"
#include "runtime/gguf/gguf_file.hpp"
#include "runtime/gguf/printable.hpp"

namespace quern {

std::string layer_tensor_name(std::int64_t layer, std::string_view part) {
    return "blk." + std::to_string(layer) + "." + std::string(part) + ".weight";
}

std::string head_tensor_name(const GgufFile& file) {
    constexpr std::string_view own = "output.weight";
    return std::string(file.find_tensor(own) == nullptr ? embedding_tensor_name : own);
}

std::array<ProjectionShape, 7> layer_projections(const ModelShape& shape) {
    const std::int64_t width = shape.width, query_width = shape.heads * shape.head_size,
                       key_width = shape.kv_heads * shape.head_size;
    return {{{"attn_q", query_width, width},
             {"attn_k", key_width, width},
             {"attn_v", key_width, width},
             {"attn_output", width, query_width},
             {"ffn_gate", shape.ffn, width},
             {"ffn_up", shape.ffn, width},
             {"ffn_down", width, shape.ffn}}};
}

std::vector<DistinctProjection> distinct_projections(const GgufFile& file, const ModelShape& shape) {
    std::vector<DistinctProjection> distinct;
    const auto add = [&](const std::string& name, const ProjectionShape& projection, bool head) {
        const WeightFormat* weight = file.tensor(name, projection.rows, projection.columns).format();
        if (weight == nullptr || !weight->quantized())
            throw Error(file.name() + ": tensor " + printable(name) + " is not quantized");
        const auto same = std::find_if(distinct.begin(), distinct.end(), [&](const DistinctProjection& each) {
            return each.weight == weight && each.rows == projection.rows && each.columns == projection.columns &&
                   each.head == head;
        });
        const std::string role(projection.role);
        if (same == distinct.end())
            distinct.push_back({weight, projection.rows, projection.columns, head, role});
        else if ((", " + same->roles + ",").find(", " + role + ",") == std::string::npos)
            same->roles += ", " + role;
    };
    for (std::int64_t layer = 0; layer < shape.layers; ++layer)
        for (const ProjectionShape& projection : layer_projections(shape))
            add(layer_tensor_name(layer, projection.role), projection, false);
    add(head_tensor_name(file), {"output", shape.vocabulary, shape.width}, true);
    return distinct;
}

}  // namespace quern
