#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "jit_cuda/cuda_plan.hpp"

namespace quern::cuda {

/// A file of jit_cuda/kernels (or device_calls.hpp) as it was when the library was built.
struct KernelFile {
    std::string_view name, text;
};
std::span<const KernelFile> kernel_files();

/// The CUDA C++ of a plan, which includes nothing: device_calls.hpp, the plan's constants as `namespace plan`, then its
/// files. Throws Error where the library has no file of that name.
std::string cuda_source(const CudaPlan& plan);

/// NVRTC's options for an ISA: its virtual architecture, and no contraction of multiplications and additions, so that
/// fused and unfused kernels round alike.
std::vector<std::string> nvrtc_options(Isa isa);

}  // namespace quern::cuda
