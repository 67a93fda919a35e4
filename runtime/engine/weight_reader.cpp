#include "runtime/engine/weight_reader.hpp"

#include "gen/error.hpp"
#include "gen/oracle.hpp"
#include "runtime/engine/projection_shapes.hpp"
#include "runtime/gguf/gguf_file.hpp"
#include "runtime/gguf/printable.hpp"

namespace quern {

std::string tensor_place(const GgufFile& file, const GgufTensor& tensor) {
    return file.name() + ": tensor " + printable(tensor.name);
}

const GgufTensor& WeightReader::tensor(const std::string& name, std::int64_t rows, std::int64_t columns) {
    used_.insert(name);
    return file_.tensor(name, rows, columns);
}

std::vector<float> WeightReader::norm(const std::string& name, std::int64_t width) {
    const GgufTensor& norm = tensor(name, 1, width);
    if (norm.format()->name != "f32")
        throw Error(tensor_place(file_, norm) + ": the type " + std::string(norm.type_name()) +
                    " is not supported for norms (f32 is)");
    if (!has_finite_scales(*norm.format(), norm.data))
        throw Error(tensor_place(file_, norm) + ": a weight is not a finite number");
    std::vector<float> weights(static_cast<std::size_t>(width));
    dequantize_row(*norm.format(), norm.data, weights);
    return weights;
}

std::vector<const GgufTensor*> WeightReader::layer_matrices(std::int64_t layer, const ModelShape& shape) {
    std::vector<const GgufTensor*> matrices;
    for (const ProjectionShape& each : layer_projections(shape))
        matrices.push_back(&tensor(layer_tensor_name(layer, each.role), each.rows, each.columns));
    return matrices;
}

void WeightReader::refuse_others() const {
    for (const GgufTensor& tensor : file_.tensors())
        if (tensor.name != embedding_tensor_name && !used_.contains(tensor.name))
            throw Error(tensor_place(file_, tensor) + ": is not part of a " +
                        printable(file_.text("general.architecture")) + " model quern can run");
}

}  // namespace quern
