#pragma once

#include <chrono>

namespace quern {

/// Seconds since it was made.
class Stopwatch {
  public:
    double seconds() const { return std::chrono::duration<double>(Clock::now() - start_).count(); }

  private:
    using Clock = std::chrono::steady_clock;
    Clock::time_point start_ = Clock::now();
};

/// Adds the seconds of its lifetime to a total.
class ScopedTimer {
  public:
    explicit ScopedTimer(double& total) : total_(total) {}
    ~ScopedTimer() { total_ += stopwatch_.seconds(); }
    ScopedTimer(const ScopedTimer&) = delete;
    ScopedTimer& operator=(const ScopedTimer&) = delete;

  private:
    double& total_;
    Stopwatch stopwatch_;
};

}  // namespace quern
