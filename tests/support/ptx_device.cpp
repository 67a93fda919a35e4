#include "tests/support/ptx_device.hpp"

#include <dlfcn.h>

#include <algorithm>
#include <stdexcept>

namespace quern::test {

namespace {

void require(int result, const char* call) {
    if (result != cuda_success) throw std::runtime_error(std::string(call) + " gives " + std::to_string(result));
}

}  // namespace

void* PtxDevice::address_of(const char* name) {
    static void* const library = dlopen(QUERN_PTX_LIBRARY, RTLD_NOW | RTLD_LOCAL);
    if (library == nullptr) throw std::runtime_error(dlerror());
    void* const address = dlsym(library, name);
    if (address == nullptr) throw std::runtime_error(std::string("the PTX executor has no ") + name);
    return address;
}

PtxDevice::PtxDevice() {
    require(function<int(unsigned)>("cuInit")(0), "cuInit");
    function<void()>("quern_ptx_reset")();
    void* context = nullptr;
    require(function<int(void**, int)>("cuDevicePrimaryCtxRetain")(&context, 0), "cuDevicePrimaryCtxRetain");
    require(function<int(void*)>("cuCtxSetCurrent")(context), "cuCtxSetCurrent");
}

PtxDevice::~PtxDevice() {
    for (void* module : modules_) function<int(void*)>("cuModuleUnload")(module);
    for (const std::uint64_t address : allocations_) function<int(unsigned long long)>("cuMemFree_v2")(address);
    function<int(int)>("cuDevicePrimaryCtxRelease_v2")(0);
}

void* PtxDevice::load(std::string_view ptx) {
    char log[1024] = "";
    int options[] = {5, 6};  // CU_JIT_ERROR_LOG_BUFFER and its size
    void* values[] = {log, reinterpret_cast<void*>(sizeof log)};
    void* module = nullptr;
    const std::string text(ptx);
    const int result = function<int(void**, const void*, unsigned, int*, void**)>("cuModuleLoadDataEx")(
        &module, text.c_str(), 2, options, static_cast<void**>(values));
    if (result != cuda_success) throw std::runtime_error(std::to_string(result) + ": " + log);
    modules_.push_back(module);
    return module;
}

void PtxDevice::unload(void* module) {
    modules_.erase(std::find(modules_.begin(), modules_.end(), module));
    require(function<int(void*)>("cuModuleUnload")(module), "cuModuleUnload");
}

void* PtxDevice::kernel(void* module, const char* name) {
    void* found = nullptr;
    require(function<int(void**, void*, const char*)>("cuModuleGetFunction")(&found, module, name),
            "cuModuleGetFunction");
    return found;
}

std::uint64_t PtxDevice::allocate(std::size_t bytes) {
    unsigned long long address = 0;
    require(function<int(unsigned long long*, std::size_t)>("cuMemAlloc_v2")(&address, bytes), "cuMemAlloc_v2");
    allocations_.push_back(address);
    return address;
}

void PtxDevice::free(std::uint64_t address) {
    allocations_.erase(std::find(allocations_.begin(), allocations_.end(), address));
    require(function<int(unsigned long long)>("cuMemFree_v2")(address), "cuMemFree_v2");
}

std::uint64_t PtxDevice::upload_bytes(const void* data, std::size_t bytes) {
    const std::uint64_t address = allocate(bytes);
    require(function<int(unsigned long long, const void*, std::size_t)>("cuMemcpyHtoD_v2")(address, data, bytes),
            "cuMemcpyHtoD_v2");
    return address;
}

void PtxDevice::download_bytes(void* to, std::uint64_t address, std::size_t bytes) {
    require(function<int(void*, unsigned long long, std::size_t)>("cuMemcpyDtoH_v2")(to, address, bytes),
            "cuMemcpyDtoH_v2");
}

int PtxDevice::launch(void* kernel, const Grid& grid, const std::vector<std::uint64_t>& parameters) {
    std::size_t bytes = parameters.size() * sizeof(std::uint64_t);
    // CU_LAUNCH_PARAM_BUFFER_POINTER, _SIZE, _END
    void* extra[] = {reinterpret_cast<void*>(1), const_cast<std::uint64_t*>(parameters.data()),
                     reinterpret_cast<void*>(2), &bytes, nullptr};
    using Launch =
        int(void*, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, void*, void**, void**);
    int result = function<Launch>("cuLaunchKernel")(kernel, grid.blocks, 1, 1, grid.threads, 1, 1, grid.shared_bytes,
                                                    nullptr, nullptr, static_cast<void**>(extra));
    if (result == cuda_success) result = function<int()>("cuCtxSynchronize")();
    violation_.clear();
    if (result != cuda_success) {
        violation_ = function<const char*()>("quern_ptx_last_violation")();
        function<void()>("quern_ptx_reset")();
    }
    return result;
}

quern_ptx_counters PtxDevice::counters(const char* kernel) const {
    quern_ptx_counters counted{};
    function<int(const char*, quern_ptx_counters*)>("quern_ptx_kernel_counters")(kernel, &counted);
    return counted;
}

std::string ptx_kernel(std::size_t parameters, std::string_view body, std::string_view variables, int sm) {
    std::string text = ".version 7.0\n.target sm_" + std::to_string(sm) + "\n.address_size 64\n" +
                       std::string(variables) + "\n.visible .entry test(";
    for (std::size_t index = 0; index < parameters; ++index)
        text += (index == 0 ? ".param .u64 p" : ", .param .u64 p") + std::to_string(index);
    text +=
        ")\n{\n.reg .b32 %r<64>;\n.reg .b64 %d<64>;\n.reg .b16 %h<64>;\n.reg .f32 %f<64>;\n.reg .f64 %e<64>;\n"
        ".reg .pred %q<64>;\n.reg .b64 %p<9>;\n";
    for (std::size_t index = 0; index < parameters; ++index)
        text += "ld.param.u64 %p" + std::to_string(index) + ", [p" + std::to_string(index) + "];\n";
    return text + std::string(body) + "\n}\n";
}

}  // namespace quern::test
