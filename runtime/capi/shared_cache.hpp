#pragma once

#include <memory>

#include "runtime/kernels/kernel_cache.hpp"

namespace quern::capi {

/// The process's kernel cache for an ISA and number of threads, which live contexts share; made where none is alive.
std::shared_ptr<KernelCache> shared_cache(const MachineTraits& machine, int threads, bool ignore_tuned_plans);
/// Puts a cache with one more tuned plan in its place, and returns it.
std::shared_ptr<KernelCache> replace_shared_cache(const KernelCache& old, int threads, bool ignore_tuned_plans,
                                                  const TunedPlan& plan);

}  // namespace quern::capi
