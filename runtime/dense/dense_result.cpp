#include "runtime/dense/dense_result.hpp"

#include <cmath>
#include <new>
#include <stdexcept>
#include <string>

#include "gen/error.hpp"

namespace quern {

template <class T>
std::vector<T> zero_result(std::int64_t count) {
    const std::string message = "there is no memory for a result of " + std::to_string(count) + " elements";
    try {
        return std::vector<T>(static_cast<std::size_t>(count));
    } catch (const std::bad_alloc&) {
        throw Error(message);
    } catch (const std::length_error&) {
        throw Error(message);
    }
}

template <class T>
ReferenceDelta compare_with_reference(std::span<const T> result, const DenseReference& reference) {
    ReferenceDelta delta;
    delta.within_tolerance = true;
    for (std::size_t i = 0; i < result.size(); ++i) {
        const double difference = std::abs(static_cast<double>(result[i]) - reference.c[i]);
        // A NaN counts as a difference: the comparison is false for it.
        delta.within_tolerance &= difference <= dense_tolerance<T>(reference.magnitude[i]);
        delta.max_delta = difference <= delta.max_delta ? delta.max_delta : difference;
    }
    return delta;
}

template std::vector<double> zero_result(std::int64_t);
template std::vector<float> zero_result(std::int64_t);
template ReferenceDelta compare_with_reference(std::span<const double>, const DenseReference&);
template ReferenceDelta compare_with_reference(std::span<const float>, const DenseReference&);

}  // namespace quern
