#pragma once

#include <string>

#include "gen/machine.hpp"

namespace CLI {
class App;
}

namespace quern::cli {

/// The flags every command that runs or generates kernels shares: where they run and on how many threads.
struct MachineOptions {
    int threads = 0;             ///< --threads; 0 is usable_cores()
    std::string isa = "auto";    ///< --isa; auto is the best this processor has
    std::string device = "cpu";  ///< --device

    /// Adds --threads, --isa and --device to `app`; `this` must outlive its parsing. An unknown ISA or device and a
    /// thread count outside 1..1024 are usage errors.
    void add_to(CLI::App& app);
    /// Adds --isa alone, for commands that generate kernels without running them.
    void add_isa_to(CLI::App& app);

    /// Traits of this processor for the ISA asked for. Throws Error naming the flag where a device or ISA is not built
    /// yet, and naming what the processor lacks where it cannot run the ISA.
    MachineTraits machine() const;
    int thread_count() const;
};

}  // namespace quern::cli
