#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>

#include "runtime/cuda/device_kernel_cache.hpp"
#include "runtime/cuda/device_transformer.hpp"
#include "runtime/cuda/ptx_cache.hpp"
#include "runtime/gguf/gguf_file.hpp"
#include "runtime/system/thread_pool.hpp"
#include "tests/support/cuda_device.hpp"
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

/// True where QUERN_RECORD_PTX asks for what tests compile to be recorded in tests/fixtures/ptx.
bool recording_ptx();
/// Copies the PTX recorded there into `cache`, a directory like QUERN_CACHE_DIR's.
void copy_recorded_ptx(const std::filesystem::path& cache);
/// What QUERN_CACHE_DIR must be for programs that compile CUDA kernels: the fixtures themselves while recording, else
/// this process's cache directory, with the recorded PTX in it where there is no NVRTC.
std::string cache_for_programs();

/// The bundled model on the device, with kernels of its own.
struct DeviceModel {
    explicit DeviceModel(int tile = 0);
    DeviceModel(const cuda::Device& device, int tile);

    GgufFile file = GgufFile::open(bundled_model_path());
    ThreadPool pool{1};
    std::unique_ptr<cuda::PtxCache> ptx;
    cuda::DeviceKernelCache cache;
    cuda::DeviceTransformer transformer;
};

}  // namespace quern::test
