// The tuner's choice on timings that are given, not taken.
#include "runtime/bench/candidate_contest.hpp"

#include <doctest/doctest.h>

#include <map>
#include <random>
#include <vector>

#include "gen/error.hpp"

using namespace quern;

namespace {

/// Seconds of each candidate, times what the clock and the noise do to the measurement.
struct Machine {
    std::vector<double> seconds;
    double drift = 0;  ///< growth of every time by measurement
    double noise = 0;  ///< standard deviation, relative
    std::map<std::size_t, int> measured{};
    double slowdown = 1;
    std::mt19937 random{7};

    double operator()(std::size_t candidate) {
        ++measured[candidate];
        slowdown += drift;
        return seconds[candidate] * slowdown * (1 + noise * std::normal_distribution<double>()(random));
    }
    ContestResult contest(const ContestRules& rules = {}) {
        return find_fastest(
            seconds.size(), [this](std::size_t candidate) { return (*this)(candidate); }, rules);
    }
};

}  // namespace

TEST_CASE("the fastest candidate wins, wherever it stands") {
    for (std::size_t fastest = 0; fastest < 12; ++fastest) {
        Machine machine{std::vector<double>(12, 1e-3)};
        machine.seconds[fastest] = 0.8e-3;
        const ContestResult result = machine.contest();
        CHECK(result.winner == fastest);
        CHECK(result.winner_seconds == doctest::Approx(0.8e-3));
        CHECK(result.first_seconds == doctest::Approx(fastest == 0 ? 0.8e-3 : 1e-3));
        CHECK(result.ratio == doctest::Approx(fastest == 0 ? 1 : 0.8));
    }
}

TEST_CASE("a gain within the margin leaves the first candidate in place") {
    for (const double gain : {0.0, 0.004, 0.009}) CHECK(Machine{{1e-3, 1e-3 * (1 - gain)}}.contest().winner == 0);
    CHECK(Machine{{1e-3, 1e-3 * (1 - 0.012)}}.contest().winner == 1);
    ContestRules strict;
    strict.margin = 0.1;
    CHECK(Machine{{1e-3, 0.92e-3}}.contest(strict).winner == 0);
}

TEST_CASE("noise alone does not make a winner, and a real gain is found under noise") {
    int replaced = 0, found = 0;
    for (unsigned seed = 0; seed < 50; ++seed) {
        Machine equal{std::vector<double>(20, 1e-3), 0, 0.1};
        equal.random.seed(seed);
        replaced += equal.contest().winner != 0;
        Machine faster{std::vector<double>(20, 1e-3), 0, 0.05};
        faster.seconds[13] = 0.7e-3;
        faster.random.seed(seed);
        found += faster.contest().winner == 13;
    }
    CHECK(replaced <= 3);
    CHECK(found >= 48);
}

TEST_CASE("a clock that drifts by half during the contest does not decide it") {
    Machine machine{std::vector<double>(16, 1e-3), 0.002};
    machine.seconds[5] = 0.95e-3;
    const ContestResult result = machine.contest();
    CHECK(machine.slowdown > 1.5);
    CHECK(result.winner == 5);
    Machine equal{std::vector<double>(16, 1e-3), 0.0005};
    CHECK(equal.contest().winner == 0);
}

TEST_CASE("the field is halved, the first candidate stays, the finalists meet often enough") {
    Machine machine{{}};
    for (int i = 0; i < 32; ++i) machine.seconds.push_back(1e-3 * (1 + 0.05 * ((i * 7) % 32)));
    machine.seconds[0] = 5e-3;  // slower than all and still never dropped
    std::vector<std::size_t> fields;
    const ContestResult result = find_fastest(
        machine.seconds.size(), [&](std::size_t candidate) { return machine(candidate); }, {},
        [&](std::size_t contenders, int rounds) {
            CHECK(rounds == static_cast<int>(fields.size()));
            fields.push_back(contenders);
        });
    CHECK(std::vector<std::size_t>(fields.begin(), fields.begin() + 10) ==
          std::vector<std::size_t>{32, 32, 32, 16, 16, 16, 8, 8, 8, 4});
    CHECK(fields.back() == 4);
    CHECK(result.final_rounds >= 15);
    CHECK(machine.measured[0] == static_cast<int>(fields.size()));
    CHECK(machine.seconds[result.winner] == doctest::Approx(1.05e-3));
}

TEST_CASE("what has been measured bounds the final rounds") {
    ContestRules rules;
    rules.seconds = 0.1;
    CHECK(Machine{{1.0, 1.0}}.contest(rules).final_rounds == 15);
    CHECK(Machine{{1e-3, 1e-3}}.contest(rules).final_rounds == 50);
    CHECK(Machine{{1e-6, 1e-6}}.contest(rules).final_rounds == 75);
    CHECK(Machine{{1e-3}}.contest().winner == 0);
    CHECK_THROWS_AS(Machine{{}}.contest(), Error);
}
