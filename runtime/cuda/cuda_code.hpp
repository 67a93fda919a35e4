#pragma once

#include <string>

#include "gen/kernel_spec.hpp"
#include "jit_cuda/cuda_plan.hpp"
#include "runtime/cuda/ptx_cache.hpp"

namespace quern::cuda {

/// A spec lowered as far as no GPU is needed for.
struct CudaCode {
    CudaPlan plan;
    std::string source;  ///< CUDA C++
    PtxCache::Ptx ptx;
};

/// The plan and source of a spec, its PTX still empty. Throws Error where the spec has no CUDA kernel.
CudaCode lower_to_cuda(const KernelSpec& spec);
/// Makes or reads the PTX of what lower_to_cuda() gave. Throws as compile_cuda() does.
void add_ptx(CudaCode& code, const PtxCache& cache);
/// Both. Throws Error where the spec has no CUDA kernel, where its source does not compile (with NVRTC's log), and
/// where there is neither NVRTC nor cached PTX.
CudaCode compile_cuda(const KernelSpec& spec, const PtxCache& cache);

/// The cache in cache_directory() over NVRTC, or over none where it cannot be loaded.
PtxCache standard_ptx_cache(PtxCache::Warn warn);

}  // namespace quern::cuda
