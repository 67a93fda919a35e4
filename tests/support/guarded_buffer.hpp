#pragma once

#include <sys/mman.h>
#include <unistd.h>

#include <cstddef>
#include <cstdint>
#include <span>
#include <stdexcept>
#include <utility>

namespace quern::test {

/// Which end of a GuardedBuffer touches an inaccessible page.
enum class Guard {
    before,  ///< the byte before the first faults; canaries follow the last
    after,   ///< the byte after the last faults; canaries precede the first
};

/// Memory for one operand of a generated kernel, in its own pages between two inaccessible ones. Sanitizers do not see
/// generated code: here a stray access next to the guarded end faults, and a stray store at the other end changes a
/// canary.
///
/// The first byte is aligned to `alignment` (a power of two, at most a page). Under Guard::after a size that is no
/// multiple of the alignment leaves the few canary bytes up to the next multiple between the buffer and its page.
class GuardedBuffer {
  public:
    GuardedBuffer(std::size_t size, std::size_t alignment, Guard guard) : size_(size) {
        const std::size_t page = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
        const std::size_t aligned_size = (size + alignment - 1) / alignment * alignment;
        pages_bytes_ = (aligned_size + canary_bytes + page - 1) / page * page;
        void* const mapping =
            mmap(nullptr, pages_bytes_ + 2 * page, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
        if (mapping == MAP_FAILED) throw std::runtime_error("GuardedBuffer: mmap failed");
        pages_ = static_cast<std::uint8_t*>(mapping) + page;
        if (mprotect(pages_, pages_bytes_, PROT_READ | PROT_WRITE) != 0) {
            munmap(mapping, pages_bytes_ + 2 * page);
            throw std::runtime_error("GuardedBuffer: mprotect failed");
        }
        data_ = guard == Guard::before ? pages_ : pages_ + pages_bytes_ - aligned_size;
        for (std::size_t i = 0; i < pages_bytes_; ++i) pages_[i] = canary(i);
    }
    GuardedBuffer(GuardedBuffer&& other) noexcept { swap(other); }
    GuardedBuffer& operator=(GuardedBuffer&& other) noexcept {
        swap(other);
        return *this;
    }
    ~GuardedBuffer() {
        const std::size_t page = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
        if (pages_) munmap(pages_ - page, pages_bytes_ + 2 * page);
    }

    std::uint8_t* data() { return data_; }
    const std::uint8_t* data() const { return data_; }
    std::size_t size() const { return size_; }

    /// The buffer as floats or any other trivial type.
    template <class T>
    std::span<T> as() {
        return {reinterpret_cast<T*>(data_), size_ / sizeof(T)};
    }
    template <class T>
    std::span<const T> as() const {
        return {reinterpret_cast<const T*>(data_), size_ / sizeof(T)};
    }

    /// True while every byte of the pages outside the buffer is as it was made.
    [[nodiscard]] bool check_canaries() const {
        const std::size_t begin = static_cast<std::size_t>(data_ - pages_);
        for (std::size_t i = 0; i < pages_bytes_; ++i)
            if ((i < begin || i >= begin + size_) && pages_[i] != canary(i)) return false;
        return true;
    }

    /// Makes the buffer itself inaccessible to stores, for operands a kernel only reads.
    void make_read_only() { mprotect(pages_, pages_bytes_, PROT_READ); }

  private:
    static constexpr std::size_t canary_bytes = 256;
    static std::uint8_t canary(std::size_t i) { return static_cast<std::uint8_t>(0xA5 ^ (i * 37)); }
    void swap(GuardedBuffer& other) noexcept {
        std::swap(pages_, other.pages_);
        std::swap(pages_bytes_, other.pages_bytes_);
        std::swap(data_, other.data_);
        std::swap(size_, other.size_);
    }

    std::uint8_t* pages_ = nullptr;
    std::size_t pages_bytes_ = 0;
    std::uint8_t* data_ = nullptr;
    std::size_t size_ = 0;
};

}  // namespace quern::test
