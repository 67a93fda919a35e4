#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "gen/kernel_spec.hpp"
#include "gen/machine.hpp"

namespace quern {

/// What a gemv's spec and a machine leave open: it changes a plan's speed and no bit of its result.
struct GemvChoice {
    int rows = 1;                   ///< of A read side by side
    int prefetch_bytes = 0;         ///< ahead of its use that a row is fetched; 0: not
    std::int64_t column_block = 0;  ///< transposed: columns of y a pass over A's rows keeps in a cache

    bool operator==(const GemvChoice&) const = default;
};

/// How a dense matrix times a vector is carried out. Every element of A is read once, so memory sets the time: the
/// kernel keeps a few rows in flight and as few other accesses as it can.
///
///     y = A x      for every `rows` rows: vectors of x from a cache, sums of every row in registers
///     y = A^T x    for each column_block: for every `rows` rows: y += sum over them of x[row] * A[row], y in a cache
///
/// The rows side by side are not neighbours but lie an odd number of rows, about 1 / `rows` of all, apart: each stream
/// runs on where a row ends.
///
/// An element of A x has two sums a lane, whatever the rows side by side, so it depends on the ISA's lanes alone; one
/// of A^T x is a chain of FMAs in the order of the rows as they are read, the same on every ISA. The number of threads
/// changes no bit of either.
struct GemvPlan {
    KernelSpec spec;
    MachineTraits machine;
    int rows = 1;
    int prefetch_bytes = 0;
    std::int64_t column_block = 0;

    int lanes() const { return isa_traits(machine.isa).vector_bytes / element_bytes(spec.type); }
    /// Columns in the last, partial vector of a row; 0: none.
    int tail_columns() const { return static_cast<int>(spec.n % lanes()); }
    GemvChoice choice() const { return {rows, prefetch_bytes, column_block}; }
    /// One `key = value` line a field, TOML.
    std::string text() const;
};

GemvChoice default_gemv_choice(const KernelSpec& spec, const MachineTraits& machine);
/// The choices worth measuring, the default first, no two equal.
std::vector<GemvChoice> gemv_choice_candidates(const KernelSpec& spec, const MachineTraits& machine);

/// Throws Error, naming the kernel, where the spec is no gemv or invalid, the ISA is none of x86, or the choice does
/// not suit.
GemvPlan plan_gemv(const KernelSpec& spec, const MachineTraits& machine, const GemvChoice& choice);
/// With the default choice.
GemvPlan plan_gemv(const KernelSpec& spec, const MachineTraits& machine);

}  // namespace quern
