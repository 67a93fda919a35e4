#include "runtime/cuda/device_weights.hpp"

#include <algorithm>
#include <cstring>
#include <string>

#include "gen/error.hpp"
#include "jit_cuda/cuda_plan.hpp"
#include "runtime/engine/projection_shapes.hpp"
#include "runtime/engine/weight_reader.hpp"
#include "runtime/gguf/gguf_file.hpp"

namespace quern::cuda {

namespace {

constexpr std::size_t staging_bytes = std::size_t{8} << 20;  // of host memory, for blocks that are padded

struct LayerTensors {
    std::vector<float> attention_norm, ffn_norm;
    std::vector<const GgufTensor*> matrices;  // in the order of layer_projections()
};

/// What is to be copied, all of it checked but for the numbers in the matrices.
struct ModelTensors {
    const GgufTensor* embedding = nullptr;
    std::vector<LayerTensors> layers;
    std::vector<float> output_norm;
    const GgufTensor* own_head = nullptr;

    ModelTensors(const GgufFile& file, const ModelShape& shape) {
        WeightReader reader(file);
        embedding = &reader.tensor(std::string(embedding_tensor_name), shape.vocabulary, shape.width);
        for (std::int64_t index = 0; index < shape.layers; ++index)
            layers.push_back({reader.norm(layer_tensor_name(index, "attn_norm"), shape.width),
                              reader.norm(layer_tensor_name(index, "ffn_norm"), shape.width),
                              reader.layer_matrices(index, shape)});
        output_norm = reader.norm("output_norm.weight", shape.width);
        if (const std::string name = head_tensor_name(file); name != embedding_tensor_name)
            own_head = &reader.tensor(name, shape.vocabulary, shape.width);
        reader.refuse_others();
    }
};

std::size_t block_count(const GgufTensor& tensor) {
    return tensor.data.size() / static_cast<std::size_t>(tensor.format()->block_bytes);
}

std::size_t device_bytes(const GgufTensor& tensor) {
    return block_count(tensor) * static_cast<std::size_t>(device_block_bytes(*tensor.format()));
}

std::size_t device_bytes(const ModelTensors& tensors) {
    std::size_t bytes = device_bytes(*tensors.embedding) + tensors.output_norm.size() * sizeof(float);
    for (const LayerTensors& layer : tensors.layers) {
        bytes += (layer.attention_norm.size() + layer.ffn_norm.size()) * sizeof(float);
        for (const GgufTensor* matrix : layer.matrices) bytes += device_bytes(*matrix);
    }
    return bytes + (tensors.own_head == nullptr ? 0 : device_bytes(*tensors.own_head));
}

void copy_blocks(const GgufTensor& tensor, const DeviceBuffer<unsigned char>& to) {
    const auto block = static_cast<std::size_t>(tensor.format()->block_bytes);
    const auto padded = static_cast<std::size_t>(device_block_bytes(*tensor.format()));
    if (block == padded) {
        to.upload(tensor.data);
        return;
    }
    const std::size_t blocks = block_count(tensor), blocks_at_once = std::min(blocks, staging_bytes / padded);
    std::vector<unsigned char> staging(blocks_at_once * padded);  // whose padding stays zero
    for (std::size_t first = 0; first < blocks; first += blocks_at_once) {
        const std::size_t count = std::min(blocks_at_once, blocks - first);
        for (std::size_t i = 0; i < count; ++i)
            std::memcpy(staging.data() + i * padded, tensor.data.data() + (first + i) * block, block);
        to.upload(std::span<const unsigned char>(staging).first(count * padded), first * padded);
    }
}

class Uploader {
  public:
    Uploader(const GgufFile& file, const Device& device) : file_(file), device_(device) {}

    DeviceMatrix matrix(const GgufTensor& tensor) const {
        DeviceMatrix matrix{tensor.format(), tensor.rows(), tensor.columns(), {}};
        if (!has_finite_scales(*matrix.format, tensor.data))
            throw Error(tensor_place(file_, tensor) + ": a scale is not a finite number");
        matrix.blocks = DeviceBuffer<unsigned char>(device_, device_bytes(tensor));
        copy_blocks(tensor, matrix.blocks);
        file_.release_pages(tensor);
        return matrix;
    }

    DeviceBuffer<float> vector(const std::vector<float>& values) const { return {device_, values}; }

    DeviceLayer layer(const LayerTensors& tensors) const {
        DeviceLayer layer;
        layer.attention_norm = vector(tensors.attention_norm);
        layer.ffn_norm = vector(tensors.ffn_norm);
        DeviceMatrix* const matrices[] = {&layer.q,    &layer.k,  &layer.v,   &layer.attention_output,
                                          &layer.gate, &layer.up, &layer.down};
        for (std::size_t i = 0; i < tensors.matrices.size(); ++i) *matrices[i] = matrix(*tensors.matrices[i]);
        return layer;
    }

  private:
    const GgufFile& file_;
    const Device& device_;
};

}  // namespace

DeviceWeights DeviceWeights::load(const GgufFile& file, const ModelShape& shape, const Device& device) {
    const ModelTensors tensors(file, shape);
    DeviceWeights weights;
    weights.bytes = device_bytes(tensors);
    device.require_memory(weights.bytes, "the weights of " + file.name());
    const Uploader upload(file, device);
    weights.embedding = upload.matrix(*tensors.embedding);
    for (const LayerTensors& layer : tensors.layers) weights.layers.push_back(upload.layer(layer));
    weights.output_norm = upload.vector(tensors.output_norm);
    if (tensors.own_head != nullptr) weights.own_head = upload.matrix(*tensors.own_head);
    return weights;
}

}  // namespace quern::cuda
