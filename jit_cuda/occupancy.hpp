#pragma once

#include "gen/isa.hpp"

namespace quern::cuda {

/// What a compiled kernel needs.
struct KernelResources {
    int registers = 0;                                ///< a thread
    int shared_bytes = 0;                             ///< a block, static
    int spill_store_bytes = 0, spill_load_bytes = 0;  ///< a thread
    int stack_bytes = 0;                              ///< a thread's local memory, spills included
};

/// How many blocks of a kernel a multiprocessor holds at once.
struct Occupancy {
    int blocks = 0, warps = 0;
    double share = 0;  ///< of the warps it can hold
};

/// The theoretical occupancy of blocks of `threads` threads, as NVIDIA's occupancy calculator has it: registers are
/// given to warps by 256, to a block as if it had a multiple of 4 warps, and every block takes 1 KiB of shared memory
/// beyond its own, in units of 128 bytes.
Occupancy occupancy(Isa isa, int threads, const KernelResources& resources);

}  // namespace quern::cuda
