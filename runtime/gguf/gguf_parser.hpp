#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "runtime/gguf/gguf_file.hpp"

namespace quern {

/// What a GGUF image holds. The indices' keys and the tensors' data point into the image.
struct GgufContents {
    std::uint32_t version = 0;
    std::vector<std::pair<std::string, GgufValue>> metadata;
    std::vector<GgufTensor> tensors;
    std::map<std::string_view, std::size_t> metadata_index, tensor_index;
};

/// Reads a whole image, nothing of it trusted. Source of the layout: the GGUF specification, versions 2 and 3, little
/// endian. Throws Error naming `file` and the section, key or tensor. What it allocates is bounded by the image's size
/// and by max_metadata_bytes.
GgufContents parse_gguf(std::span<const std::uint8_t> image, std::string_view file);

/// Memory the metadata of one file may take. (A sparse file is large for nothing.)
inline constexpr std::uint64_t max_metadata_bytes = std::uint64_t{1} << 29;
/// Bytes of a key or of a tensor's name, as the specification limits keys.
inline constexpr std::uint64_t max_name_bytes = 65535;
/// The specification's default, and what quern takes at most. A file's own value is a power of two, at least 8.
inline constexpr std::uint64_t default_alignment = 32, max_alignment = std::uint64_t{1} << 20;

}  // namespace quern
