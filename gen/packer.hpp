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

/// Packs rows [first_row, first_row + row_count) from the GGUF blocks of these rows alone. Rows are independent:
/// threads may pack disjoint ranges at once, in any order. The padding of a row group is written with its first row
/// that there is, rows past the matrix's end with its last. Throws Error where a size does not match.
void pack_rows(const PackedLayout& layout, std::int64_t rows, std::int64_t columns,
               std::span<const std::uint8_t> gguf_rows, std::int64_t first_row, std::int64_t row_count,
               std::span<std::uint8_t> packed);

}  // namespace quern
