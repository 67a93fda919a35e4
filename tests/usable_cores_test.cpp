#include "runtime/system/usable_cores.hpp"

#include <doctest/doctest.h>
#include <sched.h>

#include <fstream>
#include <string>
#include <vector>

#include "runtime/system/thread_pool.hpp"
#include "tests/support/temporary_directory.hpp"

using namespace quern;
namespace fs = std::filesystem;

namespace {

// A directory that stands in for "/".
struct FakeRoot {
    void write(const std::string& file, const std::string& text) const {
        fs::create_directories((directory / file).parent_path());
        std::ofstream(directory / file) << text;
    }
    void siblings(int cpu, const std::string& list) const {
        write("sys/devices/system/cpu/cpu" + std::to_string(cpu) + "/topology/thread_siblings_list", list + "\n");
    }
    fs::path path() const { return directory / ""; }

    test::TemporaryDirectory directory;
};

const std::vector<int> eight{0, 1, 2, 3, 4, 5, 6, 7};
constexpr const char* v2_mount = "29 23 0:26 / /sys/fs/cgroup rw,nosuid shared:4 - cgroup2 cgroup2 rw,nsdelegate\n";

}  // namespace

TEST_CASE("quota texts") {
    CHECK(cpu_max_quota("150000 100000") == 1.5);
    CHECK(cpu_max_quota("max 100000") == std::nullopt);
    for (const char* text : {"", "100000", "100000 ", "100000 0", "-1 100000", "x y"}) {
        CAPTURE(text);
        CHECK(cpu_max_quota(text) == std::nullopt);
    }
    CHECK(cfs_quota("400000", "100000") == 4.0);
    CHECK(cfs_quota("-1", "100000") == std::nullopt);
    CHECK(cfs_quota("", "") == std::nullopt);
}

TEST_CASE("SMT siblings count once") {
    const FakeRoot root;
    CHECK(physical_cores(eight, root.path()) == 8);  // no topology to read
    for (int cpu = 0; cpu < 8; ++cpu) root.siblings(cpu, std::to_string(cpu % 4) + "," + std::to_string(cpu % 4 + 4));
    CHECK(physical_cores(eight, root.path()) == 4);
    CHECK(physical_cores(std::vector{5, 1}, root.path()) == 1);
    CHECK(physical_cores(std::vector{5, 6}, root.path()) == 2);
    for (int cpu = 0; cpu < 8; ++cpu)
        root.siblings(cpu, std::to_string(cpu / 2 * 2) + "-" + std::to_string(cpu / 2 * 2 + 1));
    CHECK(physical_cores(std::vector{0, 1, 2, 3, 4}, root.path()) == 3);
}

TEST_CASE("cgroup v2: the tightest limit on the way up counts, rounded down") {
    const FakeRoot root;
    CHECK(cgroup_cpu_quota(root.path()) == std::nullopt);
    CHECK(usable_cores(eight, root.path()) == 8);
    root.write("proc/self/mountinfo", std::string("1 0 8:1 / / rw - ext4 /dev/root rw\n") + v2_mount);
    root.write("proc/self/cgroup", "0::/user.slice/job\n");
    CHECK(cgroup_cpu_quota(root.path()) == std::nullopt);
    root.write("sys/fs/cgroup/user.slice/job/cpu.max", "max 100000\n");
    CHECK(usable_cores(eight, root.path()) == 8);
    root.write("sys/fs/cgroup/user.slice/cpu.max", "370000 100000\n");
    CHECK(cgroup_cpu_quota(root.path()) == 3.7);
    CHECK(usable_cores(eight, root.path()) == 3);
    root.write("sys/fs/cgroup/user.slice/job/cpu.max", "50000 100000\n");
    CHECK(usable_cores(eight, root.path()) == 1);
    root.write("sys/fs/cgroup/user.slice/job/cpu.max", "6400000 100000\n");
    root.write("sys/fs/cgroup/user.slice/cpu.max", "max 100000\n");
    CHECK(usable_cores(eight, root.path()) == 8);
    CHECK(usable_cores(std::vector<int>{}, root.path()) == 1);
}

TEST_CASE("cgroup v2 in a container, whose mount point is its own cgroup") {
    const FakeRoot root;
    root.write("proc/self/mountinfo", v2_mount);
    root.write("proc/self/cgroup", "0::/\n");
    root.write("sys/fs/cgroup/cpu.max", "200000 100000\n");
    CHECK(usable_cores(eight, root.path()) == 2);
    root.write("proc/self/cgroup", "0::/../outside\n");
    CHECK(usable_cores(eight, root.path()) == 2);
}

TEST_CASE("cgroup v1, the mount showing the container's subtree alone") {
    const FakeRoot root;
    root.write("proc/self/mountinfo",
               "40 30 0:30 /docker/abc /sys/fs/cgroup/cpu,cpuacct ro - cgroup cgroup rw,cpu,cpuacct\n"
               "41 30 0:31 /docker/abc /sys/fs/cgroup/memory ro - cgroup cgroup rw,memory\n");
    root.write("proc/self/cgroup", "5:memory:/docker/abc\n4:cpu,cpuacct:/docker/abc/inner\n");
    root.write("sys/fs/cgroup/cpu,cpuacct/cpu.cfs_quota_us", "500000\n");
    root.write("sys/fs/cgroup/cpu,cpuacct/cpu.cfs_period_us", "100000\n");
    root.write("sys/fs/cgroup/cpu,cpuacct/inner/cpu.cfs_quota_us", "-1\n");
    root.write("sys/fs/cgroup/cpu,cpuacct/inner/cpu.cfs_period_us", "100000\n");
    CHECK(usable_cores(eight, root.path()) == 5);
}

TEST_CASE("this process: within its affinity mask, and at least 1") {
    const int cores = usable_cores();
    cpu_set_t set;
    REQUIRE(sched_getaffinity(0, sizeof set, &set) == 0);
    CHECK(cores >= 1);
    CHECK(cores <= CPU_COUNT(&set));

    const cpu_set_t all = set;
    std::size_t first = 0;
    while (!CPU_ISSET(first, &all)) ++first;
    CPU_ZERO(&set);
    CPU_SET(first, &set);
    REQUIRE(sched_setaffinity(0, sizeof set, &set) == 0);
    CHECK(usable_cores() == 1);
    REQUIRE(sched_setaffinity(0, sizeof all, &all) == 0);
}
