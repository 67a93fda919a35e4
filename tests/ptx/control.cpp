#include <cstring>

#include "tests/ptx/device_state.hpp"
#include "tests/ptx/quern_ptx.h"

#define QUERN_EXPORT extern "C" __attribute__((visibility("default")))

namespace {

using namespace quern::ptx;

// Calls `body` with what was counted for a kernel, or for each where `kernel` is null.
template <class Body>
bool for_kernels(const char* kernel, const Body& body) {
    DeviceState& device = DeviceState::get();
    const std::lock_guard lock(device.mutex);
    bool found = false;
    for (const auto& [name, counted] : device.counted)
        if (kernel == nullptr || name == kernel) {
            body(counted);
            found = true;
        }
    return found;
}

}  // namespace

QUERN_EXPORT void quern_ptx_reset(void) {
    DeviceState& device = DeviceState::get();
    const std::lock_guard lock(device.mutex);
    device.counted.clear();
    device.violation.clear();
    device.pending = device.sticky = success;
    device.injection = {};
}

QUERN_EXPORT int quern_ptx_kernel_counters(const char* kernel, quern_ptx_counters* out) {
    *out = {};
    return for_kernels(kernel, [&](const DeviceState::Counted& counted) { add(*out, counted.totals); });
}

QUERN_EXPORT uint64_t quern_ptx_matrix_count(const char* kernel, const char* shape) {
    std::uint64_t count = 0;
    for_kernels(kernel, [&](const DeviceState::Counted& counted) {
        if (const auto found = counted.matrix.find(shape); found != counted.matrix.end()) count += found->second;
    });
    return count;
}

QUERN_EXPORT const char* quern_ptx_conflict_lines(const char* kernel) {
    static std::string text;
    text.clear();
    for_kernels(kernel, [&](const DeviceState::Counted& counted) {
        for (const auto& [place, conflicts] : counted.conflicts)
            text += std::to_string(conflicts) + " line " + std::to_string(place.first) + ": " + place.second + "\n";
    });
    return text.c_str();
}

QUERN_EXPORT const char* quern_ptx_last_violation(void) {
    static std::string text;
    DeviceState& device = DeviceState::get();
    const std::lock_guard lock(device.mutex);
    text = device.violation;
    return text.c_str();
}

QUERN_EXPORT int quern_ptx_watch(uint64_t address) {
    DeviceState& device = DeviceState::get();
    const std::lock_guard lock(device.mutex);
    return device.memory.watch(address) != nullptr;
}

QUERN_EXPORT int quern_ptx_bytes_read(uint64_t address, uint8_t* out, size_t size) {
    DeviceState& device = DeviceState::get();
    const std::lock_guard lock(device.mutex);
    const Watch* watch = device.memory.watch(address);
    if (watch == nullptr || size != watch->read.size()) return 0;
    std::memcpy(out, watch->read.data(), size);
    return 1;
}

QUERN_EXPORT int quern_ptx_widths_read(uint64_t address, uint64_t out[5]) {
    DeviceState& device = DeviceState::get();
    const std::lock_guard lock(device.mutex);
    const Watch* watch = device.memory.watch(address);
    if (watch == nullptr) return 0;
    std::memcpy(out, watch->widths, sizeof watch->widths);
    return 1;
}

QUERN_EXPORT uint64_t quern_ptx_live_objects(void) {
    DeviceState& device = DeviceState::get();
    const std::lock_guard lock(device.mutex);
    std::uint64_t variables = 0;
    for (const auto& [handle, module] : device.modules) variables += module->variables.size();
    return device.memory.count() - variables + device.modules.size() + device.streams.size() + device.events.size() +
           static_cast<std::uint64_t>(device.retained);
}

QUERN_EXPORT void quern_ptx_inject(const char* name, int countdown, int result, int forever) {
    DeviceState& device = DeviceState::get();
    const std::lock_guard lock(device.mutex);
    device.injection = {name, countdown, static_cast<Result>(result), forever != 0};
}

QUERN_EXPORT void quern_ptx_set_memory(uint64_t bytes) {
    DeviceState& device = DeviceState::get();
    const std::lock_guard lock(device.mutex);
    device.memory.set_capacity(bytes);
}

QUERN_EXPORT void quern_ptx_set_sm(int sm) {
    DeviceState& device = DeviceState::get();
    const std::lock_guard lock(device.mutex);
    device.sm = sm;
}
