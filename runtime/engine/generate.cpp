#include "runtime/engine/generate.hpp"

#include <algorithm>
#include <chrono>

#include "gen/error.hpp"
#include "runtime/tokenizer/chat.hpp"

namespace quern {

namespace {

/// Adds the seconds of its life to a total.
class Stopwatch {
  public:
    explicit Stopwatch(double& total) : total_(total) {}
    ~Stopwatch() { total_ += std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count(); }
    Stopwatch(const Stopwatch&) = delete;
    Stopwatch& operator=(const Stopwatch&) = delete;

  private:
    double& total_;
    std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

/// True where the first end token stands in a block without masks, so that all before it is final.
bool text_is_final(std::span<const std::int32_t> generated, const Tokenizer& tokenizer, std::int32_t mask_token,
                   std::size_t block_length) {
    const auto settled_end = std::find(generated.begin(), generated.end(), mask_token);
    const auto settled_blocks = static_cast<std::size_t>(settled_end - generated.begin()) / block_length;
    const auto finished = generated.first(settled_blocks * block_length);
    return std::any_of(finished.begin(), finished.end(), [&](std::int32_t id) { return tokenizer.ends_text(id); });
}

void check_context(std::size_t prompt, std::int64_t canvas, std::int64_t context) {
    const auto prompt_length = static_cast<std::int64_t>(prompt);
    if (prompt_length > context || canvas > context - prompt_length)
        throw Error("the prompt's " + std::to_string(prompt) + " tokens and the " + std::to_string(canvas) +
                    " to generate (--max-tokens) are more than the model's context of " + std::to_string(context));
}

}  // namespace

Generation generate(const LogitsFunction& logits, const ModelShape& shape, const Tokenizer& tokenizer,
                    std::string_view prompt, const GenerateOptions& options, const ProgressFunction& progress) {
    validate(options.sampler);
    Generation result;
    result.prompt = prompt_tokens(tokenizer, prompt, options.chat);
    check_context(result.prompt.size(), options.sampler.canvas_length, shape.context_length);

    const std::size_t prompt_length = result.prompt.size();
    std::vector<std::int32_t> canvas = result.prompt;
    canvas.resize(prompt_length + static_cast<std::size_t>(options.sampler.canvas_length), shape.mask_token);
    const auto generated = std::span<const std::int32_t>(canvas).subspan(prompt_length);
    const std::int64_t planned = planned_steps(options.sampler);

    double total = 0, forward = 0, reporting = 0;
    std::int64_t step = 0;
    const auto report = [&](std::span<const Commit> commits) {
        const Stopwatch watch(reporting);
        if (progress) progress({generated, commits, static_cast<std::int64_t>(prompt_length), step, planned});
    };
    {
        const Stopwatch watch(total);
        report({});
        result.steps = sample_blocks(
            canvas, static_cast<std::int64_t>(prompt_length), shape.mask_token, shape.vocabulary, options.sampler,
            [&](std::span<const std::int32_t> tokens, std::span<const std::int32_t> rows, std::span<float> out) {
                const Stopwatch forward_watch(forward);
                logits(tokens, rows, out);
            },
            [&](std::span<const std::int32_t>, std::span<const Commit> commits) {
                ++step;
                report(commits);
                return !text_is_final(generated, tokenizer, shape.mask_token,
                                      static_cast<std::size_t>(options.sampler.block_length));
            });
    }
    result.seconds = total - reporting;
    result.sampler_seconds = result.seconds - forward;

    const auto end =
        std::find_if(generated.begin(), generated.end(), [&](std::int32_t id) { return tokenizer.ends_text(id); });
    result.tokens.assign(generated.begin(), end);
    result.text = tokenizer.decode(result.tokens);
    return result;
}

}  // namespace quern
