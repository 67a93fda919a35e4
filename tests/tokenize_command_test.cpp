#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "tests/support/json_fixture.hpp"
#include "tests/support/model_fixtures.hpp"
#include "tests/support/subprocess.hpp"

namespace {

using namespace quern::test;
using Ids = std::vector<std::int32_t>;

Finished tokenize(std::vector<std::string> arguments) {
    arguments.insert(arguments.begin(), {QUERN_BINARY, "tokenize"});
    return run_program(arguments);
}

}  // namespace

TEST_CASE("quern tokenize --no-chat prints llama.cpp's ids") {
    int compared = 0;
    for (const auto& line : json_fixture("tokenizer_ids.json")) {
        const std::string text = line["text"];
        if (text.find('\0') != std::string::npos) continue;  // an argument cannot hold it
        CAPTURE(text);
        const Finished finished = tokenize({"--no-chat", "--prompt", text});
        CHECK(finished.exit_code == 0);
        CHECK(finished.errors == "");
        std::string expected;
        for (const std::int32_t id : Ids(line["prompt_ids"])) expected += std::to_string(id) + "\n";
        CHECK(finished.output == expected);
        ++compared;
    }
    CHECK(compared >= 250);
}

TEST_CASE("quern tokenize puts the prompt in the chat form, as JSON too") {
    const RecordedAnswer answer = recorded_answers().at(0);
    const Finished finished = tokenize({"--json", "--prompt", answer.question});
    CHECK(finished.exit_code == 0);
    CHECK(nlohmann::json::parse(finished.output) == nlohmann::json{{"tokens", answer.prompt}});
}

TEST_CASE("quern tokenize reports what is wrong") {
    const Finished missing = tokenize({"--prompt", "x", "--model", "no-such-file.gguf"});
    CHECK(missing.exit_code == 1);
    CHECK(missing.output == "");
    CHECK(missing.errors.starts_with("error: no-such-file.gguf: "));
    CHECK(tokenize({}).exit_code == 2);
    CHECK(tokenize({"--prompt", "x", "--nothing"}).exit_code == 2);
}
