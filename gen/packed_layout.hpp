#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "gen/weight_format.hpp"

namespace quern {

/// The packed form of a quantized matrix: one for every ISA, plan and machine.
///
/// A row group is 16 rows. A packed block is one row group x one super-block (256 weights of each row):
///
///     d[16] f16 | dmin[16] f16, if mins | scales[sub-blocks][16] u8 or i8 | mins[sub-blocks][16] u8, if mins
///     | zeros up to a multiple of 64 bytes, so that no vector of codes crosses a cache line | code planes
///
/// A step is 4 consecutive weights of each of the 16 rows: 64 codes, row r's four at bytes 4r..4r+3 of a 64-byte vector
/// (a zmm as is, two ymm halves of 8 rows, a B-tile row of AMX). A plane of b bits keeps 8 / b steps in each vector:
/// step s lies in vector s / (8 / b), at bits b * (s % (8 / b)) of each byte, so the steps of a vector are neighbours
/// in K.
///
/// Blocks of a row group are contiguous over K, row groups follow each other. Rows past N in the last group are all
/// zero.
struct PackedLayout {
    static constexpr int group_rows = 16;
    static constexpr int super_block = 256;
    static constexpr int step_weights = 4;
    static constexpr int steps = super_block / step_weights;
    static constexpr int vector_bytes = group_rows * step_weights;

    const WeightFormat* format = nullptr;
    /// Offsets in a packed block, bytes; dmin and mins equal the next field's where the format has none.
    int d_offset = 0, dmin_offset = 0, scales_offset = 0, mins_offset = 0;
    int header_bytes = 0;  ///< d to the last min, without the zeros
    std::array<int, 2> plane_offset{};
    int block_bytes = 0;

    /// Bytes of a packed matrix of `rows` x `columns`. Throws Error where columns is no multiple of 256 or the size
    /// overflows.
    std::size_t matrix_bytes(std::int64_t rows, std::int64_t columns) const;
};

constexpr std::int64_t row_groups(std::int64_t rows) {
    return (rows + PackedLayout::group_rows - 1) / PackedLayout::group_rows;
}

/// Throws Error where `format` is not quantized.
PackedLayout packed_layout(const WeightFormat& format);

}  // namespace quern
