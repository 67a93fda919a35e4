#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <tuple>

#include "gen/blockwise_choice.hpp"
#include "gen/gemm_plan.hpp"
#include "gen/gemv_plan.hpp"
#include "gen/kernel_spec.hpp"
#include "gen/plan.hpp"

namespace quern {

/// The fastest plan measured for a quantized GEMM.
struct TunedPlan {
    const WeightFormat* weight = nullptr;
    std::int64_t n = 0, k = 0, tokens = 0;
    PlanChoice choice;
    double default_seconds = 0, seconds = 0;  ///< of the default plan and of this one, medians

    /// A spec of the product it was measured on.
    KernelSpec spec() const;
};

/// Whether TunedDense holds the plans of an op: gemm, gemv and the block-quantized products.
bool is_tuned_dense(Op op);

/// The fastest plan measured for such a product.
struct TunedDense {
    KernelSpec spec;    ///< without an ISA
    GemmChoice gemm{};  ///< of a gemm
    GemvChoice gemv{};  ///< of a gemv
    double default_seconds = 0, seconds = 0;
    BlockwiseChoice blockwise{};  ///< of a block-quantized product
};

/// Measured plans of one machine, ISA and number of threads, and where they come from.
class Tuning {
  public:
    /// Replaces the plan of the same product.
    void set(const TunedPlan& plan);
    /// The plan that applies to a spec: measured for its number of tokens, else, where the plan unpacks to scratch, for
    /// the nearest number within an eighth of it. nullptr where there is none, the spec is no qgemm or it asks for a
    /// tile of its own.
    const TunedPlan* find(const KernelSpec& spec) const;
    /// The plan of a qgemm: with the choice found, carried over to the spec's tokens, else the default. Throws Error as
    /// plan_qgemm() does.
    QGemmPlan plan(const KernelSpec& spec, const MachineTraits& machine) const;

    void set(const TunedDense& plan);
    /// The plan of just this product, or nullptr.
    const TunedDense* find_dense(const KernelSpec& spec) const;
    GemmPlan gemm_plan(const KernelSpec& spec, const MachineTraits& machine) const;
    GemvPlan gemv_plan(const KernelSpec& spec, const MachineTraits& machine) const;
    BlockwisePlan blockwise_plan(const KernelSpec& spec, const MachineTraits& machine) const;
    /// By the spec's key().
    const std::map<std::string, TunedDense>& dense_plans() const { return dense_plans_; }

    /// (weight name, n, k, tokens) -> plan
    using Key = std::tuple<std::string_view, std::int64_t, std::int64_t, std::int64_t>;
    const std::map<Key, TunedPlan>& plans() const { return plans_; }

    std::filesystem::path file;  ///< they were read from; empty where there is none
    std::string warning;         ///< why a file was ignored; names it; empty where none was

  private:
    std::map<Key, TunedPlan> plans_;
    std::map<std::string, TunedDense> dense_plans_;
};

}  // namespace quern
