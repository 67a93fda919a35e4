#include <algorithm>
#include <atomic>
#include <cmath>
#include <memory>
#include <mutex>
#include <vector>

#include "runtime/capi/model_core.hpp"
#include "runtime/capi/turns.hpp"
#include "runtime/engine/generate.hpp"
#include "runtime/engine/sampler.hpp"

namespace quern::capi {

namespace {

constexpr std::int64_t usual_block_length = 32;
constexpr std::uint64_t usual_seed = 42;

SamplerOptions sampler_options(const quern_generation_options* given, const ModelShape& shape) {
    const quern_generation_options chosen = given == nullptr ? quern_generation_options{} : *given;
    SamplerOptions options;
    const auto field = [](std::int64_t value, std::int64_t otherwise, const char* name) {
        require_range(value, 0, INT32_MAX, name, QUERN_BAD_VALUE);
        return value == 0 ? otherwise : value;
    };
    const auto bad = [](const std::string& message) { throw StatusError(QUERN_BAD_VALUE, message); };
    options.canvas_length = field(chosen.max_tokens, shape.canvas_length, "options->max_tokens");
    options.block_length =
        field(chosen.block_length, std::min(usual_block_length, options.canvas_length), "options->block_length");
    options.steps = field(chosen.steps, options.canvas_length, "options->steps");
    if (options.canvas_length % options.block_length != 0)
        bad("options->block_length = " + std::to_string(options.block_length) + " does not divide the canvas of " +
            std::to_string(options.canvas_length));
    if (const std::int64_t blocks = options.canvas_length / options.block_length; options.steps % blocks != 0)
        bad("options->steps = " + std::to_string(options.steps) + " is no multiple of the " + std::to_string(blocks) +
            " blocks");
    if (!std::isfinite(chosen.temperature) || chosen.temperature < 0)
        bad("options->temperature must be a finite number, 0 or more");
    options.temperature = chosen.temperature;
    const quern_remasking remasking = chosen.remasking;
    if (remasking != QUERN_LOW_CONFIDENCE && remasking != QUERN_RANDOM)
        bad("options->remasking = " + std::to_string(remasking) + " is no remasking");
    options.remasking = remasking == QUERN_RANDOM ? Remasking::random : Remasking::low_confidence;
    options.seed = chosen.use_seed != 0 ? chosen.seed : usual_seed;
    return options;
}

std::vector<std::int32_t> masked_canvas(std::span<const std::int32_t> prompt, const ModelShape& shape,
                                        const SamplerOptions& options) {
    const auto length = static_cast<std::int64_t>(prompt.size());
    if (length > shape.context_length || options.canvas_length > shape.context_length - length)
        throw StatusError(QUERN_BAD_RANGE, "prompt_length = " + std::to_string(length) + " and the canvas of " +
                                               std::to_string(options.canvas_length) +
                                               " are more than the model's context of " +
                                               std::to_string(shape.context_length));
    require_tokens(prompt, shape.vocabulary, "prompt");
    std::vector<std::int32_t> canvas(prompt.begin(), prompt.end());
    canvas.resize(canvas.size() + static_cast<std::size_t>(options.canvas_length), shape.mask_token);
    return canvas;
}

/// Throws CANCELLED.
void require_going_on(const std::atomic<bool>& cancelled) {
    if (cancelled) throw StatusError(QUERN_CANCELLED, "the generation was cancelled");
}

}  // namespace

/// The canvas of a generation and where it stands.
class GenerationCore {
  public:
    GenerationCore(std::shared_ptr<ModelCore> model, std::span<const std::int32_t> prompt,
                   const SamplerOptions& options)
        : model_(std::move(model)),
          options_(options),
          prompt_length_(static_cast<std::int64_t>(prompt.size())),
          canvas_(masked_canvas(prompt, model_->shape(), options)),
          sampler_(canvas_, prompt_length_, model_->shape().mask_token, model_->shape().vocabulary, options),
          visible_(generated().begin(), generated().end()) {}

    void cancel() { cancelled_ = true; }

    /// Holds the steps for the calling thread. Throws BUSY from inside its own callback.
    class Steps : public Turns::Hold {
      public:
        explicit Steps(GenerationCore& core) : Hold(core.steps_, "generation") {}
    };

    /// With the steps held.
    bool finished() const { return final_ || sampler_.finished(); }
    void step() {
        require_going_on(cancelled_);
        commits_.clear();
        if (finished()) return;
        for (const Commit& each :
             sampler_.step([this](auto canvas, auto rows, std::span<float> out) { model_->logits(canvas, rows, out); }))
            commits_.push_back({each.position - prompt_length_, each.token, each.confidence});
        ++steps_done_;
        final_ = text_is_final(generated(), model_->tokenizer(), model_->shape().mask_token, options_.block_length);
        const std::lock_guard lock(visible_mutex_);
        visible_.assign(generated().begin(), generated().end());
    }
    quern_progress progress() const {
        return {
            generated().data(), options_.canvas_length,  commits_.data(),   static_cast<std::int64_t>(commits_.size()),
            steps_done_,        planned_steps(options_), finished() ? 1 : 0};
    }
    void run(quern_step_callback callback, void* user) {
        require_going_on(cancelled_);
        while (!finished()) {
            step();
            const quern_progress state = progress();
            if (callback != nullptr && callback(user, &state) != 0) cancel();
            if (!finished()) require_going_on(cancelled_);
        }
        require_going_on(cancelled_);
    }

    /// The text so far, at any time.
    std::string text() {
        std::vector<std::int32_t> ids;
        {
            const std::lock_guard lock(visible_mutex_);
            ids = visible_;
        }
        const auto kept = text_tokens(ids, model_->tokenizer());
        std::vector<std::int32_t> unmasked(kept.begin(), kept.end());
        std::erase(unmasked, model_->shape().mask_token);
        return model_->tokenizer().decode(unmasked);
    }

  private:
    std::span<const std::int32_t> generated() const {
        return std::span(canvas_).subspan(static_cast<std::size_t>(prompt_length_));
    }

    const std::shared_ptr<ModelCore> model_;
    const SamplerOptions options_;
    const std::int64_t prompt_length_;
    std::vector<std::int32_t> canvas_;
    BlockSampler sampler_;
    std::vector<quern_commit> commits_;
    std::int64_t steps_done_ = 0;
    bool final_ = false;
    std::atomic<bool> cancelled_{false};
    Turns steps_;
    std::mutex visible_mutex_;
    std::vector<std::int32_t> visible_;  ///< the canvas after the last step, for other threads
};

}  // namespace quern::capi

struct quern_generation {
    quern_generation(std::shared_ptr<quern::capi::ModelCore> model, std::span<const std::int32_t> prompt,
                     const quern::SamplerOptions& options)
        : core(std::move(model), prompt, options) {}

    quern::capi::GenerationCore core;
    quern::capi::CallGate gate;
};

using namespace quern::capi;

quern_status quern_generation_create(quern_model* model, const int32_t* prompt, size_t prompt_length,
                                     const quern_generation_options* options, quern_generation** generation) {
    return on_handle(model, "model", QUERN_BAD_VALUE, [&](quern_model& handle) {
        require(generation, "generation");
        const auto ids = array_of(prompt, prompt_length, "prompt");
        const quern::SamplerOptions chosen = sampler_options(options, handle.core->shape());
        *generation = std::make_unique<quern_generation>(handle.core, ids, chosen).release();
    });
}

quern_status quern_generation_free(quern_generation* generation) {
    return free_handle(generation);
}

quern_status quern_generation_step(quern_generation* generation, quern_progress* progress) {
    return on_handle(generation, "generation", QUERN_BAD_FILE, [&](quern_generation& handle) {
        const GenerationCore::Steps steps(handle.core);
        handle.core.step();
        if (progress != nullptr) *progress = handle.core.progress();
    });
}

quern_status quern_generation_run(quern_generation* generation, quern_step_callback callback, void* user) {
    return on_handle(generation, "generation", QUERN_BAD_FILE, [&](quern_generation& handle) {
        const GenerationCore::Steps steps(handle.core);
        handle.core.run(callback, user);
    });
}

quern_status quern_generation_cancel(quern_generation* generation) {
    return on_handle(generation, "generation", QUERN_INTERNAL_ERROR,
                     [](quern_generation& handle) { handle.core.cancel(); });
}

quern_status quern_generation_text(quern_generation* generation, char* text, size_t capacity, size_t* text_bytes) {
    return on_handle(generation, "generation", QUERN_INTERNAL_ERROR, [&](quern_generation& handle) {
        copy_out<char>(handle.core.text(), {text, "text"}, capacity, {text_bytes, "text_bytes"});
    });
}
