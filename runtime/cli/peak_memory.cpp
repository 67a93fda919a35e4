#include "runtime/cli/peak_memory.hpp"

#include <sys/resource.h>

#include <fstream>
#include <string>

namespace quern::cli {

std::size_t peak_rss_bytes() {
    // getrusage() starts from the peak of the process that exec'ed this one, so the kernel's own count comes first.
    std::ifstream status("/proc/self/status");
    for (std::string key; status >> key;) {
        std::size_t kib = 0;
        if (key == "VmHWM:" && status >> kib) return kib * 1024;
        status.ignore(1 << 16, '\n');
    }
    rusage usage{};
    if (getrusage(RUSAGE_SELF, &usage) != 0) return 0;
    return static_cast<std::size_t>(usage.ru_maxrss) * 1024;
}

}  // namespace quern::cli
