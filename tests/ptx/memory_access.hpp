#pragma once

#include <cstdint>

#include "tests/ptx/warp.hpp"

namespace quern::ptx {

/// A warp's access, checked: where each lane's bytes lie in the host's memory.
struct Access {
    std::uint8_t* bytes[warp_lanes] = {};
    /// What a store writes, 16 bytes a lane: shared memory is written while it is checked.
    const std::uint8_t (*values)[16] = nullptr;
};

/// Which way an access goes; an atomic goes both.
enum class Direction { load, store, atomic };

/// The addresses of a memory instruction's lanes: its base slot and its offset.
void lane_addresses(Warp& warp, const Instruction& instruction, std::size_t slot, std::uint64_t addresses[warp_lanes]);

/// Resolves an access of `width` bytes a lane in one state space: bounds, alignment, counters, and for shared memory
/// races and unwritten reads. Throws Violation.
void access_global(Warp& warp, const Instruction& instruction, std::uint32_t mask, std::uint32_t width,
                   Direction direction, const std::uint64_t addresses[warp_lanes], Access& access);
void access_shared(Warp& warp, const Instruction& instruction, std::uint32_t mask, std::uint32_t width,
                   Direction direction, const std::uint64_t addresses[warp_lanes], Access& access);
void access_local(Warp& warp, std::uint32_t mask, std::uint32_t width, const std::uint64_t addresses[warp_lanes],
                  Access& access);
/// An address in the generic space: each lane goes where its address says.
void access_generic(Warp& warp, const Instruction& instruction, std::uint32_t mask, std::uint32_t width,
                    Direction direction, const std::uint64_t addresses[warp_lanes], Access& access);

}  // namespace quern::ptx
