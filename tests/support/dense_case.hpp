#pragma once

#include <cstdint>
#include <random>
#include <span>
#include <string>
#include <vector>

#include "gen/dense_oracle.hpp"
#include "gen/element_type.hpp"
#include "gen/isa.hpp"
#include "runtime/dense/dense_context.hpp"

namespace quern::test {

/// A context for each x86 ISA this processor runs, with `threads` threads.
DenseContext& dense_context(Isa isa, int threads = 1);

/// Values in [-1, 1), a few of them zero.
template <class T>
std::vector<T> random_elements(std::int64_t count, std::uint64_t seed);

/// The first element of alpha * reference + beta * prior that `c` differs from by more than the tolerance, or ""; the
/// scalars' own rounding is allowed for.
template <class T>
std::string first_difference(std::span<const T> c, const DenseReference& reference, double alpha = 1, double beta = 0,
                             std::span<const T> prior = {});

}  // namespace quern::test
