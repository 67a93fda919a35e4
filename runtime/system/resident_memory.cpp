#include "runtime/system/resident_memory.hpp"

#include <sys/resource.h>

#include <fstream>
#include <string>

namespace quern {

namespace {

/// A line of /proc/self/status that counts KiB, in bytes; 0 where there is none.
std::size_t status_bytes(const std::string& wanted) {
    std::ifstream status("/proc/self/status");
    for (std::string key; status >> key;) {
        std::size_t kib = 0;
        if (key == wanted && status >> kib) return kib * 1024;
        status.ignore(1 << 16, '\n');
    }
    return 0;
}

}  // namespace

std::size_t resident_bytes() {
    return status_bytes("VmRSS:");
}

std::size_t peak_resident_bytes() {
    // getrusage() starts from the peak of the process that exec'ed this one, so the kernel's own count comes first.
    if (const std::size_t bytes = status_bytes("VmHWM:"); bytes > 0) return bytes;
    rusage usage{};
    if (getrusage(RUSAGE_SELF, &usage) != 0) return 0;
    return static_cast<std::size_t>(usage.ru_maxrss) * 1024;
}

}  // namespace quern
