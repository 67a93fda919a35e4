#pragma once

#include <cstdint>

#include "gen/gemm_plan.hpp"

namespace quern {

/// Part of a dense matrix in memory: element (row, column) at data[row * row_stride + column * column_stride], one of
/// the strides 1.
template <class T>
struct DenseView {
    const T* data;
    std::int64_t row_stride, column_stride;

    const T* at(std::int64_t row, std::int64_t column) const {
        return data + row * row_stride + column * column_stride;
    }
};

/// `rows` rows of A over `depth` columns, from A's element `a.data`, as APanel says (not in_place).
template <class T>
void pack_a_panel(const DenseView<T>& a, int rows, std::int64_t depth, APanel panel, T* packed);

/// Where a block of B is packed: panels of [depth][tile_columns] one after the other, the last of them, where columns
/// are left over, of [depth][tail_width], zero beyond the columns.
struct PackedBlock {
    std::int64_t depth, columns, tile_columns, tail_width;
};

/// Rows [begin, end) of a row-major block of B, whose first element is b.data, into every panel.
template <class T>
void pack_b_rows(const DenseView<T>& b, const PackedBlock& block, std::int64_t begin, std::int64_t end, T* packed);

/// One panel of a column-major block of B.
template <class T>
void pack_b_panel(const DenseView<T>& b, const PackedBlock& block, std::int64_t panel, T* packed);
/// Columns [begin, end) of one, all of one panel, whose other columns stay as they are; b.data is the first element of
/// column `begin`. Zeros beyond the block's last column are written with that column.
template <class T>
void pack_b_columns(const DenseView<T>& b, const PackedBlock& block, std::int64_t begin, std::int64_t end, T* packed);

}  // namespace quern
