#pragma once

#include <cstddef>

namespace quern::cli {

/// The largest resident set this process has had so far, bytes.
std::size_t peak_rss_bytes();

}  // namespace quern::cli
