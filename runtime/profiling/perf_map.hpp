#pragma once

#include <cstdint>
#include <filesystem>
#include <span>
#include <string>

namespace quern {

/// The file in which perf looks for the symbols of a process's generated code, /tmp/perf-PID.map: a line
/// "START SIZE NAME" for each piece, START and SIZE in hexadecimal (Linux, tools/perf/Documentation/jit-interface.txt).
class PerfMap {
  public:
    /// Opens `file` for appending, so that other generators of the process may write to it too. Throws Error naming it
    /// where it cannot be opened or is someone else's.
    explicit PerfMap(std::filesystem::path file = path_of_this_process());
    ~PerfMap();
    PerfMap(const PerfMap&) = delete;
    PerfMap& operator=(const PerfMap&) = delete;

    /// Adds a line, written at once and whole. Safe to call from many threads. Throws Error where it cannot be written.
    void add(const std::string& symbol, std::span<const std::uint8_t> code) const;

    static std::filesystem::path path_of_this_process();

  private:
    std::filesystem::path file_;
    int descriptor_ = -1;
};

}  // namespace quern
