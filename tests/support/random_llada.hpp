#pragma once

#include <cstdint>

#include "tests/support/gguf_writer.hpp"

namespace quern::test {

/// What a random model of small_llada()'s shape is made of.
struct RandomLlada {
    std::uint32_t layers = 2;
    const char* embedding = "f32";  ///< format of token_embd
    bool tied = false;              ///< no output.weight
    std::uint32_t seed = 1;
};

/// A model whose matrices take the quantized formats in turn, their weights centred and of a size that keeps
/// activations moderate, so that it can be compared with a reference. The writer may be changed before image().
GgufWriter random_llada(const RandomLlada& options);

}  // namespace quern::test
