#pragma once

#include "gen/kernel_spec.hpp"
#include "runtime/cuda/device_kernel_cache.hpp"

namespace quern::cuda {

/// How fast one quantized GEMM is on a device, and what the device's peaks allow.
struct CudaQGemmBenchResult {
    int tile = 0;                      ///< the plan's token tile
    int samples = 0, copies = 1;       ///< timed; of the weights, used in turn
    double ms_min = 0, ms_median = 0;  ///< of one product
    double gops = 0;                   ///< from the median; a multiply-add is two operations
    double peak_gops = 0;              ///< of the tensor cores' int8, from the device's multiprocessors and clock
    double fraction_of_peak = 0;
    double ceiling = 0;                    ///< of fraction_of_peak, computed from the plan
    double gigabytes_per_second = 0;       ///< weights, activations and output, each once, over the median
    double peak_gigabytes_per_second = 0;  ///< of the device's memory; 0 where the driver does not say
    double rel_error = 0;                  ///< |y - y_ref| / |y_ref| over a sample of rows and tokens
};

/// Times the kernel of `spec` (a qgemm) on random weights and activations by events on a stream. A forward pass finds
/// no weights in the device's L2, since it has read others meanwhile: as many copies of them are used in turn as L2
/// does not hold, up to what a quarter of the free memory takes. There are 25 samples, fewer where they take long, each
/// of some milliseconds. With `quantize` every product rounds its activations anew, in its time. Throws Error where the
/// spec is invalid or has no kernel, and for failures of the device.
CudaQGemmBenchResult bench_qgemm(const KernelSpec& spec, DeviceKernelCache& cache, bool quantize = false);

}  // namespace quern::cuda
