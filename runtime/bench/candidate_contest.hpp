#pragma once

#include <cstddef>
#include <functional>

namespace quern {

/// Which of several ways to do one thing is fastest, measured in turn: in a round every contender runs once, and what
/// counts is each one's time over the first candidate's in the same round, so a clock that drifts hits all alike.
///
/// Rounds of a few measurements halve the field until few are left; these meet in fresh rounds that alone decide. The
/// first candidate is in every round and stays the winner unless another's median ratio is below 1 by more than
/// `margin` and by more than three standard errors of that median.
struct ContestRules {
    int survey_rounds = 3;         ///< before each halving
    std::size_t finalists = 4;     ///< the first candidate included
    int fewest_final_rounds = 15;  ///< then more until `seconds` have been measured, at most `most_final_rounds`
    int most_final_rounds = 75;
    double seconds = 2;  ///< of measurements, all together
    double margin = 0.01;
};

struct ContestResult {
    std::size_t winner = 0;
    double first_seconds = 0, winner_seconds = 0;  ///< medians of the final rounds
    double ratio = 1;                              ///< median of winner's time / first candidate's
    int final_rounds = 0;
};

/// `measure` runs a candidate and returns its seconds; `progress`, where given, hears of each round begun: how many
/// contenders are left and how many rounds went before. Throws Error where there is no candidate.
ContestResult find_fastest(std::size_t candidates, const std::function<double(std::size_t candidate)>& measure,
                           const ContestRules& rules = {},
                           const std::function<void(std::size_t contenders, int rounds)>& progress = {});

/// The same of runs that may be too short to be timed singly: each measurement repeats one for at least `shortest`
/// seconds. Seconds in the result are one run's. `run` carries a candidate out once.
ContestResult find_fastest_run(std::size_t candidates, const std::function<void(std::size_t candidate)>& run,
                               double shortest, const ContestRules& rules,
                               const std::function<void(std::size_t contenders, int rounds)>& progress);

}  // namespace quern
