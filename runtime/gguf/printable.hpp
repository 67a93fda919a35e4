#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace quern {

/// Text of unknown origin made fit to print: in double quotes, control characters and invalid UTF-8 escaped (\n, \t,
/// \x1b, \", \\), cut after `max_bytes` with "..." behind the closing quote.
std::string printable(std::string_view text, std::size_t max_bytes = 80);

}  // namespace quern
