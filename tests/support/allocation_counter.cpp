#include "tests/support/allocation_counter.hpp"

#include <atomic>
#include <cstddef>
#include <cstdlib>
#include <new>

namespace {

std::atomic<std::uint64_t> count{0};

}  // namespace

namespace quern::test {

std::uint64_t allocations() {
    return count;
}

}  // namespace quern::test

void* operator new(std::size_t bytes, const std::nothrow_t&) noexcept {
    ++count;
    return std::malloc(bytes == 0 ? 1 : bytes);
}
void* operator new(std::size_t bytes) {
    if (void* address = operator new(bytes, std::nothrow)) return address;
    throw std::bad_alloc();
}
void operator delete(void* address) noexcept {
    std::free(address);
}
void operator delete(void* address, std::size_t) noexcept {
    std::free(address);
}
