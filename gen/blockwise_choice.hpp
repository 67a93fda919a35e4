#pragma once

#include <vector>

#include "gen/blockwise_plan.hpp"

namespace quern {

/// What a block-quantized product's spec and a machine leave open: it changes a plan's speed and no bit of its result.
struct BlockwiseChoice {
    int rows = 1;  ///< of W side by side

    bool operator==(const BlockwiseChoice&) const = default;
};

/// What plan_blockwise() takes by itself. Throws Error as it does.
BlockwiseChoice default_blockwise_choice(const KernelSpec& spec, const MachineTraits& machine);
/// The choices worth measuring, the default first, no two equal.
std::vector<BlockwiseChoice> blockwise_choice_candidates(const KernelSpec& spec, const MachineTraits& machine);
/// Throws Error as plan_blockwise() does, and where the choice does not suit: rows not in 1 to the default's, which are
/// all that the registers hold.
BlockwisePlan plan_blockwise(const KernelSpec& spec, const MachineTraits& machine, const BlockwiseChoice& choice);

}  // namespace quern
