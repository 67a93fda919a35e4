#pragma once

#include <string>

#include "gen/kernel_spec.hpp"

namespace quern {

/// A name for one kernel among many, fit for file names and symbols: the spec's name and all that its key says, as in
/// "attn_q-qgemm-q4_k-4096x4096-148-avx512_vnni". Letters, digits, '_', '-' and '.' alone, at most 200 characters.
/// Specs of different keys have different labels.
std::string kernel_label(const KernelSpec& spec);

}  // namespace quern
