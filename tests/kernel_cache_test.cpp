#include "runtime/kernels/kernel_cache.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <atomic>
#include <barrier>
#include <cstdint>
#include <fstream>
#include <memory>
#include <sstream>
#include <string>
#include <thread>
#include <vector>

#include "gen/error.hpp"
#include "jit_x86/host.hpp"

using namespace quern;

namespace {

constexpr std::uint8_t ret_instruction = 0xc3;

Kernel trivial_kernel(const KernelSpec& spec, const MachineTraits&) {
    return Kernel(spec, EmittedCode{{ret_instruction}, "", 0}, 0.5);
}

/// A kernel of as many bytes as its spec has tokens.
Kernel kernel_of_size(const KernelSpec& spec, const MachineTraits&) {
    return Kernel(spec, EmittedCode{std::vector(static_cast<std::size_t>(spec.tokens), ret_instruction), "", 0}, 0.25);
}

KernelSpec qgemm_spec(std::int64_t tokens) {
    KernelSpec spec;
    spec.name = "projection";
    spec.op = Op::qgemm;
    spec.weight = weight_format_by_name("q4_k");
    spec.n = 64;
    spec.k = 256;
    spec.tokens = tokens;
    return spec;
}

// Runs body(index) on `count` threads that start together.
template <class Body>
void run_together(int count, Body body) {
    std::barrier start(count);
    std::vector<std::thread> threads;
    for (int index = 0; index < count; ++index)
        threads.emplace_back([&, index] {
            start.arrive_and_wait();
            body(index);
        });
    for (std::thread& thread : threads) thread.join();
}

}  // namespace

TEST_CASE("32 threads asking at once for one kernel share one generation") {
    std::atomic<int> generations{0}, asking{0};
    KernelCache cache(MachineTraits{}, Tuning{}, {}, [&](const KernelSpec& spec, const MachineTraits& machine) {
        ++generations;
        // Every other thread has begun to ask before the kernel exists.
        while (asking < 32) std::this_thread::yield();
        return trivial_kernel(spec, machine);
    });
    std::vector<std::shared_ptr<const Kernel>> got(32);
    run_together(32, [&](int index) {
        ++asking;
        got[static_cast<std::size_t>(index)] = cache.get(qgemm_spec(8));
    });
    CHECK(generations == 1);
    for (const auto& kernel : got) CHECK(kernel == got[0]);
    CHECK(got[0] != nullptr);
    const KernelCache::Statistics statistics = cache.statistics();
    CHECK(statistics.misses == 1);
    CHECK(statistics.hits == 31);
    CHECK(statistics.compile_seconds == 0.5);
    CHECK(statistics.code_bytes == 1);
    CHECK(cache.kernels().size() == 1);
}

TEST_CASE("different kernels are generated at the same time") {
    std::barrier all_generating(4);
    KernelCache cache(MachineTraits{}, Tuning{}, {}, [&](const KernelSpec& spec, const MachineTraits& machine) {
        all_generating.arrive_and_wait();  // passes only when four generations are under way together
        return trivial_kernel(spec, machine);
    });
    run_together(4, [&](int index) { cache.get(qgemm_spec(index + 1)); });
    CHECK(cache.statistics().misses == 4);
    CHECK(cache.kernels().size() == 4);
}

TEST_CASE("a failed generation reaches every thread that waits and is not remembered") {
    std::atomic<int> generations{0};
    std::atomic<bool> fails{true};
    KernelCache cache(MachineTraits{}, Tuning{}, {}, [&](const KernelSpec& spec, const MachineTraits& machine) {
        ++generations;
        if (fails) throw Error("no such kernel");
        return trivial_kernel(spec, machine);
    });
    std::atomic<int> refused{0};
    run_together(8, [&](int) {
        try {
            cache.get(qgemm_spec(8));
        } catch (const Error&) {
            ++refused;
        }
    });
    CHECK(refused == 8);
    CHECK(cache.kernels().empty());
    fails = false;
    const int failed_generations = generations;
    CHECK(cache.get(qgemm_spec(8)) != nullptr);
    CHECK(generations == failed_generations + 1);
    const KernelCache::Statistics statistics = cache.statistics();
    CHECK(statistics.misses == static_cast<std::uint64_t>(failed_generations) + 1);
    CHECK(statistics.hits + statistics.misses == 9);
}

TEST_CASE("what makes a kernel another one") {
    KernelCache cache(MachineTraits{}, Tuning{}, {}, trivial_kernel);
    const auto first = cache.get(qgemm_spec(8));
    KernelSpec spec = qgemm_spec(8);
    spec.name = "another name";
    CHECK(cache.get(spec) == first);
    spec.isa = cache.machine().isa;  // what an unset ISA means
    CHECK(cache.get(spec) == first);
    CHECK(first->spec().isa == cache.machine().isa);
    CHECK(cache.get(qgemm_spec(9)) != first);
    spec.tile = 4;
    CHECK(cache.get(spec) != first);
    spec = qgemm_spec(8);
    spec.weight = weight_format_by_name("q6_k");
    CHECK(cache.get(spec) != first);
    CHECK(cache.statistics().misses == 4);
    CHECK(cache.statistics().hits == 2);

    spec = qgemm_spec(8);
    spec.isa = Isa::sm_80;
    CHECK_THROWS_WITH_AS(cache.get(spec), "kernel projection is for sm_80, the kernel cache for avx2", Error);
}

TEST_CASE("real kernels: once per spec, an invalid spec refused each time") {
    KernelCache cache(host_machine(best_host_isa()));
    run_together(8, [&](int index) { cache.get(qgemm_spec(index % 2 + 5)); });
    CHECK(cache.statistics().misses == 2);
    CHECK(cache.statistics().hits == 6);
    CHECK(cache.statistics().code_bytes > 0);
    KernelSpec invalid = qgemm_spec(5);
    invalid.k = 100;
    CHECK_THROWS_AS(cache.get(invalid), Error);
    CHECK_THROWS_AS(cache.get(invalid), Error);
    CHECK(cache.kernels().size() == 2);
}

TEST_CASE("the kernel used longest ago leaves first") {
    KernelCache cache(MachineTraits{}, Tuning{}, {.kernels = 3}, kernel_of_size);
    const auto is_held = [&cache](std::int64_t tokens) {
        const auto kernels = cache.kernels();
        return std::any_of(kernels.begin(), kernels.end(),
                           [tokens](const auto& kernel) { return kernel->spec().tokens == tokens; });
    };
    const auto first = cache.get(qgemm_spec(1));
    cache.get(qgemm_spec(2));
    cache.get(qgemm_spec(3));
    cache.get(qgemm_spec(1));  // used again: 2 is the oldest now
    CHECK(cache.statistics().evictions == 0);
    cache.get(qgemm_spec(4));
    CHECK_FALSE(is_held(2));
    CHECK((is_held(1) && is_held(3) && is_held(4)));
    cache.get(qgemm_spec(5));
    CHECK_FALSE(is_held(3));
    cache.get(qgemm_spec(6));
    CHECK_FALSE(is_held(1));
    CHECK((is_held(4) && is_held(5) && is_held(6)));

    KernelCache::Statistics statistics = cache.statistics();
    CHECK(statistics.evictions == 3);
    CHECK(statistics.misses == 6);
    CHECK(statistics.hits == 1);
    CHECK(statistics.kernels == 3);
    CHECK(statistics.code_bytes == 4 + 5 + 6);
    CHECK(statistics.compile_seconds == 6 * 0.25);

    // What left is still whole where it is held, and made anew where it is asked for.
    CHECK(first->code().size() == 1);
    (*first)(QGemmCall{});
    const auto again = cache.get(qgemm_spec(1));
    CHECK(again != first);
    CHECK(cache.statistics().misses == 7);
    std::vector<std::int64_t> order;
    for (const auto& kernel : cache.kernels()) order.push_back(kernel->spec().tokens);
    CHECK(order == std::vector<std::int64_t>{5, 6, 1});
}

TEST_CASE("the bytes of code are bounded too, and the newest kernel stays in any case") {
    KernelCache cache(MachineTraits{}, Tuning{}, {.kernels = 100, .code_bytes = 100}, kernel_of_size);
    for (const std::int64_t bytes : {40, 30, 20}) cache.get(qgemm_spec(bytes));
    CHECK(cache.statistics().code_bytes == 90);
    cache.get(qgemm_spec(45));  // 40 leaves
    CHECK(cache.statistics().code_bytes == 95);
    CHECK(cache.statistics().evictions == 1);
    cache.get(qgemm_spec(80));  // 30 and 20 leave, and 45: 125 is too much
    CHECK(cache.statistics().code_bytes == 80);
    CHECK(cache.statistics().evictions == 4);
    cache.get(qgemm_spec(1000));
    CHECK(cache.statistics().code_bytes == 1000);
    CHECK(cache.statistics().kernels == 1);
    cache.get(qgemm_spec(7));
    CHECK(cache.statistics().code_bytes == 7);
}

TEST_CASE("32 threads use a cache too small for their kernels") {
    KernelCache cache(MachineTraits{}, Tuning{}, {.kernels = 4}, kernel_of_size);
    constexpr int threads = 32, rounds = 50, distinct = 9;
    std::atomic<int> wrong{0};
    run_together(threads, [&](int index) {
        for (int round = 0; round < rounds; ++round) {
            const std::int64_t tokens = 1 + (index * 7 + round * 5) % distinct;
            const auto kernel = cache.get(qgemm_spec(tokens));
            (*kernel)(QGemmCall{});
            if (kernel->spec().tokens != tokens) ++wrong;
            if (cache.kernels().size() > 4 + threads) ++wrong;
        }
    });
    CHECK(wrong == 0);
    const KernelCache::Statistics statistics = cache.statistics();
    CHECK(statistics.hits + statistics.misses == threads * rounds);
    CHECK(statistics.kernels == 4);
    CHECK(statistics.evictions == statistics.misses - 4);
    CHECK(cache.kernels().size() == 4);
    std::size_t bytes = 0;
    for (const auto& kernel : cache.kernels()) bytes += kernel->code().size();
    CHECK(statistics.code_bytes == bytes);
}

TEST_CASE("a kernel's pages are executable and not writable; no page of the process is both") {
    KernelCache cache(host_machine(best_host_isa()));
    std::vector<std::shared_ptr<const Kernel>> kernels;
    for (const std::int64_t tokens : {1, 32, 128}) kernels.push_back(cache.get(qgemm_spec(tokens)));
    std::size_t sealed = 0;
    std::ifstream maps("/proc/self/maps");
    for (std::string line; std::getline(maps, line);) {
        CAPTURE(line);
        std::uintptr_t begin = 0, end = 0;
        char dash = 0;
        std::string rights;
        std::istringstream(line) >> std::hex >> begin >> dash >> end >> rights;
        REQUIRE(rights.size() == 4);
        CHECK_FALSE((rights[1] == 'w' && rights[2] == 'x'));
        for (const auto& kernel : kernels) {
            const auto code = reinterpret_cast<std::uintptr_t>(kernel->code().data());
            if (code < begin || code >= end) continue;
            CHECK(rights.starts_with("r-x"));
            CHECK(code + kernel->code().size() <= end);
            ++sealed;
        }
    }
    CHECK(sealed == kernels.size());
}
