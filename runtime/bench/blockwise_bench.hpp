#pragma once

#include <cstddef>

#include "gen/kernel_spec.hpp"

namespace quern {

class DenseContext;
class OpenBlasPeer;

/// How fast a block-quantized product is, beside OpenBLAS multiplying the same weights made dense, and what memory it
/// takes.
struct BlockwiseBenchResult {
    int pairs = 0;
    int weights = 0;  ///< multiplied in turn, by either side
    double ms_min = 0, ms_median = 0;
    double gweights = 0;   ///< 1e9 weights (elements of W) a second, from the median
    double gigabytes = 0;  ///< codes and scales a second, from the median
    double gflops = 0;     ///< from the median; a multiply-add is two operations
    double rel_error = 0;  ///< |y - y_ref| / |y_ref| over a sample of elements, y_ref in f64 from the codes
    /// The peer's, of its dense matrix; 0 without one. `ratio` is its time over quern's, median over pairs.
    double peer_ms_median = 0, peer_gigabytes = 0, peer_rel_error = 0, ratio = 0;

    std::size_t weight_bytes = 0;  ///< codes and scales of one weight
    std::size_t dense_bytes = 0;   ///< of one weight in f64
    /// Measured before the peer's dense matrices are made: how far the resident set's peak after a product of every
    /// weight lies above the resident set before, and that peak.
    std::size_t resident_growth = 0, peak_resident = 0;
};

/// Times an nf4_gemv, int_gemv or nf4_gemm of `spec` on random operands on every thread of the context: at least 15
/// rounds of quern's product and the peer's in turn. `peer` may be nullptr. `weights` are multiplied in turn; 0: as
/// many as the last-level cache does not hold. Throws Error where the spec is invalid or another op, or there is no
/// memory.
BlockwiseBenchResult bench_blockwise(const KernelSpec& spec, DenseContext& context, const OpenBlasPeer* peer,
                                     int weights = 0);

}  // namespace quern
