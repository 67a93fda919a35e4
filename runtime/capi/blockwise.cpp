#include <array>
#include <cmath>
#include <span>

#include "gen/block_quantizer.hpp"
#include "runtime/capi/context_core.hpp"
#include "runtime/dense/blockwise_driver.hpp"

namespace quern::capi {

namespace {

/// What a kernel spec of the largest allows: 2^47 bytes of f64.
constexpr std::int64_t most_weights = std::int64_t{1} << 44;

struct CodeFormat {
    quern_code_format number;
    CodeGrid grid;
    bool packed;
    const char* grid_text;

    int bits() const { return grid == CodeGrid::int8 ? 8 : 4; }
};
constexpr std::array<CodeFormat, 5> code_formats{{
    {QUERN_NF4, CodeGrid::nf4, false, "NF4's 0 to 15"},
    {QUERN_NF4_PACKED, CodeGrid::nf4, true, "NF4's 0 to 15"},
    {QUERN_INT4, CodeGrid::int4, false, "int4's -8 to 7"},
    {QUERN_INT4_PACKED, CodeGrid::int4, true, "int4's -8 to 7"},
    {QUERN_INT8, CodeGrid::int8, false, "int8's -128 to 127"},
}};

const CodeFormat& code_format_of(quern_code_format format, const char* name) {
    for (const CodeFormat& row : code_formats)
        if (row.number == format) return row;
    throw StatusError(QUERN_BAD_VALUE, std::string(name) + " = " + std::to_string(format) + " is no code format");
}

[[noreturn]] void fail_off_grid(const CodeFormat& format, const char* name) {
    throw StatusError(QUERN_BAD_CODE, std::string(name) + " holds a code outside " + format.grid_text);
}

struct Sizes {
    Sizes(const CodeFormat& format, std::int64_t count, std::int64_t block)
        : codes_bytes(static_cast<std::size_t>(format.packed ? count / 2 + count % 2 : count)),
          scales(static_cast<std::size_t>(scale_count(count, block))) {}
    std::size_t codes_bytes, scales;
};

void require_block(std::int64_t block, const char* name) {
    require_range(block, 1, QGEMM_MAX_BLOCK, name);
}

const quern_blockwise_matrix& checked(const quern_blockwise_matrix* w) {
    require(w, "w");
    return *w;
}

/// A weight's description, checked. Throws StatusError naming the field, as a field of `w`.
struct Weight {
    explicit Weight(const quern_blockwise_matrix* w)
        : matrix(checked(w)), format(code_format_of(matrix.format, "w->format")) {
        require_range(matrix.rows, 1, most_rows, "w->rows");
        require_range(matrix.columns, 1, most_rows, "w->columns");
        require_range(matrix.columns, 1, most_weights / matrix.rows, "w->columns");
        require_block(matrix.block, "w->block");
        const Sizes sizes(format, matrix.rows * matrix.columns, matrix.block);
        require(matrix.codes, "w->codes");
        require_exactly(matrix.codes_bytes, sizes.codes_bytes, "w->codes_bytes");
        require_aligned(matrix.scales, alignof(double), "w->scales");
        require_exactly(matrix.scale_count, sizes.scales, "w->scale_count");
    }

    const quern_blockwise_matrix& matrix;
    const CodeFormat& format;

    KernelSpec gemv_spec() const {
        const bool nf4 = format.grid == CodeGrid::nf4;
        return blockwise_spec(nf4 ? Op::nf4_gemv : Op::int_gemv, matrix.rows, matrix.columns, 0, matrix.block,
                              nf4 ? 0 : format.bits(), !format.packed);
    }
    KernelSpec gemm_spec(std::int64_t n) const {
        return blockwise_spec(Op::nf4_gemm, matrix.rows, n, matrix.columns, matrix.block, 0, !format.packed);
    }
};

/// X and Y of a product with w, columns x n and rows x n, their strides and overlaps checked.
void require_operands(const Weight& w, std::int64_t n, const double* x, std::int64_t x_stride, const double* y,
                      std::int64_t y_stride) {
    const Extent x_extent = rows_of(x, w.matrix.columns, n, x_stride, "x", "x_stride");
    const Extent y_extent = rows_of(y, w.matrix.rows, n, y_stride, "y", "y_stride");
    require_apart(y_extent, {w.matrix.codes, w.matrix.codes_bytes, "w->codes"});
    require_apart(y_extent, {w.matrix.scales, w.matrix.scale_count * sizeof(double), "w->scales"});
    require_apart(y_extent, x_extent);
}

void run(ContextCore& core, const Weight& w, const KernelSpec& spec, const double* x, std::int64_t x_stride, double* y,
         std::int64_t y_stride) {
    const ContextCore::Dense dense(core);
    const GemmStatus status =
        run_blockwise(spec, {w.matrix.codes, w.matrix.scales}, x, y, dense.context(), x_stride, y_stride);
    if (status == GEMM_ERR_CODE_OUT_OF_RANGE) fail_off_grid(w.format, "w->codes");
    if (status != GEMM_OK)
        throw StatusError(QUERN_BAD_SHAPE, "the product with w is refused: " + std::string(gemm_status_name(status)));
}

/// Codes of a few blocks at a time, of an even number of elements, are made and then packed.
void quantize_packed(std::span<const double> weights, std::int64_t block, CodeGrid grid, std::uint8_t* packed,
                     std::span<double> scales) {
    std::array<std::int8_t, 2 * QGEMM_MAX_BLOCK> codes;
    const std::size_t chunk = 2 * static_cast<std::size_t>(block);
    for (std::size_t begin = 0; begin < weights.size(); begin += chunk) {
        const auto part = weights.subspan(begin, std::min(chunk, weights.size() - begin));
        const std::span part_codes(codes.data(), part.size());
        quantize_blocks(part, block, grid, part_codes, scales.subspan(begin / static_cast<std::size_t>(block)));
        pack_codes(part_codes, packed + begin / 2);
    }
}

}  // namespace

}  // namespace quern::capi

using namespace quern::capi;

quern_status quern_blockwise_size(quern_code_format format, int64_t count, int64_t block, size_t* codes_bytes,
                                  size_t* scale_count) {
    return guarded(QUERN_BAD_SHAPE, [&] {
        const CodeFormat& codes = code_format_of(format, "format");
        require_range(count, 1, most_weights, "count");
        require_block(block, "block");
        if (codes_bytes == nullptr && scale_count == nullptr)
            throw StatusError(QUERN_NULL_ARGUMENT, "codes_bytes and scale_count are both NULL");
        const Sizes sizes(codes, count, block);
        if (codes_bytes != nullptr) *codes_bytes = sizes.codes_bytes;
        if (scale_count != nullptr) *scale_count = sizes.scales;
    });
}

quern_status quern_blockwise_quantize(quern_code_format format, const double* weights, int64_t count, int64_t block,
                                      void* codes, size_t codes_bytes, double* scales, size_t scale_count) {
    return guarded(QUERN_BAD_SHAPE, [&] {
        const CodeFormat& to = code_format_of(format, "format");
        require_range(count, 1, most_weights, "count");
        require_block(block, "block");
        const Sizes sizes(to, count, block);
        require_aligned(weights, alignof(double), "weights");
        require(codes, "codes");
        require_exactly(codes_bytes, sizes.codes_bytes, "codes_bytes");
        require_aligned(scales, alignof(double), "scales");
        require_exactly(scale_count, sizes.scales, "scale_count");
        const std::span from(weights, static_cast<std::size_t>(count));
        const std::span to_scales(scales, sizes.scales);
        const Extent source{weights, from.size_bytes(), "weights"};
        require_apart({codes, codes_bytes, "codes"}, source);
        require_apart({scales, to_scales.size_bytes(), "scales"}, source);
        require_apart({codes, codes_bytes, "codes"}, {scales, to_scales.size_bytes(), "scales"});
        for (const double weight : from)
            if (!std::isfinite(weight))
                throw StatusError(QUERN_NOT_FINITE, "weights holds one that is not a finite number");
        if (to.packed)
            quantize_packed(from, block, to.grid, static_cast<std::uint8_t*>(codes), to_scales);
        else
            quern::quantize_blocks(from, block, to.grid, {static_cast<std::int8_t*>(codes), from.size()}, to_scales);
    });
}

quern_status quern_blockwise_pack_codes(quern_code_format format, const int8_t* codes, int64_t count, void* packed,
                                        size_t packed_bytes) {
    return guarded(QUERN_BAD_SHAPE, [&] {
        const CodeFormat& to = code_format_of(format, "format");
        if (!to.packed) throw StatusError(QUERN_BAD_VALUE, "format is none of codes packed two a byte");
        require_range(count, 1, most_weights, "count");
        require(codes, "codes");
        require(packed, "packed");
        const std::span from(codes, static_cast<std::size_t>(count));
        require_exactly(packed_bytes, Sizes(to, count, 1).codes_bytes, "packed_bytes");
        require_apart({packed, packed_bytes, "packed"}, {codes, from.size(), "codes"});
        for (const std::int8_t code : from)
            if (!quern::on_grid(code, to.grid)) fail_off_grid(to, "codes");
        quern::pack_codes(from, static_cast<std::uint8_t*>(packed));
    });
}

quern_status quern_blockwise_gemv(quern_context* context, const quern_blockwise_matrix* w, const double* x, double* y) {
    return on_handle(context, "context", QUERN_BAD_SHAPE, [&](quern_context& handle) {
        const Weight weight(w);
        require_operands(weight, 1, x, 1, y, 1);
        run(*handle.core, weight, weight.gemv_spec(), x, 1, y, 1);
    });
}

quern_status quern_blockwise_gemm(quern_context* context, const quern_blockwise_matrix* w, int64_t n, const double* x,
                                  int64_t x_stride, double* y, int64_t y_stride) {
    return on_handle(context, "context", QUERN_BAD_SHAPE, [&](quern_context& handle) {
        const Weight weight(w);
        if (weight.format.grid != quern::CodeGrid::nf4)
            throw StatusError(QUERN_BAD_VALUE, "w->format is not NF4: others are multiplied by vectors alone");
        require_range(n, 1, most_rows, "n");
        require_operands(weight, n, x, x_stride, y, y_stride);
        run(*handle.core, weight, weight.gemm_spec(n), x, x_stride, y, y_stride);
    });
}
