#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "gen/kernel_spec.hpp"
#include "gen/machine.hpp"
#include "gen/packed_layout.hpp"

namespace quern {

/// Where the f32 accumulators of a micro-kernel live while its int32 accumulators are in registers.
enum class FloatAccumulators { registers, l1_scratch };

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
    int token_tile = 1;
    int row_tiles_per_item = 1;
    FloatAccumulators float_accumulators = FloatAccumulators::registers;
    /// vpmaddubsw alone: K steps whose int16 sums cannot overflow.
    int steps_per_int16_sum = 0;
    /// Bytes of scratch each thread brings, 64-byte aligned.
    std::size_t scratch_bytes = 0;
    /// Bytes a kernel may read past the end of its operands.
    std::size_t over_read_bytes = 0;

    int row_register_rows() const { return isa_traits(machine.isa).lanes(); }
    std::int64_t rows_per_tile() const { return std::int64_t{row_registers} * row_register_rows(); }
    std::int64_t rows_per_item() const { return rows_per_tile() * row_tiles_per_item; }
    /// Work items of the whole matrix; item i covers rows [i * rows_per_item, min(n, (i + 1) * rows_per_item)).
    std::int64_t items() const { return (spec.n + rows_per_item() - 1) / rows_per_item(); }

    /// One `key = value` line a field, TOML.
    std::string text() const;
    /// Share of the dot-product peak that exact arithmetic leaves: dot instructions / all instructions on the dot's
    /// ports.
    double ceiling() const;
};

/// Throws Error where the spec is no qgemm, is invalid, or asks for a tile that does not fit.
QGemmPlan plan_qgemm(const KernelSpec& spec, const MachineTraits& machine);

}  // namespace quern
