#pragma once

#include <cstdint>
#include <optional>
#include <span>

namespace quern::test {

/// Does with an image whatever quern does with a file before it computes: reads it, every value of its metadata by
/// every typed access, every byte of its tensors, the model's shape, and the tokenizer, which then encodes the file's
/// own texts. Returns the sum of the tensors' bytes, or nothing where the image is no GGUF file. Error is caught here;
/// nothing else may be thrown on the way.
std::optional<std::uint64_t> walk_gguf(std::span<const std::uint8_t> image);

}  // namespace quern::test
