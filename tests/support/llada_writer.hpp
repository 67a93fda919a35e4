#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "tests/support/gguf_writer.hpp"

namespace quern::test {

/// A LLaDA file without tensors whose every key is valid: 2 layers of width 256 with 4 heads of 64, 8 tokens.
inline GgufWriter small_llada() {
    GgufWriter writer;
    writer.add("general.architecture", "llada")
        .add("llada.block_count", std::uint32_t{2})
        .add("llada.context_length", std::uint32_t{64})
        .add("llada.embedding_length", std::uint32_t{256})
        .add("llada.feed_forward_length", std::uint32_t{512})
        .add("llada.attention.head_count", std::uint32_t{4})
        .add("llada.attention.head_count_kv", std::uint32_t{2})
        .add("llada.attention.layer_norm_rms_epsilon", 1e-5F)
        .add("llada.attention.causal", false)
        .add("llada.rope.freq_base", 10000.0F)
        .add("llada.rope.dimension_count", std::uint32_t{64})
        .add("llada.vocab_size", std::uint32_t{8})
        .add("diffusion.shift_logits", false)
        .add("diffusion.canvas_length", std::uint32_t{32})
        .add("tokenizer.ggml.tokens", std::vector<std::string>{"a", "b", "c", "d", "e", "f", "<eos>", "<mask>"})
        .add("tokenizer.ggml.mask_token_id", std::uint32_t{7});
    return writer;
}

}  // namespace quern::test
