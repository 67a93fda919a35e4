#pragma once

#include <cstddef>
#include <limits>
#include <memory>
#include <span>
#include <string>
#include <type_traits>

#include "gen/error.hpp"

namespace quern {

/// `bytes` of uninitialized memory, aligned to 64 bytes; large blocks are aligned to huge pages and offered to the
/// system as such. Throws Error naming the size where there is no such memory. Freed with free_aligned().
void* allocate_aligned(std::size_t bytes);
void free_aligned(void* address) noexcept;

/// An owned, fixed-size, 64-byte aligned, uninitialized array.
template <class T>
class AlignedBuffer {
    static_assert(std::is_trivially_default_constructible_v<T> && std::is_trivially_destructible_v<T>);

  public:
    AlignedBuffer() = default;
    explicit AlignedBuffer(std::size_t count) : count_(count) {
        if (count > std::numeric_limits<std::size_t>::max() / 2 / sizeof(T))
            throw Error("a buffer of " + std::to_string(count) + " elements overflows 64-bit sizes");
        if (count > 0) data_.reset(static_cast<T*>(allocate_aligned(count * sizeof(T))));
    }

    T* data() const { return data_.get(); }
    std::size_t size() const { return count_; }
    std::span<T> span() const { return {data(), count_}; }

  private:
    struct Free {
        void operator()(T* address) const noexcept { free_aligned(address); }
    };
    std::unique_ptr<T[], Free> data_;
    std::size_t count_ = 0;
};

}  // namespace quern
