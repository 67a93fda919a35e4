#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include "gen/isa.hpp"
#include "jit_cuda/occupancy.hpp"

namespace quern::cuda {

/// What NVIDIA's assembler makes of a kernel's PTX.
struct AssembledKernel {
    std::string cubin;
    KernelResources resources;
};

/// ptxas on the PATH, else in /usr/local/cuda/bin; nothing where there is none.
std::optional<std::filesystem::path> find_ptxas();

/// Assembles PTX for an ISA. Throws Error with ptxas's own message where it refuses, or cannot be run.
AssembledKernel assemble(const std::filesystem::path& ptxas, const std::string& ptx, Isa isa);

/// What `ptxas -v` says of the one kernel it assembled. Throws Error where it says less than that.
KernelResources read_resources(std::string_view verbose_output);

}  // namespace quern::cuda
