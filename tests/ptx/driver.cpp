#include <chrono>
#include <cstdint>
#include <cstring>
#include <new>
#include <string>

#include "tests/ptx/decoder.hpp"
#include "tests/ptx/device_state.hpp"
#include "tests/ptx/launch.hpp"

// The CUDA driver's entry points, with cuda.h's names and signatures (the _v2 forms its macros choose). Work is done
// when it is called; what a launch did wrong is told at the next synchronisation, as a device would.

namespace {

using namespace quern::ptx;

// CUdevice_attribute.
enum Attribute {
    max_threads_per_block = 1,
    max_shared_memory_per_block = 8,
    warp_size = 10,
    max_registers_per_block = 12,
    clock_rate = 13,
    multiprocessor_count = 16,
    memory_clock_rate = 36,
    global_memory_bus_width = 37,
    l2_cache_size = 38,
    max_threads_per_multiprocessor = 39,
    compute_capability_major = 75,
    compute_capability_minor = 76,
    max_shared_memory_per_multiprocessor = 81,
    max_shared_memory_per_block_optin = 97,
};

using Address = unsigned long long;
using Handle = void*;

constexpr std::uint32_t default_shared_limit = 48 << 10, optin_shared_limit = 99 << 10;

struct EventState {
    std::chrono::steady_clock::time_point time;
};

// Runs `body` as the entry point `name`: under the lock, after injected and sticky failures had their turn.
template <class Body>
int entry(const char* name, const Body& body) {
    DeviceState& device = DeviceState::get();
    const std::lock_guard lock(device.mutex);
    if (const Result result = device.enter(name); result != success) return result;
    return body(device);
}

// Waiting for the device is what shows that a launch failed; the context is unusable from then on.
Result synchronize(DeviceState& device) {
    if (device.pending != success) device.sticky = device.pending;
    return device.pending;
}

Result result_of(Fault fault) {
    switch (fault) {
        case Fault::address:
            return illegal_address;
        case Fault::alignment:
            return misaligned_address;
        case Fault::launch:
            break;
    }
    return launch_failed;
}

struct ResultName {
    Result result;
    const char *name, *text;
};
constexpr ResultName result_names[] = {
    {success, "CUDA_SUCCESS", "no error"},
    {invalid_value, "CUDA_ERROR_INVALID_VALUE", "invalid argument"},
    {out_of_memory, "CUDA_ERROR_OUT_OF_MEMORY", "out of memory"},
    {not_initialized, "CUDA_ERROR_NOT_INITIALIZED", "initialization error"},
    {invalid_device, "CUDA_ERROR_INVALID_DEVICE", "invalid device ordinal"},
    {invalid_context, "CUDA_ERROR_INVALID_CONTEXT", "invalid device context"},
    {invalid_ptx, "CUDA_ERROR_INVALID_PTX", "a PTX JIT compilation failed"},
    {not_found, "CUDA_ERROR_NOT_FOUND", "named symbol not found"},
    {illegal_address, "CUDA_ERROR_ILLEGAL_ADDRESS", "an illegal memory access was encountered"},
    {misaligned_address, "CUDA_ERROR_MISALIGNED_ADDRESS", "misaligned address"},
    {launch_failed, "CUDA_ERROR_LAUNCH_FAILED", "unspecified launch failure"},
};

Result copy(DeviceState& device, Address address, std::size_t bytes, std::uint8_t*& at) {
    if (bytes == 0) {
        at = nullptr;
        return success;
    }
    const Allocation* allocation = device.memory.find(address, bytes);
    if (allocation == nullptr) return invalid_value;
    at = allocation->data + (address - allocation->begin);
    return success;
}

// Places a module's global variables, then decodes its kernels. On failure everything is given back.
Result load(DeviceState& device, const char* text, std::string& log, LoadedModule*& loaded) {
    auto module = std::make_unique<LoadedModule>();
    const auto give_back = [&] {
        for (const std::uint64_t address : module->variables) device.memory.free(address);
    };
    try {
        const ModuleText parsed = parse_module(text);
        if (parsed.target > device.sm) {
            log = "the module is for sm_" + std::to_string(parsed.target) + ", the device is sm_" +
                  std::to_string(device.sm);
            return invalid_ptx;
        }
        std::map<std::string, std::uint64_t> addresses;
        for (const Variable& variable : parsed.variables) {
            if (variable.space == Space::shared) continue;
            const std::uint64_t address = device.memory.allocate(variable.bytes);
            if (address == 0) {
                give_back();
                return out_of_memory;
            }
            module->variables.push_back(address);
            addresses[variable.name] = address;
            std::uint8_t* data = device.memory.find(address, variable.bytes)->data;
            std::memset(data, 0, variable.bytes);
            if (!variable.initial.empty()) std::memcpy(data, variable.initial.data(), variable.initial.size());
        }
        for (const EntryText& text_of : parsed.entries)
            module->kernels.emplace(text_of.name, Decoder(parsed, text_of, addresses).decode());
    } catch (const ParseError& error) {
        give_back();
        log = error.what();
        return invalid_ptx;
    } catch (const std::bad_alloc&) {
        give_back();
        return out_of_memory;
    }
    loaded = module.get();
    device.modules.emplace(loaded, std::move(module));
    return success;
}

Result launch(DeviceState& device, const Kernel& kernel, const Dimensions& grid, const Dimensions& block,
              unsigned dynamic_shared, void** parameters, void** extra) {
    if (grid.count() == 0 || block.count() == 0 || block.count() > kernel.max_threads || grid.y > 65535 ||
        grid.z > 65535)
        return invalid_value;
    Launch launch;
    launch.kernel = &kernel;
    launch.memory = &device.memory;
    launch.grid = grid;
    launch.block = block;
    launch.parameters.resize(kernel.parameter_bytes);
    if (dynamic_shared > optin_shared_limit) return invalid_value;
    launch.shared_bytes = dynamic_shared == 0 ? kernel.shared_bytes : kernel.dynamic_start + dynamic_shared;
    if (dynamic_shared > kernel.dynamic_limit || launch.shared_bytes > optin_shared_limit ||
        (kernel.dynamic_limit <= default_shared_limit && launch.shared_bytes > default_shared_limit))
        return invalid_value;
    if (kernel.parameters.empty()) {
        // Nothing to copy.
    } else if (parameters != nullptr) {
        for (std::size_t index = 0; index < kernel.parameters.size(); ++index)
            std::memcpy(launch.parameters.data() + kernel.parameters[index].offset, parameters[index],
                        kernel.parameters[index].bytes);
    } else {
        if (extra == nullptr) return invalid_value;
        const void* buffer = nullptr;
        std::size_t bytes = 0;
        for (void** item = extra; *item != nullptr; item += 2) {
            const auto key = reinterpret_cast<std::uintptr_t>(item[0]);
            if (key == 1) buffer = item[1];
            if (key == 2) bytes = *static_cast<std::size_t*>(item[1]);
        }
        if (buffer == nullptr || bytes < kernel.parameter_bytes) return invalid_value;
        std::memcpy(launch.parameters.data(), buffer, kernel.parameter_bytes);
    }
    Counters counters;
    try {
        run_grid(launch, device.threads, counters);
    } catch (const Violation& violation) {
        device.violation = violation.what();
        device.pending = result_of(violation.fault);
    } catch (const std::bad_alloc&) {
        return out_of_memory;
    }
    device.counted[kernel.name].add(kernel, counters);
    return success;
}

}  // namespace

#define QUERN_EXPORT extern "C" __attribute__((visibility("default")))

QUERN_EXPORT int cuInit(unsigned flags) {
    DeviceState& device = DeviceState::get();
    const std::lock_guard lock(device.mutex);
    if (!device.initialized) read_environment(device);
    device.initialized = true;
    if (const Result result = device.enter("cuInit"); result != success) return result;
    return flags == 0 ? success : invalid_value;
}
QUERN_EXPORT int cuDriverGetVersion(int* version) {
    return entry("cuDriverGetVersion", [&](DeviceState&) { return *version = 13000, success; });
}
QUERN_EXPORT int cuDeviceGetCount(int* count) {
    return entry("cuDeviceGetCount", [&](DeviceState&) { return *count = 1, success; });
}
QUERN_EXPORT int cuDeviceGet(int* handle, int ordinal) {
    return entry("cuDeviceGet", [&](DeviceState&) { return ordinal == 0 ? (*handle = 0, success) : invalid_device; });
}
QUERN_EXPORT int cuDeviceGetName(char* name, int length, int) {
    return entry("cuDeviceGetName", [&](DeviceState&) {
        if (length <= 0) return invalid_value;
        std::strncpy(name, "PTX executor", static_cast<std::size_t>(length) - 1);
        name[length - 1] = '\0';
        return success;
    });
}
QUERN_EXPORT int cuDeviceGetAttribute(int* value, int attribute, int) {
    return entry("cuDeviceGetAttribute", [&](DeviceState& device) {
        switch (attribute) {
            case max_threads_per_block:
                *value = 1024;
                break;
            case max_shared_memory_per_block:
                *value = default_shared_limit;
                break;
            case max_shared_memory_per_block_optin:
                *value = optin_shared_limit;
                break;
            case max_shared_memory_per_multiprocessor:
                *value = 100 << 10;
                break;
            case warp_size:
                *value = warp_lanes;
                break;
            case max_registers_per_block:
                *value = 65536;
                break;
            case clock_rate:
                *value = 1000000;
                break;
            case multiprocessor_count:
                *value = 1;
                break;
            case memory_clock_rate:
                *value = 1000000;
                break;
            case global_memory_bus_width:
                *value = 64;
                break;
            case l2_cache_size:
                *value = 1 << 20;
                break;
            case max_threads_per_multiprocessor:
                *value = 2048;
                break;
            case compute_capability_major:
                *value = device.sm / 10;
                break;
            case compute_capability_minor:
                *value = device.sm % 10;
                break;
            default:
                return invalid_value;
        }
        return success;
    });
}
QUERN_EXPORT int cuDeviceTotalMem_v2(std::size_t* bytes, int) {
    return entry("cuDeviceTotalMem_v2",
                 [&](DeviceState& device) { return *bytes = device.memory.capacity(), success; });
}
QUERN_EXPORT int cuDevicePrimaryCtxRetain(Handle* context, int) {
    return entry("cuDevicePrimaryCtxRetain", [&](DeviceState& device) {
        ++device.retained;
        *context = &device;
        return success;
    });
}
QUERN_EXPORT int cuDevicePrimaryCtxRelease_v2(int) {
    DeviceState& device = DeviceState::get();
    const std::lock_guard lock(device.mutex);
    if (device.retained == 0) return invalid_context;
    const Result result = device.enter("cuDevicePrimaryCtxRelease_v2");
    // The last one to leave takes the context along, and what went wrong in it.
    if (--device.retained == 0) device.pending = device.sticky = success;
    return result;
}
QUERN_EXPORT int cuCtxSetCurrent(Handle context) {
    return entry("cuCtxSetCurrent", [&](DeviceState& device) {
        return context == nullptr || (context == &device && device.retained > 0) ? success : invalid_context;
    });
}
QUERN_EXPORT int cuCtxSynchronize() {
    return entry("cuCtxSynchronize", synchronize);
}
QUERN_EXPORT int cuMemGetInfo_v2(std::size_t* free, std::size_t* total) {
    return entry("cuMemGetInfo_v2", [&](DeviceState& device) {
        *free = device.memory.capacity() - device.memory.used();
        *total = device.memory.capacity();
        return success;
    });
}
QUERN_EXPORT int cuMemAlloc_v2(Address* address, std::size_t bytes) {
    return entry("cuMemAlloc_v2", [&](DeviceState& device) {
        if (bytes == 0) return invalid_value;
        *address = device.memory.allocate(bytes);
        return *address != 0 ? success : out_of_memory;
    });
}
// What gives back works on a lost device too: a process must be able to end tidily.
QUERN_EXPORT int cuMemFree_v2(Address address) {
    DeviceState& device = DeviceState::get();
    const std::lock_guard lock(device.mutex);
    const bool freed = device.memory.free(address);
    if (const Result result = device.enter("cuMemFree_v2"); result != success) return result;
    return freed ? success : invalid_value;
}
QUERN_EXPORT int cuMemcpyHtoD_v2(Address to, const void* from, std::size_t bytes) {
    return entry("cuMemcpyHtoD_v2", [&](DeviceState& device) {
        if (const Result result = synchronize(device); result != success) return result;
        std::uint8_t* at = nullptr;
        const Result result = copy(device, to, bytes, at);
        if (at != nullptr) std::memcpy(at, from, bytes);
        return result;
    });
}
QUERN_EXPORT int cuMemcpyDtoH_v2(void* to, Address from, std::size_t bytes) {
    return entry("cuMemcpyDtoH_v2", [&](DeviceState& device) {
        if (const Result result = synchronize(device); result != success) return result;
        std::uint8_t* at = nullptr;
        const Result result = copy(device, from, bytes, at);
        if (at != nullptr) std::memcpy(to, at, bytes);
        return result;
    });
}
QUERN_EXPORT int cuMemcpyHtoDAsync_v2(Address to, const void* from, std::size_t bytes, Handle) {
    return entry("cuMemcpyHtoDAsync_v2", [&](DeviceState& device) {
        std::uint8_t* at = nullptr;
        const Result result = copy(device, to, bytes, at);
        if (at != nullptr) std::memcpy(at, from, bytes);
        return result;
    });
}
QUERN_EXPORT int cuMemcpyDtoHAsync_v2(void* to, Address from, std::size_t bytes, Handle) {
    return entry("cuMemcpyDtoHAsync_v2", [&](DeviceState& device) {
        std::uint8_t* at = nullptr;
        const Result result = copy(device, from, bytes, at);
        if (at != nullptr) std::memcpy(to, at, bytes);
        return result;
    });
}
QUERN_EXPORT int cuMemsetD8_v2(Address to, unsigned char byte, std::size_t bytes) {
    return entry("cuMemsetD8_v2", [&](DeviceState& device) {
        std::uint8_t* at = nullptr;
        const Result result = copy(device, to, bytes, at);
        if (at != nullptr) std::memset(at, byte, bytes);
        return result;
    });
}
QUERN_EXPORT int cuStreamCreate(Handle* stream, unsigned) {
    return entry("cuStreamCreate", [&](DeviceState& device) {
        *stream = new char;
        device.streams.insert(*stream);
        return success;
    });
}
QUERN_EXPORT int cuStreamDestroy_v2(Handle stream) {
    DeviceState& device = DeviceState::get();
    const std::lock_guard lock(device.mutex);
    if (device.streams.erase(stream) == 0) return invalid_value;
    delete static_cast<char*>(stream);
    return device.enter("cuStreamDestroy_v2");
}
QUERN_EXPORT int cuStreamSynchronize(Handle) {
    return entry("cuStreamSynchronize", synchronize);
}
QUERN_EXPORT int cuModuleLoadDataEx(Handle* module, const void* image, unsigned count, const int* options,
                                    void** values) {
    return entry("cuModuleLoadDataEx", [&](DeviceState& device) {
        std::string log;
        LoadedModule* loaded = nullptr;
        const Result result = load(device, static_cast<const char*>(image), log, loaded);
        *module = loaded;
        // CU_JIT_ERROR_LOG_BUFFER and its size.
        char* buffer = nullptr;
        std::size_t room = 0;
        for (unsigned option = 0; option < count; ++option) {
            if (options[option] == 5) buffer = static_cast<char*>(values[option]);
            if (options[option] == 6) room = reinterpret_cast<std::uintptr_t>(values[option]);
        }
        if (buffer != nullptr && room > 0) {
            const std::size_t length = std::min(log.size(), room - 1);
            std::memcpy(buffer, log.data(), length);
            buffer[length] = '\0';
        }
        return result;
    });
}
QUERN_EXPORT int cuModuleUnload(Handle module) {
    DeviceState& device = DeviceState::get();
    const std::lock_guard lock(device.mutex);
    const auto found = device.modules.find(static_cast<LoadedModule*>(module));
    if (found == device.modules.end()) return invalid_value;
    for (const std::uint64_t address : found->second->variables) device.memory.free(address);
    device.modules.erase(found);
    return device.enter("cuModuleUnload");
}
QUERN_EXPORT int cuModuleGetFunction(Handle* function, Handle module, const char* name) {
    return entry("cuModuleGetFunction", [&](DeviceState& device) {
        const auto found = device.modules.find(static_cast<LoadedModule*>(module));
        if (found == device.modules.end()) return invalid_value;
        const auto kernel = found->second->kernels.find(name);
        if (kernel == found->second->kernels.end()) return not_found;
        *function = &kernel->second;
        return success;
    });
}
QUERN_EXPORT int cuFuncGetAttribute(int* value, int attribute, Handle function) {
    return entry("cuFuncGetAttribute", [&](DeviceState&) {
        const Kernel& kernel = *static_cast<Kernel*>(function);
        switch (attribute) {
            case 0:
                *value = static_cast<int>(kernel.max_threads);
                break;
            case 1:
                *value = static_cast<int>(kernel.shared_bytes);
                break;
            case 2:
                *value = 0;
                break;
            case 3:
                *value = static_cast<int>(kernel.local_bytes);
                break;
            case 4:
                *value = 0;
                break;  // registers: ptxas gives them, there is none here
            case 8:
                *value = static_cast<int>(kernel.dynamic_limit);
                break;
            default:
                return invalid_value;
        }
        return success;
    });
}
QUERN_EXPORT int cuFuncSetAttribute(Handle function, int attribute, int value) {
    return entry("cuFuncSetAttribute", [&](DeviceState&) {
        Kernel& kernel = *static_cast<Kernel*>(function);
        if (attribute != 8) return success;  // the split between L1 and shared memory: no effect here
        if (value < 0 || static_cast<std::uint32_t>(value) + kernel.shared_bytes > optin_shared_limit)
            return invalid_value;
        kernel.dynamic_limit = static_cast<std::uint32_t>(value);
        return success;
    });
}
QUERN_EXPORT int cuLaunchKernel(Handle function, unsigned grid_x, unsigned grid_y, unsigned grid_z, unsigned block_x,
                                unsigned block_y, unsigned block_z, unsigned shared_bytes, Handle, void** parameters,
                                void** extra) {
    return entry("cuLaunchKernel", [&](DeviceState& device) {
        if (device.pending != success) return synchronize(device);
        return launch(device, *static_cast<Kernel*>(function), {grid_x, grid_y, grid_z}, {block_x, block_y, block_z},
                      shared_bytes, parameters, extra);
    });
}
QUERN_EXPORT int cuEventCreate(Handle* event, unsigned) {
    return entry("cuEventCreate", [&](DeviceState& device) {
        *event = new EventState;
        device.events.insert(*event);
        return success;
    });
}
QUERN_EXPORT int cuEventDestroy_v2(Handle event) {
    DeviceState& device = DeviceState::get();
    const std::lock_guard lock(device.mutex);
    if (device.events.erase(event) == 0) return invalid_value;
    delete static_cast<EventState*>(event);
    return device.enter("cuEventDestroy_v2");
}
QUERN_EXPORT int cuEventRecord(Handle event, Handle) {
    return entry("cuEventRecord", [&](DeviceState&) {
        static_cast<EventState*>(event)->time = std::chrono::steady_clock::now();
        return success;
    });
}
QUERN_EXPORT int cuEventSynchronize(Handle) {
    return entry("cuEventSynchronize", synchronize);
}
QUERN_EXPORT int cuEventElapsedTime(float* milliseconds, Handle begin, Handle end) {
    return entry("cuEventElapsedTime", [&](DeviceState&) {
        *milliseconds = std::chrono::duration<float, std::milli>(static_cast<EventState*>(end)->time -
                                                                 static_cast<EventState*>(begin)->time)
                            .count();
        return success;
    });
}
QUERN_EXPORT int cuGetErrorName(int result, const char** name) {
    for (const ResultName& row : result_names)
        if (row.result == result) return *name = row.name, success;
    *name = nullptr;
    return invalid_value;
}
QUERN_EXPORT int cuGetErrorString(int result, const char** text) {
    static thread_local std::string whole;
    for (const ResultName& row : result_names) {
        if (row.result != result) continue;
        DeviceState& device = DeviceState::get();
        const std::lock_guard lock(device.mutex);
        whole = row.text;
        if (result == device.pending && !device.violation.empty()) whole += ": " + device.violation;
        *text = whole.c_str();
        return success;
    }
    *text = nullptr;
    return invalid_value;
}
