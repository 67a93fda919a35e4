#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "gen/kernel_spec.hpp"
#include "gen/machine.hpp"

namespace quern {

/// How the micro-kernel finds A. It takes elements of A one by one (each is broadcast), so a panel may keep the order
/// its source has: packing only ever copies runs.
///
///     packed_rows     from a row-major A:    [depth / 8][rows][8]
///     packed_columns  from a column-major A: [depth][rows]
///     in_place        a row-major A where it lies
enum class APanel { packed_rows, packed_columns, in_place };

constexpr std::array<std::string_view, 3> a_panel_names{"packed_rows", "packed_columns", "in_place"};

/// Steps of depth the micro-kernel's loop is unrolled by: the run length of APanel::packed_rows.
inline constexpr int depth_unroll = 8;

/// The register tile of a dense micro-kernel: `rows` of C x `vectors` vector registers of its columns.
struct GemmTile {
    int rows;
    int vectors;

    bool operator==(const GemmTile&) const = default;
};

/// What a gemm's spec and a machine leave open: it changes a plan's speed and no bit of its result.
struct GemmChoice {
    GemmTile tile{};
    APanel a_panel = APanel::packed_rows;
    std::int64_t column_block = 0;  ///< columns of B packed at once; a multiple of the tile's, or all

    bool operator==(const GemmChoice&) const = default;
};

/// The tiles worth measuring that fit the ISA's registers.
std::span<const GemmTile> gemm_tile_candidates(Isa isa);

/// How a dense GEMM is carried out: Goto and van de Geijn's loops (ACM TOMS 34(3), 2008) with the operands' parts
/// exchanged, because C is row-major and a register holds columns of it: the panel that stays in L1 is A's.
///
///     for each column_block of B and C:                        kept in L2:
///         for each depth_block:                                    B packed, [panels][depth][tile columns]
///             pack B's block
///             for each `tile.rows` rows:                       kept in L1: A's panel of them
///                 pack A's panel (unless in_place)
///                 for each panel of B:                         the generated kernel's loop over panels
///                     C's tile (+)= alpha * A panel * B panel   micro-kernel
///
/// Per element of C the sum runs over the depth blocks in order, in each over k in order (FMA), and the depth blocks
/// are a function of n, k and the type alone: every ISA, choice, layout and number of threads gives the same bits.
struct GemmPlan {
    KernelSpec spec;
    MachineTraits machine;
    GemmTile tile{};
    APanel a_panel = APanel::packed_rows;
    std::int64_t depth_block = 0;   ///< k a pass over C
    std::int64_t column_block = 0;  ///< columns of B packed at once
    bool packed_ahead = false;      ///< B was, in panels of ahead_panel_bytes, one or more of which a tile spans

    int lanes() const { return isa_traits(machine.isa).vector_bytes / element_bytes(spec.type); }
    /// Columns of a whole tile.
    std::int64_t tile_columns() const { return std::int64_t{tile.vectors} * lanes(); }
    /// Vectors of a panel of B.
    int panel_vectors() const;
    /// Rows of the last tile, and columns of the last panel, where they are fewer than a tile's; else 0.
    int tail_rows() const { return static_cast<int>(spec.m % tile.rows); }
    int tail_columns() const { return static_cast<int>(spec.n % tile_columns()); }
    int tail_vectors() const { return (tail_columns() + lanes() - 1) / lanes(); }
    /// Elements between the packed panels' rows of depth: a tail panel is as many vectors wide as it needs.
    std::int64_t packed_columns(std::int64_t columns) const { return (columns + lanes() - 1) / lanes() * lanes(); }

    GemmChoice choice() const { return {tile, a_panel, column_block}; }
    /// One `key = value` line a field, TOML.
    std::string text() const;
    /// Share of the FMA peak that is left: lanes of C past n, and two operations a depth block for alpha and beta.
    double ceiling() const;
};

GemmChoice default_gemm_choice(const KernelSpec& spec, const MachineTraits& machine);
/// The choices worth measuring, the default first, no two equal.
std::vector<GemmChoice> gemm_choice_candidates(const KernelSpec& spec, const MachineTraits& machine);

/// Throws Error, naming the kernel, where the spec is no gemm or invalid, the ISA is none of x86, or the choice does
/// not suit: more registers than the ISA has, a column block that is no whole number of tiles, an A panel its layout
/// does not allow.
GemmPlan plan_gemm(const KernelSpec& spec, const MachineTraits& machine, const GemmChoice& choice);
/// With the default choice.
GemmPlan plan_gemm(const KernelSpec& spec, const MachineTraits& machine);
/// The plan of B^T A^T in the depth blocks of the product A B of `columns` columns that it transposes, so that both
/// have the same bits. The column block shrinks to what then fits.
GemmPlan in_depth_blocks_of(GemmPlan plan, std::int64_t columns);

/// Bytes of a row of a panel of B that is packed ahead of its products: a zmm, or two ymm, so that one packed B serves
/// every ISA.
inline constexpr int ahead_panel_bytes = 64;
/// Steps of k a pass over C: of n, k and the type alone.
std::int64_t gemm_depth_block(const KernelSpec& spec);
/// The plan of a product whose B was packed ahead: a tile spans a panel or two, whatever `quern tune` found, and A's
/// panels are packed. Throws Error as plan_gemm() does.
GemmPlan plan_gemm_packed_ahead(const KernelSpec& spec, const MachineTraits& machine);

}  // namespace quern
