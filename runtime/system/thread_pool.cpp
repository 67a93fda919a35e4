#include "runtime/system/thread_pool.hpp"

#include <immintrin.h>

#include <atomic>
#include <chrono>
#include <exception>
#include <mutex>
#include <string>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

#include "gen/error.hpp"

namespace quern {

namespace {

// Calls follow each other within microseconds during a forward pass, far less than a sleeping thread takes to wake.
constexpr std::chrono::microseconds spin_time{50};
constexpr int pauses_per_clock_read = 64;

}  // namespace

// A call is a job. Workers that wake in time enter it through the gate, claim items and leave; the caller closes the
// gate when no item is left and waits for those inside alone, so a worker that the system has not scheduled yet delays
// nobody.
struct ThreadPool::State {
    static constexpr std::uint32_t gate_open = 1u << 31;  // below it, the number of workers inside

    explicit State(int threads);
    ~State();
    void run(std::int64_t item_count, const std::function<void(std::int64_t, int)>& job);

    const int threads;
    bool spins = false;  // set before the workers start
    alignas(64) std::atomic<std::uint32_t> epoch{0};
    std::atomic<bool> stopping{false};
    alignas(64) std::atomic<std::uint32_t> gate{0};
    alignas(64) std::atomic<std::int64_t> next{0};
    // Written by the caller while the gate is closed and empty, read by those who entered.
    alignas(64) const std::function<void(std::int64_t, int)>* body = nullptr;
    std::int64_t items = 0;
    std::mutex failure_mutex;
    std::exception_ptr failure;
    std::vector<std::thread> workers;

  private:
    void work(int thread);
    void claim_items(int thread);
    bool enter();
    void leave();
    void stop();
    template <class Changed>
    bool spin_until(Changed changed) const;
};

ThreadPool::State::State(int thread_count) : threads(thread_count) {
    if (threads < 1) throw Error("a thread pool needs at least 1 thread, not " + std::to_string(threads));
    // With fewer cores than threads a spinning thread only keeps another from its work.
    spins = threads > 1 && threads <= usable_cores();
    try {
        workers.reserve(static_cast<std::size_t>(threads - 1));
        for (int thread = 1; thread < threads; ++thread) workers.emplace_back([this, thread] { work(thread); });
    } catch (const std::system_error& error) {
        stop();
        throw OutOfMemory("cannot start thread " + std::to_string(workers.size() + 2) + " of " +
                          std::to_string(threads) + ": " + error.code().message());
    }
}

ThreadPool::State::~State() {
    stop();
}

void ThreadPool::State::stop() {
    stopping.store(true);
    epoch.fetch_add(1);
    epoch.notify_all();
    for (std::thread& worker : workers) worker.join();
    workers.clear();
}

template <class Changed>
bool ThreadPool::State::spin_until(Changed changed) const {
    if (!spins) return changed();
    const auto deadline = std::chrono::steady_clock::now() + spin_time;
    do {
        for (int i = 0; i < pauses_per_clock_read; ++i) {
            if (changed()) return true;
            _mm_pause();
        }
    } while (std::chrono::steady_clock::now() < deadline);
    return false;
}

bool ThreadPool::State::enter() {
    std::uint32_t seen = gate.load();
    while (seen & gate_open)
        if (gate.compare_exchange_weak(seen, seen + 1)) return true;
    return false;
}

void ThreadPool::State::leave() {
    if (gate.fetch_sub(1) == 1) gate.notify_one();
}

void ThreadPool::State::work(int thread) {
    std::uint32_t seen = 0;
    while (true) {
        if (!spin_until([&] { return epoch.load() != seen; })) epoch.wait(seen);
        seen = epoch.load();
        if (stopping.load()) return;
        if (!enter()) continue;
        claim_items(thread);
        leave();
    }
}

void ThreadPool::State::claim_items(int thread) {
    try {
        for (std::int64_t item; (item = next.fetch_add(1, std::memory_order_relaxed)) < items;) (*body)(item, thread);
    } catch (...) {
        next.store(items, std::memory_order_relaxed);
        const std::lock_guard lock(failure_mutex);
        if (!failure) failure = std::current_exception();
    }
}

void ThreadPool::State::run(std::int64_t item_count, const std::function<void(std::int64_t, int)>& job) {
    if (threads == 1 || item_count <= 1) {
        for (std::int64_t item = 0; item < item_count; ++item) job(item, 0);
        return;
    }
    body = &job;
    items = item_count;
    failure = nullptr;
    next.store(0, std::memory_order_relaxed);
    gate.store(gate_open);
    epoch.fetch_add(1);
    epoch.notify_all();

    claim_items(0);
    std::uint32_t inside = gate.fetch_and(~gate_open) & ~gate_open;
    if (inside != 0 && !spin_until([&] { return (inside = gate.load()) == 0; }))
        for (; inside != 0; inside = gate.load()) gate.wait(inside);
    if (failure) std::rethrow_exception(std::exchange(failure, nullptr));
}

ThreadPool::ThreadPool(int threads) : state_(std::make_unique<State>(threads)) {}

ThreadPool::ThreadPool(int threads, ParallelFor parallel_for)
    : state_(std::make_unique<State>(1)), caller_threads_(threads), caller_loop_(std::move(parallel_for)) {
    if (threads < 1) throw Error("a thread pool needs at least 1 thread, not " + std::to_string(threads));
}

ThreadPool::~ThreadPool() = default;

int ThreadPool::threads() const {
    return caller_loop_ ? caller_threads_ : state_->threads;
}

void ThreadPool::parallel_for(std::int64_t items, const std::function<void(std::int64_t item, int thread)>& body) {
    if (caller_loop_)
        run_on(caller_loop_, caller_threads_, items, body);
    else
        state_->run(items, body);
}

}  // namespace quern
