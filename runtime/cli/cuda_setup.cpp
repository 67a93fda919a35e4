#include "runtime/cli/cuda_setup.hpp"

#include <cstdio>
#include <string>

#include "jit_cuda/driver.hpp"
#include "runtime/cli/output.hpp"
#include "runtime/cuda/cuda_code.hpp"

namespace quern::cli {

cuda::PtxCache ptx_cache() {
    return cuda::standard_ptx_cache(
        [](const std::string& warning) { std::fputs(("warning: " + one_line(warning) + "\n").c_str(), stderr); });
}

CudaSetup::CudaSetup(const MachineOptions& options) : CudaSetup(options, cuda::Device::open(cuda::Driver::load())) {}

CudaSetup::CudaSetup(const MachineOptions& options, cuda::Device device)
    : ptx_(ptx_cache()), kernels_(device, isa_by_name(options.isa).value_or(device.traits().isa()), ptx_) {}

}  // namespace quern::cli
