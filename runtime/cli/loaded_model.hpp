#pragma once

#include <memory>
#include <optional>

#include "runtime/cli/cuda_setup.hpp"
#include "runtime/cli/machine_options.hpp"
#include "runtime/engine/forward_pass.hpp"
#include "runtime/kernels/kernel_cache.hpp"
#include "runtime/system/thread_pool.hpp"

namespace quern {
class GgufFile;
}

namespace quern::cli {

/// A model ready to run where the flags say: on this processor, or on a CUDA device.
class LoadedModel {
  public:
    /// `file` must outlive it. `tile` forces the token tile of every projection; 0 is auto. `time_operations`: on a
    /// device, where that costs a little, time_split() is measured. Throws what the setup and the loading throw; says
    /// on standard error where files of the cache directory are not used.
    LoadedModel(const GgufFile& file, const MachineOptions& options, int tile = 0, bool time_operations = false);

    ForwardPass& pass() { return *pass_; }
    /// Of the processor's kernels; nothing on a device.
    const KernelCache* processor_kernels() const { return processor_kernels_ ? &*processor_kernels_ : nullptr; }
    /// The device; nothing on the processor.
    CudaSetup* cuda() { return cuda_ ? &*cuda_ : nullptr; }

  private:
    ThreadPool pool_;
    std::optional<KernelCache> processor_kernels_;
    std::optional<CudaSetup> cuda_;
    std::unique_ptr<ForwardPass> pass_;
};

}  // namespace quern::cli
