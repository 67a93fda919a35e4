#pragma once

#include <filesystem>
#include <string>

#include "runtime/dump/kernel_code.hpp"

namespace quern {

/// Makes `directory` where it does not exist. Throws Error naming it where it cannot be made.
void make_dump_directory(const std::filesystem::path& directory);
/// The table [spec] of a dump: the kernel's table of a spec file, its isa spelled out.
std::string spec_toml(const KernelSpec& spec, Isa isa);

/// Spec, plan and instruction counts as TOML:
///
///     [spec]                  the kernel's table of a spec file, its isa spelled out
///     [plan]                  the plan's fields
///     [code]                  bytes, constant_bytes
///     [[region]]              label, loops, instructions, memory_reads, and a count for each kind of instruction
///     [[micro_kernel]]        label, inner_loop_ceiling, ceiling, ceiling_resource (see MicroKernelCeiling)
std::string kernel_toml(const KernelCode& code);

/// Writes NAME.toml (kernel_toml), NAME.s (listing) and NAME.bin (the machine code, constants included) into
/// `directory`, which is made where it does not exist; each file whole or not at all. `name` is a plain file name.
/// Throws Error naming the file or directory that cannot be written.
void write_kernel_files(const KernelCode& code, const std::filesystem::path& directory, const std::string& name);

}  // namespace quern
