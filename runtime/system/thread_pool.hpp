#pragma once

#include <cstdint>
#include <functional>
#include <memory>

namespace quern {

/// Physical cores this process may use: its affinity mask and its container's CPU quota, rounded down, at least 1.
int usable_cores();

/// A persistent pool. Items are claimed from one atomic counter, so a slow thread takes fewer.
class ThreadPool {
  public:
    /// `threads` counts the caller: threads - 1 workers are started. Throws Error where threads < 1 or a thread cannot
    /// start.
    explicit ThreadPool(int threads);
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
};

}  // namespace quern
