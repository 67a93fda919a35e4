#include "tests/ptx/memory_access.hpp"

#include <algorithm>
#include <atomic>
#include <bit>
#include <cstdio>

namespace quern::ptx {

namespace {

constexpr std::uint32_t sector_bytes = 32;

std::string hexadecimal(std::uint64_t address) {
    char text[24];
    std::snprintf(text, sizeof text, "0x%llx", static_cast<unsigned long long>(address));
    return text;
}

void check_alignment(const std::uint64_t addresses[warp_lanes], std::uint32_t mask, std::uint32_t width) {
    for (int lane = 0; lane < warp_lanes; ++lane)
        if ((mask >> lane & 1) != 0 && addresses[lane] % width != 0)
            throw Violation(Fault::alignment, "the address " + hexadecimal(addresses[lane]) + " of lane " +
                                                  std::to_string(lane) + " is no multiple of " + std::to_string(width));
}

// Distinct 32-byte sectors. An aligned access of up to 16 bytes lies in one.
std::uint32_t sectors(const std::uint64_t addresses[warp_lanes], std::uint32_t mask) {
    std::uint64_t touched[warp_lanes];
    int count = 0;
    for (int lane = 0; lane < warp_lanes; ++lane) {
        if ((mask >> lane & 1) == 0) continue;
        const std::uint64_t sector = addresses[lane] / sector_bytes;
        if (count == 0 || touched[count - 1] != sector) touched[count++] = sector;
    }
    if (!std::is_sorted(touched, touched + count)) std::sort(touched, touched + count);
    return static_cast<std::uint32_t>(std::unique(touched, touched + count) - touched);
}

void note_watched(Watch& watch, const Allocation& allocation, std::uint64_t address, std::uint32_t width) {
    for (std::uint32_t byte = 0; byte < width; ++byte)
        std::atomic_ref(watch.read[address - allocation.begin + byte]).store(1, std::memory_order_relaxed);
}

}  // namespace

void lane_addresses(Warp& warp, const Instruction& instruction, std::size_t slot, std::uint64_t addresses[warp_lanes]) {
    const auto offset = static_cast<std::uint64_t>(instruction.offset);
    if ((instruction.flags & 1) != 0) {
        const std::uint32_t* base = warp.lanes<std::uint32_t>(instruction.slot[slot]);
        for (int lane = 0; lane < warp_lanes; ++lane) addresses[lane] = base[lane] + offset;
    } else {
        const std::uint64_t* base = warp.lanes<std::uint64_t>(instruction.slot[slot]);
        for (int lane = 0; lane < warp_lanes; ++lane) addresses[lane] = base[lane] + offset;
    }
}

void access_global(Warp& warp, const Instruction& instruction, std::uint32_t mask, std::uint32_t width,
                   Direction direction, const std::uint64_t addresses[warp_lanes], Access& access) {
    check_alignment(addresses, mask, width);
    Block& block = warp.block();
    const Allocation*& last = block.last_met[instruction.memory_site];
    const int width_class = std::countr_zero(width);
    quern_ptx_counters& totals = block.counters->totals;
    if (direction == Direction::store) {
        ++totals.global_stores;
        totals.global_store_sectors += sectors(addresses, mask);
    } else {
        ++totals.global_loads;
        totals.global_load_sectors += sectors(addresses, mask);
        ++totals.global_loads_by_width[width_class];
    }
    bool width_noted = false;
    for (int lane = 0; lane < warp_lanes; ++lane) {
        if ((mask >> lane & 1) == 0) continue;
        const std::uint64_t address = addresses[lane];
        if (last == nullptr || !last->holds(address, width)) {
            last = block.launch->memory->find(address, width);
            if (last == nullptr)
                throw Violation(Fault::address,
                                std::string(direction == Direction::load ? "a load of " : "a store of ") +
                                    std::to_string(width) + " bytes out of bounds: lane " + std::to_string(lane) +
                                    ", address " + hexadecimal(address) + " meets " +
                                    block.launch->memory->describe(address));
        }
        access.bytes[lane] = last->data + (address - last->begin);
        if (last->watch != nullptr && direction == Direction::load) {
            note_watched(*last->watch, *last, address, width);
            if (!width_noted) std::atomic_ref(last->watch->widths[width_class]).fetch_add(1, std::memory_order_relaxed);
            width_noted = true;
        }
    }
}

void access_shared(Warp& warp, const Instruction& instruction, std::uint32_t mask, std::uint32_t width,
                   Direction direction, const std::uint64_t addresses[warp_lanes], Access& access) {
    check_alignment(addresses, mask, width);
    Block& block = warp.block();
    std::uint32_t offsets[warp_lanes] = {};
    for (int lane = 0; lane < warp_lanes; ++lane) {
        if ((mask >> lane & 1) == 0) continue;
        const std::uint64_t address = addresses[lane];
        if (address > block.shared.size() || width > block.shared.size() - address)
            throw Violation(Fault::address, "lane " + std::to_string(lane) + " reaches byte " +
                                                std::to_string(address) + " of " + std::to_string(block.shared.size()) +
                                                " bytes of shared memory");
        offsets[lane] = static_cast<std::uint32_t>(address);
        access.bytes[lane] = block.shared.data() + address;
        const auto number = static_cast<std::uint32_t>(lane);
        if (direction == Direction::load)
            block.shared.note_read(offsets[lane], width, warp.index(), number);
        else if (direction == Direction::store)
            block.shared.write(offsets[lane], width, warp.index(), number, access.values[lane]);
        else
            block.shared.note_update(offsets[lane], width, warp.index());
    }
    const std::uint32_t conflicts = SharedMemory::conflicts(offsets, mask, width);
    quern_ptx_counters& totals = block.counters->totals;
    (direction == Direction::store ? totals.shared_stores : totals.shared_loads) += 1;
    (direction == Direction::store ? totals.shared_store_conflicts : totals.shared_load_conflicts) += conflicts;
    if (conflicts != 0) block.counters->conflicts[warp.position(instruction)] += conflicts;
}

void access_local(Warp& warp, std::uint32_t mask, std::uint32_t width, const std::uint64_t addresses[warp_lanes],
                  Access& access) {
    check_alignment(addresses, mask, width);
    for (int lane = 0; lane < warp_lanes; ++lane) {
        if ((mask >> lane & 1) == 0) continue;
        if (addresses[lane] > warp.local_bytes() || width > warp.local_bytes() - addresses[lane])
            throw Violation(Fault::address, "lane " + std::to_string(lane) + " leaves its local memory");
        access.bytes[lane] = warp.local(lane) + addresses[lane];
    }
}

void access_generic(Warp& warp, const Instruction& instruction, std::uint32_t mask, std::uint32_t width,
                    Direction direction, const std::uint64_t addresses[warp_lanes], Access& access) {
    std::uint32_t shared = 0, local = 0;
    std::uint64_t inside[warp_lanes] = {};
    for (int lane = 0; lane < warp_lanes; ++lane) {
        if ((mask >> lane & 1) == 0) continue;
        const std::uint64_t address = addresses[lane];
        const bool in_shared = address - shared_window < window_bytes, in_local = address - local_window < window_bytes;
        shared |= static_cast<std::uint32_t>(in_shared) << lane;
        local |= static_cast<std::uint32_t>(in_local) << lane;
        inside[lane] = in_shared ? address - shared_window : in_local ? address - local_window : address;
    }
    if (shared != 0) access_shared(warp, instruction, shared, width, direction, inside, access);
    if (local != 0) access_local(warp, local, width, inside, access);
    if (const std::uint32_t global = mask & ~shared & ~local; global != 0)
        access_global(warp, instruction, global, width, direction, inside, access);
}

}  // namespace quern::ptx
