#pragma once

#include <cmath>
#include <cstdint>
#include <span>
#include <vector>

namespace quern::test {

/// One position's most likely token, its softmax probability, and by how much that exceeds the runner-up's.
struct MostLikely {
    std::int32_t token = 0;
    double probability = 0, margin = 0;
};
MostLikely most_likely(std::span<const float> row);
/// Softmax probability of one token.
double probability_of(std::span<const float> row, std::int32_t token);

/// How far two sets of logits, [rows, vocabulary], lie apart.
struct LogitsAgreement {
    std::vector<double> cosines;   ///< of each row, ascending
    std::size_t decided = 0;       ///< rows where the peer's most likely token leads by more than 0.05
    std::size_t other_argmax = 0;  ///< those of them whose most likely token differs
    double squared_error = 0;      ///< summed over everything

    double median_cosine() const { return cosines[cosines.size() / 2]; }
    double least_cosine() const { return cosines.front(); }
    double error() const { return std::sqrt(squared_error); }
};
/// Throws Error where the sizes differ, are no multiple of `vocabulary`, or are zero.
LogitsAgreement compare_logits(std::span<const float> logits, std::span<const float> peer, std::size_t vocabulary);

}  // namespace quern::test
