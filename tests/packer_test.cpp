#include "gen/packer.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cstring>
#include <limits>
#include <string>
#include <vector>

#include "gen/error.hpp"
#include "tests/support/random_blocks.hpp"

using namespace quern;

namespace {

struct Matrix {
    const WeightFormat* format;
    std::int64_t rows, columns;
    std::vector<std::uint8_t> gguf;

    Matrix(const WeightFormat& weight, std::int64_t row_count, std::int64_t column_count, std::mt19937& random)
        : format(&weight),
          rows(row_count),
          columns(column_count),
          gguf(random_blocks(weight, static_cast<std::size_t>(row_count * column_count / 256), random)) {}

    const std::uint8_t* block(std::int64_t row, std::int64_t super_block) const {
        return gguf.data() + (row * (columns / 256) + super_block) * format->block_bytes;
    }
};

std::vector<std::uint8_t> pack(const Matrix& matrix) {
    const PackedLayout layout = packed_layout(*matrix.format);
    std::vector<std::uint8_t> packed(layout.matrix_bytes(matrix.rows, matrix.columns), 0xee);
    pack_row_groups(layout, matrix.rows, matrix.columns, matrix.gguf, 0, row_groups(matrix.rows), packed);
    return packed;
}

// Code k of a row of a packed block, by the formula PackedLayout documents.
int packed_code(const PackedLayout& layout, const std::uint8_t* block, int row, int k) {
    int code = 0;
    for (std::size_t p = 0; p < layout.format->planes().size(); ++p) {
        const CodePlane& plane = layout.format->planes()[p];
        const int step = k / 4, shared = 8 / plane.bits;
        const int byte = layout.plane_offset[p] + step / shared * 64 + row * 4 + k % 4;
        code |= (block[byte] >> plane.bits * (step % shared) & ((1 << plane.bits) - 1)) << plane.code_shift;
    }
    return code;
}

// How many codes, scales, mins, d and dmin of a packed block differ from the GGUF blocks it was made of.
int differences(const Matrix& matrix, const PackedLayout& layout, const std::uint8_t* packed, std::int64_t group,
                std::int64_t super_block) {
    const WeightFormat& format = *matrix.format;
    int wrong = 0;
    for (int byte = layout.header_bytes; byte < layout.plane_offset[0]; ++byte) wrong += packed[byte] != 0;
    for (int r = 0; r < 16; ++r) {
        const std::int64_t row = group * 16 + r;
        if (row >= matrix.rows) continue;
        const std::uint8_t* block = matrix.block(row, super_block);
        for (int k = 0; k < 256; ++k) wrong += packed_code(layout, packed, r, k) != decode_code(format, block, k);
        const BlockScales scales = decode_scales(format, block);
        for (int s = 0; s < format.sub_blocks(); ++s) {
            const auto at = static_cast<std::size_t>(s);
            wrong += packed[layout.scales_offset + s * 16 + r] != static_cast<std::uint8_t>(scales.scale[at]);
            if (format.has_mins) wrong += packed[layout.mins_offset + s * 16 + r] != scales.min[at];
        }
        wrong += std::memcmp(packed + layout.d_offset + 2 * r, block + format.d_offset, 2) != 0;
        if (format.has_mins)
            wrong += std::memcmp(packed + layout.dmin_offset + 2 * r, block + format.dmin_offset, 2) != 0;
    }
    return wrong;
}

// Bytes that are not zero in the share of rows past N.
int non_zero_padding(const Matrix& matrix, const PackedLayout& layout, const std::uint8_t* packed, std::int64_t group) {
    int wrong = 0;
    for (int r = 0; r < 16; ++r) {
        if (group * 16 + r < matrix.rows) continue;
        for (int offset = 0; offset < layout.scales_offset; offset += 32)
            wrong += packed[offset + 2 * r] != 0 || packed[offset + 2 * r + 1] != 0;
        for (int offset = layout.scales_offset; offset < layout.header_bytes; offset += 16)
            wrong += packed[offset + r] != 0;
        for (int offset = layout.plane_offset[0]; offset < layout.block_bytes; offset += 64)
            for (int j = 0; j < 4; ++j) wrong += packed[offset + 4 * r + j] != 0;
    }
    return wrong;
}

// A format no file has: whole bytes, which none of the table's rows keeps.
constexpr WeightFormat byte_format{.name = "bytes",
                                   .ggml_type = -1,
                                   .ggml_name = "none",
                                   .block_weights = 256,
                                   .block_bytes = 2 + 16 + 256,
                                   .sub_block = 16,
                                   .scale_kind = ScaleKind::int8_per_sub_block,
                                   .d_offset = 0,
                                   .scales_offset = 2,
                                   .plane_count = 1,
                                   .plane_storage = {{{.bits = 8, .offset = 18, .chunk = 64, .run = 16}}}};

std::vector<const WeightFormat*> quantized_formats() {
    std::vector<const WeightFormat*> formats{&byte_format};
    for (const WeightFormat& format : weight_formats())
        if (format.quantized()) formats.push_back(&format);
    return formats;
}

}  // namespace

TEST_CASE("layout: fields follow each other, code planes at a cache line") {
    const PackedLayout q4_k = packed_layout(*weight_format_by_name("q4_k"));
    CHECK(q4_k.d_offset == 0);
    CHECK(q4_k.dmin_offset == 32);
    CHECK(q4_k.scales_offset == 64);
    CHECK(q4_k.mins_offset == 64 + 8 * 16);
    CHECK(q4_k.plane_offset[0] == 64 + 2 * 8 * 16);
    CHECK(q4_k.block_bytes == 320 + 16 * 128);

    const PackedLayout q5_k = packed_layout(*weight_format_by_name("q5_k"));
    CHECK(q5_k.plane_offset[1] == 320 + 16 * 128);
    CHECK(q5_k.block_bytes == 320 + 16 * 160);

    const PackedLayout q6_k = packed_layout(*weight_format_by_name("q6_k"));
    CHECK(q6_k.dmin_offset == q6_k.scales_offset);
    CHECK(q6_k.scales_offset == 32);
    CHECK(q6_k.mins_offset == q6_k.header_bytes);
    CHECK(q6_k.header_bytes == 32 + 16 * 16);
    CHECK(q6_k.plane_offset[0] == 320);
    CHECK(q6_k.plane_offset[1] == 320 + 16 * 128);
    CHECK(q6_k.block_bytes == 320 + 16 * 192);
    // Bits a weight: 4.625, 5.625 and 6.625.
    for (const PackedLayout* layout : {&q4_k, &q5_k, &q6_k}) CHECK(layout->block_bytes % 64 == 0);
    CHECK(q4_k.block_bytes * 8 <= 4.7 * 16 * 256);
    CHECK(q6_k.block_bytes * 8 <= 6.7 * 16 * 256);
}

TEST_CASE("packed matrices hold what the GGUF blocks hold, and zeros past the last row") {
    std::mt19937 random(1);
    for (const WeightFormat* format : quantized_formats())
        for (const std::int64_t rows : {1, 7, 16, 31, 33})
            for (const std::int64_t columns : {256, 768}) {
                CAPTURE(format->name);
                CAPTURE(rows);
                CAPTURE(columns);
                const Matrix matrix(*format, rows, columns, random);
                const PackedLayout layout = packed_layout(*format);
                const std::vector<std::uint8_t> packed = pack(matrix);
                const std::int64_t blocks = columns / 256;
                REQUIRE(packed.size() == static_cast<std::size_t>((rows + 15) / 16 * blocks * layout.block_bytes));
                for (std::int64_t group = 0; group < row_groups(rows); ++group)
                    for (std::int64_t b = 0; b < blocks; ++b) {
                        const std::uint8_t* block = packed.data() + (group * blocks + b) * layout.block_bytes;
                        CHECK(differences(matrix, layout, block, group, b) == 0);
                        CHECK(non_zero_padding(matrix, layout, block, group) == 0);
                    }
            }
}

TEST_CASE("the comparison sees one changed bit anywhere in a packed block") {
    std::mt19937 random(2);
    for (const WeightFormat* format : quantized_formats()) {
        CAPTURE(format->name);
        const Matrix matrix(*format, 7, 256, random);
        const PackedLayout layout = packed_layout(*format);
        std::vector<std::uint8_t> packed = pack(matrix);
        for (std::size_t byte = 0; byte < packed.size(); byte += 3) {
            packed[byte] ^= 0x10;
            const int seen =
                differences(matrix, layout, packed.data(), 0, 0) + non_zero_padding(matrix, layout, packed.data(), 0);
            if (seen != 1) FAIL_CHECK("byte " << byte << " counted " << seen << " times");
            packed[byte] ^= 0x10;
        }
    }
}

TEST_CASE("ranges of row groups packed apart equal the whole, and touch nothing else") {
    std::mt19937 random(3);
    for (const WeightFormat* format : quantized_formats()) {
        CAPTURE(format->name);
        const Matrix matrix(*format, 49, 512, random);
        const PackedLayout layout = packed_layout(*format);
        const std::vector<std::uint8_t> whole = pack(matrix);
        const std::size_t group_bytes = 2 * static_cast<std::size_t>(layout.block_bytes);
        std::vector<std::uint8_t> parts(whole.size(), 0xee);
        const auto pack_range = [&](std::int64_t first, std::int64_t last) {
            pack_row_groups(layout, matrix.rows, matrix.columns, matrix.gguf, first, last, parts);
        };
        pack_range(1, 3);
        const auto is_canary = [](std::uint8_t byte) { return byte == 0xee; };
        CHECK(std::all_of(parts.begin(), parts.begin() + static_cast<std::ptrdiff_t>(group_bytes), is_canary));
        CHECK(std::all_of(parts.end() - static_cast<std::ptrdiff_t>(group_bytes), parts.end(), is_canary));
        pack_range(2, 2);
        pack_range(3, 4);
        pack_range(0, 1);
        CHECK(parts == whole);
    }
}

TEST_CASE("wrong sizes throw") {
    std::mt19937 random(4);
    const WeightFormat& format = *weight_format_by_name("q6_k");
    const PackedLayout layout = packed_layout(format);
    const Matrix matrix(format, 20, 512, random);
    std::vector<std::uint8_t> packed(layout.matrix_bytes(20, 512));
    const auto pack_as = [&](std::int64_t rows, std::int64_t columns, std::size_t gguf_bytes, std::int64_t first,
                             std::int64_t last, std::size_t packed_bytes) {
        pack_row_groups(layout, rows, columns, std::span(matrix.gguf).first(gguf_bytes), first, last,
                        std::span(packed).first(packed_bytes));
    };
    const std::size_t gguf = matrix.gguf.size(), all = packed.size();
    CHECK_NOTHROW(pack_as(20, 512, gguf, 0, 2, all));
    CHECK_THROWS_WITH_AS(pack_as(20, 512, gguf - 1, 0, 2, all),
                         "packing 20 x 512 weights: the GGUF matrix is 8399 bytes, expected 8400", Error);
    CHECK_THROWS_WITH_AS(pack_as(20, 512, gguf, 0, 2, all - 1),
                         "packing 20 x 512 weights: the packed matrix is 13567 bytes, expected 13568", Error);
    CHECK_THROWS_AS(pack_as(19, 512, gguf, 0, 2, all), Error);
    CHECK_THROWS_AS(pack_as(20, 256, gguf, 0, 2, all), Error);
    CHECK_THROWS_AS(pack_as(20, 500, gguf, 0, 2, all), Error);
    CHECK_THROWS_AS(pack_as(20, 512, gguf, -1, 2, all), Error);
    CHECK_THROWS_AS(pack_as(20, 512, gguf, 0, 3, all), Error);
    CHECK_THROWS_AS(pack_as(20, 512, gguf, 2, 1, all), Error);

    constexpr std::int64_t huge = std::numeric_limits<std::int64_t>::max();
    CHECK_THROWS_WITH_AS(layout.matrix_bytes(1, 255),
                         "a packed matrix cannot be 1 x 255: columns must be a multiple of 256", Error);
    CHECK_THROWS_AS(layout.matrix_bytes(0, 256), Error);
    CHECK_THROWS_AS(layout.matrix_bytes(-16, 256), Error);
    CHECK_THROWS_AS(layout.matrix_bytes(16, 0), Error);
    CHECK_THROWS_AS(layout.matrix_bytes(huge, 256), Error);
    CHECK_THROWS_AS(layout.matrix_bytes(1, huge / 256 * 256), Error);
    CHECK_THROWS_AS(layout.matrix_bytes(std::int64_t{1} << 40, std::int64_t{1} << 40), Error);
    CHECK(layout.matrix_bytes(126464, 4096) == 126464u / 16 * 16 * 3392);
    CHECK_THROWS_WITH_AS(packed_layout(*weight_format_by_name("f32")),
                         "weight format f32 is not quantized: it has no packed layout", Error);
}
