#include "tests/support/generation_agreement.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "tests/support/logits_agreement.hpp"

namespace quern::test {

namespace {

struct Step {
    std::vector<std::int32_t> canvas;  ///< before it
    std::vector<Commit> commits;       ///< most confident first
};

std::vector<Step> steps_of(ForwardPass& pass, std::span<const std::int32_t> prompt, std::int64_t length,
                           std::int64_t step_count) {
    SamplerOptions options;
    options.canvas_length = options.block_length = length;
    options.steps = step_count;
    std::vector<std::int32_t> canvas(prompt.begin(), prompt.end());
    canvas.resize(prompt.size() + static_cast<std::size_t>(length), pass.shape().mask_token);
    std::vector<Step> steps;
    std::vector<std::int32_t> before = canvas;
    sample_blocks(
        canvas, static_cast<std::int64_t>(prompt.size()), pass.shape().mask_token, pass.shape().vocabulary, options,
        pass.logits_function(),
        [&](std::span<const std::int32_t> after, std::span<const Commit> commits) {
            steps.push_back({before, {commits.begin(), commits.end()}});
            before.assign(after.begin(), after.end());
            return true;
        },
        pass.statistics_function());
    return steps;
}

MostLikely most_likely_at(ForwardPass& pass, const std::vector<std::int32_t>& canvas, std::int64_t position) {
    const std::int32_t row = static_cast<std::int32_t>(position);
    std::vector<float> logits(static_cast<std::size_t>(pass.shape().vocabulary));
    pass.logits(canvas, std::span(&row, 1), logits);
    return most_likely(logits);
}

/// The first of `commits` that is not among `others`, or nullptr.
const Commit* commit_without_equal(const std::vector<Commit>& commits, const std::vector<Commit>& others) {
    for (const Commit& each : commits)
        if (std::none_of(others.begin(), others.end(), [&](const Commit& other) {
                return other.position == each.position && other.token == each.token;
            }))
            return &each;
    return nullptr;
}

}  // namespace

Departure compare_generations(ForwardPass& first, ForwardPass& second, std::span<const std::int32_t> prompt,
                              std::int64_t length, std::int64_t steps) {
    const std::vector<Step> a = steps_of(first, prompt, length, steps), b = steps_of(second, prompt, length, steps);
    for (std::size_t i = 0; i < a.size(); ++i) {
        const Commit* const ours = commit_without_equal(a[i].commits, b[i].commits);
        const Commit* const theirs = commit_without_equal(b[i].commits, a[i].commits);
        if (ours == nullptr || theirs == nullptr) continue;
        Departure departure;
        departure.step = static_cast<std::int64_t>(i);
        const MostLikely here = most_likely_at(first, a[i].canvas, ours->position);
        const MostLikely there = most_likely_at(first, a[i].canvas, theirs->position);
        departure.lead = here.probability - there.probability;
        if (there.token != theirs->token) departure.margin = there.margin;
        departure.description = "step " + std::to_string(i) + ": token " + std::to_string(ours->token) + " at " +
                                std::to_string(ours->position) + " and token " + std::to_string(theirs->token) +
                                " at " + std::to_string(theirs->position);
        return departure;
    }
    return {};
}

}  // namespace quern::test
