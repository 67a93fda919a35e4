#include "jit_x86/executable_memory.hpp"

#include <sys/mman.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <string>
#include <utility>

#include "gen/error.hpp"

namespace quern {

ExecutableMemory::ExecutableMemory(std::span<const std::uint8_t> code) : code_bytes_(code.size()) {
    if (code.empty()) throw Error("no machine code to map");
    const auto page = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
    mapped_bytes_ = (code.size() + page - 1) / page * page;
    void* const pages = mmap(nullptr, mapped_bytes_, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (pages == MAP_FAILED)
        throw OutOfMemory("cannot map " + std::to_string(mapped_bytes_) +
                          " bytes for machine code: " + std::strerror(errno));
    address_ = static_cast<std::uint8_t*>(pages);
    std::memset(address_ + code.size(), 0xCC, mapped_bytes_ - code.size());  // int3 past the end
    std::memcpy(address_, code.data(), code.size());
    if (mprotect(pages, mapped_bytes_, PROT_READ | PROT_EXEC) != 0) {
        const int error = errno;
        munmap(pages, mapped_bytes_);
        throw Error(std::string("the system refuses executable memory: ") + std::strerror(error));
    }
}

ExecutableMemory::~ExecutableMemory() {
    if (address_) munmap(address_, mapped_bytes_);
}

ExecutableMemory::ExecutableMemory(ExecutableMemory&& other) noexcept {
    *this = std::move(other);
}

ExecutableMemory& ExecutableMemory::operator=(ExecutableMemory&& other) noexcept {
    std::swap(address_, other.address_);
    std::swap(code_bytes_, other.code_bytes_);
    std::swap(mapped_bytes_, other.mapped_bytes_);
    return *this;
}

}  // namespace quern
