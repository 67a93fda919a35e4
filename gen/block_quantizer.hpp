#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "gen/gemm_contract.hpp"

namespace quern {

/// What the codes of a block-quantized weight mean: weight = value(code) * scale of its block.
enum class CodeGrid {
    nf4,   ///< codes 0 to 15, levels of nf4_levels
    int4,  ///< codes -8 to 7, themselves
    int8,  ///< codes -128 to 127, themselves
};

/// GEMM_OK, or GEMM_ERR_BLOCK_SIZE where a block is not in 1 to QGEMM_MAX_BLOCK.
GemmStatus qgemm_block_ok(std::int64_t block);
/// ceil(elements / block), both positive.
std::int64_t scale_count(std::int64_t elements, std::int64_t block);
bool on_grid(std::int8_t code, CodeGrid grid);
/// Of a code on its grid.
double grid_value(std::int8_t code, CodeGrid grid);

/// Writes the codes and scales of quantize_nf4() or quantize_int() to where they are wanted: as many codes as elements,
/// scale_count() scales. Elements must be finite and block in 1 to QGEMM_MAX_BLOCK.
void quantize_blocks(std::span<const double> elements, std::int64_t block, CodeGrid grid, std::span<std::int8_t> codes,
                     std::span<double> scales);

/// A tensor in blocks of consecutive elements of its flattened order, the last perhaps shorter. Where status is not
/// GEMM_OK, both are empty.
struct BlockQuantized {
    std::vector<std::int8_t> codes;  ///< one an element
    std::vector<double> scales;      ///< one a block
    std::int32_t status = GEMM_OK;
};

/// Nearest level to element / scale, the lower of two as near; scale is the block's largest magnitude. A block of zeros
/// has scale 0. GEMM_ERR_EMPTY_DIM where there is nothing, GEMM_ERR_BLOCK_SIZE, GEMM_ERR_SCALAR where an element is not
/// finite.
BlockQuantized quantize_nf4(std::span<const double> elements, std::int64_t block);
/// round(element / scale), scale the block's largest magnitude / 7 (bits 4) or / 127 (bits 8): symmetric, zero exact.
/// GEMM_ERR_BITS for other bits; else as quantize_nf4().
BlockQuantized quantize_int(std::span<const double> elements, std::int64_t block, int bits);

/// Codes of four bits, two a byte: element 2i in the low half of byte i, 2i + 1 in the high one. An odd count leaves
/// the last high half 0.
std::vector<std::uint8_t> pack_codes(std::span<const std::int8_t> codes);
/// The same to where it is wanted: (codes.size() + 1) / 2 bytes.
void pack_codes(std::span<const std::int8_t> codes, std::uint8_t* packed);

/// The tensor the codes stand for: value * scale, each product rounded once. The slow way, which kernels are checked
/// against. Codes must lie on the grid, and there must be a scale for every block.
std::vector<double> dequantize_blocks(std::span<const std::int8_t> codes, std::span<const double> scales,
                                      std::int64_t block, CodeGrid grid);

}  // namespace quern
