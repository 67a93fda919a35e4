#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace quern::test {

/// models/tales.gguf of the source tree.
std::filesystem::path bundled_model_path();

// What llama.cpp and the f32 reference said about it; tests/fixtures/README.md describes the files. Positions count the
// prompt. All throw Error naming a file that is missing or damaged.

struct RecordedCanvas {
    std::string name;
    std::vector<std::int32_t> tokens;
    std::size_t first_row = 0;  ///< its rows in the recorded logits
};
std::vector<RecordedCanvas> recorded_canvases();

enum class LogitsSource { llama, reference };
/// Logits of every recorded canvas, [rows, vocabulary], row major.
std::vector<float> recorded_logits(LogitsSource source);

struct RecordedCommit {
    std::int64_t step = 0, position = 0;
    std::int32_t token = 0;
    double probability = 0;
    double margin = 0;  ///< over the second most likely token of the position
    double lead = 0;    ///< over the most confident position of the block left masked
};

struct RecordedAnswer {
    std::string question;
    std::int64_t canvas_length = 0;
    std::vector<std::int32_t> prompt, answer;
    std::string text;
    std::vector<RecordedCommit> commits;

    std::vector<std::int32_t> masked_canvas(std::int32_t mask) const;  ///< before the first step
};
std::vector<RecordedAnswer> recorded_answers();

struct SamplerCase {
    std::string name;
    std::int64_t vocabulary = 0;
    std::int32_t mask = 0;
    std::vector<std::int32_t> prompt, answer;
    std::int64_t canvas_length = 0, block_length = 0, steps = 0;
    std::vector<std::vector<std::int32_t>> calls;  ///< masked positions of the block in each step
    std::vector<RecordedCommit> commits;           ///< margin and lead are not recorded
    std::vector<float> logits;                     ///< a row for every position of every call, one after another
};
std::vector<SamplerCase> recorded_sampler_cases();

}  // namespace quern::test
