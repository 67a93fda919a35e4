#include "runtime/bench/peak_meter.hpp"

#include <algorithm>
#include <atomic>
#include <barrier>
#include <chrono>

#include "runtime/system/thread_pool.hpp"

namespace quern {

namespace {

using Clock = std::chrono::steady_clock;

constexpr std::int64_t probe_iterations = 2000;

}  // namespace

PeakMeter::PeakMeter(const MachineTraits& machine, ThreadPool& pool, double seconds, PeakStep step) : pool_(pool) {
    for (PeakLoop& loop : peak_loops(machine, step)) {
        const double gops = measure(loop, probe_iterations);
        const double all_operations = static_cast<double>(loop.operations()) * pool_.threads();
        const auto iterations = static_cast<std::int64_t>(seconds * gops * 1e9 / all_operations);
        candidates_.push_back({std::move(loop), std::max<std::int64_t>(iterations, 1)});
    }
}

double PeakMeter::measure() {
    double best = 0;
    for (const Candidate& candidate : candidates_) best = std::max(best, measure(candidate.loop, candidate.iterations));
    return best;
}

double PeakMeter::measure(const PeakLoop& loop, std::int64_t iterations) {
    // The barrier keeps each thread at its one item until all have theirs, so the loops overlap in time.
    Clock::time_point start;
    const auto start_clock = [&start]() noexcept { start = Clock::now(); };
    std::barrier together(pool_.threads(), start_clock);
    std::atomic<Clock::rep> last_end{0};
    pool_.parallel_for(pool_.threads(), [&](std::int64_t, int) {
        together.arrive_and_wait();
        loop.run(iterations);
        const Clock::rep end = Clock::now().time_since_epoch().count();
        Clock::rep seen = last_end.load();
        while (seen < end && !last_end.compare_exchange_weak(seen, end)) {
        }
    });
    const std::chrono::duration<double> elapsed = Clock::duration(last_end.load()) - start.time_since_epoch();
    const double operations = static_cast<double>(iterations) * static_cast<double>(loop.operations());
    return operations * pool_.threads() / elapsed.count() / 1e9;
}

}  // namespace quern
