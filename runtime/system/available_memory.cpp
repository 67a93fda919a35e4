#include "runtime/system/available_memory.hpp"

#include <cmath>
#include <fstream>
#include <sstream>

#include "gen/error.hpp"

namespace quern {

std::optional<std::size_t> available_memory() {
    std::ifstream info("/proc/meminfo");
    for (std::string key; info >> key;) {
        std::size_t kib = 0;
        if (key == "MemAvailable:" && info >> kib) return kib * 1024;
        info.ignore(1 << 16, '\n');
    }
    return std::nullopt;
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
