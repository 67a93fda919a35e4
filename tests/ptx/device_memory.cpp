#include "tests/ptx/device_memory.hpp"

#include <new>

namespace quern::ptx {

namespace {

constexpr std::uint64_t alignment = 512;

}  // namespace

std::uint64_t DeviceMemory::allocate(std::uint64_t bytes) {
    if (bytes == 0 || used_ > capacity_ || bytes > capacity_ - used_) return 0;
    std::unique_ptr<std::uint8_t[]> storage(new (std::nothrow) std::uint8_t[bytes + 64]);
    if (!storage) return 0;
    const std::uint64_t begin = next_;
    next_ += (bytes + gap + alignment - 1) / alignment * alignment;
    used_ += bytes;
    const Allocation allocation{begin, bytes, storage.get(), nullptr};
    live_.emplace(begin, Held{allocation, std::move(storage), nullptr});
    return begin;
}

bool DeviceMemory::free(std::uint64_t address) {
    const auto held = live_.find(address);
    if (held == live_.end()) return false;
    used_ -= held->second.allocation.bytes;
    freed_.emplace(address, held->second.allocation.bytes);
    live_.erase(held);
    return true;
}

const Allocation* DeviceMemory::find(std::uint64_t address, std::uint64_t bytes) const {
    auto next = live_.upper_bound(address);
    if (next == live_.begin()) return nullptr;
    const Allocation& allocation = std::prev(next)->second.allocation;
    return allocation.holds(address, bytes) ? &allocation : nullptr;
}

const char* DeviceMemory::describe(std::uint64_t address) const {
    if (const auto next = freed_.upper_bound(address); next != freed_.begin())
        if (const auto& [begin, bytes] = *std::prev(next); address - begin < bytes) return "freed memory";
    if (const auto next = live_.upper_bound(address); next != live_.begin()) {
        const Allocation& allocation = std::prev(next)->second.allocation;
        if (address - allocation.begin < allocation.bytes) return "the end of an allocation";
        if (address - allocation.begin < allocation.bytes + gap) return "past the end of an allocation";
    }
    return "no allocation";
}

Watch* DeviceMemory::watch(std::uint64_t address) {
    const auto held = live_.find(address);
    if (held == live_.end()) return nullptr;
    if (!held->second.watch) {
        held->second.watch = std::make_unique<Watch>();
        held->second.watch->read.assign(held->second.allocation.bytes, 0);
        held->second.allocation.watch = held->second.watch.get();
    }
    return held->second.watch.get();
}

}  // namespace quern::ptx
