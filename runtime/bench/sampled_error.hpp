#pragma once

#include <cmath>
#include <cstdint>
#include <random>

namespace quern {

/// |c - c_ref| / |c_ref| of a rows x columns product over a sample of its elements: `c_at(row, column)` is what was
/// computed, `reference_at(row, column)` the same in f64 by another way.
template <class At, class ReferenceAt>
double sampled_error(std::int64_t rows, std::int64_t columns, const At& c_at, const ReferenceAt& reference_at) {
    constexpr int samples = 64;
    std::mt19937_64 random(3);
    const auto sample = [&random](std::int64_t bound) {
        return static_cast<std::int64_t>(random() % static_cast<std::uint64_t>(bound));
    };
    double error = 0, norm = 0;
    for (int s = 0; s < samples; ++s) {
        const std::int64_t row = sample(rows), column = sample(columns);
        const double reference = reference_at(row, column), difference = c_at(row, column) - reference;
        error += difference * difference;
        norm += reference * reference;
    }
    return std::sqrt(error / norm);
}

}  // namespace quern
