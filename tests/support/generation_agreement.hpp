#pragma once

#include <string>

#include "runtime/engine/forward_pass.hpp"
#include "tests/support/model_fixtures.hpp"

namespace quern::test {

/// Where two greedy generations first part, and by how much the first one's model decided there.
struct Departure {
    std::int64_t step = -1;  ///< -1: nowhere
    double margin = 0;       ///< p1 - p2 at a position both commit, to different tokens
    double lead = 0;         ///< of the first one's position over the second one's
    std::string description{};
};

/// Answers a recorded prompt with two forward passes, greedily, in so many steps over a canvas of `length` tokens in
/// one block; each finishes from row statistics where it has them.
Departure compare_generations(ForwardPass& first, ForwardPass& second, std::span<const std::int32_t> prompt,
                              std::int64_t length, std::int64_t steps);

}  // namespace quern::test
