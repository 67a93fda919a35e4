#include "gen/block_quantizer.hpp"

#include <algorithm>
#include <cmath>

#include "gen/codebook.hpp"

namespace quern {

namespace {

std::int8_t nearest_nf4(double value) {
    std::size_t nearest = 0;
    for (std::size_t code = 1; code < nf4_levels.size(); ++code)
        if (std::abs(nf4_levels[code] - value) < std::abs(nf4_levels[nearest] - value)) nearest = code;
    return static_cast<std::int8_t>(nearest);
}

/// The value that stands for a block's largest magnitude.
double largest_value(CodeGrid grid) {
    return grid == CodeGrid::nf4 ? 1 : grid == CodeGrid::int4 ? 7 : 127;
}

std::int8_t code_of(double value, CodeGrid grid) {
    if (grid == CodeGrid::nf4) return nearest_nf4(value);
    // A scale that underflowed to a subnormal may put its own maximum past the grid.
    const double largest = largest_value(grid);
    return static_cast<std::int8_t>(std::clamp(std::nearbyint(value), -largest, largest));
}

BlockQuantized quantize(std::span<const double> elements, std::int64_t block, CodeGrid grid) {
    if (elements.empty()) return {{}, {}, GEMM_ERR_EMPTY_DIM};
    if (qgemm_block_ok(block) != GEMM_OK) return {{}, {}, GEMM_ERR_BLOCK_SIZE};
    for (const double element : elements)
        if (!std::isfinite(element)) return {{}, {}, GEMM_ERR_SCALAR};
    BlockQuantized result;
    result.codes.resize(elements.size());
    result.scales.resize(static_cast<std::size_t>(scale_count(std::ssize(elements), block)));
    quantize_blocks(elements, block, grid, result.codes, result.scales);
    return result;
}

}  // namespace

GemmStatus qgemm_block_ok(std::int64_t block) {
    return block >= 1 && block <= QGEMM_MAX_BLOCK ? GEMM_OK : GEMM_ERR_BLOCK_SIZE;
}

std::int64_t scale_count(std::int64_t elements, std::int64_t block) {
    return (elements - 1) / block + 1;
}

bool on_grid(std::int8_t code, CodeGrid grid) {
    if (grid == CodeGrid::nf4) return code >= 0 && code <= 15;
    return grid == CodeGrid::int8 || (code >= -8 && code <= 7);
}

double grid_value(std::int8_t code, CodeGrid grid) {
    return grid == CodeGrid::nf4 ? nf4_levels[static_cast<std::size_t>(code)] : code;
}

void quantize_blocks(std::span<const double> elements, std::int64_t block, CodeGrid grid, std::span<std::int8_t> codes,
                     std::span<double> scales) {
    const auto length = static_cast<std::size_t>(block);
    for (std::size_t begin = 0; begin < elements.size(); begin += length) {
        const auto values = elements.subspan(begin, std::min(length, elements.size() - begin));
        double magnitude = 0;
        for (const double value : values) magnitude = std::max(magnitude, std::abs(value));
        const double scale = magnitude / largest_value(grid);
        scales[begin / length] = scale;
        for (std::size_t i = 0; i < values.size(); ++i)
            codes[begin + i] = code_of(scale > 0 ? values[i] / scale : 0, grid);
    }
}

BlockQuantized quantize_nf4(std::span<const double> elements, std::int64_t block) {
    return quantize(elements, block, CodeGrid::nf4);
}

BlockQuantized quantize_int(std::span<const double> elements, std::int64_t block, int bits) {
    if (bits != 4 && bits != 8) return {{}, {}, GEMM_ERR_BITS};
    return quantize(elements, block, bits == 4 ? CodeGrid::int4 : CodeGrid::int8);
}

std::vector<std::uint8_t> pack_codes(std::span<const std::int8_t> codes) {
    std::vector<std::uint8_t> packed((codes.size() + 1) / 2);
    pack_codes(codes, packed.data());
    return packed;
}

void pack_codes(std::span<const std::int8_t> codes, std::uint8_t* packed) {
    for (std::size_t i = 0; i < codes.size(); i += 2) {
        const int low = codes[i] & 15, high = i + 1 < codes.size() ? codes[i + 1] & 15 : 0;
        packed[i / 2] = static_cast<std::uint8_t>(low | high << 4);
    }
}

std::vector<double> dequantize_blocks(std::span<const std::int8_t> codes, std::span<const double> scales,
                                      std::int64_t block, CodeGrid grid) {
    std::vector<double> elements(codes.size());
    for (std::size_t i = 0; i < codes.size(); ++i)
        elements[i] = grid_value(codes[i], grid) * scales[i / static_cast<std::size_t>(block)];
    return elements;
}

}  // namespace quern
