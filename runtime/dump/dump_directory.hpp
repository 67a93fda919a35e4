#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "runtime/dump/kernel_code.hpp"

namespace quern {

/// Where the environment says QUERN_DUMP=DIRECTORY, writes the kernel's files there (see write_kernel_files), named by
/// kernel_label(). A kernel of the same label but other code, as of another plan, gets a number; one whose code this
/// process has written already is left out. Safe to call from many threads. Throws what write_kernel_files throws, with
/// QUERN_DUMP named.
void dump_if_asked(const KernelCode& code);
/// The same of any kernel that `label` names and `code` tells from others, by a function that writes its files.
void dump_if_asked(const std::string& label, std::vector<std::uint8_t> code,
                   const std::function<void(const std::filesystem::path& directory, const std::string& name)>& write);

}  // namespace quern
