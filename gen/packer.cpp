#include "gen/packer.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <string>

#include "gen/error.hpp"

namespace quern {

namespace {

static_assert(std::endian::native == std::endian::little, "a step is packed as one little-endian word of 4 codes");

constexpr std::size_t max_planes = std::tuple_size_v<decltype(PackedLayout::plane_offset)>;

// Where the eight codes of two neighbouring steps lie in the GGUF block: neighbouring bytes, all at one shift, because
// runs are longer than that. So two steps move as one 64-bit word.
struct StepPair {
    std::uint16_t byte = 0;
    std::uint8_t shift = 0;
};
constexpr int pair_weights = 2 * PackedLayout::step_weights;
using PairTable = std::array<StepPair, PackedLayout::super_block / pair_weights>;

PairTable pair_table(const WeightFormat& format, const CodePlane& plane) {
    if (plane.run % pair_weights != 0 || plane.chunk % plane.run != 0)
        throw Error("weight format " + std::string(format.name) + " has code runs that split two steps of 4 weights");
    PairTable table;
    for (int pair = 0; pair < PackedLayout::super_block / pair_weights; ++pair) {
        const int k = pair * pair_weights;
        const int chunk = k / plane.chunk, part = k % plane.chunk / plane.run, position = k % plane.run;
        const int byte =
            plane.offset + chunk * (plane.chunk * plane.bits / 8) + part % plane.byte_runs() * plane.run + position;
        table[static_cast<std::size_t>(pair)] = {static_cast<std::uint16_t>(byte),
                                                 static_cast<std::uint8_t>(plane.bits * (part / plane.byte_runs()))};
    }
    return table;
}

// One row's codes of one plane, `out` being the row's word of the first vector. The steps that share a vector lie Bits
// apart in each byte: pairs are laid 2 * Bits apart first, then each pair's upper word is folded in between. Bits is a
// template parameter so that this unrolls.
template <int Bits>
void pack_plane(const PairTable& table, const std::uint8_t* block, std::uint8_t* out) {
    constexpr std::uint64_t mask = ((1u << Bits) - 1) * 0x0101010101010101u;
    const auto put = [&](std::size_t vector, std::uint32_t word) {
        std::memcpy(out + vector * PackedLayout::vector_bytes, &word, sizeof word);
    };
    const auto pair_codes = [&](std::size_t pair) {
        std::uint64_t codes;
        std::memcpy(&codes, block + table[pair].byte, sizeof codes);
        return codes >> table[pair].shift & mask;
    };
    if constexpr (Bits == 8) {
        for (std::size_t pair = 0; pair < table.size(); ++pair) {
            const std::uint64_t codes = pair_codes(pair);
            put(2 * pair, static_cast<std::uint32_t>(codes));
            put(2 * pair + 1, static_cast<std::uint32_t>(codes >> 32));
        }
    } else {
        constexpr std::size_t pairs = 4 / Bits;  // that share a vector
        for (std::size_t vector = 0; vector < table.size() / pairs; ++vector) {
            std::uint64_t word = 0;
            for (std::size_t i = 0; i < pairs; ++i) word |= pair_codes(vector * pairs + i) << (2 * Bits * i);
            put(vector, static_cast<std::uint32_t>(word | word >> (32 - Bits)));
        }
    }
}

using PackPlane = void (*)(const PairTable&, const std::uint8_t*, std::uint8_t*);

PackPlane pack_plane_of(const WeightFormat& format, int bits) {
    switch (bits) {
        case 1:
            return pack_plane<1>;
        case 2:
            return pack_plane<2>;
        case 4:
            return pack_plane<4>;
        case 8:
            return pack_plane<8>;
        default:
            throw Error("weight format " + std::string(format.name) + " has a code plane of " + std::to_string(bits) +
                        " bits; 1, 2, 4 and 8 can be packed");
    }
}

class BlockPacker {
  public:
    explicit BlockPacker(const PackedLayout& layout) : layout_(layout), format_(*layout.format) {
        for (std::size_t p = 0; p < format_.planes().size(); ++p) {
            tables_[p] = pair_table(format_, format_.planes()[p]);
            pack_planes_[p] = pack_plane_of(format_, format_.planes()[p].bits);
        }
    }

    // Writes one row's share of a packed block.
    void pack(const std::uint8_t* block, std::uint8_t* packed, std::size_t row) const {
        constexpr std::size_t rows = PackedLayout::group_rows;
        std::memcpy(packed + layout_.d_offset + 2 * row, block + format_.d_offset, 2);
        if (format_.has_mins) std::memcpy(packed + layout_.dmin_offset + 2 * row, block + format_.dmin_offset, 2);
        const BlockScales scales = decode_scales(format_, block);
        for (std::size_t s = 0; s < static_cast<std::size_t>(format_.sub_blocks()); ++s) {
            packed[static_cast<std::size_t>(layout_.scales_offset) + s * rows + row] =
                static_cast<std::uint8_t>(scales.scale[s]);
            if (format_.has_mins)
                packed[static_cast<std::size_t>(layout_.mins_offset) + s * rows + row] =
                    static_cast<std::uint8_t>(scales.min[s]);
        }
        for (std::size_t p = 0; p < format_.planes().size(); ++p)
            pack_planes_[p](tables_[p], block, packed + layout_.plane_offset[p] + PackedLayout::step_weights * row);
    }

    // Writes one row's share with zeros.
    void clear(std::uint8_t* packed, std::size_t row) const {
        constexpr std::size_t rows = PackedLayout::group_rows;
        const auto scales = static_cast<std::size_t>(format_.sub_blocks());
        std::memset(packed + layout_.d_offset + 2 * row, 0, 2);
        if (format_.has_mins) std::memset(packed + layout_.dmin_offset + 2 * row, 0, 2);
        for (std::size_t s = 0; s < scales; ++s) {
            packed[static_cast<std::size_t>(layout_.scales_offset) + s * rows + row] = 0;
            if (format_.has_mins) packed[static_cast<std::size_t>(layout_.mins_offset) + s * rows + row] = 0;
        }
        for (std::size_t p = 0; p < format_.planes().size(); ++p) {
            const int vectors = PackedLayout::steps * format_.planes()[p].bits / 8;
            for (int v = 0; v < vectors; ++v)
                std::memset(packed + layout_.plane_offset[p] + v * PackedLayout::vector_bytes +
                                PackedLayout::step_weights * row,
                            0, PackedLayout::step_weights);
        }
    }

  private:
    const PackedLayout& layout_;
    const WeightFormat& format_;
    std::array<PairTable, max_planes> tables_{};
    std::array<PackPlane, max_planes> pack_planes_{};
};

void require_size(const char* what, std::size_t actual, std::size_t expected, std::int64_t rows, std::int64_t columns) {
    if (actual != expected)
        throw Error("packing " + std::to_string(rows) + " x " + std::to_string(columns) + " weights: the " + what +
                    " matrix is " + std::to_string(actual) + " bytes, expected " + std::to_string(expected));
}

}  // namespace

void pack_rows(const PackedLayout& layout, std::int64_t rows, std::int64_t columns,
               std::span<const std::uint8_t> gguf_rows, std::int64_t first_row, std::int64_t row_count,
               std::span<std::uint8_t> packed) {
    // Sizes: the packed matrix is larger than the GGUF one up to the padding, so neither product overflows once
    // matrix_bytes has passed.
    require_size("packed", packed.size(), layout.matrix_bytes(rows, columns), rows, columns);
    if (first_row < 0 || row_count < 0 || first_row > rows || row_count > rows - first_row)
        throw Error("packing " + std::to_string(row_count) + " rows from row " + std::to_string(first_row) +
                    " of a matrix that has " + std::to_string(rows));
    const auto row_blocks = static_cast<std::size_t>(columns / PackedLayout::super_block);
    const auto gguf_block_bytes = static_cast<std::size_t>(layout.format->block_bytes);
    const std::size_t row_bytes = row_blocks * gguf_block_bytes;
    require_size("GGUF", gguf_rows.size(), static_cast<std::size_t>(row_count) * row_bytes, row_count, columns);

    const BlockPacker packer(layout);
    const auto block_bytes = static_cast<std::size_t>(layout.block_bytes);
    const std::int64_t end_row = first_row + row_count;
    for (std::int64_t begin = first_row; begin < end_row;) {
        const std::int64_t group = begin / PackedLayout::group_rows, group_row = group * PackedLayout::group_rows;
        const std::int64_t end = std::min(end_row, group_row + PackedLayout::group_rows);
        std::uint8_t* out = packed.data() + static_cast<std::size_t>(group) * row_blocks * block_bytes;
        const std::uint8_t* in = gguf_rows.data() + static_cast<std::size_t>(begin - first_row) * row_bytes;
        const auto first = static_cast<std::size_t>(begin - group_row),
                   last = static_cast<std::size_t>(end - group_row);
        const bool ends_matrix = end == rows && last < PackedLayout::group_rows;
        for (std::size_t block = 0; block < row_blocks; ++block) {
            std::uint8_t* const packed_block = out + block * block_bytes;
            if (first == 0)
                std::memset(packed_block + layout.header_bytes, 0,
                            static_cast<std::size_t>(layout.plane_offset[0] - layout.header_bytes));
            for (std::size_t row = first; row < last; ++row)
                packer.pack(in + (row - first) * row_bytes + block * gguf_block_bytes, packed_block, row);
            if (ends_matrix)
                for (std::size_t row = last; row < PackedLayout::group_rows; ++row) packer.clear(packed_block, row);
        }
        begin = end;
    }
}

void pack_row_groups(const PackedLayout& layout, std::int64_t rows, std::int64_t columns,
                     std::span<const std::uint8_t> gguf, std::int64_t first_group, std::int64_t last_group,
                     std::span<std::uint8_t> packed) {
    require_size("packed", packed.size(), layout.matrix_bytes(rows, columns), rows, columns);
    const std::size_t row_bytes = static_cast<std::size_t>(columns / PackedLayout::super_block) *
                                  static_cast<std::size_t>(layout.format->block_bytes);
    require_size("GGUF", gguf.size(), static_cast<std::size_t>(rows) * row_bytes, rows, columns);
    if (first_group < 0 || first_group > last_group || last_group > row_groups(rows))
        throw Error("packing row groups " + std::to_string(first_group) + " to " + std::to_string(last_group) +
                    " of a matrix that has " + std::to_string(row_groups(rows)));
    const std::int64_t first_row = std::min(rows, first_group * PackedLayout::group_rows);
    const std::int64_t row_count = std::min(rows, last_group * PackedLayout::group_rows) - first_row;
    pack_rows(
        layout, rows, columns,
        gguf.subspan(static_cast<std::size_t>(first_row) * row_bytes, static_cast<std::size_t>(row_count) * row_bytes),
        first_row, row_count, packed);
}

}  // namespace quern
