#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>

namespace quern {

/// A regular file mapped read-only. As with every mapping, another process that truncates the file meanwhile makes
/// later reads fault.
class MappedFile {
  public:
    /// An empty mapping.
    MappedFile() = default;
    /// Throws Error naming the file where it cannot be opened or mapped, is no regular file, or is empty.
    explicit MappedFile(const std::filesystem::path& path);
    ~MappedFile();
    MappedFile(const MappedFile&) = delete;
    MappedFile& operator=(const MappedFile&) = delete;

    std::span<const std::uint8_t> bytes() const { return bytes_; }
    /// Lets the system take back the whole pages inside `part`; reading them again reads the file again. Bytes outside
    /// the mapping are ignored.
    void release(std::span<const std::uint8_t> part) const;

  private:
    std::span<const std::uint8_t> bytes_;
};

}  // namespace quern
