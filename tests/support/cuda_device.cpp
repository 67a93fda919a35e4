#include "tests/support/cuda_device.hpp"

#include <dlfcn.h>

#include <cstdlib>
#include <filesystem>
#include <iostream>
#include <stdexcept>

#include "gen/error.hpp"
#include "jit_cuda/nvrtc.hpp"

namespace quern::test {

namespace {

const std::filesystem::path fixtures = std::filesystem::path(QUERN_SOURCE_DIR) / "tests" / "fixtures";

bool recording() {
    const char* record = std::getenv("QUERN_RECORD_PTX");
    return record != nullptr && *record != '\0';
}

/// Machines without NVRTC run what is recorded, so whatever is tested must be.
void require_recorded(const std::string& source, const std::string& name, std::span<const std::string> options) {
    const std::string hash = cuda::PtxCache::source_hash(source, options);
    for (const auto& file : std::filesystem::directory_iterator(fixtures / "ptx"))
        if (file.path().filename().string().starts_with(hash)) return;
    throw Error("the PTX of " + name + " (source hash " + hash +
                ") is not recorded; tests/fixtures/record_ptx.sh records what the tests compile");
}

template <class Function>
void resolve(void* library, const char* name, Function& function) {
    void* const symbol = dlsym(library, name);
    if (symbol == nullptr) throw std::runtime_error(std::string("libquern_ptx.so has no ") + name);
    function = reinterpret_cast<Function>(symbol);
}

/// The driver's library is loaded already: this finds it again.
std::optional<ExecutorControl> executor_control() {
    void* const library = dlopen(std::getenv("QUERN_CUDA_DRIVER"), RTLD_NOW | RTLD_LOCAL);
    if (library == nullptr || dlsym(library, "quern_ptx_reset") == nullptr) return std::nullopt;
    ExecutorControl control{};
    resolve(library, "quern_ptx_reset", control.reset);
    resolve(library, "quern_ptx_kernel_counters", control.kernel_counters);
    resolve(library, "quern_ptx_matrix_count", control.matrix_count);
    resolve(library, "quern_ptx_conflict_lines", control.conflict_lines);
    resolve(library, "quern_ptx_last_violation", control.last_violation);
    resolve(library, "quern_ptx_watch", control.watch);
    resolve(library, "quern_ptx_bytes_read", control.bytes_read);
    resolve(library, "quern_ptx_widths_read", control.widths_read);
    resolve(library, "quern_ptx_live_objects", control.live_objects);
    resolve(library, "quern_ptx_inject", control.inject);
    resolve(library, "quern_ptx_set_memory", control.set_memory);
    resolve(library, "quern_ptx_set_sm", control.set_sm);
    return control;
}

cuda::Device open_device() {
    setenv("QUERN_CUDA_DRIVER", QUERN_PTX_LIBRARY, 0);
    return cuda::Device::open(cuda::Driver::load());
}

}  // namespace

std::unique_ptr<cuda::PtxCache> test_ptx_cache() {
    const auto warn = [](const std::string& message) { std::cerr << "warning: " << message << "\n"; };
    try {
        const auto nvrtc = std::make_shared<const cuda::Nvrtc>(cuda::Nvrtc::open());
        cuda::PtxCompiler compiler{nvrtc->version(), [nvrtc](const std::string& source, const std::string& name,
                                                             std::span<const std::string> options) {
                                       if (!recording()) require_recorded(source, name, options);
                                       return nvrtc->compile(source, name, options);
                                   }};
        return std::make_unique<cuda::PtxCache>(recording() ? fixtures : std::filesystem::path(), std::move(compiler),
                                                "", warn);
    } catch (const Error& error) {
        return std::make_unique<cuda::PtxCache>(fixtures, std::nullopt, error.what(), warn);
    }
}

CudaDevice::CudaDevice()
    : ptx_(test_ptx_cache()), device_(open_device()), kernels_(device_, device_.traits().isa(), *ptx_) {
    executor_ = executor_control();
}

CudaDevice& CudaDevice::get() {
    static CudaDevice device;
    return device;
}

}  // namespace quern::test
