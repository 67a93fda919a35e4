#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "gen/isa.hpp"

namespace quern {

/// OpenBLAS, opened at run time: what the dense kernels are timed against.
class OpenBlasPeer {
  public:
    /// Opens libopenblas.so.0 once a process, with the kernels of `isa` and `threads` threads. It does not know every
    /// model number and falls back to its oldest kernels then, so OPENBLAS_CORETYPE is set, unless the user has set it.
    /// nullptr where there is no such library; `why` then says what the loader said.
    static std::unique_ptr<OpenBlasPeer> open(Isa isa, int threads, std::string& why);

    /// "OpenBLAS 0.3.21 SkylakeX": what it says it is and which core's kernels it runs.
    const std::string& name() const { return name_; }

    /// C = A B and y = A x or A^T x, all row-major without gaps.
    void gemm(std::int64_t m, std::int64_t n, std::int64_t k, const double* a, const double* b, double* c) const;
    void gemm(std::int64_t m, std::int64_t n, std::int64_t k, const float* a, const float* b, float* c) const;
    void gemv(std::int64_t m, std::int64_t n, bool transposed, const double* a, const double* x, double* y) const;
    void gemv(std::int64_t m, std::int64_t n, bool transposed, const float* a, const float* x, float* y) const;

  private:
    template <class T>
    using Gemm = void (*)(int, int, int, int, int, int, T, const T*, int, const T*, int, T, T*, int);
    template <class T>
    using Gemv = void (*)(int, int, int, int, T, const T*, int, const T*, int, T, T*, int);

    std::string name_;
    Gemm<double> dgemm_ = nullptr;
    Gemm<float> sgemm_ = nullptr;
    Gemv<double> dgemv_ = nullptr;
    Gemv<float> sgemv_ = nullptr;
};

}  // namespace quern
