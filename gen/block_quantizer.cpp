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

/// `largest` is the value that stands for a block's largest magnitude.
template <class Code>
BlockQuantized quantize(std::span<const double> elements, std::int64_t block, double largest, const Code& code_of) {
    BlockQuantized result;
    if (elements.empty()) return {{}, {}, GEMM_ERR_EMPTY_DIM};
    if (qgemm_block_ok(block) != GEMM_OK) return {{}, {}, GEMM_ERR_BLOCK_SIZE};
    result.codes.reserve(elements.size());
    for (std::size_t begin = 0; begin < elements.size(); begin += static_cast<std::size_t>(block)) {
        const auto values = elements.subspan(begin, std::min(static_cast<std::size_t>(block), elements.size() - begin));
        double magnitude = 0;
        for (const double value : values) {
            if (!std::isfinite(value)) return {{}, {}, GEMM_ERR_SCALAR};
            magnitude = std::max(magnitude, std::abs(value));
        }
        const double scale = magnitude / largest;
        result.scales.push_back(scale);
        for (const double value : values) result.codes.push_back(code_of(scale > 0 ? value / scale : 0));
    }
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

BlockQuantized quantize_nf4(std::span<const double> elements, std::int64_t block) {
    return quantize(elements, block, 1, nearest_nf4);
}

BlockQuantized quantize_int(std::span<const double> elements, std::int64_t block, int bits) {
    if (bits != 4 && bits != 8) return {{}, {}, GEMM_ERR_BITS};
    const double largest = bits == 4 ? 7 : 127;
    // A scale that underflowed to a subnormal may put its own maximum past the grid.
    return quantize(elements, block, largest, [largest](double value) {
        return static_cast<std::int8_t>(std::clamp(std::nearbyint(value), -largest, largest));
    });
}

std::vector<std::uint8_t> pack_codes(std::span<const std::int8_t> codes) {
    std::vector<std::uint8_t> packed((codes.size() + 1) / 2);
    for (std::size_t i = 0; i < codes.size(); ++i)
        packed[i / 2] = static_cast<std::uint8_t>(packed[i / 2] | (codes[i] & 15) << (i % 2 * 4));
    return packed;
}

std::vector<double> dequantize_blocks(std::span<const std::int8_t> codes, std::span<const double> scales,
                                      std::int64_t block, CodeGrid grid) {
    std::vector<double> elements(codes.size());
    for (std::size_t i = 0; i < codes.size(); ++i)
        elements[i] = grid_value(codes[i], grid) * scales[i / static_cast<std::size_t>(block)];
    return elements;
}

}  // namespace quern
