#pragma once

#include <cstddef>
#include <cstdint>

#include "runtime/system/aligned_buffer.hpp"

namespace quern {

/// `count` integers of 53 random bits with a sign, each made an element by `element_of`. Fast enough for gigabytes: a
/// linear congruential generator's upper bits.
template <class T, class ElementOf>
AlignedBuffer<T> random_buffer(std::size_t count, std::uint64_t seed, const ElementOf& element_of) {
    AlignedBuffer<T> elements(count);
    std::uint64_t state = seed;
    for (T& element : elements.span()) {
        state = state * 6364136223846793005U + 1442695040888963407U;
        element = element_of(static_cast<std::int64_t>(state) >> 11);
    }
    return elements;
}

/// Reals in [-1, 1).
template <class T>
AlignedBuffer<T> random_reals(std::int64_t count, std::uint64_t seed) {
    return random_buffer<T>(static_cast<std::size_t>(count), seed,
                            [](std::int64_t random) { return static_cast<T>(static_cast<double>(random) * 0x1p-52); });
}

}  // namespace quern
