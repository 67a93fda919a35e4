#pragma once

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <string>

#include "gen/kernel_spec.hpp"
#include "gen/machine.hpp"
#include "runtime/cli/table.hpp"

namespace quern::cli {

/// What the command line says of a generated kernel.
struct KernelLine {
    KernelSpec spec;
    MachineTraits machine;
    std::string plan_text;  ///< TOML
    std::size_t code_bytes = 0;
    double compile_seconds = 0;
    bool hit = false;  ///< found in the cache
};

/// The matrix, row width or heads a kernel is made for, without the number of tokens: "q4_k 256 x 768".
std::string shape_text(const KernelSpec& spec);
/// "1 token", "128 tokens", "1 to 32 tokens".
std::string tokens_text(std::int64_t fewest, std::int64_t most);
/// The choices of a qgemm's plan in a few words; "-" for other kernels, which have none to make.
std::string plan_summary(const KernelSpec& spec, const MachineTraits& machine);

/// Columns: kernel, op, shape, isa, code bytes, compile ms, cache, plan.
Table kernel_table();
void add_line(Table& table, const KernelLine& line);

/// name, op, weight, n, k, tokens or head_size, isa, plan (its fields), code_bytes, compile_ms, cache.
nlohmann::ordered_json to_json(const KernelLine& line);

}  // namespace quern::cli
