#pragma once

#include <string>

#include "gen/machine.hpp"

namespace CLI {
class App;
}

namespace quern::cli {

/// The flags every command that runs or generates kernels shares: where they run and on how many threads.
struct MachineOptions {
    int threads = 0;           ///< --threads; 0 is usable_cores()
    std::string isa = "auto";  ///< --isa; auto is the best the processor, or the device, has
    std::string device;        ///< --device; empty is cuda where --isa is one of CUDA's, else cpu

    /// Adds --threads, --isa and --device to `app`; `this` must outlive its parsing. An unknown ISA or device and a
    /// thread count outside 1..1024 are usage errors.
    void add_to(CLI::App& app);
    /// Adds --isa and --device alone, for commands that generate kernels without running them.
    void add_isa_to(CLI::App& app);

    /// True where a CUDA device is asked for. Throws Error where --isa and --device contradict each other.
    bool on_cuda() const;
    /// Traits of this processor for the ISA asked for. Throws Error naming the flag where a CUDA device or ISA is asked
    /// for, and naming what the processor lacks where it cannot run the ISA.
    MachineTraits machine() const;
    int thread_count() const;
};

}  // namespace quern::cli
