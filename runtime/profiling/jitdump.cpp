#include "runtime/profiling/jitdump.hpp"

#include <elf.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <utility>
#include <vector>

#include "gen/error.hpp"

namespace quern {

namespace {

struct FileHeader {
    std::uint32_t magic = 0x4A695444;  // "JiTD", in the writer's byte order
    std::uint32_t version = 1;
    std::uint32_t total_size = sizeof(FileHeader);
    std::uint32_t elf_machine = EM_X86_64;
    std::uint32_t padding = 0;
    std::uint32_t process = 0;
    std::uint64_t timestamp = 0;
    std::uint64_t flags = 0;
};
static_assert(sizeof(FileHeader) == 40);

/// JIT_CODE_LOAD; the symbol, zero-terminated, and the code follow it.
struct CodeLoad {
    std::uint32_t id = 0;
    std::uint32_t total_size = 0;
    std::uint64_t timestamp = 0;
    std::uint32_t process = 0;
    std::uint32_t thread = 0;
    std::uint64_t virtual_address = 0;
    std::uint64_t code_address = 0;
    std::uint64_t code_size = 0;
    std::uint64_t code_index = 0;
};
static_assert(sizeof(CodeLoad) == 56);

std::uint64_t monotonic_nanoseconds() {
    timespec now{};
    clock_gettime(CLOCK_MONOTONIC, &now);
    return static_cast<std::uint64_t>(now.tv_sec) * 1'000'000'000 + static_cast<std::uint64_t>(now.tv_nsec);
}

template <class Record>
std::span<const std::uint8_t> bytes_of(const Record& record) {
    return {reinterpret_cast<const std::uint8_t*>(&record), sizeof record};
}

}  // namespace

JitDump::JitDump(std::filesystem::path file) : file_(std::move(file)) {
    const auto fail = [this](const char* what) {
        const int error = errno;
        if (descriptor_ >= 0) close(descriptor_);
        throw Error(std::string("cannot ") + what + " " + file_.string() + ": " + std::strerror(error));
    };
    // A file left by an earlier process of this number goes; what cannot be removed is someone else's.
    unlink(file_.c_str());
    descriptor_ = open(file_.c_str(), O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600);
    if (descriptor_ < 0) fail("make");
    FileHeader header;
    header.process = static_cast<std::uint32_t>(getpid());
    header.timestamp = monotonic_nanoseconds();
    try {
        write_all(bytes_of(header));
    } catch (const Error&) {
        close(descriptor_);
        throw;
    }
    marker_bytes_ = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
    marker_ = mmap(nullptr, marker_bytes_, PROT_READ | PROT_EXEC, MAP_PRIVATE, descriptor_, 0);
    if (marker_ == MAP_FAILED) fail("map executable, which tells perf of it,");
}

JitDump::~JitDump() {
    munmap(marker_, marker_bytes_);
    close(descriptor_);
}

void JitDump::add(const std::string& symbol, std::span<const std::uint8_t> code) {
    const std::lock_guard lock(mutex_);
    CodeLoad load;
    load.total_size = static_cast<std::uint32_t>(sizeof load + symbol.size() + 1 + code.size());
    load.timestamp = monotonic_nanoseconds();
    load.process = static_cast<std::uint32_t>(getpid());
    load.thread = static_cast<std::uint32_t>(syscall(SYS_gettid));
    load.virtual_address = load.code_address = reinterpret_cast<std::uintptr_t>(code.data());
    load.code_size = code.size();
    load.code_index = next_index_++;
    std::vector<std::uint8_t> record(bytes_of(load).begin(), bytes_of(load).end());
    record.insert(record.end(), symbol.begin(), symbol.end());
    record.push_back(0);
    record.insert(record.end(), code.begin(), code.end());
    write_all(record);
}

void JitDump::write_all(std::span<const std::uint8_t> bytes) const {
    while (!bytes.empty()) {
        const ssize_t count = write(descriptor_, bytes.data(), bytes.size());
        if (count < 0 && errno == EINTR) continue;
        if (count < 0) throw Error("cannot write " + file_.string() + ": " + std::strerror(errno));
        bytes = bytes.subspan(static_cast<std::size_t>(count));
    }
}

std::filesystem::path JitDump::path_of_this_process() {
    return std::filesystem::temp_directory_path() / ("jit-" + std::to_string(getpid()) + ".dump");
}

}  // namespace quern
