#include "runtime/engine/sampler.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <set>

#include "gen/error.hpp"
#include "runtime/engine/prng.hpp"

using namespace quern;

namespace {

constexpr std::int32_t mask = 9;
constexpr std::int64_t vocabulary = 10;

std::vector<std::int32_t> canvas_of(std::int64_t prompt, std::int64_t generated) {
    std::vector<std::int32_t> canvas(static_cast<std::size_t>(prompt), 1);
    canvas.resize(static_cast<std::size_t>(prompt + generated), mask);
    return canvas;
}

SamplerOptions options_of(std::int64_t length, std::int64_t block, std::int64_t steps) {
    SamplerOptions options;
    options.canvas_length = length;
    options.block_length = block;
    options.steps = steps;
    return options;
}

/// What one run did, step by step.
struct Trace {
    std::vector<std::int32_t> canvas;
    std::vector<std::vector<Commit>> steps;
    std::vector<std::vector<std::int32_t>> rows;  ///< asked of the model
    std::int64_t steps_returned = 0;

    std::vector<std::size_t> commits_per_step() const {
        std::vector<std::size_t> counts;
        for (const auto& step : steps) counts.push_back(step.size());
        return counts;
    }
    std::vector<std::int64_t> positions() const {
        std::vector<std::int64_t> all;
        for (const auto& step : steps)
            for (const Commit& commit : step) all.push_back(commit.position);
        return all;
    }
};

/// A model by the logit of each token at each position.
using Model = std::function<float(std::int64_t position, std::int32_t token)>;

Trace run(const SamplerOptions& options, const Model& model, std::int64_t prompt = 3, std::size_t stop_after = 0) {
    Trace trace;
    trace.canvas = canvas_of(prompt, options.canvas_length);
    trace.steps_returned = sample_blocks(
        trace.canvas, prompt, mask, vocabulary, options,
        [&](std::span<const std::int32_t> canvas, std::span<const std::int32_t> rows, std::span<float> out) {
            CHECK(canvas.size() == trace.canvas.size());
            REQUIRE(out.size() == rows.size() * std::size_t{vocabulary});
            for (std::size_t row = 0; row < rows.size(); ++row)
                for (std::int32_t token = 0; token < vocabulary; ++token)
                    out[row * std::size_t{vocabulary} + static_cast<std::size_t>(token)] = model(rows[row], token);
            trace.rows.emplace_back(rows.begin(), rows.end());
        },
        [&](std::span<const std::int32_t> canvas, std::span<const Commit> commits) {
            for (const Commit& commit : commits)
                CHECK(canvas[static_cast<std::size_t>(commit.position)] == commit.token);
            trace.steps.emplace_back(commits.begin(), commits.end());
            return stop_after == 0 || trace.steps.size() < stop_after;
        });
    return trace;
}

/// Token position % 8, preferred the more the further right the position is.
float rising(std::int64_t position, std::int32_t token) {
    return token == position % 8 ? 1.0f + 0.25f * static_cast<float>(position) : 0.0f;
}

float flat(std::int64_t, std::int32_t) {
    return 0.0f;
}

}  // namespace

TEST_CASE("SplitMix64's published sequence, by counter") {
    const RandomStream stream(1234567);
    CHECK(stream.bits(0) == 6457827717110365317u);
    CHECK(stream.bits(1) == 3203168211198807973u);
    CHECK(stream.bits(2) == 9817491932198370423u);
    CHECK(stream.bits(3) == 4593380528125082431u);
    CHECK(stream.bits(4) == 16408922859458223821u);
}

TEST_CASE("streams differ in every part of their name, and their numbers are uniform and Gumbel") {
    std::set<std::uint64_t> first;
    for (const std::uint64_t seed : {0u, 1u, 42u})
        for (const RandomUse use : {RandomUse::token_noise, RandomUse::remasking})
            for (std::uint64_t step = 0; step < 8; ++step)
                for (std::uint64_t position = 0; position < 8; ++position)
                    first.insert(RandomStream(seed, use, step, position).bits(0));
    CHECK(first.size() == 3 * 2 * 8 * 8);

    const RandomStream stream(7, RandomUse::token_noise, 1, 2);
    constexpr std::uint64_t count = 100000;
    double sum = 0, square = 0, gumbel = 0;
    for (std::uint64_t i = 0; i < count; ++i) {
        const double u = stream.uniform(i);
        CHECK_UNARY(u > 0);
        CHECK_UNARY(u < 1);
        sum += u;
        square += u * u;
        gumbel += stream.gumbel(i);
    }
    CHECK(sum / count == doctest::Approx(1.0 / 2).epsilon(0.01));
    CHECK(square / count == doctest::Approx(1.0 / 3).epsilon(0.01));
    CHECK(gumbel / count == doctest::Approx(0.5772156649).epsilon(0.02));  // Euler's constant
}

TEST_CASE("the most confident positions of the block are committed first, with the softmax of their token") {
    const Trace trace = run(options_of(8, 4, 4), rising, 3);
    CHECK(trace.canvas == std::vector<std::int32_t>{1, 1, 1, 3, 4, 5, 6, 7, 0, 1, 2});
    CHECK(trace.positions() == std::vector<std::int64_t>{6, 5, 4, 3, 10, 9, 8, 7});
    CHECK(trace.commits_per_step() == std::vector<std::size_t>{2, 2, 2, 2});
    CHECK(trace.steps_returned == 4);
    for (std::size_t step = 0; step < 4; ++step)
        for (const Commit& commit : trace.steps[step]) {
            CHECK(commit.step == static_cast<std::int64_t>(step));
            const double weight = std::exp(1.0 + 0.25 * static_cast<double>(commit.position));
            CHECK(commit.confidence == doctest::Approx(weight / (weight + 9)).epsilon(1e-14));
        }
    CHECK(trace.rows == std::vector<std::vector<std::int32_t>>{{3, 4, 5, 6}, {3, 4}, {7, 8, 9, 10}, {7, 8}});
}

TEST_CASE("full logits ask for every masked position and choose the same") {
    SamplerOptions options = options_of(8, 4, 4);
    const Trace block = run(options, rising);
    options.full_logits = true;
    const Trace full = run(options, rising);
    CHECK(full.rows == std::vector<std::vector<std::int32_t>>{
                           {3, 4, 5, 6, 7, 8, 9, 10}, {3, 4, 7, 8, 9, 10}, {7, 8, 9, 10}, {7, 8}});
    CHECK(full.canvas == block.canvas);
    CHECK(full.positions() == block.positions());
}

TEST_CASE("ties go to the smaller token and the smaller position") {
    const Trace trace = run(options_of(6, 6, 3), flat);
    CHECK(trace.positions() == std::vector<std::int64_t>{3, 4, 5, 6, 7, 8});
    for (const auto& step : trace.steps)
        for (const Commit& commit : step) {
            CHECK(commit.token == 0);
            CHECK(commit.confidence == doctest::Approx(0.1).epsilon(1e-14));
        }
    // A tie between two tokens above the rest, and between two of three positions.
    const Trace pairs = run(options_of(3, 3, 3), [](std::int64_t position, std::int32_t token) {
        return token == 5 || token == 7 ? (position == 4 ? 2.0f : 3.0f) : 0.0f;
    });
    CHECK(pairs.positions() == std::vector<std::int64_t>{3, 5, 4});
    CHECK(pairs.canvas == std::vector<std::int32_t>{1, 1, 1, 5, 5, 5});
}

TEST_CASE("tokens are spread evenly over the steps, the first of which take the remainder") {
    using Counts = std::vector<std::size_t>;
    CHECK(run(options_of(32, 32, 5), rising).commits_per_step() == Counts{7, 7, 6, 6, 6});
    CHECK(run(options_of(32, 32, 1), rising).commits_per_step() == Counts{32});
    CHECK(run(options_of(32, 32, 32), rising).commits_per_step() == Counts(32, 1));
    CHECK(run(options_of(10, 5, 6), rising).commits_per_step() == Counts{2, 2, 1, 2, 2, 1});
    // More steps than tokens: one a step, then nothing is left to do.
    const Trace more = run(options_of(4, 2, 10), rising);
    CHECK(more.commits_per_step() == Counts{1, 1, 1, 1});
    CHECK(more.steps_returned == 4);
    CHECK(more.steps[2][0].step == 5);
    CHECK(planned_steps(options_of(4, 2, 10)) == 4);
    CHECK(planned_steps(options_of(128, 32, 64)) == 64);
    CHECK(run(options_of(4, 4, std::numeric_limits<std::int64_t>::max()), rising).steps_returned == 4);
}

TEST_CASE("a block that is already partly filled spreads its masked positions alone") {
    std::vector<std::int32_t> canvas{1, mask, mask, 2, mask, mask};
    std::vector<std::size_t> counts;
    sample_blocks(
        canvas, 1, mask, vocabulary, options_of(5, 5, 3),
        [](auto, std::span<const std::int32_t> rows, std::span<float> out) {
            for (std::size_t i = 0; i < out.size(); ++i)
                out[i] = rising(rows[i / vocabulary], static_cast<std::int32_t>(i % vocabulary));
        },
        [&](auto, std::span<const Commit> commits) {
            counts.push_back(commits.size());
            return true;
        });
    CHECK(counts == std::vector<std::size_t>{2, 1, 1});
    CHECK(canvas == std::vector<std::int32_t>{1, 1, 2, 2, 4, 5});
}

TEST_CASE("the mask token is never chosen but weighs in the softmax") {
    const Trace trace = run(options_of(2, 2, 2), [](auto, std::int32_t token) {
        return token == mask ? 5.0f : token == 4 ? 1.0f : 0.0f;
    });
    CHECK(trace.canvas == std::vector<std::int32_t>{1, 1, 1, 4, 4});
    CHECK(trace.steps[0][0].confidence ==
          doctest::Approx(std::exp(1.0) / (std::exp(5.0) + std::exp(1.0) + 8)).epsilon(1e-14));
}

TEST_CASE("random remasking commits in a random order that the seed decides, and the same tokens") {
    SamplerOptions options = options_of(32, 32, 32);
    options.remasking = Remasking::random;
    const Trace first = run(options, rising), again = run(options, rising);
    CHECK(first.positions() == again.positions());
    CHECK(first.canvas == run(options_of(32, 32, 32), rising).canvas);
    auto sorted = first.positions();
    CHECK_FALSE(std::is_sorted(sorted.begin(), sorted.end()));
    std::sort(sorted.begin(), sorted.end());
    for (std::size_t i = 0; i < sorted.size(); ++i) CHECK(sorted[i] == static_cast<std::int64_t>(i) + 3);
    options.seed = 43;
    CHECK(run(options, rising).positions() != first.positions());
    // Every position must be able to come first: 400 seeds, 4 positions, 100 expected each.
    std::map<std::int64_t, int> came_first;
    for (options = options_of(4, 4, 4), options.remasking = Remasking::random, options.seed = 0; options.seed < 400;
         ++options.seed)
        ++came_first[run(options, rising).positions().front()];
    CHECK(came_first.size() == 4);
    for (const auto& [position, count] : came_first) CHECK(std::abs(count - 100) < 45);
}

TEST_CASE("temperature draws tokens by their probability at that temperature, decided by the seed") {
    // Two tokens with logits log 3 apart: at temperature T the first is drawn with 3^(1/T) / (1 + 3^(1/T)).
    const Model model = [](auto, std::int32_t token) {
        return token == 2 ? std::log(3.0f) : token == 6 ? 0.0f : -std::numeric_limits<float>::infinity();
    };
    for (const double temperature : {0.5, 1.0, 2.0}) {
        SamplerOptions options = options_of(4000, 4000, 1);
        options.temperature = temperature;
        const Trace trace = run(options, model);
        CHECK(trace.canvas == run(options, model).canvas);
        const auto drawn = std::count(trace.canvas.begin() + 3, trace.canvas.end(), 2);
        CHECK(drawn + std::count(trace.canvas.begin(), trace.canvas.end(), 6) == 4000);
        const double odds = std::pow(3.0, 1 / temperature), p = odds / (1 + odds);
        CHECK(std::abs(static_cast<double>(drawn) - 4000 * p) < 5 * std::sqrt(4000 * p * (1 - p)));
        // Confidence is the model's own probability, whatever the noise.
        for (const Commit& commit : trace.steps[0])
            CHECK(commit.confidence == doctest::Approx(commit.token == 2 ? 0.75 : 0.25).epsilon(1e-6));
        options.seed = 1;
        CHECK(run(options, model).canvas != trace.canvas);
    }
}

TEST_CASE("huge logits and temperatures overflow nothing") {
    SamplerOptions options = options_of(8, 8, 8);
    const Model model = [](auto, std::int32_t token) { return token == 3 ? 3e38f : -3e38f; };
    for (const double temperature : {0.0, 1e-300, 1.0}) {
        options.temperature = temperature;
        const Trace trace = run(options, model);
        CHECK(std::count(trace.canvas.begin(), trace.canvas.end(), 3) == 8);
        CHECK(trace.steps[0][0].confidence == 1.0);
    }
    options.temperature = 1e308;
    const Trace noise_alone = run(options, model);
    CHECK(std::count(noise_alone.canvas.begin(), noise_alone.canvas.end(), mask) == 0);
}

TEST_CASE("the noise of a position does not depend on what else is computed") {
    SamplerOptions options = options_of(16, 4, 8);
    options.temperature = 0.7;
    const Trace block = run(options, rising);
    options.full_logits = true;
    CHECK(run(options, rising).canvas == block.canvas);
}

TEST_CASE("the callback stops the generation") {
    const Trace trace = run(options_of(8, 4, 8), rising, 3, 3);
    CHECK(trace.steps_returned == 3);
    CHECK(trace.steps.size() == 3);
    CHECK(std::count(trace.canvas.begin(), trace.canvas.end(), mask) == 5);
}

TEST_CASE("logits that are no numbers are errors that name the position") {
    const float nan = std::numeric_limits<float>::quiet_NaN(), infinity = std::numeric_limits<float>::infinity();
    for (const double temperature : {0.0, 0.7}) {
        SamplerOptions options = options_of(8, 4, 8);
        options.temperature = temperature;
        CHECK_THROWS_WITH_AS(
            run(options, [&](auto position, auto token) { return position == 5 && token == 7 ? nan : 0.0f; }),
            "the logit of token 7 at position 5 is not a number", Error);
        CHECK_THROWS_WITH_AS(
            run(options, [&](auto position, auto token) { return position == 4 && token == 0 ? infinity : 0.0f; }),
            "the logit of token 0 at position 4 is infinite", Error);
        CHECK_THROWS_WITH_AS(run(options, [&](auto, auto) { return -infinity; }),
                             "no token at position 3 has a finite logit", Error);
        CHECK_THROWS_WITH_AS(run(options, [&](auto, auto token) { return token == mask ? 0.0f : -infinity; }),
                             "no token at position 3 has a finite logit", Error);
    }
}

TEST_CASE("options that contradict each other name their flags") {
    CHECK_NOTHROW(validate(SamplerOptions{}));
    CHECK_THROWS_WITH_AS(validate(options_of(0, 32, 1)), "--max-tokens must be at least 1, not 0", Error);
    CHECK_THROWS_WITH_AS(validate(options_of(-5, 32, 1)), "--max-tokens must be at least 1, not -5", Error);
    CHECK_THROWS_WITH_AS(validate(options_of(32, 0, 1)), "--block-length must be at least 1, not 0", Error);
    CHECK_THROWS_WITH_AS(validate(options_of(128, 33, 128)), "--block-length 33 does not divide --max-tokens 128",
                         Error);
    CHECK_THROWS_WITH_AS(validate(options_of(32, 64, 32)), "--block-length 64 does not divide --max-tokens 32", Error);
    CHECK_THROWS_WITH_AS(validate(options_of(32, 32, 0)), "--steps must be at least 1, not 0", Error);
    CHECK_THROWS_WITH_AS(validate(options_of(128, 32, 6)),
                         "--steps 6 is no multiple of the 4 blocks of --max-tokens 128 in --block-length 32", Error);
    CHECK_THROWS_AS(validate(options_of(128, 32, 3)), Error);
    SamplerOptions options;
    for (const double temperature : {-1.0, std::nan(""), static_cast<double>(INFINITY)}) {
        options.temperature = temperature;
        CHECK_THROWS_AS(validate(options), Error);
    }
}

TEST_CASE("a canvas that does not fit the options is refused before the model runs") {
    const LogitsFunction never = [](auto, auto, auto) { FAIL("the model ran"); };
    auto canvas = canvas_of(3, 8);
    CHECK_THROWS_AS(sample_blocks(canvas, 4, mask, vocabulary, options_of(8, 4, 8), never), Error);
    CHECK_THROWS_AS(sample_blocks(canvas, -1, mask, vocabulary, options_of(8, 4, 8), never), Error);
    CHECK_THROWS_AS(sample_blocks(canvas, 12, mask, vocabulary, options_of(8, 4, 8), never), Error);
    CHECK_THROWS_AS(sample_blocks(canvas, 3, -1, vocabulary, options_of(8, 4, 8), never), Error);
    CHECK_THROWS_AS(sample_blocks(canvas, 3, mask, 0, options_of(8, 4, 8), never), Error);
    CHECK_THROWS_AS(sample_blocks(canvas, 3, mask, vocabulary, options_of(8, 3, 8), never), Error);
}
