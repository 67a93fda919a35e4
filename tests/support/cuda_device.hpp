#pragma once

#include <memory>
#include <optional>
#include <string>

#include "gen/isa.hpp"
#include "jit_cuda/device.hpp"
#include "runtime/cuda/device_kernel_cache.hpp"
#include "runtime/cuda/device_transformer.hpp"
#include "runtime/cuda/ptx_cache.hpp"
#include "runtime/gguf/gguf_file.hpp"
#include "runtime/system/thread_pool.hpp"
#include "tests/support/model_fixtures.hpp"

namespace quern::test {

/// Makes this process, and the programs it runs, use the PTX executor where QUERN_CUDA_DRIVER does not name another
/// driver, as one does on a machine with a GPU.
void use_cuda_driver();
/// False on a GPU, where nothing can be counted and no fault injected.
bool on_ptx_executor();

/// A function of the PTX executor's control (tests/ptx/quern_ptx.h). Throws Error where there is none.
void* ptx_executor_symbol(const char* name);
template <class Signature>
Signature* ptx_executor(const char* name) {
    return reinterpret_cast<Signature*>(ptx_executor_symbol(name));
}
/// Allocations, modules, streams, events and contexts alive on the executor.
std::uint64_t live_cuda_objects();
/// Makes the n-th call of an entry point fail, from now on or once; forgotten with this.
class InjectedFault {
  public:
    InjectedFault(const char* entry_point, int countdown, int result, bool forever);
    ~InjectedFault();
    InjectedFault(const InjectedFault&) = delete;
    InjectedFault& operator=(const InjectedFault&) = delete;
};

/// Where NVRTC cannot be loaded, copies the PTX recorded in tests/fixtures/ptx into `cache` (of QUERN_CACHE_DIR's
/// shape).
void provide_recorded_ptx(const std::filesystem::path& cache, bool even_with_nvrtc = false);

/// PTX made by NVRTC, or recorded where there is none; warnings are test failures.
cuda::PtxCache test_ptx_cache();

/// The bundled model on the device.
struct DeviceModel {
    explicit DeviceModel(int tile = 0);

    GgufFile file = GgufFile::open(bundled_model_path());
    ThreadPool pool{1};
    cuda::PtxCache ptx;
    cuda::DeviceKernelCache cache;
    cuda::DeviceTransformer transformer;
};

}  // namespace quern::test
