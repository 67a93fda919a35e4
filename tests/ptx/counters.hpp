#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "tests/ptx/quern_ptx.h"

namespace quern::ptx {

/// Adds what one count says to another.
inline void add(quern_ptx_counters& to, const quern_ptx_counters& from) {
    to.launches += from.launches;
    to.blocks += from.blocks;
    to.warp_instructions += from.warp_instructions;
    to.seconds += from.seconds;
    to.shared_loads += from.shared_loads;
    to.shared_load_conflicts += from.shared_load_conflicts;
    to.shared_stores += from.shared_stores;
    to.shared_store_conflicts += from.shared_store_conflicts;
    to.global_loads += from.global_loads;
    to.global_load_sectors += from.global_load_sectors;
    to.global_stores += from.global_stores;
    to.global_store_sectors += from.global_store_sectors;
    for (int width = 0; width < 5; ++width) to.global_loads_by_width[width] += from.global_loads_by_width[width];
}

/// What one host thread counts while it runs blocks of a kernel.
struct Counters {
    quern_ptx_counters totals{};
    std::vector<std::uint64_t> matrix;     ///< by Instruction::counter
    std::vector<std::uint64_t> conflicts;  ///< by instruction

    void add(const Counters& other) {
        quern::ptx::add(totals, other.totals);
        add(matrix, other.matrix);
        add(conflicts, other.conflicts);
    }

  private:
    static void add(std::vector<std::uint64_t>& to, const std::vector<std::uint64_t>& from) {
        if (to.size() < from.size()) to.resize(from.size());
        for (std::size_t index = 0; index < from.size(); ++index) to[index] += from[index];
    }
};

}  // namespace quern::ptx
