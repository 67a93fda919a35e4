#include "tests/support/dense_case.hpp"

#include <cmath>
#include <limits>
#include <map>
#include <memory>
#include <utility>

#include "jit_x86/host.hpp"

namespace quern::test {

DenseContext& dense_context(Isa isa, int threads) {
    static std::map<std::pair<Isa, int>, std::unique_ptr<DenseContext>> contexts;
    auto& context = contexts[{isa, threads}];
    if (!context) context = std::make_unique<DenseContext>(host_machine(isa), threads);
    return *context;
}

template <class T>
std::vector<T> random_elements(std::int64_t count, std::uint64_t seed) {
    std::mt19937_64 random(seed);
    std::uniform_real_distribution<T> uniform(-1, 1);
    std::vector<T> elements(static_cast<std::size_t>(count));
    for (T& element : elements) {
        element = uniform(random);
        if (random() % 64 == 0) element = 0;
    }
    return elements;
}

template <class T>
std::string first_difference(std::span<const T> c, const DenseReference& reference, double alpha, double beta,
                             std::span<const T> prior) {
    const double epsilon = static_cast<double>(std::numeric_limits<T>::epsilon());
    if (c.size() != reference.c.size())
        return std::to_string(c.size()) + " elements instead of " + std::to_string(reference.c.size());
    for (std::size_t i = 0; i < c.size(); ++i) {
        const double old = beta != 0 ? beta * static_cast<double>(prior[i]) : 0;
        const double expected = alpha * reference.c[i] + old;
        const double tolerance = std::abs(alpha) * dense_tolerance<T>(reference.magnitude[i]) +
                                 (beta != 0 || alpha != 1 ? 2 * epsilon * (std::abs(old) + std::abs(expected)) : 0);
        if (!(std::abs(static_cast<double>(c[i]) - expected) <= tolerance))
            return "element " + std::to_string(i) + ": " + std::to_string(c[i]) + " instead of " +
                   std::to_string(expected) + ", tolerance " + std::to_string(tolerance);
    }
    return "";
}

template std::vector<double> random_elements(std::int64_t, std::uint64_t);
template std::vector<float> random_elements(std::int64_t, std::uint64_t);
template std::string first_difference(std::span<const double>, const DenseReference&, double, double,
                                      std::span<const double>);
template std::string first_difference(std::span<const float>, const DenseReference&, double, double,
                                      std::span<const float>);

}  // namespace quern::test
