#pragma once

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

/// Columns: kernel, op, shape, isa, code bytes, compile ms, cache, plan.
Table kernel_table();
void add_line(Table& table, const KernelLine& line);

/// name, op, weight, n, k, tokens or head_size, isa, plan (its fields), code_bytes, compile_ms, cache.
nlohmann::json to_json(const KernelLine& line);

}  // namespace quern::cli
