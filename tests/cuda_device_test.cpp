// The driver opened at run time, what it owns, and what its failures say: nothing may be left on the device.
#include <doctest/doctest.h>

#include <cstdint>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

#include "gen/error.hpp"
#include "jit_cuda/device.hpp"
#include "jit_cuda/occupancy.hpp"
#include "runtime/cuda/ptxas.hpp"
#include "tests/support/device_model.hpp"
#include "tests/support/error_checks.hpp"

using namespace quern;
using namespace quern::cuda;
using namespace quern::test;

namespace {

constexpr int illegal_address = 700, launch_failed = 719;  // CUresult

Device open_device() {
    use_cuda_driver();
    return Device::open(Driver::load());
}

/// Everything that can be owned, once.
void use_everything(const Device& device) {
    const Stream stream(device);
    const Event begin(device), end(device);
    std::vector<int> values(100);
    std::iota(values.begin(), values.end(), 0);
    const DeviceBuffer<int> buffer(device, std::span<const int>(values)), other(device, 7);
    begin.record(stream);
    std::vector<int> back(values.size());
    buffer.download(back, stream);
    end.record(stream);
    stream.synchronize();
    CHECK(back == values);
    const double milliseconds = end.milliseconds_since(begin);
    CHECK(milliseconds >= 0);
    const std::string ptx =
        ".version 7.0\n.target sm_80\n.address_size 64\n.visible .entry nothing(.param .u64 unused)\n{\nret;\n}\n";
    const Module module(device, ptx, "test module");
    const Function function = module.function("nothing");
    function.launch(stream, {1, 1, 1}, 32, 0, std::uint64_t{0});
    stream.synchronize();
}

}  // namespace

TEST_CASE("copies go where they are asked to and nowhere else") {
    const Device device = open_device();
    const Stream stream(device);
    const std::vector<int> values{1, 2, 3, 4, 5};
    DeviceBuffer<int> buffer(device, std::span<const int>(values));
    std::vector<int> middle(2);
    buffer.download(middle, 1);
    CHECK(middle == std::vector<int>{2, 3});
    buffer.upload(std::vector<int>{9, 8}, stream, 3);
    std::vector<int> all(5);
    buffer.download(all, stream);
    stream.synchronize();
    CHECK(all == std::vector<int>{1, 2, 3, 9, 8});
    buffer.fill(0);
    buffer.download(all);
    CHECK(all == std::vector<int>(5));
    std::vector<int> six(6);
    CHECK_THROWS_AS(buffer.download(six), Error);
    CHECK_THROWS_AS(buffer.upload(values, 1), Error);
    DeviceBuffer<int> moved = std::move(buffer);
    CHECK(moved.size() == 5);
    CHECK(DeviceBuffer<int>(device, 0).data() == nullptr);
    CHECK_THROWS_AS(DeviceBuffer<int>(device, std::size_t{1} << 62), Error);
}

TEST_CASE("everything owned is given back") {
    if (!on_ptx_executor()) return use_everything(open_device());
    const std::uint64_t before = live_cuda_objects();
    use_everything(open_device());
    CHECK(live_cuda_objects() == before);
}

TEST_CASE("a failure of any call is one error that names it, and leaves nothing behind") {
    if (!on_ptx_executor()) return;
    const std::uint64_t before = live_cuda_objects();
    for (const std::string entry :
         {"cuDeviceGetCount", "cuDeviceGet", "cuDeviceGetAttribute", "cuDevicePrimaryCtxRetain", "cuCtxSetCurrent",
          "cuMemAlloc_v2", "cuMemcpyHtoD_v2", "cuMemcpyDtoHAsync_v2", "cuStreamCreate", "cuStreamSynchronize",
          "cuModuleLoadDataEx", "cuModuleGetFunction", "cuLaunchKernel", "cuEventCreate", "cuEventRecord",
          "cuEventSynchronize", "cuEventElapsedTime"}) {
        CAPTURE(entry);
        for (const bool forever : {false, true}) {
            const InjectedFault fault(entry.c_str(), 1, launch_failed, forever);
            check_says(error_of([] { use_everything(open_device()); }), {entry, "CUDA_ERROR_LAUNCH_FAILED"});
        }
        CHECK(live_cuda_objects() == before);
    }
    use_everything(open_device());
}

TEST_CASE("what is not there is said by name") {
    const Device device = open_device();
    check_says(error_of([&] { Module(device, "no PTX at all", "the test's module"); }), {"the test's module"});
    const Module module(device, ".version 7.0\n.target sm_80\n.address_size 64\n.visible .entry here()\n{\nret;\n}\n",
                        "module");
    check_says(error_of([&] { module.function("elsewhere"); }), {"elsewhere", "CUDA_ERROR_NOT_FOUND"});
    check_says(error_of([&] { Device::open(Driver::load(), 99); }), {"device 99"});
}

TEST_CASE("too little memory is said with what is needed and what is there") {
    const Device device = open_device();
    const std::size_t total = device.memory().total;
    check_says(
        error_of([&] { device.require_memory(total + 1, "the weights of a model"); }),
        {"the weights of a model: needs " + std::to_string(total + 1) + " bytes", "free of " + std::to_string(total)});
    check_says(error_of([&] { DeviceBuffer<char>(device, total + 1); }),
               {"allocating", std::to_string(total + 1), "free of", "CUDA_ERROR_OUT_OF_MEMORY"});
}

TEST_CASE("a device lost while a model loads or runs is one error, and the model's memory is given back") {
    if (!on_ptx_executor()) return;
    const std::uint64_t before = live_cuda_objects();
    const std::vector<std::int32_t> tokens{1, 2, 3}, rows{0, 2};
    const auto run = [&] {
        DeviceModel model;
        std::vector<float> logits(rows.size() * static_cast<std::size_t>(model.transformer.shape().vocabulary));
        model.transformer.logits(tokens, rows, logits);
    };
    run();
    CHECK(live_cuda_objects() == before);
    for (const auto& [entry, countdown] : {std::pair{"cuMemAlloc_v2", 1},
                                           {"cuMemAlloc_v2", 20},
                                           {"cuMemAlloc_v2", 60},
                                           {"cuMemcpyHtoD_v2", 30},
                                           {"cuModuleLoadDataEx", 3},
                                           {"cuModuleLoadDataEx", 12},
                                           {"cuLaunchKernel", 1},
                                           {"cuLaunchKernel", 50},
                                           {"cuStreamSynchronize", 1},
                                           {"cuMemcpyHtoDAsync_v2", 1},
                                           {"cuMemcpyDtoHAsync_v2", 1}})
        for (const bool forever : {false, true}) {
            CAPTURE(std::string(entry));
            CAPTURE(countdown);
            {
                const InjectedFault fault(entry, countdown, illegal_address, forever);
                check_says(error_of(run), {"CUDA_ERROR_ILLEGAL_ADDRESS"});
            }
            CHECK(live_cuda_objects() == before);
        }
    run();
}

TEST_CASE("occupancy is that of NVIDIA's calculator") {
    const auto of = [](Isa isa, int threads, int registers, int shared) {
        KernelResources resources;
        resources.registers = registers;
        resources.shared_bytes = shared;
        return occupancy(isa, threads, resources);
    };
    // Limited by warps, by registers, by shared memory, by blocks.
    CHECK(of(Isa::sm_80, 256, 32, 0).blocks == 8);
    CHECK(of(Isa::sm_80, 256, 32, 0).share == 1);
    CHECK(of(Isa::sm_80, 256, 128, 0).blocks == 2);
    CHECK(of(Isa::sm_80, 256, 129, 0).blocks == 1);
    CHECK(of(Isa::sm_80, 256, 64, 48 << 10).blocks == 3);
    CHECK(of(Isa::sm_86, 256, 64, 48 << 10).blocks == 2);
    CHECK(of(Isa::sm_90, 256, 64, 48 << 10).blocks == 4);
    CHECK(of(Isa::sm_80, 32, 16, 0).blocks == 32);
    CHECK(of(Isa::sm_86, 32, 16, 0).blocks == 16);
    CHECK(of(Isa::sm_86, 32, 16, 0).share == doctest::Approx(16.0 / 48));
}

TEST_CASE("what ptxas says is read, and less is an error") {
    const std::string said =
        "ptxas info    : 20 bytes gmem\n"
        "ptxas info    : Compiling entry function 'qgemm_q4_k' for 'sm_80'\n"
        "ptxas info    : Function properties for qgemm_q4_k\n"
        "    16 bytes stack frame, 8 bytes spill stores, 12 bytes spill loads\n"
        "ptxas info    : Used 122 registers, used 1 barriers, 47360 bytes smem, 396 bytes cmem[0]\n";
    const KernelResources resources = read_resources(said);
    CHECK(resources.registers == 122);
    CHECK(resources.shared_bytes == 47360);
    CHECK(resources.stack_bytes == 16);
    CHECK(resources.spill_store_bytes == 8);
    CHECK(resources.spill_load_bytes == 12);
    check_says(error_of([&] { read_resources(said.substr(0, said.find("Used"))); }), {"registers"});
}
