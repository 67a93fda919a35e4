#include "runtime/bench/candidate_contest.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

#include "gen/error.hpp"
#include "runtime/bench/median.hpp"
#include "runtime/engine/stopwatch.hpp"

namespace quern {

namespace {

void require_candidate(std::size_t candidates) {
    if (candidates == 0) throw Error("nothing to measure");
}

/// Standard error of the median of values from a normal distribution, robust against outliers: 1.4826 times the median
/// absolute deviation estimates the standard deviation, and a median varies by sqrt(pi / 2) of what a mean does.
double standard_error(const std::vector<double>& values) {
    const double middle = median(values);
    std::vector<double> deviations;
    for (const double value : values) deviations.push_back(std::abs(value - middle));
    return 1.2533 * 1.4826 * median(deviations) / std::sqrt(static_cast<double>(values.size()));
}

struct Contender {
    std::size_t candidate;
    std::vector<double> seconds{}, ratios{};
};

}  // namespace

ContestResult find_fastest(std::size_t candidates, const std::function<double(std::size_t candidate)>& measure,
                           const ContestRules& rules,
                           const std::function<void(std::size_t contenders, int rounds)>& progress) {
    require_candidate(candidates);
    std::vector<Contender> field;
    for (std::size_t candidate = 0; candidate < candidates; ++candidate) field.push_back({candidate});
    double measured_seconds = 0;
    int rounds = 0;

    const auto run_round = [&] {
        if (progress) progress(field.size(), rounds);
        // Each round begins with another contender: whoever follows an expensive one pays for it only now and then.
        for (std::size_t turn = 0; turn < field.size(); ++turn) {
            Contender& contender = field[(turn + static_cast<std::size_t>(rounds)) % field.size()];
            contender.seconds.push_back(measure(contender.candidate));
            measured_seconds += contender.seconds.back();
        }
        for (Contender& contender : field)
            contender.ratios.push_back(contender.seconds.back() / field.front().seconds.back());
        ++rounds;
    };
    const auto forget = [&] {
        for (Contender& contender : field) {
            contender.seconds.clear();
            contender.ratios.clear();
        }
    };

    while (field.size() > rules.finalists) {
        for (int round = 0; round < rules.survey_rounds; ++round) run_round();
        std::stable_sort(field.begin() + 1, field.end(),
                         [](const Contender& a, const Contender& b) { return median(a.ratios) < median(b.ratios); });
        field.erase(field.begin() + static_cast<std::ptrdiff_t>(std::max(rules.finalists, field.size() / 2)),
                    field.end());
        forget();
    }
    ContestResult result;
    while (result.final_rounds < rules.fewest_final_rounds ||
           (result.final_rounds < rules.most_final_rounds && measured_seconds < rules.seconds)) {
        run_round();
        ++result.final_rounds;
    }

    const Contender* winner = &field.front();
    for (const Contender& contender : field)
        if (median(contender.ratios) < median(winner->ratios)) winner = &contender;
    const double gain = 1 - median(winner->ratios);
    if (gain <= std::max(rules.margin, 3 * standard_error(winner->ratios))) winner = &field.front();
    result.winner = winner->candidate;
    result.first_seconds = median(field.front().seconds);
    result.winner_seconds = median(winner->seconds);
    result.ratio = median(winner->ratios);
    return result;
}

ContestResult find_fastest_run(std::size_t candidates, const std::function<void(std::size_t candidate)>& run,
                               double shortest, const ContestRules& rules,
                               const std::function<void(std::size_t contenders, int rounds)>& progress) {
    require_candidate(candidates);
    // The first run pages everything in, the second says how often a short one must be repeated.
    run(0);
    const Stopwatch probe;
    run(0);
    const int repeats = std::max(1, static_cast<int>(std::ceil(shortest / std::max(probe.seconds(), 1e-7))));
    ContestResult result = find_fastest(
        candidates,
        [&](std::size_t candidate) {
            const Stopwatch watch;
            for (int i = 0; i < repeats; ++i) run(candidate);
            return watch.seconds();
        },
        rules, progress);
    result.first_seconds /= repeats;
    result.winner_seconds /= repeats;
    return result;
}

}  // namespace quern
