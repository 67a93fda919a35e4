#pragma once

#include <cstdint>
#include <string>

#include "gen/kernel_spec.hpp"

namespace quern {

class GgufFile;

/// Shapes of a model, read from a GGUF file's metadata and checked against each other.
struct ModelShape {
    std::string architecture;  ///< "llada"
    std::int64_t layers = 0, width = 0, heads = 0, kv_heads = 0, head_size = 0, ffn = 0, vocabulary = 0,
                 context_length = 0, canvas_length = 0;
    double rope_base = 0, norm_eps = 0;
    RopePairs rope_pairs{};
    std::int32_t mask_token = 0;
    bool shift_logits = false;

    /// Throws Error naming file and key for a missing or absurd value or an unsupported architecture.
    static ModelShape read(const GgufFile& file);
};

}  // namespace quern
