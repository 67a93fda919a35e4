#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "runtime/engine/model_shape.hpp"
#include "runtime/engine/sampler.hpp"
#include "runtime/tokenizer/tokenizer.hpp"

namespace quern {

struct GenerateOptions {
    SamplerOptions sampler;
    bool chat = true;  ///< wrap the prompt in the model's chat form
};

struct Generation {
    std::vector<std::int32_t> prompt;  ///< token ids, the chat form's included
    std::vector<std::int32_t> tokens;  ///< the generated ids before the first end token
    std::string text;                  ///< `tokens` decoded
    std::int64_t steps = 0;            ///< run, at most planned_steps
    double seconds = 0;                ///< denoising, without the progress calls
    double sampler_seconds = 0;        ///< those of `seconds` outside the logits and statistics functions
};

/// Where a generation stands: before its first step (step 0, no commits) and after each.
struct GenerationProgress {
    std::span<const std::int32_t> canvas;  ///< the generated part, without the prompt
    std::span<const Commit> commits;       ///< of this step; their positions count the prompt
    std::int64_t prompt_length = 0, step = 0, planned_steps = 0;
};
using ProgressFunction = std::function<void(const GenerationProgress&)>;

/// Throws Error for options that contradict each other and for a prompt of `prompt_length` tokens and a canvas that
/// together are longer than the model's context, naming both lengths. generate() checks the same; this one is for
/// callers that want to know before they load the weights.
void check_request(const ModelShape& shape, std::size_t prompt_length, const SamplerOptions& options);

/// True where the first end token of `generated` stands in a block without masks, so that all before it is final.
bool text_is_final(std::span<const std::int32_t> generated, const Tokenizer& tokenizer, std::int32_t mask_token,
                   std::int64_t block_length);
/// The tokens before the first end token.
std::span<const std::int32_t> text_tokens(std::span<const std::int32_t> generated, const Tokenizer& tokenizer);

/// Answers `prompt`: tokens, a canvas of masks behind them, the sampler, text. Ends early once a finished block holds
/// an end token, since the text stops there and no later block can change it. `statistics` is the sampler's (see
/// sample_blocks).
Generation generate(const LogitsFunction& logits, const ModelShape& shape, const Tokenizer& tokenizer,
                    std::string_view prompt, const GenerateOptions& options, const ProgressFunction& progress = {},
                    const StatisticsFunction& statistics = {});

}  // namespace quern
