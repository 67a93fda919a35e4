// The sampler over row statistics chooses what it chooses over the logits themselves.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "gen/error.hpp"
#include "runtime/engine/prng.hpp"
#include "runtime/engine/sampler.hpp"

using namespace quern;

namespace {

constexpr std::int32_t mask = 9;
constexpr std::int64_t vocabulary = 10, prompt = 2, length = 12;
constexpr std::size_t width = vocabulary;

/// Logits that depend on the position and on how many tokens are committed.
struct Model {
    float mask_logit = -4;  ///< of the mask token, everywhere
    std::int64_t odd = -1;  ///< a position of its own
    float odd_logit = 0;    ///< token 3's there

    void logits(std::span<const std::int32_t> canvas, std::span<const std::int32_t> rows, std::span<float> out) const {
        const auto left = static_cast<std::uint64_t>(std::count(canvas.begin(), canvas.end(), mask));
        for (std::size_t i = 0; i < rows.size(); ++i) {
            const RandomStream random(7, RandomUse::token_noise, left, static_cast<std::uint64_t>(rows[i]));
            for (std::size_t token = 0; token < width; ++token)
                out[i * width + token] = static_cast<float>(4 * random.uniform(token));
            out[i * width + std::size_t{mask}] = mask_logit;
            if (rows[i] == odd) out[i * width + 3] = odd_logit;
        }
    }
    void statistics(std::span<const std::int32_t> canvas, std::span<const std::int32_t> rows,
                    std::span<RowStatistics> out) const {
        std::vector<float> all(rows.size() * width);
        logits(canvas, rows, all);
        for (std::size_t i = 0; i < rows.size(); ++i) {
            const auto row = std::span<const float>(all).subspan(i * width, width);
            const auto best = std::max_element(row.begin(), row.end());
            RowStatistics each;
            each.best = static_cast<std::int32_t>(best - row.begin());
            each.best_logit = *best;
            for (const float x : row) each.z += std::exp(double{x} - double{*best});
            out[i] = each;
        }
    }
};

struct Outcome {
    std::vector<std::int32_t> canvas = std::vector<std::int32_t>(std::size_t{prompt}, 1);
    std::vector<Commit> commits;
    std::size_t logit_rows = 0, statistic_rows = 0;
};

Outcome run(const Model& model, const SamplerOptions& options, bool with_statistics) {
    Outcome outcome;
    outcome.canvas.resize(std::size_t{prompt + length}, mask);
    StatisticsFunction statistics;
    if (with_statistics)
        statistics = [&](auto canvas, auto rows, auto out) {
            outcome.statistic_rows += rows.size();
            model.statistics(canvas, rows, out);
        };
    sample_blocks(
        outcome.canvas, prompt, mask, vocabulary, options,
        [&](auto canvas, auto rows, auto out) {
            outcome.logit_rows += rows.size();
            model.logits(canvas, rows, out);
        },
        [&](auto, auto commits) {
            outcome.commits.insert(outcome.commits.end(), commits.begin(), commits.end());
            return true;
        },
        statistics);
    return outcome;
}

SamplerOptions options_of(std::int64_t steps) {
    SamplerOptions options;
    options.canvas_length = length;
    options.block_length = 6;
    options.steps = steps;
    return options;
}

void check_same(const Outcome& a, const Outcome& b) {
    CHECK(a.canvas == b.canvas);
    REQUIRE(a.commits.size() == b.commits.size());
    for (std::size_t i = 0; i < a.commits.size(); ++i) {
        CHECK(a.commits[i].position == b.commits[i].position);
        CHECK(a.commits[i].token == b.commits[i].token);
        CHECK(a.commits[i].confidence == doctest::Approx(b.commits[i].confidence).epsilon(1e-12));
    }
}

}  // namespace

TEST_CASE("greedy steps are decided by the statistics alone") {
    for (const std::int64_t steps : {2, 4, 12}) {
        CAPTURE(steps);
        for (const bool full : {false, true}) {
            SamplerOptions options = options_of(steps);
            options.full_logits = full;
            const Outcome with = run({}, options, true), without = run({}, options, false);
            check_same(with, without);
            CHECK(with.logit_rows == 0);
            CHECK(with.statistic_rows == without.logit_rows);
        }
    }
}

TEST_CASE("rows whose likeliest token is the mask are decided by their logits") {
    Model model;
    model.mask_logit = 3.8F;
    const Outcome with = run(model, options_of(4), true), without = run(model, options_of(4), false);
    check_same(with, without);
    CHECK(with.logit_rows > 0);
    CHECK(with.logit_rows < without.logit_rows);
    CHECK(std::count(with.canvas.begin(), with.canvas.end(), mask) == 0);
}

TEST_CASE("temperature and random remasking do not ask for statistics") {
    SamplerOptions warm = options_of(4), random = options_of(4);
    warm.temperature = 1;
    random.remasking = Remasking::random;
    for (const SamplerOptions& options : {warm, random}) {
        const Outcome with = run({}, options, true);
        check_same(with, run({}, options, false));
        CHECK(with.statistic_rows == 0);
    }
}

TEST_CASE("logits that are no numbers are the error they are without statistics") {
    for (const float odd : {std::numeric_limits<float>::quiet_NaN(), std::numeric_limits<float>::infinity()}) {
        Model model;
        model.odd = prompt + 4;
        model.odd_logit = odd;
        std::string messages[2];
        for (const bool with : {false, true}) try {
                run(model, options_of(4), with);
                FAIL("no error");
            } catch (const Error& error) {
                messages[with] = error.what();
            }
        CHECK(messages[0].find("token 3 at position 6") != std::string::npos);
        CHECK(messages[1] == messages[0]);
    }
}
