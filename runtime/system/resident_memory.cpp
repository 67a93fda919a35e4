#include "runtime/system/resident_memory.hpp"

#include <sys/resource.h>

#include "runtime/system/proc_file.hpp"

namespace quern {

namespace {

/// 0 where the system does not say.
std::size_t status_bytes(const char* key) {
    return proc_file_bytes("/proc/self/status", key).value_or(0);
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
