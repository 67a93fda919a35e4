#include "tests/ptx/launch.hpp"

#include <atomic>
#include <chrono>
#include <deque>
#include <exception>
#include <limits>
#include <mutex>
#include <optional>
#include <thread>

namespace quern::ptx {

namespace {

/// One host thread's block: made once, used for block after block.
class Worker {
  public:
    explicit Worker(const Launch& launch) : launch_(launch) {
        block_.launch = &launch;
        block_.counters = &counters_;
        block_.last_met.assign(launch.kernel->memory_sites, nullptr);
        counters_.matrix.assign(launch.kernel->matrix_shapes.size(), 0);
        counters_.conflicts.assign(launch.kernel->instructions.size(), 0);
        warps_.resize((launch.block.count() + warp_lanes - 1) / warp_lanes);
    }

    void run(std::uint64_t index) {
        const Dimensions& grid = launch_.grid;
        block_.index = {static_cast<std::uint32_t>(index % grid.x), static_cast<std::uint32_t>(index / grid.x % grid.y),
                        static_cast<std::uint32_t>(index / grid.x / grid.y)};
        block_.shared.reset(launch_.shared_bytes);
        const auto threads = static_cast<std::uint32_t>(launch_.block.count());
        for (std::uint32_t warp = 0; warp < warps_.size(); ++warp)
            warps_[warp].start(block_, warp, warp * warp_lanes, threads - warp * warp_lanes);
        ++counters_.totals.blocks;
        for (;;) {
            for (Warp& warp : warps_)
                if (warp.state() == Warp::State::ready) warp.run();
            if (!pass_barrier()) break;
        }
    }

    const Counters& counters() const { return counters_; }

  private:
    // Every warp waits or is done. False where all are done.
    bool pass_barrier() {
        std::optional<std::uint32_t> number;
        for (const Warp& warp : warps_) {
            if (warp.state() != Warp::State::at_barrier) continue;
            if (number && *number != warp.barrier())
                throw Violation(Fault::launch, "kernel " + launch_.kernel->name + ": warps wait at barriers " +
                                                   std::to_string(*number) + " and " + std::to_string(warp.barrier()) +
                                                   " for each other");
            number = warp.barrier();
        }
        if (!number) return false;
        block_.shared.barrier();
        for (Warp& warp : warps_)
            if (warp.state() == Warp::State::at_barrier) warp.release();
        return true;
    }

    const Launch& launch_;
    Block block_;
    Counters counters_;
    std::deque<Warp> warps_;
};

}  // namespace

void run_grid(const Launch& launch, int threads, Counters& counters) {
    const auto begin = std::chrono::steady_clock::now();
    const std::uint64_t blocks = launch.grid.count();
    std::atomic<std::uint64_t> next{0}, failed{std::numeric_limits<std::uint64_t>::max()};
    std::exception_ptr failure;
    std::mutex mutex;
    const auto work = [&] {
        std::uint64_t index = 0;
        try {
            Worker worker(launch);
            const auto count = [&] {
                const std::lock_guard lock(mutex);
                counters.add(worker.counters());
            };
            try {
                while ((index = next++) < std::min(blocks, failed.load())) worker.run(index);
            } catch (...) {
                count();
                throw;
            }
            count();
        } catch (...) {
            const std::lock_guard lock(mutex);
            if (index < failed) {
                failed = index;
                failure = std::current_exception();
            }
        }
    };
    std::vector<std::thread> helpers;
    const auto useful = static_cast<int>(std::min<std::uint64_t>(static_cast<std::uint64_t>(threads), blocks));
    for (int helper = 1; helper < useful; ++helper) helpers.emplace_back(work);
    work();
    for (std::thread& helper : helpers) helper.join();
    ++counters.totals.launches;
    counters.totals.seconds += std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    if (failure) std::rethrow_exception(failure);
}

}  // namespace quern::ptx
