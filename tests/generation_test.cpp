// Generation with the bundled model against the f32 reference: step by step on the canvases the reference passed
// through, and running free.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "runtime/engine/generate.hpp"
#include "runtime/tokenizer/chat.hpp"
#include "tests/support/bundled_model.hpp"
#include "tests/support/logits_agreement.hpp"
#include "tests/support/model_fixtures.hpp"

using namespace quern;
using namespace quern::test;

namespace {

constexpr std::int64_t block_length = 32;

std::vector<std::int32_t> masked_in_block(const RecordedAnswer& answer, std::span<const std::int32_t> canvas,
                                          std::int64_t position, std::int32_t mask) {
    const auto prompt = static_cast<std::int64_t>(answer.prompt.size());
    const std::int64_t begin = prompt + (position - prompt) / block_length * block_length;
    std::vector<std::int32_t> masked;
    for (std::int64_t i = begin; i < begin + block_length; ++i)
        if (canvas[static_cast<std::size_t>(i)] == mask) masked.push_back(static_cast<std::int32_t>(i));
    return masked;
}

/// The greatest deviations from the reference over all its commits.
struct Deviations {
    double undecided_margin = 0;  ///< the reference's p1 - p2 where another token was likelier here
    double probability = 0;       ///< of the committed token
    double lead = 0;              ///< of another position of the block over the committed one
    std::size_t commits = 0;

    void add(const RecordedCommit& commit, std::span<const std::int32_t> masked, std::span<const float> logits,
             std::size_t vocabulary) {
        std::vector<MostLikely> choices;
        for (std::size_t i = 0; i < masked.size(); ++i)
            choices.push_back(most_likely(logits.subspan(i * vocabulary, vocabulary)));
        const auto at = static_cast<std::size_t>(
            std::find(masked.begin(), masked.end(), static_cast<std::int32_t>(commit.position)) - masked.begin());
        REQUIRE(at < masked.size());
        if (choices[at].token != commit.token) undecided_margin = std::max(undecided_margin, commit.margin);
        const double committed = probability_of(logits.subspan(at * vocabulary, vocabulary), commit.token);
        probability = std::max(probability, std::abs(committed - commit.probability));
        for (const MostLikely& other : choices) lead = std::max(lead, other.probability - choices[at].probability);
        ++commits;
    }
};

}  // namespace

TEST_CASE("the prompts have the reference's token ids") {
    const GgufFile file = GgufFile::open(bundled_model_path());
    const Tokenizer tokenizer(file);
    for (const RecordedAnswer& answer : recorded_answers()) {
        CAPTURE(answer.question);
        CHECK(prompt_tokens(tokenizer, answer.question, true) == answer.prompt);
        const auto end = std::find_if(answer.answer.begin(), answer.answer.end(),
                                      [&](std::int32_t id) { return tokenizer.ends_text(id); });
        const std::vector<std::int32_t> said(answer.answer.begin(), end);
        CHECK(tokenizer.decode(said) == answer.text);
    }
}

TEST_CASE("on every canvas the reference passed through, the model would commit what it committed") {
    BundledModel model(best_host_isa());
    const std::int32_t mask = model.transformer.shape().mask_token;
    Deviations worst;
    for (const RecordedAnswer& answer : recorded_answers()) {
        CAPTURE(answer.question);
        auto canvas = answer.masked_canvas(mask);
        Deviations deviations;
        for (const RecordedCommit& commit : answer.commits) {
            const auto masked = masked_in_block(answer, canvas, commit.position, mask);
            deviations.add(commit, masked, model.logits(canvas, masked), model.vocabulary());
            canvas[static_cast<std::size_t>(commit.position)] = commit.token;
        }
        CHECK(std::equal(answer.answer.begin(), answer.answer.end(),
                         canvas.begin() + static_cast<std::ptrdiff_t>(answer.prompt.size()), canvas.end()));
        CHECK(deviations.undecided_margin <= 0.02);
        CHECK(deviations.probability <= 0.04);
        CHECK(deviations.lead <= 0.03);
        worst.undecided_margin = std::max(worst.undecided_margin, deviations.undecided_margin);
        worst.probability = std::max(worst.probability, deviations.probability);
        worst.lead = std::max(worst.lead, deviations.lead);
        worst.commits += deviations.commits;
    }
    MESSAGE("over " << worst.commits << " commits: another token up to a margin of " << worst.undecided_margin
                    << ", probability off by " << worst.probability << ", another position ahead by " << worst.lead);
    CHECK(worst.commits == 2496);
}

TEST_CASE("running free, most texts are the reference's") {
    BundledModel model(best_host_isa());
    const auto answers = recorded_answers();
    std::size_t same = 0;
    for (const RecordedAnswer& answer : answers) {
        GenerateOptions options;
        options.sampler.canvas_length = options.sampler.steps = answer.canvas_length;
        options.sampler.block_length = block_length;
        const Generation generation =
            generate(model.logits_function(), model.transformer.shape(), model.tokenizer, answer.question, options);
        if (generation.text == answer.text) ++same;
    }
    MESSAGE(same << " of " << answers.size() << " texts are the reference's");
    CHECK(same * 10 >= answers.size() * 7);
}
