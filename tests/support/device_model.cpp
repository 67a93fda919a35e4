#include "tests/support/device_model.hpp"

#include <dlfcn.h>
#include <stdlib.h>

#include "gen/error.hpp"
#include "jit_cuda/driver.hpp"
#include "jit_cuda/nvrtc.hpp"
#include "runtime/system/cache_directory.hpp"

namespace quern::test {

namespace fs = std::filesystem;

namespace {

bool nvrtc_is_there() {
    try {
        cuda::Nvrtc::open();
        return true;
    } catch (const Error&) {
        return false;
    }
}

cuda::Device open_device() {
    use_cuda_driver();
    return cuda::Device::open(cuda::Driver::load());
}

const fs::path fixtures = fs::path(QUERN_SOURCE_DIR) / "tests/fixtures";

}  // namespace

void use_cuda_driver() {
    setenv("QUERN_CUDA_DRIVER", QUERN_PTX_LIBRARY, 0);
}

void* ptx_executor_symbol(const char* name) {
    use_cuda_driver();
    void* const library = dlopen(getenv("QUERN_CUDA_DRIVER"), RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE);
    void* const address = library == nullptr ? nullptr : dlsym(library, name);
    if (address == nullptr) throw Error(std::string("the CUDA driver is no PTX executor: it has no ") + name);
    return address;
}

bool on_ptx_executor() {
    try {
        ptx_executor_symbol("quern_ptx_reset");
        return true;
    } catch (const Error&) {
        return false;
    }
}

std::uint64_t live_cuda_objects() {
    return ptx_executor<std::uint64_t()>("quern_ptx_live_objects")();
}

InjectedFault::InjectedFault(const char* entry_point, int countdown, int result, bool forever) {
    ptx_executor<void(const char*, int, int, int)>("quern_ptx_inject")(entry_point, countdown, result, forever ? 1 : 0);
}

InjectedFault::~InjectedFault() {
    ptx_executor<void()>("quern_ptx_reset")();
}

bool recording_ptx() {
    const char* record = getenv("QUERN_RECORD_PTX");
    return record != nullptr && *record != '\0';
}

void copy_recorded_ptx(const fs::path& cache) {
    fs::create_directories(cache / "ptx");
    for (const auto& each : fs::directory_iterator(fixtures / "ptx"))
        fs::copy_file(each.path(), cache / "ptx" / each.path().filename(), fs::copy_options::skip_existing);
}

std::string cache_for_programs() {
    if (recording_ptx()) return fixtures.string();
    const fs::path cache = cache_directory();
    if (!nvrtc_is_there()) copy_recorded_ptx(cache);
    return cache.string();
}

DeviceModel::DeviceModel(int tile) : DeviceModel(open_device(), tile) {}

DeviceModel::DeviceModel(const cuda::Device& device, int tile)
    : ptx(test_ptx_cache()), cache(device, device.traits().isa(), *ptx), transformer(file, cache, pool, tile) {}

}  // namespace quern::test
