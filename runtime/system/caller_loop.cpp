#include "runtime/system/caller_loop.hpp"

#include <exception>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

namespace quern {

namespace {

/// The thread numbers of one call.
class ThreadNumbers {
  public:
    explicit ThreadNumbers(int count) : taken_(static_cast<std::size_t>(count)) {}

    int take() {
        while (true) {
            for (std::size_t number = 0; number < taken_.size(); ++number)
                if (!taken_[number].load(std::memory_order_relaxed) &&
                    !taken_[number].exchange(true, std::memory_order_acquire))
                    return static_cast<int>(number);
            std::this_thread::yield();
        }
    }
    void give_back(int number) { taken_[static_cast<std::size_t>(number)].store(false, std::memory_order_release); }

  private:
    std::vector<std::atomic<bool>> taken_;
};

}  // namespace

void run_on(const ParallelFor& parallel_for, int threads, std::int64_t items,
            const std::function<void(std::int64_t item, int thread)>& body) {
    if (items <= 0) return;
    ThreadNumbers numbers(threads);
    // Which items ran: the count alone would take one run twice for another that was left out.
    std::vector<std::atomic<bool>> begun(static_cast<std::size_t>(items));
    std::atomic<std::int64_t> done{0};
    std::mutex failure_mutex;
    std::exception_ptr failure;
    const auto fail = [&](std::exception_ptr error) {
        const std::lock_guard lock(failure_mutex);
        if (!failure) failure = std::move(error);
    };
    const std::function<void(std::int64_t)> one = [&](std::int64_t item) {
        try {
            if (item < 0 || item >= items)
                throw BrokenParallelFor("the parallel_for ran item " + std::to_string(item) + " of " +
                                        std::to_string(items));
            if (begun[static_cast<std::size_t>(item)].exchange(true, std::memory_order_relaxed))
                throw BrokenParallelFor("the parallel_for ran item " + std::to_string(item) + " twice");
            const int thread = numbers.take();
            try {
                body(item, thread);
            } catch (...) {
                fail(std::current_exception());
            }
            numbers.give_back(thread);
            done.fetch_add(1, std::memory_order_acq_rel);
        } catch (...) {
            fail(std::current_exception());
        }
    };
    parallel_for(items, one);
    const std::int64_t ran = done.load(std::memory_order_acquire);
    {
        const std::lock_guard lock(failure_mutex);
        if (failure) std::rethrow_exception(failure);
    }
    if (ran != items)
        throw BrokenParallelFor("the parallel_for returned after " + std::to_string(ran) + " of " +
                                std::to_string(items) + " items");
}

}  // namespace quern
