#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "gen/oracle.hpp"
#include "jit_cuda/cuda_plan.hpp"
#include "tests/support/cuda_device.hpp"

namespace quern::test {

/// A random quantized matrix and Q8_1 activations: mixed tokens, and tokens of -127 alone, 127 alone and both in turn.
/// The pair past an odd token count, which kernels must not depend on, is NaN.
struct CudaQGemmCase {
    CudaQGemmCase(const WeightFormat& format, std::int64_t n, std::int64_t k, std::int64_t tokens, std::uint64_t seed);

    KernelSpec spec(int tile = 0) const;
    ReferenceOutput reference() const { return reference_qgemm_q8_1(format, n, k, tokens, gguf, activations); }

    const WeightFormat& format;
    std::int64_t n, k, tokens;
    std::vector<std::uint8_t> gguf;
    Q8_1Activations activations;
};

/// What a launch gave.
struct CudaQGemmRun {
    std::vector<float> y;  ///< [tokens][n]
    bool intact = true;    ///< nothing was stored between the rows
    std::string error;     ///< of the launch, then y is not filled
    std::vector<std::uint8_t> weight_bytes_read;
    std::uint64_t weight_loads_by_width[5] = {};  ///< 1, 2, 4, 8, 16 bytes a lane
};

/// Runs a kernel for the case's shape on operands of exactly the size they need: the executor refuses accesses beyond.
/// `edit`, where given, changes the CUDA source before it is compiled.
CudaQGemmRun run_cuda_qgemm(const CudaQGemmCase& operands, const KernelSpec& spec,
                            const std::function<void(std::string& source)>& edit = {});

}  // namespace quern::test
