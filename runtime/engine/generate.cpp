#include "runtime/engine/generate.hpp"

#include <algorithm>

#include "gen/error.hpp"
#include "runtime/engine/stopwatch.hpp"
#include "runtime/tokenizer/chat.hpp"

namespace quern {

bool text_is_final(std::span<const std::int32_t> generated, const Tokenizer& tokenizer, std::int32_t mask_token,
                   std::int64_t block_length) {
    const auto block = static_cast<std::size_t>(block_length);
    const auto settled_end = std::find(generated.begin(), generated.end(), mask_token);
    const auto settled_blocks = static_cast<std::size_t>(settled_end - generated.begin()) / block;
    const auto finished = generated.first(settled_blocks * block);
    return std::any_of(finished.begin(), finished.end(), [&](std::int32_t id) { return tokenizer.ends_text(id); });
}

std::span<const std::int32_t> text_tokens(std::span<const std::int32_t> generated, const Tokenizer& tokenizer) {
    const auto end =
        std::find_if(generated.begin(), generated.end(), [&](std::int32_t id) { return tokenizer.ends_text(id); });
    return generated.first(static_cast<std::size_t>(end - generated.begin()));
}

void check_request(const ModelShape& shape, std::size_t prompt_length, const SamplerOptions& options) {
    validate(options);
    const auto prompt = static_cast<std::int64_t>(prompt_length);
    if (prompt > shape.context_length || options.canvas_length > shape.context_length - prompt)
        throw Error(
            "the prompt's " + std::to_string(prompt) + " tokens and the " + std::to_string(options.canvas_length) +
            " to generate (--max-tokens) are more than the model's context of " + std::to_string(shape.context_length));
}

Generation generate(const LogitsFunction& logits, const ModelShape& shape, const Tokenizer& tokenizer,
                    std::string_view prompt, const GenerateOptions& options, const ProgressFunction& progress,
                    const StatisticsFunction& statistics) {
    const SamplerOptions& sampler = options.sampler;
    Generation result;
    result.prompt = prompt_tokens(tokenizer, prompt, options.chat);
    check_request(shape, result.prompt.size(), sampler);
    const std::size_t prompt_length = result.prompt.size();
    std::vector<std::int32_t> canvas = result.prompt;
    canvas.resize(prompt_length + static_cast<std::size_t>(sampler.canvas_length), shape.mask_token);
    const auto generated = std::span<const std::int32_t>(canvas).subspan(prompt_length);
    const std::int64_t planned = planned_steps(sampler);

    double total = 0, forward = 0, reporting = 0;
    std::int64_t step = 0;
    const auto report = [&](std::span<const Commit> commits) {
        const ScopedTimer watch(reporting);
        if (progress) progress({generated, commits, static_cast<std::int64_t>(prompt_length), step, planned});
    };
    StatisticsFunction timed_statistics;
    if (statistics)
        timed_statistics = [&](std::span<const std::int32_t> tokens, std::span<const std::int32_t> rows,
                               std::span<RowStatistics> out) {
            const ScopedTimer forward_watch(forward);
            statistics(tokens, rows, out);
        };
    {
        const ScopedTimer watch(total);
        report({});
        result.steps = sample_blocks(
            canvas, static_cast<std::int64_t>(prompt_length), shape.mask_token, shape.vocabulary, sampler,
            [&](std::span<const std::int32_t> tokens, std::span<const std::int32_t> rows, std::span<float> out) {
                const ScopedTimer forward_watch(forward);
                logits(tokens, rows, out);
            },
            [&](std::span<const std::int32_t>, std::span<const Commit> commits) {
                ++step;
                report(commits);
                return !text_is_final(generated, tokenizer, shape.mask_token, sampler.block_length);
            },
            timed_statistics);
    }
    result.seconds = total - reporting;
    result.sampler_seconds = result.seconds - forward;

    const std::span<const std::int32_t> kept = text_tokens(generated, tokenizer);
    result.tokens.assign(kept.begin(), kept.end());
    result.text = tokenizer.decode(result.tokens);
    return result;
}

}  // namespace quern
