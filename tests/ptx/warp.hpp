#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "tests/ptx/counters.hpp"
#include "tests/ptx/device_memory.hpp"
#include "tests/ptx/instruction.hpp"
#include "tests/ptx/shared_memory.hpp"
#include "tests/ptx/types.hpp"

namespace quern::ptx {

/// Where the state spaces lie in the generic address space.
inline constexpr std::uint64_t shared_window = std::uint64_t{1} << 60, local_window = std::uint64_t{2} << 60,
                               window_bytes = std::uint64_t{1} << 32;

struct Dimensions {
    std::uint32_t x = 1, y = 1, z = 1;
    std::uint64_t count() const { return std::uint64_t{x} * y * z; }
};

/// What all blocks of a launch share.
struct Launch {
    const Kernel* kernel = nullptr;
    const DeviceMemory* memory = nullptr;
    std::vector<std::uint8_t> parameters;
    Dimensions grid, block;
    std::uint32_t shared_bytes = 0;  ///< static and dynamic
};

/// What the warps of a block share.
struct Block {
    const Launch* launch = nullptr;
    Dimensions index;
    SharedMemory shared;
    Counters* counters = nullptr;
    /// The allocation each memory instruction met last: a lookup is rarely needed.
    std::vector<const Allocation*> last_met;
};

/// 32 threads: their registers, and the stack of where they are (pdom reconvergence: W. Fung et al., "Dynamic Warp
/// Formation and Scheduling for Efficient GPU Control Flow", 2007).
class Warp {
  public:
    enum class State { ready, at_barrier, finished };

    void start(Block& block, std::uint32_t index, std::uint32_t first_thread, std::uint32_t threads);
    /// Runs until a barrier or the end. Throws Violation, with the instruction and the thread's place in it.
    void run();

    State state() const { return state_; }
    std::uint32_t barrier() const { return barrier_; }
    void release() { state_ = State::ready; }
    std::uint32_t index() const { return index_; }

    // For the handlers.

    /// The lanes of a slot.
    template <class T>
    Storage<T>* lanes(std::uint32_t slot) {
        return reinterpret_cast<Storage<T>*>(file_.data() + slot);
    }
    std::uint32_t& predicate(std::uint32_t index) { return predicates_[index]; }
    Block& block() { return *block_; }
    std::uint32_t live() const { return live_; }
    std::uint8_t* local(int lane) { return local_.data() + static_cast<std::size_t>(lane) * local_bytes_; }
    std::uint32_t local_bytes() const { return local_bytes_; }
    std::uint32_t position(const Instruction& instruction) const;

    void branch(const Instruction& instruction, std::uint32_t taken, std::uint32_t mask);
    void exit(std::uint32_t mask);
    void wait(std::uint32_t barrier) {
        state_ = State::at_barrier;
        barrier_ = barrier;
    }

  private:
    struct Path {
        std::uint32_t next;        ///< instruction
        std::uint32_t mask;        ///< lanes
        std::uint32_t reconverge;  ///< where the path ends
    };
    [[noreturn]] void explain(const Violation& violation, std::uint32_t position, std::uint32_t mask) const;

    struct alignas(64) Line {
        std::uint8_t bytes[64];
    };
    std::span<std::uint8_t> file_;
    std::vector<Line> file_lines_;
    std::vector<std::uint32_t> predicates_;
    std::vector<Path> paths_;
    std::vector<std::uint8_t> local_;
    Block* block_ = nullptr;
    State state_ = State::ready;
    std::uint32_t index_ = 0, live_ = 0, barrier_ = 0, local_bytes_ = 0, first_thread_ = 0;
};

}  // namespace quern::ptx
