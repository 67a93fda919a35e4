#pragma once

#include <array>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "gen/kernel_spec.hpp"

namespace quern {

/// One row per op: what a spec of it must say.
struct OpTraits {
    Op op;
    std::string_view name;                     ///< as in specs
    bool super_blocks = false;                 ///< k counts whole super-blocks of 256
    std::array<std::string_view, 4> needed{};  ///< keys a spec must have, beyond name and op; unused entries are empty
    std::array<std::string_view, 2> optional{};  ///< keys it may have, beyond isa, which every op takes
    bool f32_weight = false;                     ///< the weight may be f32
    bool cuda_only = false;                      ///< the x86 engine does it without a kernel

    bool needs(std::string_view key) const;
    bool takes(std::string_view key) const;
};

std::span<const OpTraits> all_ops();
const OpTraits& op_traits(Op op);
/// The row named `name`, or nullptr.
const OpTraits* op_traits_by_name(std::string_view name);

/// Why a spec describes no kernel: the key whose value is wrong, and what is wrong with it.
struct SpecProblem {
    std::string_view key;
    std::string message;
};
/// The first problem of a spec, or nothing. validate() throws it; the spec reader adds where it stands in the file.
std::optional<SpecProblem> find_problem(const KernelSpec& spec);

}  // namespace quern
