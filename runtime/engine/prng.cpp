#include "runtime/engine/prng.hpp"

#include <cmath>
#include <initializer_list>

namespace quern {

namespace {

constexpr std::uint64_t golden_gamma = 0x9e3779b97f4a7c15;  // 2^64 / golden ratio, odd

constexpr std::uint64_t mix(std::uint64_t z) {
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
    z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
    return z ^ (z >> 31);
}

}  // namespace

RandomStream::RandomStream(std::uint64_t seed, RandomUse use, std::uint64_t step, std::uint64_t position)
    : state_(seed) {
    // One mixing round between the parts: without it (step, position) and (step + 1, position - 1) would meet.
    for (const std::uint64_t part : {static_cast<std::uint64_t>(use), step, position})
        state_ = mix(state_ + golden_gamma) + part;
    state_ = mix(state_ + golden_gamma);
}

std::uint64_t RandomStream::bits(std::uint64_t index) const {
    return mix(state_ + (index + 1) * golden_gamma);
}

double RandomStream::uniform(std::uint64_t index) const {
    return (static_cast<double>(bits(index) >> 12) + 0.5) * 0x1p-52;
}

double RandomStream::gumbel(std::uint64_t index) const {
    return -std::log(-std::log(uniform(index)));
}

}  // namespace quern
