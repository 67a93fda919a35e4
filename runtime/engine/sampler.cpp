#include "runtime/engine/sampler.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <utility>

#include "gen/error.hpp"
#include "runtime/engine/prng.hpp"

namespace quern {

namespace {

std::string number(std::int64_t value) {
    return std::to_string(value);
}

/// The most likely token of one row of logits and how sure the model is of it, the mask token left out of the choice:
/// a position it were committed to would stay masked for good.
class TokenChoice {
  public:
    TokenChoice(const SamplerOptions& options, std::int32_t mask_token) : options_(options), mask_token_(mask_token) {}

    Commit operator()(std::span<const float> row, std::int64_t step, std::int64_t position) const {
        // The argmax of exp(logit) / (-log u)^temperature, taken in the log domain, where nothing overflows.
        const RandomStream noise(options_.seed, RandomUse::token_noise, static_cast<std::uint64_t>(step),
                                 static_cast<std::uint64_t>(position));
        constexpr double impossible = -std::numeric_limits<double>::infinity();
        double best_score = impossible, maximum = impossible;
        std::int64_t best = -1;
        for (std::size_t token = 0; token < row.size(); ++token) {
            const double logit = static_cast<double>(row[token]);
            if (std::isnan(logit) || logit == std::numeric_limits<double>::infinity())
                throw Error("the logit of token " + std::to_string(token) + " at position " + number(position) +
                            " is " + (std::isnan(logit) ? "not a number" : "infinite"));
            maximum = std::max(maximum, logit);
            if (logit == impossible || static_cast<std::int64_t>(token) == mask_token_) continue;
            const double score = options_.temperature > 0 ? logit + options_.temperature * noise.gumbel(token) : logit;
            if (best < 0 || score > best_score) {
                best = static_cast<std::int64_t>(token);
                best_score = score;
            }
        }
        if (best < 0) throw Error("no token at position " + number(position) + " has a finite logit");
        return {step, position, static_cast<std::int32_t>(best), confidence(row, best, maximum, step, position)};
    }

  private:
    double confidence(std::span<const float> row, std::int64_t token, double maximum, std::int64_t step,
                      std::int64_t position) const {
        if (options_.remasking == Remasking::random)
            return RandomStream(options_.seed, RandomUse::remasking, static_cast<std::uint64_t>(step),
                                static_cast<std::uint64_t>(position))
                .uniform(0);
        double sum = 0;
        for (const float logit : row) sum += std::exp(static_cast<double>(logit) - maximum);
        return std::exp(static_cast<double>(row[static_cast<std::size_t>(token)]) - maximum) / sum;
    }

    const SamplerOptions& options_;
    std::int32_t mask_token_;
};

/// The candidates of one step: the choice at each of a block's masked positions.
class StepChooser {
  public:
    StepChooser(const SamplerOptions& options, std::int32_t mask_token, std::int64_t vocabulary,
                const LogitsFunction& logits, const StatisticsFunction& statistics, std::vector<float>& rows_of_logits)
        : choose_(options, mask_token),
          mask_token_(mask_token),
          vocabulary_(static_cast<std::size_t>(vocabulary)),
          logits_(logits),
          statistics_(statistics),
          by_statistics_(statistics && options.temperature == 0 && options.remasking == Remasking::low_confidence),
          rows_of_logits_(rows_of_logits) {}

    /// Of the first `count` of `rows`, in their order; the others are computed and not looked at.
    std::vector<Commit> operator()(std::span<const std::int32_t> canvas, std::span<const std::int32_t> rows,
                                   std::size_t count, std::int64_t step) {
        std::vector<Commit> candidates;
        if (!by_statistics_) {
            compute_logits(canvas, rows);
            for (std::size_t i = 0; i < count; ++i) candidates.push_back(choose_(row(i), step, rows[i]));
            return candidates;
        }
        std::vector<RowStatistics> statistics(rows.size());
        statistics_(canvas, rows, statistics);
        std::vector<std::int32_t> undecided;
        for (std::size_t i = 0; i < count; ++i) {
            const RowStatistics& each = statistics[i];
            const bool decided = std::isfinite(each.best_logit) && std::isfinite(each.z) && each.best != mask_token_;
            if (!decided) undecided.push_back(rows[i]);
            candidates.push_back({step, rows[i], each.best, 1 / each.z});
        }
        if (undecided.empty()) return candidates;
        compute_logits(canvas, undecided);
        for (std::size_t i = 0; i < undecided.size(); ++i) {
            const auto same = [&](const Commit& each) { return each.position == undecided[i]; };
            *std::find_if(candidates.begin(), candidates.end(), same) = choose_(row(i), step, undecided[i]);
        }
        return candidates;
    }

  private:
    void compute_logits(std::span<const std::int32_t> canvas, std::span<const std::int32_t> rows) {
        rows_of_logits_.resize(rows.size() * vocabulary_);
        logits_(canvas, rows, rows_of_logits_);
    }
    std::span<const float> row(std::size_t index) const {
        return std::span(rows_of_logits_).subspan(index * vocabulary_, vocabulary_);
    }

    const TokenChoice choose_;
    const std::int32_t mask_token_;
    const std::size_t vocabulary_;
    const LogitsFunction& logits_;
    const StatisticsFunction& statistics_;
    const bool by_statistics_;
    std::vector<float>& rows_of_logits_;  // kept from step to step
};

std::vector<std::int32_t> masked_positions(std::span<const std::int32_t> canvas, std::int64_t begin, std::int64_t end,
                                           std::int32_t mask_token) {
    std::vector<std::int32_t> positions;
    for (std::int64_t i = begin; i < end; ++i)
        if (canvas[static_cast<std::size_t>(i)] == mask_token) positions.push_back(static_cast<std::int32_t>(i));
    return positions;
}

void check_canvas(std::span<const std::int32_t> canvas, std::int64_t prompt_length, std::int32_t mask_token,
                  std::int64_t vocabulary, const SamplerOptions& options) {
    const auto size = static_cast<std::int64_t>(canvas.size());
    if (size > std::numeric_limits<std::int32_t>::max())
        throw Error("a canvas of " + number(size) + " tokens is too long");
    if (prompt_length < 0 || prompt_length > size || size - prompt_length != options.canvas_length)
        throw Error("a canvas of " + number(size) + " tokens does not hold a prompt of " + number(prompt_length) +
                    " and " + number(options.canvas_length) + " to generate");
    if (vocabulary < 1 || vocabulary > std::numeric_limits<std::int32_t>::max())
        throw Error("a vocabulary of " + number(vocabulary) + " tokens is impossible");
    if (mask_token < 0) throw Error("the mask token's id is negative: " + number(mask_token));
}

}  // namespace

void validate(const SamplerOptions& options) {
    const std::int64_t length = options.canvas_length, block = options.block_length, steps = options.steps;
    if (length < 1) throw Error("--max-tokens must be at least 1, not " + number(length));
    if (block < 1) throw Error("--block-length must be at least 1, not " + number(block));
    if (length % block != 0)
        throw Error("--block-length " + number(block) + " does not divide --max-tokens " + number(length));
    const std::int64_t blocks = length / block;
    if (steps < 1) throw Error("--steps must be at least 1, not " + number(steps));
    if (steps % blocks != 0)
        throw Error("--steps " + number(steps) + " is no multiple of the " + number(blocks) +
                    " blocks of --max-tokens " + number(length) + " in --block-length " + number(block));
    if (!std::isfinite(options.temperature) || options.temperature < 0)
        throw Error("--temperature must be a finite number, 0 or more, not " + std::to_string(options.temperature));
}

std::int64_t planned_steps(const SamplerOptions& options) {
    const std::int64_t blocks = options.canvas_length / options.block_length;
    return blocks * std::min(options.steps / blocks, options.block_length);
}

BlockSampler::BlockSampler(std::span<std::int32_t> canvas, std::int64_t prompt_length, std::int32_t mask_token,
                           std::int64_t vocabulary, const SamplerOptions& options)
    : canvas_(canvas),
      prompt_length_(prompt_length),
      mask_token_(mask_token),
      vocabulary_(vocabulary),
      options_((validate(options), options)),
      blocks_(options.canvas_length / options.block_length),
      steps_per_block_(options.steps / blocks_) {
    check_canvas(canvas, prompt_length, mask_token, vocabulary, options);
    enter_block();
}

// Moves to the first block from this one on that holds a mask.
void BlockSampler::enter_block() {
    for (; block_ < blocks_; ++block_) {
        const std::int64_t begin = prompt_length_ + block_ * options_.block_length;
        masked_ = masked_positions(canvas_, begin, begin + options_.block_length, mask_token_);
        if (masked_.empty()) continue;
        const auto to_commit = static_cast<std::int64_t>(masked_.size());
        each_ = to_commit / steps_per_block_;
        remainder_ = to_commit % steps_per_block_;
        step_ = 0;
        return;
    }
}

std::span<const Commit> BlockSampler::step(const LogitsFunction& logits, const StatisticsFunction& statistics) {
    if (finished()) throw Error("the canvas is finished: no step is left");
    const std::int64_t begin = prompt_length_ + block_ * options_.block_length;
    const auto canvas_end = static_cast<std::int64_t>(canvas_.size());
    // The block's rows come first among those of the canvas.
    const auto rows = options_.full_logits ? masked_positions(canvas_, begin, canvas_end, mask_token_) : masked_;
    StepChooser choose(options_, mask_token_, vocabulary_, logits, statistics, rows_of_logits_);
    std::vector<Commit> candidates = choose(canvas_, rows, masked_.size(), block_ * steps_per_block_ + step_);
    std::stable_sort(candidates.begin(), candidates.end(),
                     [](const Commit& a, const Commit& b) { return a.confidence > b.confidence; });
    candidates.resize(static_cast<std::size_t>(each_ + (step_ < remainder_ ? 1 : 0)));
    commits_ = std::move(candidates);
    for (const Commit& commit : commits_) canvas_[static_cast<std::size_t>(commit.position)] = commit.token;

    // With more steps than tokens the last ones commit nothing, and once no mask is left they change nothing.
    masked_ = masked_positions(canvas_, begin, begin + options_.block_length, mask_token_);
    if (++step_ == steps_per_block_ || masked_.empty()) {
        ++block_;
        enter_block();
    }
    return commits_;
}

std::int64_t sample_blocks(std::span<std::int32_t> canvas, std::int64_t prompt_length, std::int32_t mask_token,
                           std::int64_t vocabulary, const SamplerOptions& options, const LogitsFunction& logits,
                           const StepCallback& on_step, const StatisticsFunction& statistics) {
    BlockSampler sampler(canvas, prompt_length, mask_token, vocabulary, options);
    std::int64_t steps_run = 0;
    while (!sampler.finished()) {
        const std::span<const Commit> commits = sampler.step(logits, statistics);
        ++steps_run;
        if (on_step && !on_step(canvas, commits)) break;
    }
    return steps_run;
}

}  // namespace quern
