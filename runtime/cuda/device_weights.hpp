#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "gen/weight_format.hpp"
#include "jit_cuda/device.hpp"
#include "runtime/engine/model_shape.hpp"

namespace quern {
class GgufFile;
}

namespace quern::cuda {

/// A matrix in device memory: [rows][columns / block_weights] GGUF blocks, each padded with zeros to
/// device_block_bytes.
struct DeviceMatrix {
    const WeightFormat* format = nullptr;
    std::int64_t rows = 0, columns = 0;
    DeviceBuffer<unsigned char> blocks;
};

struct DeviceLayer {
    DeviceBuffer<float> attention_norm, ffn_norm;
    DeviceMatrix q, k, v, attention_output, gate, up, down;
};

/// All weights of a model in device memory, named in the file as llama.cpp names them.
struct DeviceWeights {
    DeviceMatrix embedding;
    std::vector<DeviceLayer> layers;
    DeviceBuffer<float> output_norm;
    std::optional<DeviceMatrix> own_head;  ///< output.weight

    /// The output projection: the embeddings' table where the file has none of its own.
    const DeviceMatrix& head() const { return own_head ? *own_head : embedding; }
    std::size_t bytes = 0;  ///< of device memory

    /// Checks every tensor and the device's free memory before anything is copied. Throws Error naming file and tensor
    /// where one is missing, has another shape or type, holds a scale or weight that is not finite, or is not part of
    /// the computation the engine does; and Error saying what is needed and what is free where that is too little.
    static DeviceWeights load(const GgufFile& file, const ModelShape& shape, const Device& device);
};

}  // namespace quern::cuda
