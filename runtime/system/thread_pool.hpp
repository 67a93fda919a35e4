#pragma once

#include <cstdint>
#include <functional>
#include <memory>

#include "runtime/system/caller_loop.hpp"

namespace quern {

/// Physical cores this process may use: its affinity mask and its container's CPU quota, rounded down, at least 1.
int usable_cores();

/// A persistent pool. Items are claimed from one atomic counter, so a slow thread takes fewer.
class ThreadPool {
  public:
    /// `threads` counts the caller: threads - 1 workers are started. Throws Error where threads < 1 or a thread cannot
    /// start.
    explicit ThreadPool(int threads);
    /// No threads of its own: work runs on a caller's parallel-for, `threads` bodies at once at most. parallel_for()
    /// may then be called by several threads at once, and throws BrokenParallelFor too.
    ThreadPool(int threads, ParallelFor parallel_for);
    ~ThreadPool();
    ThreadPool(const ThreadPool&) = delete;
    ThreadPool& operator=(const ThreadPool&) = delete;

    int threads() const;

    /// Runs body(item, thread) for every item in [0, items), thread in [0, threads()); the caller takes part and
    /// returns when all are done. The first exception a body throws is rethrown here. Not reentrant; one caller at a
    /// time.
    void parallel_for(std::int64_t items, const std::function<void(std::int64_t item, int thread)>& body);

  private:
    struct State;
    std::unique_ptr<State> state_;
    int caller_threads_ = 0;
    ParallelFor caller_loop_;  ///< the caller's, where it brought one
};

}  // namespace quern
