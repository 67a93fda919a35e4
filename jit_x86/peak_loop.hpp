#pragma once

#include <cstdint>
#include <vector>

#include "gen/machine.hpp"
#include "jit_x86/executable_memory.hpp"

namespace quern {

/// What a peak loop repeats: the ISA's dot product (vpdpbusd, or vpmaddubsw and vpaddw where there is none), or an FMA.
enum class PeakStep { dot_product, fma_f64, fma_f32 };

/// A loop of nothing but independent steps on register operands: what it reaches is the ceiling kernels are measured
/// against. The body is unrolled 8 times, and the operands are pseudo-random, because constant ones draw less power and
/// clock higher.
class PeakLoop {
  public:
    /// `accumulators` are updated in turn. Throws Error where the registers do not hold that many beside the operands,
    /// or the system refuses executable pages.
    PeakLoop(const MachineTraits& machine, int accumulators, PeakStep step = PeakStep::dot_product);

    /// Runs the body `iterations` times (at least once) on the calling thread. Safe to call from many threads.
    void run(std::int64_t iterations) const;
    /// Multiplications and additions of one iteration.
    std::int64_t operations() const { return operations_; }
    int accumulators() const { return accumulators_; }

  private:
    int accumulators_;
    std::int64_t operations_;
    ExecutableMemory memory_;
};

/// The loops whose best is the peak of machine.isa: 12, 16 and 24 accumulators in 32 registers, 10 and 12 in
/// 16.
std::vector<PeakLoop> peak_loops(const MachineTraits& machine, PeakStep step = PeakStep::dot_product);

}  // namespace quern
