#include "gen/blockwise_choice.hpp"

#include <string>

#include "gen/error.hpp"

namespace quern {

BlockwiseChoice default_blockwise_choice(const KernelSpec& spec, const MachineTraits& machine) {
    return {plan_blockwise(spec, machine).rows};
}

std::vector<BlockwiseChoice> blockwise_choice_candidates(const KernelSpec& spec, const MachineTraits& machine) {
    std::vector<BlockwiseChoice> choices;
    for (int rows = default_blockwise_choice(spec, machine).rows; rows >= 1; --rows) choices.push_back({rows});
    return choices;
}

BlockwisePlan plan_blockwise(const KernelSpec& spec, const MachineTraits& machine, const BlockwiseChoice& choice) {
    BlockwisePlan plan = plan_blockwise(spec, machine);
    if (choice.rows < 1 || choice.rows > plan.rows)
        throw Error("kernel \"" + spec.name + "\": " + std::to_string(choice.rows) + " rows at once are not in 1 to " +
                    std::to_string(plan.rows));
    plan.rows = choice.rows;
    return plan;
}

}  // namespace quern
