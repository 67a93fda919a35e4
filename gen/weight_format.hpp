#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

namespace quern {

/// A bit plane of the codes of one block, and where GGUF keeps it.
///
/// Weight k of a block lies in chunk k / chunk, at part p = (k % chunk) / run and position l = k % run in it. With
/// byte_runs = chunk * bits / 8 / run:
///
///     byte  = offset + (k / chunk) * (chunk * bits / 8) + (p % byte_runs) * run + l
///     shift = bits * (p / byte_runs)
///
/// The plane contributes ((block[byte] >> shift) & (2^bits - 1)) << code_shift to the code.
struct CodePlane {
    int bits = 0;        ///< 1, 2, 4 or 8
    int code_shift = 0;  ///< position of the plane's bits in the code
    int offset = 0;      ///< of the plane in the GGUF block, bytes
    int chunk = 0;       ///< weights
    int run = 0;         ///< weights

    constexpr int byte_runs() const { return chunk * bits / 8 / run; }
};

/// How sub-block scales (and mins) are kept in a GGUF block.
enum class ScaleKind {
    none,                ///< plain floats, no blocks (f32)
    six_bit_pairs,       ///< 12 bytes: eight 6-bit scales and eight 6-bit mins (Q4_K, Q5_K)
    int8_per_sub_block,  ///< one int8 a sub-block (Q6_K)
};

/// One row per weight format: what it is made of. The packer, the oracle and the emitters read this and nothing else.
///
///     w[k] = d * scale[s] * (code[k] - zero_point) - dmin * min[s],     s = k / sub_block
///
/// d and dmin are f16, one of each a block; formats without mins have no dmin.
struct WeightFormat {
    std::string_view name;       ///< as in specs: "q4_k"
    int ggml_type = 0;           ///< the number in GGUF tensor infos
    std::string_view ggml_name;  ///< as ggml spells it in symbol names: "q4_K"
    int block_weights = 1;       ///< weights a GGUF block holds
    int block_bytes = 4;         ///< bytes of a GGUF block
    int sub_block = 0;           ///< weights that share a scale: 16 or 32
    ScaleKind scale_kind = ScaleKind::none;
    bool has_mins = false;
    int zero_point = 0;                                    ///< subtracted from every code
    int d_offset = 0, dmin_offset = 0, scales_offset = 0;  ///< in the GGUF block, bytes
    int plane_count = 0;
    std::array<CodePlane, 2> plane_storage{};

    constexpr bool quantized() const { return plane_count > 0; }
    constexpr std::span<const CodePlane> planes() const {
        return {plane_storage.data(), static_cast<std::size_t>(plane_count)};
    }
    constexpr int sub_blocks() const { return block_weights / sub_block; }
    /// The largest code, before the zero point is taken off.
    constexpr int max_code() const {
        int bits = 0;
        for (const CodePlane& plane : planes()) bits += plane.bits;
        return (1 << bits) - 1;
    }
};

std::span<const WeightFormat> weight_formats();
/// The row with that name (or ggml type number), or nullptr.
const WeightFormat* weight_format_by_name(std::string_view name);
const WeightFormat* weight_format_by_ggml_type(std::uint32_t type);

/// Sub-block scales and mins of one GGUF block as integers; entries past sub_blocks() are zero, mins of formats without
/// them too.
struct BlockScales {
    std::array<std::int16_t, 16> scale{}, min{};
};
/// `block` is one GGUF block of `format`, block_bytes long.
BlockScales decode_scales(const WeightFormat& format, const std::uint8_t* block);

/// The code (0..max_code) of weight k of a GGUF block.
int decode_code(const WeightFormat& format, const std::uint8_t* block, int k);

/// True where every d and dmin (f32: every weight) of whole GGUF blocks is finite.
bool has_finite_scales(const WeightFormat& format, std::span<const std::uint8_t> blocks);

/// IEEE half to single, exact, subnormals and infinities included.
float half_to_float(std::uint16_t half);

}  // namespace quern
