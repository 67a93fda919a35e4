#include "runtime/system/proc_file.hpp"

#include <fstream>

namespace quern {

std::optional<std::size_t> proc_file_bytes(const char* file, const std::string& key) {
    std::ifstream lines(file);
    for (std::string first; lines >> first;) {
        std::size_t kib = 0;
        if (first == key && lines >> kib) return kib * 1024;
        lines.ignore(1 << 16, '\n');
    }
    return std::nullopt;
}

}  // namespace quern
