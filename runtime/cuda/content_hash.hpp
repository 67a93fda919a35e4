#pragma once

#include <string>
#include <string_view>

namespace quern::cuda {

/// FNV-1a of 128 bits (Fowler, Noll and Vo) as 32 hexadecimal digits: names texts in a cache, where nobody is
/// trying to make two of them collide.
std::string content_hash(std::string_view text);

}  // namespace quern::cuda
