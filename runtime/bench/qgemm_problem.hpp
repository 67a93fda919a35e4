#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "gen/kernel_spec.hpp"

namespace quern {

/// A random quantized GEMM, the same for every backend and on every run.
struct QGemmProblem {
    explicit QGemmProblem(const KernelSpec& qgemm);

    double operations() const;
    /// |y - y_ref| / |y_ref| over a sample of rows and tokens of `output` [tokens][n]; y_ref is the f64 product of the
    /// dequantized weights and the f32 activations.
    double rel_error(std::span<const float> output) const;

    KernelSpec spec;
    std::vector<std::uint8_t> weights;  ///< GGUF blocks [n][k / block_weights]
    std::vector<float> inputs;          ///< [tokens][k], normal
};

}  // namespace quern
