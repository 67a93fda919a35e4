#include "gen/packed_layout.hpp"

#include <limits>
#include <string>

#include "gen/error.hpp"

namespace quern {

PackedLayout packed_layout(const WeightFormat& format) {
    if (!format.quantized())
        throw Error("weight format " + std::string(format.name) + " is not quantized: it has no packed layout");
    if (format.block_weights != PackedLayout::super_block)
        throw Error("weight format " + std::string(format.name) + " has blocks of " +
                    std::to_string(format.block_weights) + " weights; the packed layout holds blocks of 256");
    constexpr int rows = PackedLayout::group_rows;
    constexpr int half_bytes = 2;
    PackedLayout layout;
    layout.format = &format;
    layout.d_offset = 0;
    layout.dmin_offset = layout.d_offset + rows * half_bytes;
    layout.scales_offset = layout.dmin_offset + (format.has_mins ? rows * half_bytes : 0);
    layout.mins_offset = layout.scales_offset + format.sub_blocks() * rows;
    layout.header_bytes = layout.mins_offset + (format.has_mins ? format.sub_blocks() * rows : 0);
    int offset = (layout.header_bytes + PackedLayout::vector_bytes - 1) / PackedLayout::vector_bytes *
                 PackedLayout::vector_bytes;
    for (std::size_t p = 0; p < format.planes().size(); ++p) {
        layout.plane_offset[p] = offset;
        offset += PackedLayout::super_block * rows * format.planes()[p].bits / 8;
    }
    layout.block_bytes = offset;
    return layout;
}

std::size_t PackedLayout::matrix_bytes(std::int64_t rows, std::int64_t columns) const {
    const std::string shape = std::to_string(rows) + " x " + std::to_string(columns);
    if (rows < 1 || columns < 1) throw Error("a packed matrix cannot be " + shape + ": both sizes must be positive");
    if (columns % super_block != 0)
        throw Error("a packed matrix cannot be " + shape + ": columns must be a multiple of 256");
    constexpr std::int64_t limit = std::numeric_limits<std::int64_t>::max();
    const std::int64_t group_bytes_limit = limit / block_bytes;
    if (rows > limit - group_rows || columns / super_block > group_bytes_limit ||
        row_groups(rows) > group_bytes_limit / (columns / super_block))
        throw Error("a packed matrix of " + shape + " overflows 64-bit sizes");
    return static_cast<std::size_t>(row_groups(rows)) * static_cast<std::size_t>(columns / super_block) *
           static_cast<std::size_t>(block_bytes);
}

}  // namespace quern
