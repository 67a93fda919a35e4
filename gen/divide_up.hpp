#pragma once

#include <cstdint>

namespace quern {

/// ceil(a / b); a is not negative, b positive.
constexpr std::int64_t divide_up(std::int64_t a, std::int64_t b) {
    return (a + b - 1) / b;
}

}  // namespace quern
