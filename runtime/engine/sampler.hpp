#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

namespace quern {

enum class Remasking { low_confidence, random };

struct SamplerOptions {
    std::int64_t canvas_length = 128;  ///< tokens to generate
    std::int64_t block_length = 32;    ///< must divide canvas_length
    std::int64_t steps = 128;  ///< over the whole canvas; at least one a block, a multiple of the number of blocks
    double temperature = 0;    ///< 0 is greedy; else Gumbel noise, in f64
    Remasking remasking = Remasking::low_confidence;
    std::uint64_t seed = 42;
    /// Compute the logits of every masked position of the canvas, not of the current block alone (--full-logits).
    bool full_logits = false;
};
/// Throws Error naming the flag where the options contradict each other.
void validate(const SamplerOptions& options);
/// Steps a whole canvas takes: `steps`, or one a token where that is fewer. `options` must be valid.
std::int64_t planned_steps(const SamplerOptions& options);

/// One committed token.
struct Commit {
    std::int64_t step = 0, position = 0;  ///< position in the whole canvas, prompt included
    std::int32_t token = 0;
    double confidence = 0;
};

/// Logits of `rows` of the canvas, f32 [rows][vocabulary]: ForwardPass::logits, or recorded ones in tests.
using LogitsFunction =
    std::function<void(std::span<const std::int32_t> canvas, std::span<const std::int32_t> rows, std::span<float> out)>;

/// What a greedy choice needs of one row of logits x, so that the row itself need not leave the device it is on.
struct RowStatistics {
    std::int32_t best = 0;  ///< the first index of the maximum
    float best_logit = 0;
    float runner_up = 0;  ///< the largest logit at any other index
    double z = 0;         ///< sum of exp(x - maximum)
    double weighted = 0;  ///< sum of exp(x - maximum) (x - maximum)
};
/// Those of `rows` of the canvas.
using StatisticsFunction = std::function<void(std::span<const std::int32_t> canvas, std::span<const std::int32_t> rows,
                                              std::span<RowStatistics> out)>;
/// Called after every step with the canvas and that step's commits, most confident first; returning false stops the
/// generation.
using StepCallback = std::function<bool(std::span<const std::int32_t> canvas, std::span<const Commit> commits)>;

/// LLaDA's sampler, a step at a time: see sample_blocks().
class BlockSampler {
  public:
    /// Throws Error for options or a canvas that do not fit together. `canvas` must outlive it.
    BlockSampler(std::span<std::int32_t> canvas, std::int64_t prompt_length, std::int32_t mask_token,
                 std::int64_t vocabulary, const SamplerOptions& options);

    /// True where no step is left.
    bool finished() const { return block_ == blocks_; }
    /// One step; its commits, the most confident first, stay until the next one. Throws Error where finished, for
    /// logits that are not a number or infinite, and what `logits` throws: then the canvas is as it was.
    /// `statistics` as sample_blocks() takes it.
    std::span<const Commit> step(const LogitsFunction& logits, const StatisticsFunction& statistics = {});

  private:
    void enter_block();

    const std::span<std::int32_t> canvas_;
    const std::int64_t prompt_length_;
    const std::int32_t mask_token_;
    const std::int64_t vocabulary_;
    const SamplerOptions options_;
    const std::int64_t blocks_, steps_per_block_;
    std::int64_t block_ = 0, step_ = 0;      ///< the next step's, `step_` in its block
    std::int64_t each_ = 0, remainder_ = 0;  ///< commits a step of this block, and the first steps that take one more
    std::vector<std::int32_t> masked_;       ///< positions of this block
    std::vector<float> rows_of_logits_;
    std::vector<Commit> commits_;
};

/// LLaDA's sampler (Nie et al. 2025, "Large Language Diffusion Models"): blocks left to right; in each, the masked
/// positions' most likely tokens, the k most confident of them committed a step, k spread evenly over the block's
/// steps, the first of which take one more where it does not come out even. With more steps than tokens one is
/// committed a step until the block is full. Ties go to the smaller index (token and position); the mask token is never
/// chosen. The noise is drawn by (seed, step, position, token), see RandomStream. `canvas` is the prompt followed by
/// canvas_length mask tokens and is filled in place. Returns the number of steps run. Throws Error for options or a
/// canvas that do not fit together and for logits that are not a number or infinite.
///
/// Where `statistics` is given and the choice is greedy and by confidence, p = 1 / z decides, and `logits` is asked
/// alone for rows whose maximum is the mask token's or no finite number.
std::int64_t sample_blocks(std::span<std::int32_t> canvas, std::int64_t prompt_length, std::int32_t mask_token,
                           std::int64_t vocabulary, const SamplerOptions& options, const LogitsFunction& logits,
                           const StepCallback& on_step = {}, const StatisticsFunction& statistics = {});

}  // namespace quern
