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

/// `columns` columns of B over `depth` rows as [depth][width]; columns beyond are zero.
template <class T>
void pack_b_panel(const DenseView<T>& b, std::int64_t depth, int columns, int width, T* packed);

}  // namespace quern
