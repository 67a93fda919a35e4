#pragma once

#include "jit_cuda/device.hpp"
#include "runtime/cli/machine_options.hpp"
#include "runtime/cuda/device_kernel_cache.hpp"
#include "runtime/cuda/ptx_cache.hpp"

namespace quern::cli {

/// standard_ptx_cache(), its warnings printed on standard error.
cuda::PtxCache ptx_cache();

/// The device that the flags ask for, and what makes its kernels.
class CudaSetup {
  public:
    /// Throws Error where libcuda or a device is missing, or the device does not run the ISA asked for.
    explicit CudaSetup(const MachineOptions& options);

    const cuda::Device& device() const { return kernels_.device(); }
    cuda::DeviceKernelCache& kernels() { return kernels_; }

  private:
    CudaSetup(const MachineOptions& options, cuda::Device device);

    cuda::PtxCache ptx_;
    cuda::DeviceKernelCache kernels_;
};

}  // namespace quern::cli
