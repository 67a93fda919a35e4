#include "runtime/engine/model_weights.hpp"

#include <cstring>
#include <set>
#include <string>
#include <string_view>

#include "gen/error.hpp"
#include "gen/oracle.hpp"
#include "runtime/engine/projection_shapes.hpp"
#include "runtime/gguf/gguf_file.hpp"
#include "runtime/gguf/printable.hpp"

namespace quern {

namespace {

std::string describe(const GgufFile& file, const GgufTensor& tensor) {
    return file.name() + ": tensor " + printable(tensor.name);
}

// Reads tensors and remembers which, so that those left over can be named.
class WeightReader {
  public:
    WeightReader(const GgufFile& file, ThreadPool& pool) : file_(file), pool_(pool) {}

    PackedMatrix matrix(const std::string& name, std::int64_t rows, std::int64_t columns) {
        used_.insert(name);
        return PackedMatrix(file_, file_.tensor(name, rows, columns), pool_);
    }

    std::vector<float> norm(const std::string& name, std::int64_t width) {
        used_.insert(name);
        const GgufTensor& tensor = file_.tensor(name, 1, width);
        if (tensor.format()->name != "f32")
            throw Error(describe(file_, tensor) + ": the type " + std::string(tensor.type_name()) +
                        " is not supported for norms (f32 is)");
        if (!has_finite_scales(*tensor.format(), tensor.data))
            throw Error(describe(file_, tensor) + ": a weight is not a finite number");
        std::vector<float> weights(static_cast<std::size_t>(width));
        dequantize_row(*tensor.format(), tensor.data, weights);
        return weights;
    }

    LayerWeights layer(std::int64_t index, const ModelShape& shape) {
        const auto name = [index](std::string_view part) { return layer_tensor_name(index, part); };
        LayerWeights layer;
        layer.attention_norm = norm(name("attn_norm"), shape.width);
        layer.ffn_norm = norm(name("ffn_norm"), shape.width);
        PackedMatrix* const matrices[] = {&layer.q,    &layer.k,  &layer.v,   &layer.attention_output,
                                          &layer.gate, &layer.up, &layer.down};
        std::size_t next = 0;
        for (const ProjectionShape& each : layer_projections(shape))
            *matrices[next++] = matrix(name(each.role), each.rows, each.columns);
        return layer;
    }

    // A bias or a table of RoPE factors, say, would make the file another computation.
    void refuse_others() const {
        for (const GgufTensor& tensor : file_.tensors())
            if (tensor.name != embedding_tensor_name && !used_.contains(tensor.name))
                throw Error(describe(file_, tensor) + ": is not part of a " +
                            printable(file_.text("general.architecture")) + " model quern can run");
    }

  private:
    const GgufFile& file_;
    ThreadPool& pool_;
    std::set<std::string, std::less<>> used_;
};

}  // namespace

EmbeddingTable::EmbeddingTable(const GgufFile& file, const ModelShape& shape) {
    const GgufTensor& tensor = file.tensor(embedding_tensor_name, shape.vocabulary, shape.width);
    format_ = tensor.format();
    if (shape.width % format_->block_weights != 0)
        throw Error(describe(file, tensor) + ": " + std::string(format_->name) + " rows of " +
                    std::to_string(shape.width) + " weights are not whole blocks");
    blocks_ = tensor.data;
    description_ = describe(file, tensor);
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
    WeightReader reader(file, pool);
    ModelWeights weights{EmbeddingTable(file, shape), {}, {}, {}};
    weights.layers.reserve(static_cast<std::size_t>(shape.layers));
    for (std::int64_t index = 0; index < shape.layers; ++index) weights.layers.push_back(reader.layer(index, shape));
    weights.output_norm = reader.norm("output_norm.weight", shape.width);
    weights.head = reader.matrix(head_tensor_name(file), shape.vocabulary, shape.width);
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
