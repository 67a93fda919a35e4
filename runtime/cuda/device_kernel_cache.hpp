#pragma once

#include <cstddef>
#include <map>
#include <memory>
#include <mutex>
#include <span>
#include <string>
#include <vector>

#include "jit_cuda/device.hpp"
#include "runtime/cuda/cuda_code.hpp"

namespace quern {
class ThreadPool;
}

namespace quern::cuda {

/// A kernel loaded on a device.
struct DeviceKernel {
    CudaPlan plan;
    std::size_t ptx_bytes = 0;
    bool ptx_hit = false;  ///< the PTX was on disk
    double compile_seconds = 0, load_seconds = 0;
    int registers = 0, shared_bytes = 0, local_bytes = 0;  ///< as the driver compiled it: a thread, a block, a thread
    Module module;
    Function function;

    /// Puts a run over so many tokens (queries, rows) and heads on a stream.
    template <class Call>
    void launch(const Stream& stream, std::int64_t tokens, const Call& call, std::int64_t heads = 1) const {
        function.launch(stream, plan.grid(tokens, heads), static_cast<unsigned>(plan.threads), 0, call);
    }
};

/// Kernels of one device, compiled and loaded once per distinct source and process. Safe to call from many threads.
class DeviceKernelCache {
  public:
    /// `isa`: what to compile for, the device's own or an older one. `ptx` must outlive this. Throws Error where the
    /// device cannot run it.
    DeviceKernelCache(Device device, Isa isa, const PtxCache& ptx);

    /// spec.isa must be unset or the cache's. Throws what compile_cuda() throws, and Error where the driver cannot load
    /// the PTX, each naming the kernel.
    std::shared_ptr<const DeviceKernel> get(const KernelSpec& spec);
    /// Compiles all that are missing at the same time, on the pool's threads, then loads them.
    std::vector<std::shared_ptr<const DeviceKernel>> get_all(std::span<const KernelSpec> specs, ThreadPool& pool);

    const Device& device() const { return device_; }
    Isa isa() const { return isa_; }

    struct Statistics {
        std::size_t kernels = 0;  ///< loaded
        std::size_t ptx_hits = 0, ptx_bytes = 0;
        double compile_seconds = 0, load_seconds = 0;
    };
    Statistics statistics() const;
    /// Every kernel loaded, by its source's place in the order of loading.
    std::vector<std::shared_ptr<const DeviceKernel>> kernels() const;

  private:
    /// Its PTX only where the kernel is not loaded yet.
    CudaCode compile(KernelSpec spec) const;
    std::shared_ptr<const DeviceKernel> find(const std::string& source) const;
    std::shared_ptr<const DeviceKernel> load(CudaCode code);

    Device device_;
    Isa isa_;
    const PtxCache& ptx_;
    mutable std::mutex mutex_;
    std::map<std::string, std::shared_ptr<const DeviceKernel>> by_source_;
    std::vector<std::shared_ptr<const DeviceKernel>> in_order_;
};

}  // namespace quern::cuda
