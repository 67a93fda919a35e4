#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace quern {

/// A minimal ELF object: one function symbol over code that is in memory already, at its address there.
std::vector<std::uint8_t> symbol_file(const std::string& symbol, std::span<const std::uint8_t> code);

/// Makes one function known to a debugger through GDB's JIT interface (GDB manual, "JIT Compilation Interface") for as
/// long as the object lives: backtraces, `info symbol` and breakpoints name it. Costs a few hundred bytes and no system
/// call where no debugger is attached; one attached later finds it too. Safe to use from many threads.
class GdbRegistration {
  public:
    GdbRegistration(const std::string& symbol, std::span<const std::uint8_t> code);
    ~GdbRegistration();
    GdbRegistration(GdbRegistration&&) noexcept;
    GdbRegistration& operator=(GdbRegistration&&) = delete;

  private:
    struct Entry;
    std::unique_ptr<Entry> entry_;
};

}  // namespace quern
