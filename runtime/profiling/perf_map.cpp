#include "runtime/profiling/perf_map.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <sstream>
#include <utility>

#include "gen/error.hpp"

namespace quern {

PerfMap::PerfMap(std::filesystem::path file) : file_(std::move(file)) {
    // In a directory all may write to: a link, or a file another user laid there, is not followed.
    descriptor_ = open(file_.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_NOFOLLOW | O_CLOEXEC, 0600);
    if (descriptor_ < 0) throw Error("cannot open " + file_.string() + ": " + std::strerror(errno));
    struct stat status {};
    if (fstat(descriptor_, &status) != 0 || !S_ISREG(status.st_mode) || status.st_uid != geteuid()) {
        close(descriptor_);
        throw Error(file_.string() + " is no file of this user");
    }
}

PerfMap::~PerfMap() {
    close(descriptor_);
}

void PerfMap::add(const std::string& symbol, std::span<const std::uint8_t> code) const {
    std::ostringstream text;
    text << std::hex << reinterpret_cast<std::uintptr_t>(code.data()) << " " << code.size() << " " << symbol << "\n";
    const std::string line = text.str();
    const ssize_t count = write(descriptor_, line.data(), line.size());
    if (count != static_cast<ssize_t>(line.size()))
        throw Error("cannot write " + file_.string() + ": " + (count < 0 ? std::strerror(errno) : "disk full"));
}

std::filesystem::path PerfMap::path_of_this_process() {
    return "/tmp/perf-" + std::to_string(getpid()) + ".map";
}

}  // namespace quern
