#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "tests/ptx/quern_ptx.h"

namespace quern::ptx {

/// What one host thread counts while it runs blocks of a kernel.
struct Counters {
    quern_ptx_counters totals{};
    std::vector<std::uint64_t> matrix;     ///< by Instruction::counter
    std::vector<std::uint64_t> conflicts;  ///< by instruction

    void add(const Counters& other) {
        totals.launches += other.totals.launches;
        totals.blocks += other.totals.blocks;
        totals.warp_instructions += other.totals.warp_instructions;
        totals.seconds += other.totals.seconds;
        totals.shared_loads += other.totals.shared_loads;
        totals.shared_load_conflicts += other.totals.shared_load_conflicts;
        totals.shared_stores += other.totals.shared_stores;
        totals.shared_store_conflicts += other.totals.shared_store_conflicts;
        totals.global_loads += other.totals.global_loads;
        totals.global_load_sectors += other.totals.global_load_sectors;
        totals.global_stores += other.totals.global_stores;
        totals.global_store_sectors += other.totals.global_store_sectors;
        for (int width = 0; width < 5; ++width)
            totals.global_loads_by_width[width] += other.totals.global_loads_by_width[width];
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
