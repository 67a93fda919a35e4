#pragma once

#include <cstddef>
#include <optional>
#include <string>

namespace quern {

/// What the line "KEY: N kB" of a file of /proc counts, in bytes; nothing where there is no such line. `key` ends with
/// its colon.
std::optional<std::size_t> proc_file_bytes(const char* file, const std::string& key);

}  // namespace quern
