#include "runtime/system/available_memory.hpp"

#include <cmath>
#include <sstream>

#include "gen/error.hpp"
#include "runtime/system/proc_file.hpp"

namespace quern {

std::optional<std::size_t> available_memory() {
    return proc_file_bytes("/proc/meminfo", "MemAvailable:");
}

void require_memory(double bytes, const std::string& what) {
    const std::optional<std::size_t> available = available_memory();
    if (!available || bytes <= static_cast<double>(*available)) return;
    constexpr double mebibyte = 1 << 20;
    std::ostringstream message;
    message << "out of memory: " << what << " need " << std::fixed;
    message.precision(0);
    message << std::ceil(bytes / mebibyte) << " MiB, and " << static_cast<double>(*available) / mebibyte
            << " MiB are there";
    throw OutOfMemory(message.str());
}

}  // namespace quern
