#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "tests/ptx/types.hpp"

namespace quern::ptx {

/// A thread block's shared memory, with what a GPU does not tell: reads of bytes never written, and two warps touching
/// a byte between the same barriers, one of them writing.
class SharedMemory {
  public:
    void reset(std::uint32_t bytes);
    /// All warps passed a barrier: what was done before happened before what follows.
    void barrier() { ++epoch_; }

    std::uint32_t size() const { return static_cast<std::uint32_t>(bytes_.size()); }
    std::uint8_t* data() { return bytes_.data(); }

    /// Checks one lane's access, in bounds and aligned already, and remembers it. Throws Violation.
    void note_read(std::uint32_t address, std::uint32_t width, std::uint32_t warp);
    void note_write(std::uint32_t address, std::uint32_t width, std::uint32_t warp);

    /// Conflicts of one warp's access of `width` bytes a lane.
    static std::uint32_t conflicts(const std::uint32_t addresses[warp_lanes], std::uint32_t mask, std::uint32_t width);

  private:
    // What happened to a word since the last barrier, and which of its bytes hold a value.
    struct Word {
        std::uint32_t read_epoch = 0, readers = 0, write_epoch = 0;
        std::uint8_t writer = 0, written = 0, initialized = 0;
    };
    std::vector<std::uint8_t> bytes_;
    std::vector<Word> words_;
    std::uint32_t epoch_ = 1;
};

}  // namespace quern::ptx
