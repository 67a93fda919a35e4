#pragma once

#include <cstdint>
#include <span>

namespace quern {

class ThreadPool;

/// Gigabytes a second at which the pool's threads together read `bytes` from wherever it lies (cache or memory): the
/// best of a few passes that do nothing else.
double read_gigabytes_a_second(std::span<const std::uint8_t> bytes, ThreadPool& pool);

}  // namespace quern
