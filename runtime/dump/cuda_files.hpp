#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "jit_cuda/occupancy.hpp"
#include "runtime/cuda/cuda_code.hpp"

namespace quern::cuda {

/// Spec, plan and what is known of the code, as TOML:
///
///     [spec]          the kernel's table of a spec file, its isa spelled out
///     [plan]          the plan's fields
///     [code]          entry, nvrtc (the version that made the PTX), source_bytes, ptx_bytes
///     [resources]     where ptxas said: registers, spill_store_bytes, spill_load_bytes, stack_bytes, shared_bytes, and
///                     how many blocks and warps of the kernel a multiprocessor holds, occupancy being their share
std::string cuda_kernel_toml(const CudaCode& code, const std::optional<KernelResources>& resources);

/// Writes NAME.toml (cuda_kernel_toml), NAME.cu (the source), NAME.ptx and, where find_ptxas() finds it, NAME.cubin
/// into `directory`, which is made where it does not exist; each file whole or not at all. Returns the extensions
/// written. Throws Error naming the file or directory that cannot be written, and with ptxas's message where it
/// refuses.
std::vector<std::string> write_cuda_files(const CudaCode& code, const std::filesystem::path& directory,
                                          const std::string& name);

/// As quern::dump_if_asked() for machine code: where QUERN_DUMP names a directory.
void dump_if_asked(const CudaCode& code);

}  // namespace quern::cuda
