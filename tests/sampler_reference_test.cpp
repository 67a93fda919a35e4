// LLaDA's sampler on recorded logits makes the reference's choices, exact ties among tokens and among positions
// included.
#include <doctest/doctest.h>

#include <algorithm>
#include <vector>

#include "runtime/engine/sampler.hpp"
#include "tests/support/model_fixtures.hpp"

using namespace quern;
using namespace quern::test;

namespace {

SamplerOptions options_of(const SamplerCase& recorded) {
    SamplerOptions options;
    options.canvas_length = recorded.canvas_length;
    options.block_length = recorded.block_length;
    options.steps = recorded.steps;
    return options;
}

/// Plays the recorded rows back. Rows of other positions, which --full-logits asks for too, are surer of a wrong token
/// than any recorded row is of its own.
struct Playback {
    const SamplerCase& recorded;
    std::size_t call = 0, first_row = 0;

    void operator()(std::span<const std::int32_t> canvas, std::span<const std::int32_t> rows, std::span<float> out) {
        REQUIRE(call < recorded.calls.size());
        const std::vector<std::int32_t>& expected = recorded.calls[call];
        const auto vocabulary = static_cast<std::size_t>(recorded.vocabulary);
        REQUIRE(out.size() == rows.size() * vocabulary);
        std::size_t played = 0;
        for (std::size_t i = 0; i < rows.size(); ++i) {
            CHECK(canvas[static_cast<std::size_t>(rows[i])] == recorded.mask);
            const auto row = out.subspan(i * vocabulary, vocabulary);
            const auto at = std::find(expected.begin(), expected.end(), rows[i]);
            if (at == expected.end()) {
                std::fill(row.begin(), row.end(), 0.0f);
                row.front() = 1000.0f;
            } else {
                ++played;
                const std::size_t offset = (first_row + static_cast<std::size_t>(at - expected.begin())) * vocabulary;
                std::copy_n(recorded.logits.begin() + static_cast<std::ptrdiff_t>(offset), vocabulary, row.begin());
            }
        }
        CHECK(played == expected.size());
        first_row += expected.size();
        ++call;
    }
};

void check_same_choices(const SamplerCase& recorded, const SamplerOptions& options) {
    std::vector<std::int32_t> canvas = recorded.prompt;
    canvas.resize(recorded.prompt.size() + static_cast<std::size_t>(recorded.canvas_length), recorded.mask);
    Playback playback{recorded};
    std::vector<Commit> commits;
    sample_blocks(canvas, static_cast<std::int64_t>(recorded.prompt.size()), recorded.mask, recorded.vocabulary,
                  options, std::ref(playback), [&](std::span<const std::int32_t>, std::span<const Commit> made) {
                      commits.insert(commits.end(), made.begin(), made.end());
                      return true;
                  });

    CHECK(playback.call == recorded.calls.size());
    REQUIRE(commits.size() == recorded.commits.size());
    for (std::size_t i = 0; i < commits.size(); ++i) {
        CAPTURE(i);
        CHECK(commits[i].step == recorded.commits[i].step);
        CHECK(commits[i].position == recorded.commits[i].position);
        CHECK(commits[i].token == recorded.commits[i].token);
        CHECK(commits[i].confidence == doctest::Approx(recorded.commits[i].probability).epsilon(1e-12));
    }
    CHECK(std::vector(canvas.begin() + static_cast<std::ptrdiff_t>(recorded.prompt.size()), canvas.end()) ==
          recorded.answer);
}

/// Rows in which two tokens share the maximum.
std::size_t token_ties(const SamplerCase& recorded) {
    const auto vocabulary = static_cast<std::ptrdiff_t>(recorded.vocabulary);
    std::size_t ties = 0;
    for (auto row = recorded.logits.begin(); row != recorded.logits.end(); row += vocabulary)
        if (std::count(row, row + vocabulary, *std::max_element(row, row + vocabulary)) > 1) ++ties;
    return ties;
}

/// Rows that repeat an earlier row of the same step, a constant apart, so that both positions are equally sure.
std::size_t position_ties(const SamplerCase& recorded) {
    const auto vocabulary = static_cast<std::size_t>(recorded.vocabulary);
    std::size_t ties = 0, at = 0;
    for (const auto& call : recorded.calls) {
        std::vector<std::vector<float>> seen;
        for (std::size_t i = 0; i < call.size(); ++i, at += vocabulary) {
            const auto begin = recorded.logits.begin() + static_cast<std::ptrdiff_t>(at);
            std::vector<float> row(begin, begin + static_cast<std::ptrdiff_t>(vocabulary));
            const float maximum = *std::max_element(row.begin(), row.end());
            for (float& logit : row) logit -= maximum;
            if (std::find(seen.begin(), seen.end(), row) != seen.end()) ++ties;
            seen.push_back(std::move(row));
        }
    }
    return ties;
}

}  // namespace

TEST_CASE("the sampler makes the reference's choices on recorded logits") {
    for (const SamplerCase& recorded : recorded_sampler_cases()) {
        CAPTURE(recorded.name);
        check_same_choices(recorded, options_of(recorded));
    }
}

TEST_CASE("rows of later blocks decide nothing") {
    for (const SamplerCase& recorded : recorded_sampler_cases()) {
        CAPTURE(recorded.name);
        SamplerOptions options = options_of(recorded);
        options.full_logits = true;
        check_same_choices(recorded, options);
    }
}

TEST_CASE("the recorded logits hold ties of both kinds") {
    std::size_t tokens = 0, positions = 0;
    for (const SamplerCase& recorded : recorded_sampler_cases()) {
        tokens += token_ties(recorded);
        positions += position_ties(recorded);
    }
    MESSAGE("rows with tied tokens: " << tokens << ", rows tied with another position: " << positions);
    CHECK(tokens > 100);
    CHECK(positions > 100);
}
