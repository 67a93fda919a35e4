#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace quern {

/// The plain triple loop dense products are checked against, in f64: no blocking, no FMA, k in order.
struct DenseReference {
    std::vector<double> c;          ///< [m][n], A B
    std::vector<double> magnitude;  ///< [m][n], |A| |B|: what an element's tolerance is measured in
};

/// A is m x k, B k x n, both row-major and exactly that long.
template <class T>
DenseReference dense_reference(std::span<const T> a, std::span<const T> b, std::int64_t m, std::int64_t n,
                               std::int64_t k);

/// What a product of type T may differ by from the reference, per element: 4 eps times the magnitude.
template <class T>
double dense_tolerance(double magnitude);

}  // namespace quern
