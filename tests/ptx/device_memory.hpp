#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <vector>

namespace quern::ptx {

/// What was loaded of a watched allocation. Written by several host threads at once, always with the same values or
/// atomically.
struct Watch {
    std::vector<std::uint8_t> read;
    std::uint64_t widths[5] = {};
};

struct Allocation {
    std::uint64_t begin = 0, bytes = 0;
    std::uint8_t* data = nullptr;
    Watch* watch = nullptr;

    bool holds(std::uint64_t address, std::uint64_t size) const {
        return address >= begin && size <= bytes && address - begin <= bytes - size;
    }
};

/// Global memory: addresses of its own, far from the host's; a gap after each allocation, and none is ever given twice,
/// so that an access out of bounds or after a free always meets nothing.
class DeviceMemory {
  public:
    static constexpr std::uint64_t first_address = std::uint64_t{1} << 40;
    static constexpr std::uint64_t gap = std::uint64_t{1} << 20;

    explicit DeviceMemory(std::uint64_t capacity) : capacity_(capacity) {}

    /// 0 where there is no room.
    std::uint64_t allocate(std::uint64_t bytes);
    bool free(std::uint64_t address);
    /// The allocation holding the whole range, or nullptr.
    const Allocation* find(std::uint64_t address, std::uint64_t bytes) const;
    /// What was once at an address, for messages.
    const char* describe(std::uint64_t address) const;
    Watch* watch(std::uint64_t address);
    void set_capacity(std::uint64_t bytes) { capacity_ = bytes; }
    std::uint64_t capacity() const { return capacity_; }
    std::uint64_t used() const { return used_; }
    std::size_t count() const { return live_.size(); }

  private:
    struct Held {
        Allocation allocation;
        std::unique_ptr<std::uint8_t[]> bytes;
        std::unique_ptr<Watch> watch;
    };
    std::uint64_t capacity_, used_ = 0, next_ = first_address;
    std::map<std::uint64_t, Held> live_;            // by first address
    std::map<std::uint64_t, std::uint64_t> freed_;  // first address -> bytes
};

}  // namespace quern::ptx
