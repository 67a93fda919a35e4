#include "runtime/bench/read_meter.hpp"

#include <algorithm>
#include <atomic>
#include <cstring>

#include "runtime/engine/stopwatch.hpp"
#include "runtime/system/thread_pool.hpp"

namespace quern {

namespace {

constexpr int passes = 5;
constexpr std::size_t chunk_bytes = 64 << 10;
constexpr std::size_t line_bytes = 64, lines_ahead = 16;

/// One word of every cache line: the lines' way to the core is all that takes time.
std::uint64_t read_lines(std::span<const std::uint8_t> bytes) {
    std::uint64_t sum = 0, word;
    for (std::size_t at = 0; at + line_bytes <= bytes.size(); at += line_bytes) {
        __builtin_prefetch(bytes.data() + std::min(at + lines_ahead * line_bytes, bytes.size() - 1));
        std::memcpy(&word, bytes.data() + at, sizeof word);
        sum += word;
    }
    return sum;
}

}  // namespace

double read_gigabytes_a_second(std::span<const std::uint8_t> bytes, ThreadPool& pool) {
    const auto chunks = static_cast<std::int64_t>((bytes.size() + chunk_bytes - 1) / chunk_bytes);
    std::atomic<std::uint64_t> sum = 0;  // what is read must be used
    double best = 0;
    for (int pass = 0; pass < passes; ++pass) {
        const Stopwatch watch;
        pool.parallel_for(chunks, [&](std::int64_t chunk, int) {
            const std::size_t first = static_cast<std::size_t>(chunk) * chunk_bytes;
            sum += read_lines(bytes.subspan(first, std::min(chunk_bytes, bytes.size() - first)));
        });
        best = std::max(best, static_cast<double>(bytes.size()) / std::max(watch.seconds(), 1e-9) / 1e9);
    }
    return best;
}

}  // namespace quern
