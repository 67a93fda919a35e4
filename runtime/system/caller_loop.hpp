#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>

#include "gen/error.hpp"

namespace quern {

/// A parallel-for that is not ours: body(i) for every i in [0, items) exactly once, in any order, on any threads.
using ParallelFor = std::function<void(std::int64_t items, const std::function<void(std::int64_t item)>& body)>;

/// A parallel-for that ran an item twice, not at all, or one that is none.
class BrokenParallelFor : public Error {
  public:
    using Error::Error;
};

/// Runs bodies that want the number of a thread on a caller's parallel-for, which has none to give: each body takes a
/// free number while it runs, and waits for one where more than `threads` run at once.
void run_on(const ParallelFor& parallel_for, int threads, std::int64_t items,
            const std::function<void(std::int64_t item, int thread)>& body);

}  // namespace quern
