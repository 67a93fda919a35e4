#include "tests/support/model_fixtures.hpp"

#include <cstring>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>

#include "gen/error.hpp"
#include "gen/weight_format.hpp"

namespace quern::test {

namespace {

using nlohmann::json;

std::filesystem::path fixture_path(const std::string& name) {
    return std::filesystem::path(QUERN_SOURCE_DIR) / "tests" / "fixtures" / name;
}

std::vector<json> read_lines(const std::string& name) {
    std::ifstream file(fixture_path(name));
    std::vector<json> objects;
    for (std::string line; std::getline(file, line);) objects.push_back(json::parse(line));
    if (objects.empty()) throw Error(fixture_path(name).string() + ": missing or empty");
    return objects;
}

template <typename T>
std::vector<T> read_binary(const std::string& name) {
    std::ifstream file(fixture_path(name), std::ios::binary);
    const std::vector<char> bytes((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
    if (bytes.empty() || bytes.size() % sizeof(T) != 0)
        throw Error(fixture_path(name).string() + ": missing, empty or cut short");
    std::vector<T> values(bytes.size() / sizeof(T));
    std::memcpy(values.data(), bytes.data(), bytes.size());
    return values;
}

RecordedCommit read_commit(const json& values) {
    RecordedCommit commit{values.at(0), values.at(1), values.at(2), values.at(3), 0, 0};
    if (values.size() > 4) {
        commit.margin = values.at(4);
        commit.lead = values.at(5);
    }
    return commit;
}

std::vector<RecordedCommit> read_commits(const json& object) {
    std::vector<RecordedCommit> commits;
    for (const json& values : object.at("commits")) commits.push_back(read_commit(values));
    return commits;
}

}  // namespace

std::filesystem::path bundled_model_path() {
    return std::filesystem::path(QUERN_SOURCE_DIR) / "models" / "tales.gguf";
}

std::vector<RecordedCanvas> recorded_canvases() {
    std::vector<RecordedCanvas> canvases;
    std::size_t first_row = 0;
    for (const json& object : read_lines("canvases.jsonl")) {
        canvases.push_back({object.at("name"), object.at("tokens"), first_row});
        first_row += canvases.back().tokens.size();
    }
    return canvases;
}

std::vector<float> recorded_logits(LogitsSource source) {
    const auto halves =
        read_binary<std::uint16_t>(source == LogitsSource::llama ? "canvases.llama.f16" : "canvases.reference.f16");
    std::vector<float> logits;
    logits.reserve(halves.size());
    for (const std::uint16_t half : halves) logits.push_back(half_to_float(half));
    return logits;
}

std::vector<std::int32_t> RecordedAnswer::masked_canvas(std::int32_t mask) const {
    std::vector<std::int32_t> canvas = prompt;
    canvas.resize(prompt.size() + static_cast<std::size_t>(canvas_length), mask);
    return canvas;
}

std::vector<RecordedAnswer> recorded_answers() {
    std::vector<RecordedAnswer> answers;
    for (const json& object : read_lines("generation.jsonl"))
        answers.push_back({object.at("question"), object.at("canvas_length"), object.at("prompt"), object.at("answer"),
                           object.at("text"), read_commits(object)});
    return answers;
}

std::vector<SamplerCase> recorded_sampler_cases() {
    const auto logits = read_binary<float>("sampler.f32");
    std::vector<SamplerCase> cases;
    std::size_t at = 0;
    for (const json& object : read_lines("sampler.jsonl")) {
        SamplerCase recorded{.name = object.at("name"),
                             .vocabulary = object.at("vocabulary"),
                             .mask = object.at("mask"),
                             .prompt = object.at("prompt"),
                             .answer = object.at("answer"),
                             .canvas_length = object.at("canvas_length"),
                             .block_length = object.at("block_length"),
                             .steps = object.at("steps"),
                             .calls = object.at("calls"),
                             .commits = read_commits(object),
                             .logits = {}};
        std::size_t rows = 0;
        for (const auto& call : recorded.calls) rows += call.size();
        const std::size_t count = rows * static_cast<std::size_t>(recorded.vocabulary);
        if (count > logits.size() - at) throw Error(fixture_path("sampler.f32").string() + ": too short");
        recorded.logits.assign(logits.begin() + static_cast<std::ptrdiff_t>(at),
                               logits.begin() + static_cast<std::ptrdiff_t>(at + count));
        at += count;
        cases.push_back(std::move(recorded));
    }
    if (at != logits.size()) throw Error(fixture_path("sampler.f32").string() + ": too long");
    return cases;
}

}  // namespace quern::test
