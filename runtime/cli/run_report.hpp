#pragma once

#include <cstdint>
#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "jit_x86/kernel.hpp"
#include "runtime/cli/loaded_model.hpp"
#include "runtime/engine/generate.hpp"
#include "runtime/kernels/kernel_cache.hpp"

namespace quern::cli {

/// What `run` knows when it is done.
struct RunReport {
    std::string model;  ///< file name
    ModelShape shape;
    std::size_t packed_bytes = 0;
    Generation generation;
    TimeSplit split;
    double load_seconds = 0;
    std::size_t peak_rss_bytes = 0;
    bool isa_asked_for = false;
    int threads = 1;

    /// On the processor.
    MachineTraits machine;
    KernelCache::Statistics kernel_statistics;
    std::vector<std::shared_ptr<const Kernel>> kernels;
    Tuning tuning;

    /// On a CUDA device.
    struct Cuda {
        cuda::DeviceTraits device;
        cuda::DeviceMemory memory;
        Isa isa{};
        cuda::DeviceKernelCache::Statistics statistics;
        std::vector<std::shared_ptr<const cuda::DeviceKernel>> kernels;
    };
    std::optional<Cuda> cuda;

    /// What the model's kernels are, once it has run.
    void add_kernels(LoadedModel& model);
};

/// For --verbose: model, ISA, load time, memory, kernels with their plans, and the time by operation.
std::string verbose_text(const RunReport& report);

/// For --json: prompt_tokens, tokens, text, steps, seconds, ms_per_step, split (ms by operation over the whole run),
/// load_seconds, peak_rss_bytes.
nlohmann::ordered_json to_json(const RunReport& report);

}  // namespace quern::cli
