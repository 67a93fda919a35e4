// The PTX executor as a driver: its entry points, failures injected into them, and what is left when all is given back.
#include <doctest/doctest.h>

#include <cstring>

#include "tests/support/ptx_device.hpp"

using namespace quern::test;

namespace {

template <class... Arguments>
int call(const char* name, Arguments... arguments) {
    return PtxDevice::function<int(Arguments...)>(name)(arguments...);
}

std::uint64_t live() {
    return PtxDevice::function<std::uint64_t()>("quern_ptx_live_objects")();
}

void inject(const char* name, int countdown, int result, bool forever = false) {
    PtxDevice::function<void(const char*, int, int, int)>("quern_ptx_inject")(name, countdown, result, forever);
}

std::string text_of(int result) {
    const char* text = nullptr;
    return call("cuGetErrorString", result, &text) == cuda_success ? text : "";
}

}  // namespace

TEST_CASE("what the device says about itself") {
    PtxDevice device;
    int count = 0, handle = -1, value = 0;
    CHECK(call("cuDeviceGetCount", &count) == cuda_success);
    CHECK(count == 1);
    CHECK(call("cuDeviceGet", &handle, 0) == cuda_success);
    CHECK(call("cuDeviceGet", &handle, 1) != cuda_success);
    char name[8];
    CHECK(call("cuDeviceGetName", static_cast<char*>(name), 8, 0) == cuda_success);
    CHECK(std::strlen(name) == 7);
    for (const int sm : {80, 90, 120}) {
        PtxDevice::function<void(int)>("quern_ptx_set_sm")(sm);
        CHECK(call("cuDeviceGetAttribute", &value, 75, 0) == cuda_success);
        CHECK(value == sm / 10);
        CHECK(call("cuDeviceGetAttribute", &value, 76, 0) == cuda_success);
        CHECK(value == sm % 10);
    }
    PtxDevice::function<void(int)>("quern_ptx_set_sm")(80);
    // A module for a newer device is none for this one.
    CHECK_THROWS_WITH_AS(device.load(ptx_kernel(0, "ret;", "", 90)), doctest::Contains("sm_90"), std::runtime_error);
    CHECK(call("cuDeviceGetAttribute", &value, 9999, 0) == cuda_invalid_value);
    CHECK(text_of(2) == "out of memory");
    const char* error_name = nullptr;
    CHECK(call("cuGetErrorName", 700, &error_name) == cuda_success);
    CHECK(std::string(error_name) == "CUDA_ERROR_ILLEGAL_ADDRESS");
}

TEST_CASE("memory is limited, counted and given back") {
    const std::uint64_t before = live();
    {
        PtxDevice device;
        std::size_t free_bytes = 0, total = 0, after = 0;
        PtxDevice::function<void(std::uint64_t)>("quern_ptx_set_memory")(1 << 20);
        REQUIRE(call("cuMemGetInfo_v2", &free_bytes, &total) == cuda_success);
        CHECK(total == 1 << 20);
        const std::uint64_t half = device.allocate(1 << 19);
        REQUIRE(call("cuMemGetInfo_v2", &after, &total) == cuda_success);
        CHECK(free_bytes - after == 1 << 19);
        unsigned long long more = 0;
        CHECK(call("cuMemAlloc_v2", &more, std::size_t{1} << 20) == cuda_out_of_memory);
        CHECK(call("cuMemAlloc_v2", &more, std::size_t{0}) == cuda_invalid_value);
        CHECK(call("cuMemFree_v2", static_cast<unsigned long long>(half + 8)) == cuda_invalid_value);
        device.free(half);
        CHECK(call("cuMemFree_v2", static_cast<unsigned long long>(half)) == cuda_invalid_value);
        // Copies stay inside allocations.
        const std::uint64_t words = device.upload(std::vector<std::uint32_t>{1, 2, 3, 4});
        std::uint32_t host[8] = {};
        CHECK(call("cuMemcpyDtoH_v2", static_cast<void*>(host), static_cast<unsigned long long>(words),
                   std::size_t{20}) == cuda_invalid_value);
        CHECK(call("cuMemcpyDtoH_v2", static_cast<void*>(host), static_cast<unsigned long long>(words + 4),
                   std::size_t{12}) == cuda_success);
        CHECK(host[0] == 2);
        CHECK(call("cuMemsetD8_v2", static_cast<unsigned long long>(words + 4), static_cast<unsigned char>(7),
                   std::size_t{4}) == cuda_success);
        CHECK(device.download<std::uint32_t>(words, 4) == std::vector<std::uint32_t>{1, 0x07070707, 3, 4});
        PtxDevice::function<void(std::uint64_t)>("quern_ptx_set_memory")(std::uint64_t{4} << 30);
    }
    CHECK(live() == before);
}

TEST_CASE("parameters come as a buffer or one by one") {
    PtxDevice device;
    const std::uint64_t out = device.allocate(16);
    const char* text =
        ".version 7.0\n.target sm_80\n.address_size 64\n.visible .entry store(.param .u64 to, .param .u32 value, "
        ".param .align 8 .b8 more[16])\n{\n"
        ".reg .b64 %rd<4>;\n.reg .b32 %r<4>;\nld.param.u64 %rd1, [to];\nld.param.u32 %r1, [value];\nld.param.u32 %r2, "
        "[more+12];\n"
        "st.global.u32 [%rd1], %r1;\nst.global.u32 [%rd1+4], %r2;\nret;\n}\n";
    void* const kernel = device.kernel(device.load(text), "store");
    std::uint64_t to = out;
    std::uint32_t value = 77, more[4] = {0, 0, 0, 99};
    void* parameters[] = {&to, &value, more};
    using Launch =
        int(void*, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, void*, void**, void**);
    Launch* const launch = PtxDevice::function<Launch>("cuLaunchKernel");
    CHECK(launch(kernel, 1, 1, 1, 1, 1, 1, 0, nullptr, static_cast<void**>(parameters), nullptr) == cuda_success);
    CHECK(device.download<std::uint32_t>(out, 2) == std::vector<std::uint32_t>{77, 99});
    CHECK(launch(kernel, 0, 1, 1, 1, 1, 1, 0, nullptr, static_cast<void**>(parameters), nullptr) == cuda_invalid_value);
    CHECK(launch(kernel, 1, 1, 1, 1025, 1, 1, 0, nullptr, static_cast<void**>(parameters), nullptr) ==
          cuda_invalid_value);
    CHECK(launch(kernel, 1, 1, 1, 1, 1, 1, 0, nullptr, nullptr, nullptr) == cuda_invalid_value);
    // A buffer too short for the parameters.
    CHECK(device.launch(kernel, {}, {out}) == cuda_invalid_value);
    // Dynamic shared memory past 48 KiB must be asked for.
    CHECK(launch(kernel, 1, 1, 1, 1, 1, 1, 64 << 10, nullptr, static_cast<void**>(parameters), nullptr) ==
          cuda_invalid_value);
    CHECK(call("cuFuncSetAttribute", kernel, 8, 64 << 10) == cuda_success);
    CHECK(launch(kernel, 1, 1, 1, 1, 1, 1, 64 << 10, nullptr, static_cast<void**>(parameters), nullptr) ==
          cuda_success);
    CHECK(call("cuFuncSetAttribute", kernel, 8, 512 << 10) == cuda_invalid_value);
}

TEST_CASE("modules, streams and events are found again and counted") {
    const std::uint64_t before = live();
    {
        PtxDevice device;
        void* const module = device.load(ptx_kernel(0, "ret;", ".shared .align 16 .b8 tile[1024];"));
        void* function = nullptr;
        CHECK(call("cuModuleGetFunction", &function, module, "nothing") == cuda_not_found);
        CHECK(call("cuModuleGetFunction", &function, module, "test") == cuda_success);
        int value = 0;
        CHECK(call("cuFuncGetAttribute", &value, 1, function) == cuda_success);
        CHECK(value == 1024);
        void *stream = nullptr, *begin = nullptr, *end = nullptr;
        CHECK(call("cuStreamCreate", &stream, 0U) == cuda_success);
        CHECK(call("cuEventCreate", &begin, 0U) == cuda_success);
        CHECK(call("cuEventCreate", &end, 0U) == cuda_success);
        CHECK(call("cuEventRecord", begin, stream) == cuda_success);
        CHECK(call("cuEventRecord", end, stream) == cuda_success);
        CHECK(call("cuEventSynchronize", end) == cuda_success);
        float milliseconds = -1;
        CHECK(call("cuEventElapsedTime", &milliseconds, begin, end) == cuda_success);
        CHECK(milliseconds >= 0);
        CHECK(call("cuStreamSynchronize", stream) == cuda_success);
        CHECK(live() == before + 5);  // context, module, stream, two events
        CHECK(call("cuStreamDestroy_v2", stream) == cuda_success);
        CHECK(call("cuStreamDestroy_v2", stream) == cuda_invalid_value);
        CHECK(call("cuEventDestroy_v2", begin) == cuda_success);
        CHECK(call("cuEventDestroy_v2", end) == cuda_success);
    }
    CHECK(live() == before);
}

TEST_CASE("failures are injected into the call asked for") {
    PtxDevice device;
    inject("cuMemAlloc_v2", 2, cuda_out_of_memory);
    const std::uint64_t first = device.allocate(16);
    CHECK_THROWS_WITH_AS(device.allocate(16), doctest::Contains("cuMemAlloc_v2 gives 2"), std::runtime_error);
    CHECK(device.allocate(16) != first);
    inject("cuModuleLoadDataEx", 1, cuda_invalid_ptx);
    CHECK_THROWS_AS(device.load(ptx_kernel(0, "ret;")), std::runtime_error);
    CHECK(device.load(ptx_kernel(0, "ret;")) != nullptr);
    // A lost device stays lost, yet takes back what it gave.
    inject("cuCtxSynchronize", 1, cuda_launch_failed, true);
    CHECK(call("cuCtxSynchronize") == cuda_launch_failed);
    unsigned long long more = 0;
    CHECK(call("cuMemAlloc_v2", &more, std::size_t{16}) == cuda_launch_failed);
    const std::uint64_t before = live();
    CHECK(call("cuMemFree_v2", static_cast<unsigned long long>(first)) == cuda_launch_failed);
    CHECK(live() == before - 1);
    PtxDevice::function<void()>("quern_ptx_reset")();
    CHECK(call("cuMemAlloc_v2", &more, std::size_t{16}) == cuda_success);
    CHECK(call("cuMemFree_v2", more) == cuda_success);
}

TEST_CASE("a failed launch is told when the program waits, and by every call after it") {
    PtxDevice device;
    void* const kernel =
        device.kernel(device.load(ptx_kernel(0, "mov.u64 %d1, 64;\nld.global.u32 %r1, [%d1];\nret;")), "test");
    using Launch =
        int(void*, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, void*, void**, void**);
    CHECK(PtxDevice::function<Launch>("cuLaunchKernel")(kernel, 1, 1, 1, 32, 1, 1, 0, nullptr, nullptr, nullptr) ==
          cuda_success);
    CHECK(call("cuCtxSynchronize") == cuda_illegal_address);
    CHECK(text_of(cuda_illegal_address).find("an illegal memory access was encountered: kernel test") == 0);
    CHECK(text_of(cuda_illegal_address).find("ld.global.u32 %r1, [%d1]") != std::string::npos);
    unsigned long long more = 0;
    CHECK(call("cuMemAlloc_v2", &more, std::size_t{16}) == cuda_illegal_address);
}

TEST_CASE("blocks of a grid run on several threads and give the same as on one") {
    PtxDevice device;
    const std::size_t blocks = 200;
    const std::uint64_t out = device.upload(std::vector<std::uint32_t>(blocks * 64));
    void* const kernel =
        device.kernel(device.load(ptx_kernel(1,
                                             "mov.u32 %r0, %tid.x;\nmov.u32 %r1, %ctaid.x;\nmad.lo.u32 %r2, %r1, 64, "
                                             "%r0;\nmul.wide.u32 %d1, %r2, 4;\nadd.u64 %d2, %p0, %d1;\n"
                                             "mul.lo.u32 %r3, %r2, 2654435761;\nst.global.u32 [%d2], %r3;\nret;")),
                      "test");
    CHECK(device.launch(kernel, {blocks, 64, 0}, {out}) == cuda_success);
    const auto found = device.download<std::uint32_t>(out, blocks * 64);
    for (std::uint32_t index = 0; index < found.size(); ++index) CHECK(found[index] == index * 2654435761U);
    CHECK(device.counters("test").blocks == blocks);
    CHECK(device.counters("test").seconds > 0);
    CHECK(device.counters("other").blocks == 0);
}
