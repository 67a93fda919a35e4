#pragma once

#include <cstdint>
#include <span>
#include <string_view>

namespace quern {

/// A tensor type of GGUF, whether or not quern has kernels for it: enough to check a tensor's bounds and to name it.
struct GgmlType {
    std::uint32_t number;    ///< in GGUF tensor infos
    std::string_view name;   ///< as ggml spells it: "q4_K"
    std::uint32_t elements;  ///< a block holds
    std::uint32_t bytes;     ///< of a block
};

/// Every type a GGUF file may hold today, by number. Source: the GGUF specification and ggml's type table.
std::span<const GgmlType> ggml_types();
/// The row of that number, or nullptr for one that was removed or never given.
const GgmlType* ggml_type(std::uint32_t number);

}  // namespace quern
