#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "gen/packed_layout.hpp"

namespace quern {

/// Packs row groups [first_group, last_group) of a matrix of `rows` x `columns`, given as GGUF rows, into `packed` (the
/// whole packed matrix, PackedLayout::matrix_bytes long). Row groups are independent: threads may pack disjoint ranges
/// at once. Throws Error where a size does not match.
void pack_row_groups(const PackedLayout& layout, std::int64_t rows, std::int64_t columns,
                     std::span<const std::uint8_t> gguf, std::int64_t first_group, std::int64_t last_group,
                     std::span<std::uint8_t> packed);

}  // namespace quern
