#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "jit_cuda/device.hpp"
#include "jit_cuda/device_calls.hpp"
#include "runtime/cuda/device_kernel_cache.hpp"
#include "tests/ptx/quern_ptx.h"

namespace quern::test {

/// The entry points of tests/ptx/quern_ptx.h, of the executor that QUERN_CUDA_DRIVER names.
struct ExecutorControl {
    decltype(&quern_ptx_reset) reset;
    decltype(&quern_ptx_kernel_counters) kernel_counters;
    decltype(&quern_ptx_matrix_count) matrix_count;
    decltype(&quern_ptx_conflict_lines) conflict_lines;
    decltype(&quern_ptx_last_violation) last_violation;
    decltype(&quern_ptx_watch) watch;
    decltype(&quern_ptx_bytes_read) bytes_read;
    decltype(&quern_ptx_widths_read) widths_read;
    decltype(&quern_ptx_live_objects) live_objects;
    decltype(&quern_ptx_inject) inject;
    decltype(&quern_ptx_set_memory) set_memory;
    decltype(&quern_ptx_set_sm) set_sm;
};

/// What CUDA tests run on: the driver that QUERN_CUDA_DRIVER names where it is set (a GPU's, for instance), else the
/// PTX executor. PTX is made afresh where NVRTC is there, else that recorded in tests/fixtures/ptx is used;
/// QUERN_RECORD_PTX=1 records what is made.
class CudaDevice {
  public:
    /// One a process.
    static CudaDevice& get();

    const cuda::Device& device() const { return device_; }
    cuda::DeviceKernelCache& kernels() { return kernels_; }
    const cuda::PtxCache& ptx() const { return *ptx_; }
    /// The executor's own functions, or nullptr where the driver is a real one.
    const ExecutorControl* executor() const { return executor_ ? &*executor_ : nullptr; }

    /// Runs a kernel over so many tokens (queries, rows) and heads, and waits for it.
    template <class Call>
    void run(const KernelSpec& spec, std::int64_t tokens, const Call& call, std::int64_t heads = 1) {
        const auto kernel = kernels_.get(spec);
        const cuda::Stream stream(device_);
        kernel->launch(stream, tokens, call, heads);
        stream.synchronize();
    }

    template <class T>
    cuda::DeviceBuffer<T> upload(const std::vector<T>& values) const {
        return cuda::DeviceBuffer<T>(device_, std::span<const T>(values));
    }
    template <class T>
    std::vector<T> download(const cuda::DeviceBuffer<T>& buffer) const {
        std::vector<T> values(buffer.size());
        buffer.download(std::span<T>(values));
        return values;
    }

  private:
    CudaDevice();

    std::optional<ExecutorControl> executor_;
    std::unique_ptr<cuda::PtxCache> ptx_;
    cuda::Device device_;
    cuda::DeviceKernelCache kernels_;
};

/// PTX as CudaDevice gets it: fresh, or recorded.
std::unique_ptr<cuda::PtxCache> test_ptx_cache();

}  // namespace quern::test
