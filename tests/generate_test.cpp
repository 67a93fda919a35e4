// From a prompt to a text, the model's logits made up.
#include "runtime/engine/generate.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <limits>
#include <string>

#include "gen/error.hpp"
#include "runtime/gguf/gguf_file.hpp"
#include "runtime/tokenizer/chat.hpp"
#include "tests/support/model_fixtures.hpp"

using namespace quern;
using namespace quern::test;

namespace {

const std::string question = "What is 2 + 3?";

/// A model that wants to say `answer`, then end tokens, and is surer of earlier positions.
struct Speaker {
    GgufFile file = GgufFile::open(bundled_model_path());
    ModelShape shape = ModelShape::read(file);
    Tokenizer tokenizer{file};
    std::vector<std::int32_t> answer;
    std::size_t calls = 0;

    explicit Speaker(const std::string& text) : answer(tokenizer.encode(text)) {}

    Generation say(const GenerateOptions& options, const ProgressFunction& progress = {}) {
        const std::size_t prompt = prompt_tokens(tokenizer, question, options.chat).size();
        return generate(
            [&](std::span<const std::int32_t> canvas, std::span<const std::int32_t> rows, std::span<float> out) {
                ++calls;
                const auto vocabulary = static_cast<std::size_t>(shape.vocabulary);
                REQUIRE(out.size() == rows.size() * vocabulary);
                std::fill(out.begin(), out.end(), 0.0f);
                for (std::size_t row = 0; row < rows.size(); ++row) {
                    const auto position = static_cast<std::size_t>(rows[row]) - prompt;
                    const std::int32_t token = position < answer.size() ? answer[position] : *tokenizer.eot();
                    out[row * vocabulary + static_cast<std::size_t>(token)] =
                        20.0f - 10.0f * static_cast<float>(position) / static_cast<float>(canvas.size());
                }
            },
            shape, tokenizer, question, options, progress);
    }
};

GenerateOptions options_of(std::int64_t length, std::int64_t block, std::int64_t steps, bool chat = true) {
    GenerateOptions options;
    options.sampler.canvas_length = length;
    options.sampler.block_length = block;
    options.sampler.steps = steps;
    options.chat = chat;
    return options;
}

}  // namespace

TEST_CASE("the text ends at the first end token, and no block after it is denoised") {
    Speaker speaker("It is 5.");
    REQUIRE(speaker.answer.size() < 8);
    const Generation generation = speaker.say(options_of(32, 8, 16));
    CHECK(generation.text == "It is 5.");
    CHECK(generation.tokens == speaker.answer);
    CHECK(generation.prompt == prompt_tokens(speaker.tokenizer, question, true));
    CHECK(generation.steps == 4);
    CHECK(speaker.calls == 4);
    CHECK(generation.seconds >= generation.sampler_seconds);
    CHECK(generation.sampler_seconds >= 0);
}

TEST_CASE("a text longer than a block goes on, and one that fills the canvas has no end token") {
    Speaker speaker("A fox is red. A dog is brown. A cat is gray.");
    const auto length = static_cast<std::int64_t>(speaker.answer.size());
    REQUIRE(length > 8);
    const Generation all = speaker.say(options_of((length / 4 + 2) * 4, 4, (length / 4 + 2) * 4));
    CHECK(all.text == "A fox is red. A dog is brown. A cat is gray.");
    CHECK(all.steps == (length / 4 + 1) * 4);
    const Generation cut = speaker.say(options_of(8, 4, 8));
    CHECK(cut.tokens == std::vector<std::int32_t>(speaker.answer.begin(), speaker.answer.begin() + 8));
    CHECK(cut.text == speaker.tokenizer.decode(cut.tokens));
    CHECK(cut.steps == 8);
}

TEST_CASE("progress is told before the first step and after each") {
    Speaker speaker("It is 5.");
    std::int64_t expected_step = 0, commits = 0;
    const Generation generation = speaker.say(options_of(16, 8, 8), [&](const GenerationProgress& state) {
        CHECK(state.step == expected_step++);
        CHECK(state.planned_steps == 8);
        CHECK(state.canvas.size() == 16);
        CHECK(state.commits.size() == (state.step == 0 ? 0 : 2));
        for (const Commit& commit : state.commits)
            CHECK(state.canvas[static_cast<std::size_t>(commit.position - state.prompt_length)] == commit.token);
        commits += static_cast<std::int64_t>(state.commits.size());
        CHECK(std::count(state.canvas.begin(), state.canvas.end(), speaker.shape.mask_token) == 16 - commits);
    });
    CHECK(expected_step == generation.steps + 1);
}

TEST_CASE("a prompt and canvas longer than the context name both lengths before the model runs") {
    Speaker speaker("It is 5.");
    const auto prompt = static_cast<std::int64_t>(prompt_tokens(speaker.tokenizer, question, true).size());
    const std::int64_t room = speaker.shape.context_length - prompt;
    CHECK_THROWS_WITH_AS(speaker.say(options_of(room + 1, room + 1, 1)),
                         ("the prompt's " + std::to_string(prompt) + " tokens and the " + std::to_string(room + 1) +
                          " to generate (--max-tokens) are more than the model's context of " +
                          std::to_string(speaker.shape.context_length))
                             .c_str(),
                         Error);
    CHECK(speaker.calls == 0);
    constexpr std::int64_t huge = std::numeric_limits<std::int64_t>::max();
    CHECK_THROWS_AS(speaker.say(options_of(huge, huge, 1)), Error);
    CHECK_THROWS_AS(speaker.say(options_of(32, 5, 32)), Error);
    CHECK(speaker.calls == 0);
    CHECK(speaker.say(options_of(room, room, 1)).text == "It is 5.");
}

TEST_CASE("an empty prompt and one without the chat form are answered too") {
    Speaker speaker("Yes.");
    const auto options = options_of(8, 8, 8, false);
    CHECK(speaker.say(options).prompt == prompt_tokens(speaker.tokenizer, question, false));
    const Generation empty = generate(
        [&](auto, std::span<const std::int32_t>, std::span<float> out) {
            std::fill(out.begin(), out.end(), 0.0f);
            for (std::size_t at = 0; at < out.size(); at += static_cast<std::size_t>(speaker.shape.vocabulary))
                out[at + static_cast<std::size_t>(*speaker.tokenizer.eot())] = 1;
        },
        speaker.shape, speaker.tokenizer, "", options);
    CHECK(empty.text == "");
    CHECK(empty.tokens.empty());
    CHECK(empty.steps == 8);
}
