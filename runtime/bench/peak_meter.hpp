#pragma once

#include <cstdint>
#include <vector>

#include "jit_x86/peak_loop.hpp"

namespace quern {

class ThreadPool;

/// Measures the dot-product or FMA peak of a processor on all threads of a pool at once.
class PeakMeter {
  public:
    /// Each loop runs for about `seconds` in every measurement. `pool` must outlive the meter.
    PeakMeter(const MachineTraits& machine, ThreadPool& pool, double seconds, PeakStep step = PeakStep::dot_product);

    /// Giga-operations a second of all threads together: the best of the loops.
    double measure();

  private:
    struct Candidate {
        PeakLoop loop;
        std::int64_t iterations;
    };
    double measure(const PeakLoop& loop, std::int64_t iterations);

    ThreadPool& pool_;
    std::vector<Candidate> candidates_;
};

}  // namespace quern
