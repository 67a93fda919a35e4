#include "tests/ptx/device_state.hpp"

#include <cstdio>
#include <cstdlib>
#include <thread>

namespace quern::ptx {

namespace {

/// The device writes its report when the library is unloaded, at the latest at the process's end.
struct Owner {
    DeviceState device;
    ~Owner() { write_report(device); }
};

std::uint64_t number(const char* name, std::uint64_t otherwise) {
    const char* text = std::getenv(name);
    return text == nullptr || *text == '\0' ? otherwise : std::strtoull(text, nullptr, 10);
}

}  // namespace

DeviceState& DeviceState::get() {
    static Owner owner;
    return owner.device;
}

void DeviceState::Counted::add(const Kernel& kernel, const Counters& counters) {
    quern::ptx::add(totals, counters.totals);
    for (std::size_t index = 0; index < counters.matrix.size(); ++index)
        matrix[kernel.matrix_shapes[index]] += counters.matrix[index];
    for (std::size_t index = 0; index < counters.conflicts.size(); ++index)
        if (counters.conflicts[index] != 0)
            conflicts[{kernel.instructions[index].line, kernel.texts[index]}] += counters.conflicts[index];
}

Result DeviceState::enter(std::string_view name) {
    if (injection.countdown > 0 && injection.name == name && --injection.countdown == 0) {
        if (injection.forever) sticky = injection.result;
        return injection.result;
    }
    if (sticky != success) return sticky;
    return initialized ? success : not_initialized;
}

void read_environment(DeviceState& device) {
    device.memory = DeviceMemory(number("QUERN_PTX_MEMORY", device.memory.capacity()));
    device.sm = static_cast<int>(number("QUERN_PTX_SM", 80));
    device.threads = static_cast<int>(number("QUERN_PTX_THREADS", std::max(1U, std::thread::hardware_concurrency())));
    if (const char* report = std::getenv("QUERN_PTX_REPORT")) device.report = report;
}

void write_report(const DeviceState& device) {
    if (device.report.empty()) return;
    std::FILE* file = std::fopen(device.report.c_str(), "w");
    if (file == nullptr) return;
    quern_ptx_counters all{};
    std::fputs("{\n  \"kernels\": {", file);
    const char* separator = "\n";
    for (const auto& [name, counted] : device.counted) {
        const quern_ptx_counters& own = counted.totals;
        all.warp_instructions += own.warp_instructions;
        all.seconds += own.seconds;
        std::fprintf(
            file,
            "%s    \"%s\": {\"launches\": %llu, \"blocks\": %llu, \"warp_instructions\": %llu, \"seconds\": %.6f, "
            "\"shared_load_conflicts\": %llu, \"shared_store_conflicts\": %llu, \"global_load_sectors\": %llu}",
            separator, name.c_str(), static_cast<unsigned long long>(own.launches),
            static_cast<unsigned long long>(own.blocks), static_cast<unsigned long long>(own.warp_instructions),
            own.seconds, static_cast<unsigned long long>(own.shared_load_conflicts),
            static_cast<unsigned long long>(own.shared_store_conflicts),
            static_cast<unsigned long long>(own.global_load_sectors));
        separator = ",\n";
    }
    std::fprintf(
        file,
        "\n  },\n  \"warp_instructions\": %llu,\n  \"seconds\": %.6f,\n  \"warp_instructions_per_second\": %.0f\n}\n",
        static_cast<unsigned long long>(all.warp_instructions), all.seconds,
        all.seconds > 0 ? static_cast<double>(all.warp_instructions) / all.seconds : 0.0);
    std::fclose(file);
}

}  // namespace quern::ptx
