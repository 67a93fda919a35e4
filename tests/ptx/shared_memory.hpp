#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "tests/ptx/types.hpp"

namespace quern::ptx {

/// A thread block's shared memory, with what a GPU does not tell: reads of bytes never written, and two threads
/// touching a byte with nothing between that orders them, one of them writing. What orders: between warps a barrier of
/// the block; between the lanes of a warp bar.warp.sync, and for a write after another lane's read any instruction all
/// lanes meet in (a shuffle needs what was read before it).
class SharedMemory {
  public:
    /// A new block's memory: nothing written.
    void reset(std::uint32_t bytes);
    /// All warps passed a barrier: what was done before happened before what follows.
    void barrier();
    /// All lanes of a warp met; with `orders_memory`, what they wrote is seen by all of them.
    void meet(std::uint32_t warp, bool orders_memory);

    std::uint32_t size() const { return static_cast<std::uint32_t>(bytes_.size()); }
    std::uint8_t* data() { return bytes_.data(); }

    // One lane's access, in bounds and aligned already: checked and remembered. Each throws Violation.

    void note_read(std::uint32_t address, std::uint32_t width, std::uint32_t warp, std::uint32_t lane);
    /// Writes, too: lanes that write the same to one place do no harm.
    void write(std::uint32_t address, std::uint32_t width, std::uint32_t warp, std::uint32_t lane,
               const std::uint8_t* value);
    /// An atomic.
    void note_update(std::uint32_t address, std::uint32_t width, std::uint32_t warp);

    /// Conflicts of one warp's access of `width` bytes a lane.
    static std::uint32_t conflicts(const std::uint32_t addresses[warp_lanes], std::uint32_t mask, std::uint32_t width);

  private:
    // What happened to a word, and which of its bytes hold a value. Times are readings of clock_, which advances when
    // something orders accesses. What is older than the last barrier matters no more; `initialized` counts where the
    // last write is of this block.
    struct Word {
        std::uint32_t write_time = 0, read_time = 0, update_time = 0;
        std::uint32_t readers = 0, updaters = 0;              // warps since the barrier
        std::uint32_t reader_lanes = 0;                       // of the warp `reader`, since its lanes met
        std::uint8_t initialized = 0, written = 0, read = 0;  // bytes
        std::uint8_t writer = 0, reader = 0;                  // warps
        std::uint8_t writer_lane[4] = {};                     // of each byte, no_lane where all lanes know it
    };
    void read_word(Word& word, std::uint8_t bytes, std::uint32_t address, std::uint32_t warp, std::uint32_t lane);
    void remember_reader(Word& word, std::uint8_t bytes, std::uint32_t warp, std::uint32_t lane);
    void write_word(Word& word, std::uint8_t bytes, std::uint32_t address, std::uint32_t warp, std::uint32_t lane,
                    bool same_value);

    std::vector<std::uint8_t> bytes_;
    std::vector<Word> words_;
    std::uint32_t clock_ = 1, block_time_ = 1, barrier_time_ = 1;
    std::uint32_t met_[warp_lanes] = {}, ordered_[warp_lanes] = {};  // a warp's last times; a block has 32 at most
};

}  // namespace quern::ptx
