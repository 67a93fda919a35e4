#include "runtime/system/cache_directory.hpp"

#include <cstdlib>
#include <string>

namespace quern {

namespace {

std::string environment(const char* name) {
    const char* value = std::getenv(name);
    return value == nullptr ? "" : value;
}

}  // namespace

std::filesystem::path cache_directory() {
    namespace fs = std::filesystem;
    if (const std::string directory = environment("QUERN_CACHE_DIR"); !directory.empty()) return directory;
    // The XDG base directory specification has relative paths ignored.
    if (const fs::path base = environment("XDG_CACHE_HOME"); base.is_absolute()) return base / "quern";
    if (const fs::path home = environment("HOME"); !home.empty()) return home / ".cache" / "quern";
    return {};
}

}  // namespace quern
