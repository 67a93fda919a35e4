#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace quern {

/// Pages of machine code: filled while writable, then sealed read + execute. Never writable and executable at once.
class ExecutableMemory {
  public:
    /// Maps pages, copies `code` into them and seals them. Throws Error where the system refuses.
    explicit ExecutableMemory(std::span<const std::uint8_t> code);
    ~ExecutableMemory();
    ExecutableMemory(ExecutableMemory&& other) noexcept;
    ExecutableMemory& operator=(ExecutableMemory&& other) noexcept;

    std::span<const std::uint8_t> code() const { return {address_, code_bytes_}; }

  private:
    std::uint8_t* address_ = nullptr;
    std::size_t code_bytes_ = 0, mapped_bytes_ = 0;
};

}  // namespace quern
