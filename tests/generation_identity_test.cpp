// The text depends on the prompt, the options and the seed alone: not on the ISA, the number of threads, or the program
// around the library.
#include <doctest/doctest.h>

#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <vector>

#include "runtime/engine/generate.hpp"
#include "tests/support/bundled_model.hpp"
#include "tests/support/host_isas.hpp"
#include "tests/support/model_fixtures.hpp"
#include "tests/support/subprocess.hpp"

using namespace quern;
using namespace quern::test;

namespace {

struct Prompt {
    std::string question;
    std::int64_t canvas_length;
};

std::vector<Prompt> all_prompts() {
    std::vector<Prompt> prompts;
    for (const RecordedAnswer& answer : recorded_answers()) prompts.push_back({answer.question, answer.canvas_length});
    return prompts;
}

/// One story and three questions of different kinds.
std::vector<Prompt> few_prompts() {
    const auto all = all_prompts();
    return {all[1], all[15], all[30], all[42]};
}

std::string text_of(BundledModel& model, const Prompt& prompt, double temperature = 0, std::uint64_t seed = 42) {
    GenerateOptions options;
    options.sampler.canvas_length = options.sampler.steps = prompt.canvas_length;
    options.sampler.temperature = temperature;
    options.sampler.seed = seed;
    return generate(model.logits_function(), model.transformer.shape(), model.tokenizer, prompt.question, options).text;
}

std::vector<std::string> texts_of(BundledModel& model, const std::vector<Prompt>& prompts, double temperature = 0,
                                  std::uint64_t seed = 42) {
    std::vector<std::string> texts;
    for (const Prompt& prompt : prompts) texts.push_back(text_of(model, prompt, temperature, seed));
    return texts;
}

std::string text_by_command(const Prompt& prompt, std::vector<std::string> more) {
    std::vector<std::string> arguments{
        QUERN_BINARY, "run",           "--model",      bundled_model_path(),
        "--prompt",   prompt.question, "--max-tokens", std::to_string(prompt.canvas_length),
        "--json"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    const Finished result = run_program(arguments);
    INFO(result.errors);
    REQUIRE(result.exit_code == 0);
    return nlohmann::json::parse(result.output).at("text");
}

}  // namespace

TEST_CASE("every ISA, one thread and several, prints the same text on all prompts") {
    const auto prompts = all_prompts();
    BundledModel several(best_host_isa(), 3);
    const auto expected = texts_of(several, prompts);
    for (const Isa isa : host_isas()) {
        CAPTURE(isa_traits(isa).name);
        BundledModel one(isa);
        const auto texts = texts_of(one, prompts);
        for (std::size_t i = 0; i < prompts.size(); ++i) {
            CAPTURE(prompts[i].question);
            CHECK(texts[i] == expected[i]);
        }
    }
}

TEST_CASE("at a temperature the seed decides the text") {
    BundledModel one(best_host_isa()), two(Isa::avx2, 2);
    const auto prompts = few_prompts();
    const auto texts = texts_of(one, prompts, 0.7, 7);
    CHECK(texts_of(one, prompts, 0.7, 7) == texts);
    CHECK(texts_of(two, prompts, 0.7, 7) == texts);
    std::set<std::vector<std::string>> different{texts, texts_of(one, prompts, 0.7, 8), texts_of(one, prompts, 0.7, 9)};
    CHECK(different.size() > 1);
}

TEST_CASE("quern run prints the text the library generates") {
    BundledModel model(best_host_isa());
    const auto prompts = few_prompts();
    for (const Isa isa : host_isas()) {
        const std::string name(isa_traits(isa).name);
        CAPTURE(name);
        for (const Prompt& prompt : prompts) {
            CAPTURE(prompt.question);
            CHECK(text_by_command(prompt, {"--isa", name, "--threads", "2"}) == text_of(model, prompt));
        }
        CHECK(text_by_command(prompts[0], {"--isa", name, "--temperature", "0.7", "--seed", "7"}) ==
              text_of(model, prompts[0], 0.7, 7));
    }
}
