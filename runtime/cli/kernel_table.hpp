#pragma once

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>

#include "gen/blockwise_choice.hpp"
#include "gen/gemm_plan.hpp"
#include "gen/gemv_plan.hpp"
#include "gen/kernel_spec.hpp"
#include "gen/machine.hpp"
#include "gen/plan.hpp"
#include "jit_cuda/cuda_plan.hpp"
#include "runtime/cli/table.hpp"
#include "runtime/tuning/tuning.hpp"

namespace quern::cli {

/// What the command line says of a generated kernel.
struct KernelLine {
    KernelSpec spec;
    MachineTraits machine;
    std::string plan_text;          ///< TOML
    std::optional<QGemmPlan> plan;  ///< of a qgemm
    std::string other_plan{};       ///< of a dense or block-quantized product or a CUDA kernel, in a few words
    bool tuned = false;             ///< the plan comes from a tuning file
    std::size_t code_bytes = 0;
    double compile_seconds = 0;
    bool hit = false;  ///< found in the cache
};

/// The matrix, row width or heads a kernel is made for, without the number of tokens: "q4_k 256 x 768".
std::string shape_text(const KernelSpec& spec);
/// "1 token", "128 tokens", "1 to 32 tokens".
std::string tokens_text(std::int64_t fewest, std::int64_t most);
/// What a plan chose, in a few words: "2 x 6, tile 78, 4 row tiles an item, f32 in registers".
std::string choice_summary(const PlanChoice& choice);
/// "6 x 4 vectors, A packed, 352 columns of B at once"; "4 rows at once".
std::string choice_summary(const GemmChoice& choice);
std::string choice_summary(const GemvChoice& choice);
std::string choice_summary(const BlockwiseChoice& choice);
/// The choices of a qgemm's plan in a few words, whether they are tuned, and the plan's ceiling.
std::string plan_summary(const QGemmPlan& plan, bool tuned);
/// The same of a dense or block-quantized product's.
std::string plan_summary(const GemmPlan& plan, bool tuned);
std::string plan_summary(const GemvPlan& plan, bool tuned);
std::string plan_summary(const BlockwisePlan& plan, bool tuned);
/// "tile 80, 128 rows and 256 threads a block, ceiling 0.50".
std::string cuda_plan_summary(const cuda::CudaPlan& plan);
/// Which plans are tuned and where that comes from, or that none are, in one line without a line feed.
std::string tuning_summary(const Tuning& tuning);
/// Says on standard error where a tuning file was ignored and why.
void warn_of_ignored_file(const Tuning& tuning);

/// Columns: kernel, op, shape, isa, code bytes, compile ms, cache, plan.
Table kernel_table();
void add_line(Table& table, const KernelLine& line);

/// name, op, weight, type, m, n, k, tokens, head_size, layouts, transposed, block, bits or codes as the op has them,
/// isa, plan (its fields), code_bytes, compile_ms, cache.
nlohmann::ordered_json to_json(const KernelLine& line);

}  // namespace quern::cli
