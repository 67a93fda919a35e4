#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

namespace quern {

/// The upper median of at least one value.
inline double median(std::vector<double> values) {
    const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
    std::nth_element(values.begin(), middle, values.end());
    return *middle;
}

}  // namespace quern
