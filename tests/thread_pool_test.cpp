#include "runtime/system/thread_pool.hpp"

#include <doctest/doctest.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <fstream>
#include <set>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "gen/error.hpp"

using namespace quern;

TEST_CASE("every item runs once, on a thread of the pool") {
    for (const int threads : {1, 2, 3, 8, 33}) {
        ThreadPool pool(threads);
        CHECK(pool.threads() == threads);
        for (const std::int64_t items : {0, 1, 2, 7, 1000}) {
            CAPTURE(threads);
            CAPTURE(items);
            std::vector<std::atomic<int>> runs(static_cast<std::size_t>(items));
            std::atomic<bool> thread_in_range{true};
            pool.parallel_for(items, [&](std::int64_t item, int thread) {
                ++runs.at(static_cast<std::size_t>(item));
                if (thread < 0 || thread >= threads) thread_in_range = false;
            });
            CHECK(std::all_of(runs.begin(), runs.end(), [](const auto& count) { return count == 1; }));
            CHECK(thread_in_range);
        }
    }
}

TEST_CASE("a thread index is never in two bodies at once, and results of one call are seen by the next") {
    ThreadPool pool(4);
    std::vector<int> plain_counter(4), sums(1000);
    std::vector<std::atomic<int>> inside(4);
    std::atomic<bool> exclusive{true};
    for (int round = 0; round < 2000; ++round) {
        pool.parallel_for(16, [&](std::int64_t, int thread) {
            const auto index = static_cast<std::size_t>(thread);
            if (inside[index].fetch_add(1) != 0) exclusive = false;
            ++plain_counter[index];
            inside[index].fetch_sub(1);
        });
        sums[static_cast<std::size_t>(round % 1000)] =
            plain_counter[0] + plain_counter[1] + plain_counter[2] + plain_counter[3];
        REQUIRE(sums[static_cast<std::size_t>(round % 1000)] == 16 * (round + 1));
    }
    CHECK(exclusive);
}

TEST_CASE("several threads take part") {
    ThreadPool pool(3);
    // Three items that each wait for the other two can only end on three threads.
    std::atomic<int> arrived{0};
    std::vector<int> thread_of(3);
    pool.parallel_for(3, [&](std::int64_t item, int thread) {
        thread_of[static_cast<std::size_t>(item)] = thread;
        ++arrived;
        while (arrived < 3) std::this_thread::yield();
    });
    CHECK(std::set<int>(thread_of.begin(), thread_of.end()).size() == 3);
}

TEST_CASE("workers that fell asleep take part again") {
    ThreadPool pool(2);
    for (int round = 0; round < 3; ++round) {
        std::this_thread::sleep_for(std::chrono::milliseconds(20));
        std::atomic<int> arrived{0};
        pool.parallel_for(2, [&](std::int64_t, int) {
            ++arrived;
            while (arrived < 2) std::this_thread::yield();
        });
        CHECK(arrived == 2);
    }
}

TEST_CASE("the first exception is rethrown and the pool stays usable") {
    for (const int threads : {1, 2, 8}) {
        ThreadPool pool(threads);
        for (int round = 0; round < 50; ++round) {
            CHECK_THROWS_WITH_AS(pool.parallel_for(100,
                                                   [](std::int64_t item, int) {
                                                       if (item == 5) throw Error("item 5");
                                                   }),
                                 "item 5", Error);
            std::atomic<int> runs{0};
            pool.parallel_for(10, [&](std::int64_t, int) { ++runs; });
            CHECK(runs == 10);
        }
        CHECK_THROWS_AS(pool.parallel_for(1000, [](std::int64_t, int) { throw std::runtime_error("every item"); }),
                        std::runtime_error);
    }
}

TEST_CASE("an idle worker goes to sleep") {
    ThreadPool pool(2);
    std::atomic<int> arrived{0};
    std::atomic<pid_t> worker{0};
    pool.parallel_for(2, [&](std::int64_t, int thread) {
        if (thread == 1) worker = gettid();
        ++arrived;
        while (arrived < 2) std::this_thread::yield();
    });
    // The state follows the thread's name in parentheses: R running, S sleeping.
    const auto state = [&] {
        std::ifstream file("/proc/self/task/" + std::to_string(worker) + "/stat");
        std::string line;
        std::getline(file, line);
        const std::size_t name_end = line.rfind(')');
        return name_end == std::string::npos ? '?' : line.at(name_end + 2);
    };
    char seen = '?';
    for (int tries = 0; tries < 10000 && seen != 'S'; ++tries) {
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
        seen = state();
    }
    CHECK(seen == 'S');
}

TEST_CASE("a thread count below 1 is refused") {
    CHECK_THROWS_WITH_AS(ThreadPool(0), "a thread pool needs at least 1 thread, not 0", Error);
    CHECK_THROWS_AS(ThreadPool(-3), Error);
}
