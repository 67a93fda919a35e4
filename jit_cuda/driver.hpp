#pragma once

#include <cstddef>
#include <memory>
#include <string>

#include "jit_cuda/dynamic_library.hpp"

namespace quern::cuda {

/// The types of the CUDA driver interface (cuda.h of CUDA 11 and newer), declared here so that one build serves
/// machines with and without a CUDA toolkit.
using DevicePointer = unsigned long long;  ///< CUdeviceptr: an address in device memory
using ContextHandle = struct CUctx_st*;
using ModuleHandle = struct CUmod_st*;
using FunctionHandle = struct CUfunc_st*;
using StreamHandle = struct CUstream_st*;
using EventHandle = struct CUevent_st*;

/// The results told apart here; any other number is an error known by cuGetErrorName alone.
enum class Result : int { success = 0, out_of_memory = 2, not_initialized = 3, deinitialized = 4, no_device = 100 };

/// CUdevice_attribute.
enum class DeviceAttribute : int {
    max_shared_memory_per_block = 8,  ///< bytes, without asking for more
    clock_rate = 13,                  ///< kHz, the highest
    multiprocessor_count = 16,
    memory_clock_rate = 36,  ///< kHz
    memory_bus_width = 37,   ///< bits
    l2_cache_size = 38,      ///< bytes
    compute_capability_major = 75,
    compute_capability_minor = 76,
};

/// CUfunction_attribute.
enum class FunctionAttribute : int {
    max_threads_per_block = 0,
    shared_bytes = 1,  ///< static
    local_bytes = 3,   ///< a thread: spills and arrays
    registers = 4,     ///< a thread
    max_dynamic_shared_bytes = 8,
};

/// CUjit_option.
enum class JitOption : int { error_log = 5, error_log_bytes = 6 };

/// One function of the driver with its name, for errors.
template <class... Parameters>
struct EntryPoint {
    const char* name;  ///< as in the library: "cuMemAlloc_v2"
    Result (*function)(Parameters...);
};

/// libcuda, opened at run time: the entry points used.
struct Driver {
    /// Opens the library QUERN_CUDA_DRIVER names, else libcuda.so.1 or libcuda.so, and initializes it. Throws Error
    /// where there is none (with each place it looked), where it lacks an entry point, and where it finds no device.
    static std::shared_ptr<const Driver> load();

    EntryPoint<unsigned> cuInit;
    EntryPoint<int*> cuDriverGetVersion;
    EntryPoint<int*> cuDeviceGetCount;
    EntryPoint<int*, int> cuDeviceGet;
    EntryPoint<char*, int, int> cuDeviceGetName;
    EntryPoint<int*, DeviceAttribute, int> cuDeviceGetAttribute;
    EntryPoint<std::size_t*, int> cuDeviceTotalMem;
    EntryPoint<ContextHandle*, int> cuDevicePrimaryCtxRetain;
    EntryPoint<int> cuDevicePrimaryCtxRelease;
    EntryPoint<ContextHandle> cuCtxSetCurrent;
    EntryPoint<> cuCtxSynchronize;
    EntryPoint<std::size_t*, std::size_t*> cuMemGetInfo;  ///< free, total
    EntryPoint<DevicePointer*, std::size_t> cuMemAlloc;
    EntryPoint<DevicePointer> cuMemFree;
    EntryPoint<DevicePointer, const void*, std::size_t> cuMemcpyHtoD;
    EntryPoint<void*, DevicePointer, std::size_t> cuMemcpyDtoH;
    EntryPoint<DevicePointer, const void*, std::size_t, StreamHandle> cuMemcpyHtoDAsync;
    EntryPoint<void*, DevicePointer, std::size_t, StreamHandle> cuMemcpyDtoHAsync;
    EntryPoint<DevicePointer, unsigned char, std::size_t> cuMemsetD8;
    EntryPoint<StreamHandle*, unsigned> cuStreamCreate;
    EntryPoint<StreamHandle> cuStreamDestroy;
    EntryPoint<StreamHandle> cuStreamSynchronize;
    EntryPoint<ModuleHandle*, const void*, unsigned, JitOption*, void**> cuModuleLoadDataEx;
    EntryPoint<ModuleHandle> cuModuleUnload;
    EntryPoint<FunctionHandle*, ModuleHandle, const char*> cuModuleGetFunction;
    EntryPoint<int*, FunctionAttribute, FunctionHandle> cuFuncGetAttribute;
    EntryPoint<FunctionHandle, FunctionAttribute, int> cuFuncSetAttribute;
    /// function; grid x, y, z; block x, y, z; dynamic shared bytes; stream; kernel parameters; extra
    EntryPoint<FunctionHandle, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, StreamHandle,
               void**, void**>
        cuLaunchKernel;
    EntryPoint<EventHandle*, unsigned> cuEventCreate;
    EntryPoint<EventHandle> cuEventDestroy;
    EntryPoint<EventHandle, StreamHandle> cuEventRecord;
    EntryPoint<EventHandle> cuEventSynchronize;
    EntryPoint<float*, EventHandle, EventHandle> cuEventElapsedTime;  ///< milliseconds
    EntryPoint<Result, const char**> cuGetErrorName;
    EntryPoint<Result, const char**> cuGetErrorString;

    /// "cuMemAlloc_v2: CUDA_ERROR_OUT_OF_MEMORY (out of memory)"
    std::string describe(const char* call, Result result) const;

    /// Calls an entry point; throws Error with describe()'s text, "DOING: " before it where given, unless it succeeds.
    template <class... Parameters, class... Arguments>
    void call(const std::string& doing, const EntryPoint<Parameters...>& entry, Arguments... arguments) const {
        if (const Result result = entry.function(arguments...); result != Result::success)
            fail(doing, entry.name, result);
    }

    /// The library's name as opened.
    const std::string& library_name() const { return library_.name(); }

  private:
    explicit Driver(DynamicLibrary library);
    [[noreturn]] void fail(const std::string& doing, const char* name, Result result) const;

    DynamicLibrary library_;
};

}  // namespace quern::cuda
