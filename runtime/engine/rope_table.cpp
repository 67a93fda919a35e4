#include "runtime/engine/rope_table.hpp"

#include <cmath>
#include <cstddef>

namespace quern {

void RopeTable::extend(std::int64_t positions) {
    if (positions <= positions_) return;
    const std::int64_t pairs = head_size_ / 2;
    std::vector<double> frequency(static_cast<std::size_t>(pairs));
    for (std::int64_t i = 0; i < pairs; ++i)
        frequency[static_cast<std::size_t>(i)] =
            std::pow(base_, -2.0 * static_cast<double>(i) / static_cast<double>(head_size_));
    cosine_.reserve(static_cast<std::size_t>(positions * pairs));
    sine_.reserve(static_cast<std::size_t>(positions * pairs));
    for (; positions_ < positions; ++positions_)
        for (const double each : frequency) {
            const double angle = static_cast<double>(positions_) * each;
            cosine_.push_back(static_cast<float>(std::cos(angle)));
            sine_.push_back(static_cast<float>(std::sin(angle)));
        }
}

}  // namespace quern
