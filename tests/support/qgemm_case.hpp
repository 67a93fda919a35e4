#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "gen/oracle.hpp"
#include "gen/plan.hpp"
#include "jit_x86/kernel.hpp"
#include "tests/support/guarded_buffer.hpp"

namespace quern::test {

/// Random GGUF blocks of a matrix. Block scales are finite halves: mostly moderate, some zero, subnormal, negative and
/// the largest there is; everything else is random bits.
std::vector<std::uint8_t> random_matrix(const WeightFormat& format, std::int64_t rows, std::int64_t columns,
                                        std::uint64_t seed);

/// Packs the first `rows` rows of a matrix given in GGUF blocks.
std::vector<std::uint8_t> pack(const WeightFormat& format, std::int64_t rows, std::int64_t columns,
                               std::span<const std::uint8_t> gguf);

/// Random quantized activations, [columns / 256][tokens]: mixed tokens, and tokens of -127 alone, 127 alone and both in
/// turn.
std::vector<std::uint8_t> random_activations(std::int64_t tokens, std::int64_t columns, std::uint64_t seed);

/// The first `tokens` tokens of an activation buffer of `all_tokens`.
std::vector<std::uint8_t> first_tokens(std::span<const std::uint8_t> activations, std::int64_t all_tokens,
                                       std::int64_t tokens, std::int64_t columns);

/// A qgemm spec for the given machine-independent shape.
KernelSpec qgemm_spec(const WeightFormat& format, std::int64_t n, std::int64_t k, std::int64_t tokens);

/// Runs every work item of a plan with each operand flush against an inaccessible page and returns y, [tokens][n].
/// `item_threads` claim items from a counter. Sets `intact` to false where a canary or an output byte that was not to
/// be written changed.
struct GuardedRun {
    std::vector<float> y;
    bool intact = true;
};
/// `emitted` is generated in place of the plan, whose operand sizes stay (for planting faults).
GuardedRun run_guarded(const QGemmPlan& plan, std::span<const std::uint8_t> packed,
                       std::span<const std::uint8_t> activations, Guard guard, int item_threads = 1,
                       const QGemmPlan* emitted = nullptr);

/// Level 1's bound: the first element with |y - y_ref| > 1e-6 * S (or not finite), described, or "" where there is
/// none. The reference may have more rows and tokens than y.
std::string first_violation(std::span<const float> y, std::int64_t tokens, std::int64_t rows,
                            const ReferenceOutput& reference, std::int64_t reference_rows);

}  // namespace quern::test
