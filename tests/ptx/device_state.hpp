#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "tests/ptx/counters.hpp"
#include "tests/ptx/device_memory.hpp"
#include "tests/ptx/instruction.hpp"

namespace quern::ptx {

/// CUresult, by cuda.h's numbers.
enum Result : int {
    success = 0,
    invalid_value = 1,
    out_of_memory = 2,
    not_initialized = 3,
    invalid_device = 101,
    invalid_context = 201,
    invalid_ptx = 218,
    not_found = 500,
    illegal_address = 700,
    launch_failed = 719,
    misaligned_address = 716,
};

struct LoadedModule {
    std::map<std::string, Kernel> kernels;
    std::vector<std::uint64_t> variables;  ///< addresses of its globals
};

/// The device: one a process, as the driver's interface wants it. Every entry point holds `mutex`.
struct DeviceState {
    std::mutex mutex;
    bool initialized = false;
    int sm = 80, threads = 1, retained = 0;
    std::string report;  ///< file the counters go to at the end
    DeviceMemory memory{std::uint64_t{4} << 30};
    std::map<LoadedModule*, std::unique_ptr<LoadedModule>> modules;
    std::set<void*> streams, events;

    Result sticky = success;   ///< a failed launch or a lost device: what every call answers from then on
    Result pending = success;  ///< a launch that failed, told at the next synchronisation
    std::string violation;

    /// Of all kernels of one name, whatever modules they stand in.
    struct Counted {
        quern_ptx_counters totals{};
        std::map<std::string, std::uint64_t> matrix;                              ///< by shape
        std::map<std::pair<std::int32_t, std::string>, std::uint64_t> conflicts;  ///< by line and text

        void add(const Kernel& kernel, const Counters& counters);
    };
    std::map<std::string, Counted, std::less<>> counted;

    struct Injection {
        std::string name;
        int countdown = 0;
        Result result = success;
        bool forever = false;
    } injection;

    /// What an entry point answers before it does anything: the result injected, or the device's sticky one.
    Result enter(std::string_view name);
    static DeviceState& get();
};

/// Reads QUERN_PTX_*.
void read_environment(DeviceState& device);
/// Writes the counters as JSON.
void write_report(const DeviceState& device);

}  // namespace quern::ptx
