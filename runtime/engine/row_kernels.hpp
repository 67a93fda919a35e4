#pragma once

#include <memory>

#include "runtime/engine/model_shape.hpp"
#include "runtime/kernels/kernel_cache.hpp"

namespace quern {

/// A model's kernels that do not depend on the token count.
struct RowKernels {
    std::shared_ptr<const Kernel> quantize;  ///< of attention outputs
    std::shared_ptr<const Kernel> rmsnorm_quantize, add_rmsnorm_quantize, silu_mul_quantize, rope, attention;

    RowKernels(const ModelShape& shape, KernelCache& cache);
};

}  // namespace quern
