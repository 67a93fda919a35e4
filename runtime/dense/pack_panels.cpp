#include "runtime/dense/pack_panels.hpp"

#include <algorithm>
#include <cstring>

namespace quern {

namespace {

/// Side of the square blocks that transposing goes by: a cache line of f64.
constexpr std::int64_t block = 8;

/// to[c][r] = from[r][c] for rows x columns.
template <class T>
void transpose(const T* from, std::int64_t from_stride, std::int64_t rows, std::int64_t columns, T* to,
               std::int64_t to_stride) {
    for (std::int64_t c = 0; c < columns; c += block) {
        const std::int64_t last = std::min(c + block, columns);
        for (std::int64_t r = 0; r < rows; ++r)
            for (std::int64_t i = c; i < last; ++i) to[i * to_stride + r] = from[r * from_stride + i];
    }
}

/// memcpy() whose length is known where it is a whole number of vectors.
template <class T>
void copy_run(T* to, const T* from, int count) {
    for (; count >= 8; count -= 8, to += 8, from += 8) std::memcpy(to, from, 8 * sizeof(T));
    for (; count > 0; --count) *to++ = *from++;
}

}  // namespace

template <class T>
void pack_a_panel(const DenseView<T>& a, int rows, std::int64_t depth, APanel panel, T* packed) {
    if (panel == APanel::packed_columns) {
        for (std::int64_t step = 0; step < depth; ++step) copy_run(packed + step * rows, a.at(0, step), rows);
        return;
    }
    std::int64_t step = 0;
    for (; step + depth_unroll <= depth; step += depth_unroll)
        for (int row = 0; row < rows; ++row)
            std::memcpy(packed + step * rows + row * depth_unroll, a.at(row, step), depth_unroll * sizeof(T));
    if (step == depth) return;
    for (int row = 0; row < rows; ++row)
        std::memcpy(packed + step * rows + row * depth_unroll, a.at(row, step),
                    static_cast<std::size_t>(depth - step) * sizeof(T));
}

template <class T>
void pack_b_panel(const DenseView<T>& b, std::int64_t depth, int columns, int width, T* packed) {
    if (columns < width)
        for (std::int64_t step = 0; step < depth; ++step)
            std::fill(packed + step * width + columns, packed + (step + 1) * width, T{0});
    if (b.column_stride == 1) {
        for (std::int64_t step = 0; step < depth; ++step) copy_run(packed + step * width, b.at(step, 0), columns);
        return;
    }
    for (std::int64_t step = 0; step < depth; step += block)
        transpose(b.at(step, 0), b.column_stride, columns, std::min(block, depth - step), packed + step * width, width);
}

template void pack_a_panel(const DenseView<double>&, int, std::int64_t, APanel, double*);
template void pack_a_panel(const DenseView<float>&, int, std::int64_t, APanel, float*);
template void pack_b_panel(const DenseView<double>&, std::int64_t, int, int, double*);
template void pack_b_panel(const DenseView<float>&, std::int64_t, int, int, float*);

}  // namespace quern
