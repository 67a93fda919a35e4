#pragma once

#include <filesystem>
#include <optional>
#include <span>
#include <string_view>

namespace quern {

/// Where usable_cores() gets its number, in pieces that run on any text or directory.

/// Distinct physical cores among logical processors `cpus`: SMT siblings, as
/// ROOT/sys/devices/system/cpu/cpuN/topology/thread_siblings_list names them, count once; a processor without a
/// readable list counts as a core.
int physical_cores(std::span<const int> cpus, const std::filesystem::path& root);

/// CPUs a cgroup v2 cpu.max ("150000 100000", "max 100000") grants; nothing where it sets no limit or is malformed.
std::optional<double> cpu_max_quota(std::string_view text);
/// The same for cgroup v1: cpu.cfs_quota_us (-1 is no limit) and cpu.cfs_period_us.
std::optional<double> cfs_quota(std::string_view quota_us, std::string_view period_us);

/// The tightest CPU quota of the calling process's cgroup and its ancestors, v1 or v2, as ROOT/proc/self/cgroup and
/// ROOT/proc/self/mountinfo locate them; nothing where there is no limit.
std::optional<double> cgroup_cpu_quota(const std::filesystem::path& root);

/// min(physical cores among `cpus`, the quota rounded down), at least 1.
int usable_cores(std::span<const int> cpus, const std::filesystem::path& root);

}  // namespace quern
