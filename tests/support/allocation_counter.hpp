#pragma once

#include <cstdint>

namespace quern::test {

/// Calls of operator new by any thread so far. A program that uses this has its global allocation functions replaced.
std::uint64_t allocations();

}  // namespace quern::test
