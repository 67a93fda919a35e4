#pragma once

#include <cstdint>

namespace quern {

/// What a random number of the sampler decides; each use has streams of its own.
enum class RandomUse : std::uint64_t { token_noise = 1, remasking = 2 };

/// Random numbers by counter: number i of the stream (seed, use, step, position) is a pure function of those five, so
/// what a position draws depends on no thread and on no order of evaluation, and numbers that are not needed cost
/// nothing. The generator is SplitMix64 (Steele, Lea and Flood 2014, "Fast Splittable Pseudorandom Number Generators"):
/// number i is its output i + 1 from the stream's starting state, and that state is the seed with the other three
/// folded in by its own output function.
class RandomStream {
  public:
    RandomStream(std::uint64_t seed, RandomUse use, std::uint64_t step, std::uint64_t position);
    /// The stream whose starting state is `state`: plain SplitMix64.
    explicit RandomStream(std::uint64_t state) : state_(state) {}

    std::uint64_t bits(std::uint64_t index) const;
    /// Uniform in the open interval (0, 1): one of the 2^52 midpoints (j + 0.5) / 2^52, so its logarithm is finite.
    double uniform(std::uint64_t index) const;
    /// Standard Gumbel noise, -log(-log(uniform)).
    double gumbel(std::uint64_t index) const;

  private:
    std::uint64_t state_;
};

}  // namespace quern
