#pragma once

#include <algorithm>
#include <cmath>
#include <utility>

#include "runtime/engine/stopwatch.hpp"

namespace quern {

/// Seconds of one call, from enough of them in a row to be long against a timer interrupt.
template <class Run>
class TimedRun {
  public:
    explicit TimedRun(Run run) : run_(std::move(run)) {
        run_();  // pages everything in
        const Stopwatch probe;
        run_();
        repeats_ = std::max(1, static_cast<int>(std::ceil(shortest_seconds / std::max(probe.seconds(), 1e-7))));
    }
    double seconds() {
        const Stopwatch watch;
        for (int i = 0; i < repeats_; ++i) run_();
        return watch.seconds() / repeats_;
    }

  private:
    static constexpr double shortest_seconds = 5e-3;

    Run run_;
    int repeats_ = 1;
};

/// Rounds of what is compared, each side once a round so that a drifting clock hits all alike: at least 15, then until
/// half a second is over. Returns how many.
template <class Round>
int run_rounds(const Round& round) {
    constexpr int fewest = 15;
    constexpr double shortest_total_seconds = 0.5;
    int rounds = 0;
    const Stopwatch total;
    for (; rounds < fewest || total.seconds() < shortest_total_seconds; ++rounds) round();
    return rounds;
}

}  // namespace quern
