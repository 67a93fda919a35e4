#pragma once

#include <cstddef>

namespace quern {

/// The resident set of this process now, bytes; 0 where the system does not say.
std::size_t resident_bytes();
/// The largest it has had so far.
std::size_t peak_resident_bytes();

}  // namespace quern
