#pragma once

#include <cstddef>
#include <optional>
#include <string>

namespace quern {

/// Bytes that a process may still take without another's being taken from it; none where the system does not say.
std::optional<std::size_t> available_memory();

/// Throws OutOfMemory, naming `what` and both sizes, where that is less than `bytes`. For sizes a user asks for: the
/// system grants more than it has, and ends the process when it is used.
void require_memory(double bytes, const std::string& what);

}  // namespace quern
