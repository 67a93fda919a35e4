#include "runtime/capi/matrix.hpp"

#include <algorithm>
#include <atomic>
#include <span>

#include "gen/oracle.hpp"
#include "gen/packer.hpp"
#include "runtime/capi/context_core.hpp"

namespace quern::capi {

namespace {

/// GGUF bytes of one work item of packing.
constexpr std::int64_t item_bytes = 1 << 20;

const quern_matrix& checked(const quern_matrix* matrix) {
    require(matrix, "matrix");
    return *matrix;
}

std::size_t blocks_size(const WeightFormat& format, std::int64_t count, const char* name) {
    require_range(count, 1, std::int64_t{1} << 55, name);
    if (count % format.block_weights != 0)
        throw StatusError(QUERN_BAD_SHAPE, std::string(name) + " = " + std::to_string(count) +
                                               " is no whole number of blocks of " +
                                               std::to_string(format.block_weights));
    return static_cast<std::size_t>(count / format.block_weights) * static_cast<std::size_t>(format.block_bytes);
}

std::span<const std::uint8_t> bytes_of(const void* data, std::size_t bytes) {
    return {static_cast<const std::uint8_t*>(data), bytes};
}

void pack(ContextCore& core, const quern_matrix& matrix, const MatrixShape& shape, std::int64_t first_row,
          std::int64_t row_count, std::span<const std::uint8_t> blocks) {
    const std::size_t row_bytes = blocks.size() / static_cast<std::size_t>(row_count);
    const std::int64_t item_rows = std::max<std::int64_t>(1, item_bytes / static_cast<std::int64_t>(row_bytes));
    const auto each_item = [&](const auto& body) {
        core.run((row_count + item_rows - 1) / item_rows, [&](std::int64_t item, int) {
            const std::int64_t begin = item * item_rows, count = std::min(item_rows, row_count - begin);
            body(begin, count,
                 blocks.subspan(static_cast<std::size_t>(begin) * row_bytes,
                                static_cast<std::size_t>(count) * row_bytes));
        });
    };
    if (!shape.format.quantized()) {
        each_item([&](std::int64_t begin, std::int64_t count, std::span<const std::uint8_t> part) {
            pack_weight_rows(shape.f32_layout(), reinterpret_cast<const float*>(part.data()), first_row + begin, count,
                             static_cast<float*>(matrix.packed));
        });
        return;
    }
    std::atomic<bool> finite{true};
    each_item([&](std::int64_t, std::int64_t, std::span<const std::uint8_t> part) {
        if (!has_finite_scales(shape.format, part)) finite = false;
    });
    if (!finite) throw StatusError(QUERN_NOT_FINITE, "blocks holds a scale that is not a finite number");
    const std::span packed(static_cast<std::uint8_t*>(matrix.packed), shape.packed_bytes);
    each_item([&](std::int64_t begin, std::int64_t count, std::span<const std::uint8_t> part) {
        pack_rows(shape.layout, shape.rows, shape.columns, part, first_row + begin, count, packed);
    });
}

}  // namespace

MatrixShape::MatrixShape(const quern_matrix* matrix)
    : format(format_of(checked(matrix).format, "matrix->format")), rows(matrix->rows), columns(matrix->columns) {
    // Rows are rounded up to 16 in f32 kernels' sizes.
    require_range(rows, 1, format.quantized() ? most_rows : most_rows - PackedWeightLayout::panel_rows, "matrix->rows");
    require_range(columns, 1, most_columns, "matrix->columns");
    // A kernel spec's bound: at most so many bytes a weight.
    require_range(columns, 1, most_bytes / (format.quantized() ? 2 : 4) / (rows + PackedWeightLayout::panel_rows),
                  "matrix->columns, of so many rows,");
    if (!format.quantized()) {
        packed_bytes = f32_layout().bytes();
        return;
    }
    if (columns % PackedLayout::super_block != 0)
        throw StatusError(QUERN_BAD_SHAPE, "matrix->columns = " + std::to_string(columns) + " is no multiple of " +
                                               std::to_string(PackedLayout::super_block));
    layout = packed_layout(format);
    packed_bytes = layout.matrix_bytes(rows, columns);
}

void require_packed(const quern_matrix& matrix, const MatrixShape& shape) {
    require_aligned(matrix.packed, QUERN_ALIGNMENT, "matrix->packed");
    require_exactly(matrix.packed_bytes, shape.packed_bytes, "matrix->packed_bytes");
}

}  // namespace quern::capi

using namespace quern::capi;

quern_status quern_blocks_size(quern_weight_format format, int64_t count, size_t* bytes) {
    return guarded(QUERN_BAD_SHAPE, [&] {
        require(bytes, "bytes");
        *bytes = blocks_size(format_of(format, "format"), count, "count");
    });
}

quern_status quern_packed_size(const quern_matrix* matrix, size_t* bytes) {
    return guarded(QUERN_BAD_SHAPE, [&] {
        require(bytes, "bytes");
        *bytes = MatrixShape(matrix).packed_bytes;
    });
}

quern_status quern_pack(quern_context* context, const quern_matrix* matrix, int64_t first_row, int64_t row_count,
                        const void* blocks, size_t blocks_bytes) {
    return on_handle(context, "context", QUERN_BAD_SHAPE, [&](quern_context& handle) {
        const MatrixShape shape(matrix);
        require_packed(*matrix, shape);
        require_rows(first_row, row_count, shape.rows);
        require_aligned(blocks, shape.format.quantized() ? 1 : alignof(float), "blocks");
        require_exactly(blocks_bytes, blocks_size(shape.format, row_count * shape.columns, "row_count"),
                        "blocks_bytes");
        require_apart({matrix->packed, shape.packed_bytes, "matrix->packed"}, {blocks, blocks_bytes, "blocks"});
        pack(*handle.core, *matrix, shape, first_row, row_count, bytes_of(blocks, blocks_bytes));
    });
}

quern_status quern_dequantize(quern_weight_format format, const void* blocks, size_t blocks_bytes, float* weights,
                              int64_t count) {
    return guarded(QUERN_BAD_SHAPE, [&] {
        const quern::WeightFormat& row = format_of(format, "format");
        require(blocks, "blocks");
        require_aligned(weights, alignof(float), "weights");
        require_exactly(blocks_bytes, blocks_size(row, count, "count"), "blocks_bytes");
        const auto floats = static_cast<std::size_t>(count);
        require_apart({weights, floats * sizeof(float), "weights"}, {blocks, blocks_bytes, "blocks"});
        quern::dequantize_row(row, bytes_of(blocks, blocks_bytes), {weights, floats});
    });
}
