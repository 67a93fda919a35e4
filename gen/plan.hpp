#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "gen/kernel_spec.hpp"
#include "gen/machine.hpp"
#include "gen/packed_layout.hpp"
#include "gen/port_ceiling.hpp"

namespace quern {

/// Where the f32 accumulators of a micro-kernel live while its int32 accumulators are in registers.
enum class FloatAccumulators { registers, l1_scratch };

/// The register tile of a micro-kernel.
struct MicroKernelShape {
    int row_registers;  ///< R; a multiple of 2 where a row register is a ymm
    int micro_tokens;   ///< T
    FloatAccumulators float_accumulators;

    bool operator==(const MicroKernelShape&) const = default;
};

/// What a spec and a machine leave open: it changes a plan's speed and no bit of its result.
struct PlanChoice {
    std::int64_t token_tile = 1;  ///< at most the spec's tokens
    MicroKernelShape shape{};     ///< its micro_tokens at most token_tile
    bool direct = false;          ///< weights are unpacked in registers anew for every micro_tokens tokens
    int row_tiles_per_item = 1;

    bool operator==(const PlanChoice&) const = default;
};

/// Every shape worth measuring that fits the ISA's registers; the first is the one plans use unless told otherwise.
std::span<const MicroKernelShape> micro_kernel_candidates(Isa isa);

/// Offsets in the scratch each thread brings, bytes, all multiples of 64. A vector is one vector register's bytes, R =
/// row_registers, T = micro_tokens, S = sub-blocks of a super-block.
struct QGemmScratch {
    std::size_t codes = 0;   ///< [R][64 steps] vectors of u8 weights
    std::size_t scales = 0;  ///< [R][S] vectors of f32, d * scale
    /// [R][S / 2] vectors of int16 pairs: the mins, or the scales where there is a zero point.
    std::size_t offset_pairs = 0;
    std::size_t offset_factor = 0;  ///< [R] vectors of f32: dmin, or zero_point * d
    std::size_t float_sums = 0;  ///< [T][R] vectors of f32, the micro-kernel's accumulators where they are kept in L1
    std::size_t int_sums = 0;    ///< [T][R] vectors of int32, where int16 sums are widened more than once a sub-block
    std::size_t output = 0;      ///< C: [row tiles][token_tile][R] vectors of f32
    std::size_t bytes = 0;
};

/// How a quantized GEMM is carried out: a pure function of the spec and the machine.
///
/// Row registers: a row register is one vector register of rows, 16 (zmm) or 8 (ymm, half a row group). A row tile is
/// `row_registers` of them. A work item is `row_tiles_per_item` row tiles x all tokens:
///
///     for each token tile:                               token_tile tokens, the last one shorter
///         C = 0                                          in scratch
///         for each super-block, for each row tile of the item:
///             unpack row_registers x 256 weights         into scratch
///             for every `micro_tokens` tokens:           micro-kernel row_registers x micro_tokens
///         store C
///
/// The order of accumulation is the same in every plan (see DESIGN): per output element, super-blocks in order; in
/// each, the sub-blocks in order, f = fma(float(dot), d * scale, f); then f = fma(-float(min term), dmin or zero_point
/// * d, f); then C = fma(token scale, f, C). So no choice below changes a bit of the result.
struct QGemmPlan {
    KernelSpec spec;
    MachineTraits machine;
    PackedLayout layout;

    bool direct = false;  ///< few tokens: weights are unpacked in registers, no weight scratch
    int row_registers = 1;
    int micro_tokens = 1;
    /// Tokens are covered by `full_token_tiles` tiles of `token_tile` and one of `last_tile_tokens` (0: none).
    std::int64_t token_tile = 1, full_token_tiles = 0, last_tile_tokens = 0;
    int row_tiles_per_item = 1;
    FloatAccumulators float_accumulators = FloatAccumulators::registers;
    /// vpmaddubsw alone: K steps whose int16 sums cannot overflow.
    int steps_per_int16_sum = 0;
    QGemmScratch scratch;
    /// Bytes a kernel may read past the end of its operands.
    std::size_t over_read_bytes = 0;

    int row_register_rows() const { return isa_traits(machine.isa).lanes(); }
    std::int64_t rows_per_tile() const { return std::int64_t{row_registers} * row_register_rows(); }
    std::int64_t rows_per_item() const { return rows_per_tile() * row_tiles_per_item; }
    /// Work items of the whole matrix; item i covers rows [i * rows_per_item, min(n, (i + 1) * rows_per_item)).
    std::int64_t items() const { return (spec.n + rows_per_item() - 1) / rows_per_item(); }

    /// Row groups a row tile covers: row_registers zmm, or half as many pairs of ymm.
    int groups_per_tile() const { return row_registers * row_register_rows() / PackedLayout::group_rows; }

    PlanChoice choice() const {
        return {token_tile, {row_registers, micro_tokens, float_accumulators}, direct, row_tiles_per_item};
    }
    /// One `key = value` line a field, TOML.
    std::string text() const;
    /// Vector arithmetic of a row register, a token and a super-block in the micro-kernel of micro_tokens tokens.
    VectorWork vector_work() const;
    /// Share of the dot-product peak that exact arithmetic leaves, and what sets it.
    PortCeiling ceiling() const { return port_ceiling(vector_work(), machine); }
};

/// The choice plans use unless told otherwise: by the spec's size, unmeasured. Throws Error as plan_qgemm() does.
PlanChoice default_choice(const KernelSpec& spec, const MachineTraits& machine);
/// The choices worth measuring for a spec, the default first and no two equal: every micro-kernel shape with token
/// tiles from 32 to 192, a few row tiles an item, and the direct path where tokens are few. A spec that asks for a
/// tile keeps it. Throws Error as plan_qgemm() does.
std::vector<PlanChoice> plan_candidates(const KernelSpec& spec, const MachineTraits& machine);
/// A choice made for `measured_tokens` tokens carried over to the spec's own number: the same shape, path and row
/// tiles, and as many token tiles, of equal width. For numbers that differ little; plan_qgemm() checks the result.
PlanChoice scale_choice(const PlanChoice& choice, std::int64_t measured_tokens, const KernelSpec& spec);

/// Throws Error, naming the kernel, where the spec is no qgemm, is invalid or asks for a tile that does not fit, and
/// where the choice does not suit it: more vector registers than the ISA has, a token tile that is not the one asked
/// for, sizes out of range.
QGemmPlan plan_qgemm(const KernelSpec& spec, const MachineTraits& machine, const PlanChoice& choice);
/// With the default choice.
QGemmPlan plan_qgemm(const KernelSpec& spec, const MachineTraits& machine);

}  // namespace quern
