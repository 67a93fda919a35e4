#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "gen/dense_oracle.hpp"
#include "gen/gemm_contract.hpp"

namespace quern {

/// `count` zeros. Throws Error where there is no memory for them.
template <class T>
std::vector<T> zero_result(std::int64_t count);

/// How far a product is from the plain triple loop.
struct ReferenceDelta {
    std::int32_t status = GEMM_OK;
    double max_delta = 0;           ///< largest |element - reference|
    bool within_tolerance = false;  ///< every element within its own: 4 eps times the sum of |a||b| over the reduction
};
/// `result` is as long as the reference.
template <class T>
ReferenceDelta compare_with_reference(std::span<const T> result, const DenseReference& reference);

}  // namespace quern
