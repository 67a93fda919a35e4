#include "jit_cuda/driver.hpp"

#include <array>
#include <utility>

#include "gen/error.hpp"

namespace quern::cuda {

namespace {

template <class... Parameters>
void resolve(const DynamicLibrary& library, EntryPoint<Parameters...>& entry, const char* symbol) {
    entry = {symbol, reinterpret_cast<Result (*)(Parameters...)>(library.symbol(symbol))};
}

}  // namespace

// The suffixes are those that cuda.h's own macros add to the names.
Driver::Driver(DynamicLibrary library) : library_(std::move(library)) {
    resolve(library_, cuInit, "cuInit");
    resolve(library_, cuDriverGetVersion, "cuDriverGetVersion");
    resolve(library_, cuDeviceGetCount, "cuDeviceGetCount");
    resolve(library_, cuDeviceGet, "cuDeviceGet");
    resolve(library_, cuDeviceGetName, "cuDeviceGetName");
    resolve(library_, cuDeviceGetAttribute, "cuDeviceGetAttribute");
    resolve(library_, cuDeviceTotalMem, "cuDeviceTotalMem_v2");
    resolve(library_, cuDevicePrimaryCtxRetain, "cuDevicePrimaryCtxRetain");
    resolve(library_, cuDevicePrimaryCtxRelease, "cuDevicePrimaryCtxRelease_v2");
    resolve(library_, cuCtxSetCurrent, "cuCtxSetCurrent");
    resolve(library_, cuCtxSynchronize, "cuCtxSynchronize");
    resolve(library_, cuMemGetInfo, "cuMemGetInfo_v2");
    resolve(library_, cuMemAlloc, "cuMemAlloc_v2");
    resolve(library_, cuMemFree, "cuMemFree_v2");
    resolve(library_, cuMemcpyHtoD, "cuMemcpyHtoD_v2");
    resolve(library_, cuMemcpyDtoH, "cuMemcpyDtoH_v2");
    resolve(library_, cuMemcpyHtoDAsync, "cuMemcpyHtoDAsync_v2");
    resolve(library_, cuMemcpyDtoHAsync, "cuMemcpyDtoHAsync_v2");
    resolve(library_, cuMemsetD8, "cuMemsetD8_v2");
    resolve(library_, cuStreamCreate, "cuStreamCreate");
    resolve(library_, cuStreamDestroy, "cuStreamDestroy_v2");
    resolve(library_, cuStreamSynchronize, "cuStreamSynchronize");
    resolve(library_, cuModuleLoadDataEx, "cuModuleLoadDataEx");
    resolve(library_, cuModuleUnload, "cuModuleUnload");
    resolve(library_, cuModuleGetFunction, "cuModuleGetFunction");
    resolve(library_, cuFuncGetAttribute, "cuFuncGetAttribute");
    resolve(library_, cuFuncSetAttribute, "cuFuncSetAttribute");
    resolve(library_, cuLaunchKernel, "cuLaunchKernel");
    resolve(library_, cuEventCreate, "cuEventCreate");
    resolve(library_, cuEventDestroy, "cuEventDestroy_v2");
    resolve(library_, cuEventRecord, "cuEventRecord");
    resolve(library_, cuEventSynchronize, "cuEventSynchronize");
    resolve(library_, cuEventElapsedTime, "cuEventElapsedTime");
    resolve(library_, cuGetErrorName, "cuGetErrorName");
    resolve(library_, cuGetErrorString, "cuGetErrorString");
}

std::shared_ptr<const Driver> Driver::load() {
    static const std::array<std::string, 3> places{"libcuda.so.1", "libcuda.so", "/usr/lib/wsl/lib/libcuda.so.1"};
    std::shared_ptr<const Driver> driver(
        new Driver(DynamicLibrary::open("libcuda (the NVIDIA driver's library)", "QUERN_CUDA_DRIVER", places)));
    const std::string doing = "starting the CUDA driver " + driver->library_name();
    driver->call(doing, driver->cuInit, 0U);
    int devices = 0;
    driver->call(doing, driver->cuDeviceGetCount, &devices);
    if (devices == 0) throw Error(doing + ": it finds no device");
    return driver;
}

std::string Driver::describe(const char* call, Result result) const {
    const char *name = nullptr, *text = nullptr;
    // Both leave a null pointer for a number they do not know.
    static_cast<void>(cuGetErrorName.function(result, &name));
    static_cast<void>(cuGetErrorString.function(result, &text));
    const std::string number = "CUDA error " + std::to_string(static_cast<int>(result));
    return std::string(call) + ": " + (name == nullptr ? number : name) +
           (text == nullptr ? "" : " (" + std::string(text) + ")");
}

void Driver::fail(const std::string& doing, const char* name, Result result) const {
    throw Error((doing.empty() ? "" : doing + ": ") + describe(name, result));
}

}  // namespace quern::cuda
