#include "runtime/engine/model_weights.hpp"

#include <string>

#include "gen/error.hpp"
#include "gen/oracle.hpp"
#include "runtime/engine/projection_shapes.hpp"
#include "runtime/engine/weight_reader.hpp"
#include "runtime/gguf/gguf_file.hpp"

namespace quern {

namespace {

LayerWeights read_layer(WeightReader& reader, const GgufFile& file, std::int64_t index, const ModelShape& shape,
                        ThreadPool& pool) {
    LayerWeights layer;
    layer.attention_norm = reader.norm(layer_tensor_name(index, "attn_norm"), shape.width);
    layer.ffn_norm = reader.norm(layer_tensor_name(index, "ffn_norm"), shape.width);
    PackedMatrix* const matrices[] = {&layer.q,    &layer.k,  &layer.v,   &layer.attention_output,
                                      &layer.gate, &layer.up, &layer.down};
    std::size_t next = 0;
    for (const GgufTensor* tensor : reader.layer_matrices(index, shape))
        *matrices[next++] = PackedMatrix(file, *tensor, pool);
    return layer;
}

}  // namespace

EmbeddingTable::EmbeddingTable(const GgufFile& file, const ModelShape& shape) {
    const GgufTensor& tensor = file.tensor(embedding_tensor_name, shape.vocabulary, shape.width);
    format_ = tensor.format();
    if (shape.width % format_->block_weights != 0)
        throw Error(tensor_place(file, tensor) + ": " + std::string(format_->name) + " rows of " +
                    std::to_string(shape.width) + " weights are not whole blocks");
    blocks_ = tensor.data;
    description_ = tensor_place(file, tensor);
    row_bytes_ = blocks_.size() / static_cast<std::size_t>(shape.vocabulary);
}

void EmbeddingTable::read(std::int32_t token, std::span<float> out) const {
    const auto row = blocks_.subspan(static_cast<std::size_t>(token) * row_bytes_, row_bytes_);
    // Checked here, row by row: a look at the whole table would page it in.
    if (!has_finite_scales(*format_, row))
        throw Error(description_ + ": row " + std::to_string(token) + " holds a number that is not finite");
    dequantize_row(*format_, row, out);
}

ModelWeights ModelWeights::load(const GgufFile& file, const ModelShape& shape, ThreadPool& pool) {
    WeightReader reader(file);
    ModelWeights weights{EmbeddingTable(file, shape), {}, {}, {}};
    weights.layers.reserve(static_cast<std::size_t>(shape.layers));
    for (std::int64_t index = 0; index < shape.layers; ++index)
        weights.layers.push_back(read_layer(reader, file, index, shape, pool));
    weights.output_norm = reader.norm("output_norm.weight", shape.width);
    weights.head = PackedMatrix(file, reader.tensor(head_tensor_name(file), shape.vocabulary, shape.width), pool);
    reader.refuse_others();
    return weights;
}

std::size_t ModelWeights::packed_bytes() const {
    std::size_t bytes = head.bytes();
    for (const LayerWeights& layer : layers)
        for (const PackedMatrix* matrix :
             {&layer.q, &layer.k, &layer.v, &layer.attention_output, &layer.gate, &layer.up, &layer.down})
            bytes += matrix->bytes();
    return bytes;
}

}  // namespace quern
