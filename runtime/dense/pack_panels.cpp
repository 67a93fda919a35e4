#include "runtime/dense/pack_panels.hpp"

#include <algorithm>
#include <cstring>

namespace quern {

namespace {

/// Side of the square blocks that transposing goes by: a cache line of f64.
constexpr std::int64_t transposed_block = 8;

/// to[c][r] = from[r][c] for rows x columns.
template <class T>
void transpose(const T* from, std::int64_t from_stride, std::int64_t rows, std::int64_t columns, T* to,
               std::int64_t to_stride) {
    for (std::int64_t c = 0; c < columns; c += transposed_block) {
        const std::int64_t last = std::min(c + transposed_block, columns);
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
void pack_b_rows(const DenseView<T>& b, const PackedBlock& block, std::int64_t begin, std::int64_t end, T* packed) {
    const std::int64_t tile = block.tile_columns, whole = block.columns / tile * tile, tail = block.columns - whole;
    for (std::int64_t step = begin; step < end; ++step) {
        const T* from = b.data + step * b.row_stride;
        T* to = packed + step * tile;
        for (std::int64_t column = 0; column < whole; column += tile, from += tile, to += tile * block.depth)
            copy_run(to, from, static_cast<int>(tile));
        if (tail == 0) continue;
        to = packed + whole * block.depth + step * block.tail_width;
        copy_run(to, from, static_cast<int>(tail));
        std::fill(to + tail, to + block.tail_width, T{0});
    }
}

template <class T>
void pack_b_panel(const DenseView<T>& b, const PackedBlock& block, std::int64_t panel, T* packed) {
    const std::int64_t first = panel * block.tile_columns;
    pack_b_columns({b.at(0, first), b.row_stride, b.column_stride}, block, first,
                   std::min(first + block.tile_columns, block.columns), packed);
}

template <class T>
void pack_b_columns(const DenseView<T>& b, const PackedBlock& block, std::int64_t begin, std::int64_t end, T* packed) {
    const std::int64_t first = begin / block.tile_columns * block.tile_columns;
    const std::int64_t width = block.columns - first < block.tile_columns ? block.tail_width : block.tile_columns;
    T* to = packed + first * block.depth;
    for (std::int64_t step = 0; step < block.depth; step += transposed_block)
        transpose(b.at(step, 0), b.column_stride, end - begin, std::min(transposed_block, block.depth - step),
                  to + step * width + (begin - first), width);
    if (end < block.columns) return;
    for (std::int64_t step = 0; end - first < width && step < block.depth; ++step)
        std::fill(to + step * width + (end - first), to + (step + 1) * width, T{0});
}

template void pack_a_panel(const DenseView<double>&, int, std::int64_t, APanel, double*);
template void pack_a_panel(const DenseView<float>&, int, std::int64_t, APanel, float*);
template void pack_b_rows(const DenseView<double>&, const PackedBlock&, std::int64_t, std::int64_t, double*);
template void pack_b_rows(const DenseView<float>&, const PackedBlock&, std::int64_t, std::int64_t, float*);
template void pack_b_panel(const DenseView<double>&, const PackedBlock&, std::int64_t, double*);
template void pack_b_panel(const DenseView<float>&, const PackedBlock&, std::int64_t, float*);
template void pack_b_columns(const DenseView<double>&, const PackedBlock&, std::int64_t, std::int64_t, double*);
template void pack_b_columns(const DenseView<float>&, const PackedBlock&, std::int64_t, std::int64_t, float*);

}  // namespace quern
