#pragma once

#include <cstddef>
#include <filesystem>
#include <span>

namespace quern {

/// Writes a whole file so that others see the old one or the new one, never a part: into a temporary file beside it,
/// renamed over `path`, with nothing left behind on failure. A symbolic link is followed; an existing device or pipe
/// is written to directly. Throws Error naming `path` and the system's reason.
void write_file_atomically(const std::filesystem::path& path, std::span<const std::byte> bytes);

}  // namespace quern
