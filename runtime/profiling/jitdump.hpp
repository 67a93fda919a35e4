#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <mutex>
#include <span>
#include <string>

namespace quern {

/// A jitdump file, version 1: generated code with its bytes and the time it appeared, which `perf inject --jit` turns
/// into object files (Linux, tools/perf/Documentation/jitdump-specification.txt). Used as
///
///     QUERN_PERF=jitdump perf record -k mono quern ...
///     perf inject --jit -i perf.data -o perf.jit.data && perf report -i perf.jit.data
///
/// Times are CLOCK_MONOTONIC. perf record learns of the file from an executable mapping of its first page, which lasts
/// as long as the object.
class JitDump {
  public:
    /// Makes `file` anew. Throws Error naming it where it cannot be made or mapped.
    explicit JitDump(std::filesystem::path file = path_of_this_process());
    ~JitDump();
    JitDump(const JitDump&) = delete;
    JitDump& operator=(const JitDump&) = delete;

    /// Adds a JIT_CODE_LOAD record. Safe to call from many threads. Throws Error where it cannot be written.
    void add(const std::string& symbol, std::span<const std::uint8_t> code);

    /// jit-PID.dump in the system's temporary directory.
    static std::filesystem::path path_of_this_process();

  private:
    void write_all(std::span<const std::uint8_t> bytes) const;

    std::filesystem::path file_;
    int descriptor_ = -1;
    void* marker_ = nullptr;  ///< the mapping perf sees
    std::size_t marker_bytes_ = 0;
    std::mutex mutex_;
    std::uint64_t next_index_ = 0;
};

}  // namespace quern
