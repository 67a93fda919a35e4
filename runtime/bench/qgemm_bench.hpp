#pragma once

#include <functional>
#include <string>

#include "gen/kernel_spec.hpp"

namespace quern {

class KernelCache;
class ThreadPool;

/// How fast one quantized GEMM is, and how near to the processor's peak.
struct QGemmBenchResult {
    int tile = 0;  ///< the plan's token tile
    int pairs = 0;
    double ms_min = 0, ms_median = 0;  ///< of one product, all work items
    double gops = 0;                   ///< from the median; a multiply-add is two operations
    double peak_gops = 0;              ///< median of the peak loop, same threads
    double fraction_of_peak = 0;       ///< median over pairs
    double read_gbps = 0;              ///< gigabytes of packed weights a second, read and not used
    /// Of fraction_of_peak: the plan's, or what reading each weight once at read_gbps leaves where that is less.
    double ceiling = 0;
    std::string ceiling_resource;  ///< what sets it, in words
    double peer_gops = 0;          ///< of the peer, from its median; 0 without one
    double peer_ratio = 0;         ///< the peer's time over quern's, median over pairs; 0 without a peer
    double rel_error = 0;          ///< |y - y_ref| / |y_ref| over a sample of rows and tokens
};

/// Times the kernel of `spec` (a qgemm for the cache's machine) on random weights and activations, on every thread of
/// the pool. A pair is a kernel run of at least some milliseconds and the mean of the peak loop just before and after
/// it; there are 25 pairs or more. y_ref is the f64 product of the dequantized weights and the f32 activations, so
/// rel_error includes the rounding of the activations to int8. With `quantize` every run rounds them anew, in its time.
/// `peer`, where given, is one product of another library, run as often right after each of quern's.
/// Throws Error where the spec is invalid.
QGemmBenchResult bench_qgemm(const KernelSpec& spec, KernelCache& cache, ThreadPool& pool, bool quantize = false,
                             const std::function<void()>& peer = {});

}  // namespace quern
