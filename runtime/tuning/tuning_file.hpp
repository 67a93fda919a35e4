#pragma once

#include <filesystem>
#include <span>

#include "runtime/tuning/tuning.hpp"

namespace quern {

/// The file that keeps the tuned plans of one processor model, its cache sizes, an ISA and a number of threads. TOML:
///
///     version = 2
///     [machine]                        processor, l1_bytes, l2_bytes, l3_bytes, isa, evex_ymm_dot, threads
///     [[kernel]]                       weight, n, k, tokens; the choice: token_tile, row_registers, micro_tokens,
///                                      float_accumulators, path, row_tiles_per_item; default_ms, ms
///     [[dense]]                        op, m, n; of a gemm type, k, a_layout, b_layout, and tile_rows, tile_vectors,
///                                      a_panel, column_block; of a gemv type, transposed, and rows, prefetch_bytes,
///                                      column_block; of a block-quantized product k or bits where its op has them,
///                                      block, codes, and rows; default_ms, ms
///
/// What it holds is input like any other: checked whole, and a file with anything wrong in it is not used at all.

/// The file's place in a cache directory: a readable name made of what it is for.
std::filesystem::path tuning_file(const std::filesystem::path& directory, const MachineTraits& machine, int threads);

/// Its plans; none where there is no such file. A file that is unreadable, corrupt, for another machine or of another
/// version gives none and a warning that names it. Never throws Error.
Tuning read_tuning(const std::filesystem::path& file, const MachineTraits& machine, int threads);
/// read_tuning() of this machine's file in the cache directory.
Tuning stored_tuning(const MachineTraits& machine, int threads);

/// Throws Error where the file's directory cannot be made or written to, naming it, and where the file is there but no
/// regular one.
void check_tuning_file(const std::filesystem::path& file);
/// Adds plans to those the file holds (a file that read_tuning() would not use is replaced), atomically; what several
/// processes or threads store at once is all kept. Throws Error naming the file where it cannot be written.
void store_tuning(const std::filesystem::path& file, const MachineTraits& machine, int threads,
                  std::span<const TunedPlan> plans);
void store_tuning(const std::filesystem::path& file, const MachineTraits& machine, int threads,
                  std::span<const TunedDense> plans);

}  // namespace quern
