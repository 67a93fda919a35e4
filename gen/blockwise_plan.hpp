#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "gen/block_quantizer.hpp"
#include "gen/kernel_spec.hpp"
#include "gen/machine.hpp"

namespace quern {

/// How a block-quantized weight W (m rows of a dense side's length) times a vector or a matrix is carried out, in f64.
/// A row is a sequence of runs, each within one block: a run's sum(value * x) is formed first, then scaled once and
/// added to the row's.
///
///     regular      blocks of whole vectors, rows of whole blocks: every run is a block, `rows` rows go side by side
///     irregular    a run ends where its row or its block does, in the flattened order; one row at a time
///
/// A product with a matrix scales the values of a step instead, so that its sums stay in registers over all of k:
///
///     for every `rows` rows: for every panel of tile_columns() of X: for each block: for each 8 codes:
///         decode and scale 8 values a row in registers; for each of them: broadcast it, FMA by the panel's row
struct BlockwisePlan {
    KernelSpec spec;
    MachineTraits machine;
    int rows = 1;  ///< of W side by side

    CodeGrid grid() const;
    bool packed() const;           ///< two codes a byte
    std::int64_t columns() const;  ///< of W: k of a gemm, else n
    bool regular() const;
    /// avx2, packed int4, blocks of whole 32 codes: values are put together from tables of bytes, 32 codes a step.
    bool byte_tables() const;
    int lanes() const { return isa_traits(machine.isa).vector_bytes / 8; }
    static constexpr int vectors = 4;  ///< of a gemm's panel
    int tile_columns() const { return vectors * lanes(); }
    /// Bytes of a row's codes, regular.
    std::int64_t row_bytes() const { return packed() ? columns() / 2 : columns(); }
    /// Columns of a gemm's last panel, fewer than a tile's; 0: none.
    int tail_columns() const { return static_cast<int>(spec.n % tile_columns()); }
    /// One `key = value` line a field, TOML.
    std::string text() const;
};

/// Codes decoded together: what a step takes.
inline constexpr int codes_a_step = 8;

bool is_blockwise(Op op);
/// Throws Error, naming the kernel, where the spec is no block-quantized product or invalid, or the ISA is none of x86.
BlockwisePlan plan_blockwise(const KernelSpec& spec, const MachineTraits& machine);

}  // namespace quern
