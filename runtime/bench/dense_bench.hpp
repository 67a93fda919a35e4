#pragma once

#include <string>

#include "gen/kernel_spec.hpp"

namespace quern {

class DenseContext;
class OpenBlasPeer;

/// How fast a dense product is, beside what bounds it and beside OpenBLAS.
struct DenseBenchResult {
    int pairs = 0;
    double ms_min = 0, ms_median = 0;
    double gflops = 0;       ///< from the median; a multiply-add is two operations
    double peer_gflops = 0;  ///< of the peer, from its median; 0 without one
    double ratio = 0;        ///< the peer's time over quern's, median over pairs; 0 without a peer
    double rel_error = 0;    ///< |c - c_ref| / |c_ref| over a sample of elements, c_ref in f64

    /// gemm: median of the FMA peak, same threads, and the fraction of it, median over pairs; what the plan leaves of
    /// it.
    double peak_gflops = 0, fraction_of_peak = 0, ceiling = 0;
    /// gemv: bytes of A a second, those of a plain summing loop over A on the same threads, and quern's share of them,
    /// median over pairs.
    double gigabytes = 0, sum_gigabytes = 0, fraction_of_sum = 0;
};

/// Times gemm or gemv of `spec` on random operands on every thread of the context: at least 15 rounds of quern's
/// product, its bound (the FMA peak just before and after; the summing loop) and the peer's product in turn. `peer` may
/// be nullptr. Throws Error where the spec is invalid or neither op, or there is no memory.
DenseBenchResult bench_dense(const KernelSpec& spec, DenseContext& context, const OpenBlasPeer* peer);

}  // namespace quern
