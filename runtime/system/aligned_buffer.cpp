#include "runtime/system/aligned_buffer.hpp"

#include <sys/mman.h>

#include <cstdlib>

namespace quern {

namespace {

constexpr std::size_t line_bytes = 64;
constexpr std::size_t huge_page_bytes = std::size_t{2} << 20;

}  // namespace

void* allocate_aligned(std::size_t bytes) {
    const std::size_t alignment = bytes >= 2 * huge_page_bytes ? huge_page_bytes : line_bytes;
    const std::size_t rounded = (bytes + alignment - 1) / alignment * alignment;
    void* address = std::aligned_alloc(alignment, rounded);
    if (address == nullptr) throw OutOfMemory("out of memory: cannot allocate " + std::to_string(bytes) + " bytes");
    // Advice: where the system has no huge pages, small ones do.
    if (alignment == huge_page_bytes) (void)madvise(address, rounded, MADV_HUGEPAGE);
    return address;
}

void free_aligned(void* address) noexcept {
    std::free(address);
}

}  // namespace quern
