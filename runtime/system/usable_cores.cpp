#include "runtime/system/usable_cores.hpp"

#include <sched.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <fstream>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "runtime/system/thread_pool.hpp"

namespace quern {

namespace fs = std::filesystem;

namespace {

std::optional<std::string> first_line(const fs::path& path) {
    std::ifstream file(path);
    std::string line;
    if (!std::getline(file, line)) return std::nullopt;
    return line;
}

std::optional<std::int64_t> leading_integer(std::string_view text) {
    std::int64_t value = 0;
    if (std::from_chars(text.data(), text.data() + text.size(), value).ec != std::errc{}) return std::nullopt;
    return value;
}

std::optional<double> ratio(std::optional<std::int64_t> quota, std::optional<std::int64_t> period) {
    if (!quota || !period || *quota <= 0 || *period <= 0) return std::nullopt;
    return static_cast<double>(*quota) / static_cast<double>(*period);
}

bool lists(std::string_view comma_separated, std::string_view name) {
    std::istringstream stream{std::string(comma_separated)};
    for (std::string part; std::getline(stream, part, ',');)
        if (part == name) return true;
    return false;
}

// A mounted cgroup hierarchy that controls the CPU: `cgroup` of the hierarchy is visible at `mount_point`.
struct CgroupMount {
    std::string cgroup, mount_point;
    bool version_2 = false;
};

// A mountinfo line: id parent major:minor ROOT MOUNT_POINT options [optional fields] - TYPE SOURCE SUPER_OPTIONS
std::vector<CgroupMount> cgroup_mounts(const fs::path& root) {
    std::vector<CgroupMount> mounts;
    std::ifstream file(root / "proc/self/mountinfo");
    for (std::string line; std::getline(file, line);) {
        const std::size_t separator = line.find(" - ");
        if (separator == std::string::npos) continue;
        std::istringstream head(line.substr(0, separator)), tail(line.substr(separator + 3));
        std::string skipped, type, source, super_options;
        CgroupMount mount;
        head >> skipped >> skipped >> skipped >> mount.cgroup >> mount.mount_point;
        tail >> type >> source >> super_options;
        mount.version_2 = type == "cgroup2";
        if (mount.version_2 || (type == "cgroup" && lists(super_options, "cpu"))) mounts.push_back(mount);
    }
    return mounts;
}

// The process's cgroup in the v2 hierarchy ("0::/path") or the v1 hierarchy of the cpu controller
// ("4:cpu,cpuacct:/path").
std::optional<std::string> cgroup_path(const fs::path& root, bool version_2) {
    std::ifstream file(root / "proc/self/cgroup");
    for (std::string line; std::getline(file, line);) {
        const std::size_t first = line.find(':');
        if (first == std::string::npos) continue;
        const std::size_t second = line.find(':', first + 1);
        if (second == std::string::npos) continue;
        const std::string controllers = line.substr(first + 1, second - first - 1);
        if (version_2 ? line.starts_with("0:") && controllers.empty() : lists(controllers, "cpu"))
            return line.substr(second + 1);
    }
    return std::nullopt;
}

std::optional<double> directory_quota(const fs::path& directory, bool version_2) {
    if (version_2) return cpu_max_quota(first_line(directory / "cpu.max").value_or(""));
    return cfs_quota(first_line(directory / "cpu.cfs_quota_us").value_or(""),
                     first_line(directory / "cpu.cfs_period_us").value_or(""));
}

std::vector<int> affinity_mask() {
    // The kernel refuses a mask smaller than its own, so it grows until it fits.
    for (int capacity = CPU_SETSIZE; capacity <= 1 << 20; capacity *= 2) {
        const std::size_t bytes = CPU_ALLOC_SIZE(static_cast<std::size_t>(capacity));
        std::vector<cpu_set_t> set((bytes + sizeof(cpu_set_t) - 1) / sizeof(cpu_set_t));
        if (sched_getaffinity(0, bytes, set.data()) != 0) continue;
        std::vector<int> cpus;
        for (int cpu = 0; cpu < capacity; ++cpu)
            if (CPU_ISSET_S(static_cast<std::size_t>(cpu), bytes, set.data())) cpus.push_back(cpu);
        return cpus;
    }
    return {};
}

}  // namespace

int physical_cores(std::span<const int> cpus, const fs::path& root) {
    std::set<std::int64_t> cores;
    for (const int cpu : cpus) {
        // Siblings are listed in ascending order, so the first names the core.
        const fs::path list =
            root / "sys/devices/system/cpu" / ("cpu" + std::to_string(cpu)) / "topology/thread_siblings_list";
        cores.insert(leading_integer(first_line(list).value_or("")).value_or(cpu));
    }
    return static_cast<int>(cores.size());
}

std::optional<double> cpu_max_quota(std::string_view text) {
    const std::size_t space = text.find(' ');
    if (space == std::string_view::npos) return std::nullopt;
    return ratio(leading_integer(text.substr(0, space)), leading_integer(text.substr(space + 1)));
}

std::optional<double> cfs_quota(std::string_view quota_us, std::string_view period_us) {
    return ratio(leading_integer(quota_us), leading_integer(period_us));
}

std::optional<double> cgroup_cpu_quota(const fs::path& root) {
    std::optional<double> tightest;
    for (const CgroupMount& mount : cgroup_mounts(root)) {
        const std::optional<std::string> cgroup = cgroup_path(root, mount.version_2);
        if (!cgroup) continue;
        // Inside a container the mount may show a subtree alone; a path outside it means the mount point is the best
        // there is to look at.
        fs::path below = fs::path(*cgroup).lexically_relative(mount.cgroup);
        if (below.empty() || *below.begin() == "..") below = ".";
        const fs::path top = (root / fs::path(mount.mount_point).relative_path()).lexically_normal();
        fs::path directory = (top / below).lexically_normal();
        if (!directory.has_filename()) directory = directory.parent_path();
        while (true) {
            const std::optional<double> quota = directory_quota(directory, mount.version_2);
            if (quota && (!tightest || *quota < *tightest)) tightest = quota;
            if (directory == top || !directory.has_relative_path()) break;
            directory = directory.parent_path();
        }
    }
    return tightest;
}

int usable_cores(std::span<const int> cpus, const fs::path& root) {
    int cores = physical_cores(cpus, root);
    if (const std::optional<double> quota = cgroup_cpu_quota(root); quota && *quota < cores)
        cores = static_cast<int>(std::floor(*quota));
    return std::max(cores, 1);
}

int usable_cores() {
    return usable_cores(affinity_mask(), "/");
}

}  // namespace quern
