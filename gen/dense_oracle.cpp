#include "gen/dense_oracle.hpp"

#include <cmath>
#include <limits>

namespace quern {

template <class T>
DenseReference dense_reference(std::span<const T> a, std::span<const T> b, std::int64_t m, std::int64_t n,
                               std::int64_t k) {
    const auto at = [](std::int64_t row, std::int64_t columns, std::int64_t column) {
        return static_cast<std::size_t>(row * columns + column);
    };
    DenseReference reference;
    reference.c.resize(static_cast<std::size_t>(m * n));
    reference.magnitude.resize(static_cast<std::size_t>(m * n));
    for (std::int64_t i = 0; i < m; ++i)
        for (std::int64_t j = 0; j < n; ++j) {
            double sum = 0, magnitude = 0;
            for (std::int64_t kk = 0; kk < k; ++kk) {
                const double product = static_cast<double>(a[at(i, k, kk)]) * static_cast<double>(b[at(kk, n, j)]);
                sum += product;
                magnitude += std::abs(product);
            }
            reference.c[at(i, n, j)] = sum;
            reference.magnitude[at(i, n, j)] = magnitude;
        }
    return reference;
}

template <class T>
double dense_tolerance(double magnitude) {
    return 4 * static_cast<double>(std::numeric_limits<T>::epsilon()) * magnitude;
}

template DenseReference dense_reference(std::span<const double>, std::span<const double>, std::int64_t, std::int64_t,
                                        std::int64_t);
template DenseReference dense_reference(std::span<const float>, std::span<const float>, std::int64_t, std::int64_t,
                                        std::int64_t);
template double dense_tolerance<double>(double);
template double dense_tolerance<float>(double);

}  // namespace quern
