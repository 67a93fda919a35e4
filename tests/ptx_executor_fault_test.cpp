// Faults planted in kernels: each must make the launch fail with the result a device would give, or that a device would
// not give at all, and be told with the instruction and the place.
#include <doctest/doctest.h>

#include "tests/support/ptx_device.hpp"

using namespace quern::test;

namespace {

struct Outcome {
    int result;
    std::string text;
};

// p0: 1024 bytes of global memory; %r0 the thread, %d0 its place in `tile`, 4 bytes a thread.
Outcome run(PtxDevice& device, const std::string& body, unsigned threads = 64, unsigned blocks = 1) {
    const std::uint64_t memory = device.upload(std::vector<std::uint8_t>(1024));
    const std::string start =
        "mov.u32 %r0, %tid.x;\nmul.wide.u32 %d9, %r0, 4;\nmov.u64 %d1, tile;\nadd.u64 %d0, %d1, %d9;\nmul.wide.u32 "
        "%d2, %r0, 16;\n";
    const int result = device.launch(
        device.kernel(device.load(ptx_kernel(1, start + body + "\nret;", ".shared .align 16 .b8 tile[1024];")), "test"),
        {blocks, threads, 0}, {memory});
    return {result, device.violation()};
}

void expect(const Outcome& outcome, int result, const std::vector<std::string>& parts) {
    CAPTURE(outcome.text);
    CHECK(outcome.result == result);
    for (const std::string& part : parts) {
        CAPTURE(part);
        CHECK(outcome.text.find(part) != std::string::npos);
    }
}

}  // namespace

TEST_CASE("accesses out of bounds") {
    PtxDevice device;
    expect(run(device, "add.u64 %d3, %p0, %d2;\nst.global.u32 [%d3+16], %r0;"), cuda_illegal_address,
           {"kernel test", "block (0, 0, 0)", "warp 1", "st.global.u32", "store of 4 bytes out of bounds", "lane 31",
            "end of an allocation"});
    expect(run(device, "ld.global.u8 %r1, [%p0+-1];"), cuda_illegal_address, {"load of 1 bytes out of bounds"});
    expect(run(device, "ld.global.v4.u32 {%r1, %r2, %r3, %r4}, [%p0+1024];"), cuda_illegal_address,
           {"end of an allocation"});
    expect(run(device, "mov.u64 %d3, 64;\nld.global.u32 %r1, [%d3];"), cuda_illegal_address, {"no allocation"});
    expect(run(device, "ld.u32 %r1, [%p0+2048];"), cuda_illegal_address, {"ld.u32"});
    expect(run(device, "atom.global.add.u32 %r1, [%p0+1024], 1;"), cuda_illegal_address, {"atom.global.add.u32"});
    expect(run(device, "st.shared.u32 [%d0+1000], %r0;"), cuda_illegal_address, {"shared memory"});
    expect(run(device, ".local .align 4 .b8 depot[16];\nmov.u64 %d3, depot;\nst.local.u32 [%d3+16], %r0;"),
           cuda_illegal_address, {"local memory"});
    // Only the lanes that are active count.
    expect(run(device, "add.u64 %d3, %p0, %d2;\nsetp.lt.u32 %q1, %r0, 63;\n@%q1 st.global.u32 [%d3+16], %r0;"),
           cuda_success, {});
}

TEST_CASE("misaligned accesses") {
    PtxDevice device;
    expect(run(device, "ld.global.v4.u32 {%r1, %r2, %r3, %r4}, [%p0+8];"), cuda_misaligned_address,
           {"multiple of 16", "ld.global.v4.u32"});
    expect(run(device, "ld.global.u32 %r1, [%p0+2];"), cuda_misaligned_address, {"multiple of 4"});
    expect(run(device, "st.global.v2.u32 [%p0+4], {%r0, %r0};"), cuda_misaligned_address, {"multiple of 8"});
    expect(run(device, "st.shared.v4.u32 [%d1+8], {%r0, %r0, %r0, %r0};"), cuda_misaligned_address, {"multiple of 16"});
}

TEST_CASE("memory used after it was freed") {
    PtxDevice device;
    const std::uint64_t memory = device.upload(std::vector<std::uint32_t>(32));
    void* const kernel = device.kernel(device.load(ptx_kernel(1, "ld.global.u32 %r1, [%p0];\nret;")), "test");
    CHECK(device.launch(kernel, {}, {memory}) == cuda_success);
    device.free(memory);
    CHECK(device.launch(kernel, {}, {memory}) == cuda_illegal_address);
    CHECK(device.violation().find("freed memory") != std::string::npos);
    // A new allocation never takes a freed one's place.
    CHECK(device.upload(std::vector<std::uint32_t>(32)) != memory);
}

TEST_CASE("shared memory read before it is written") {
    PtxDevice device;
    expect(run(device, "ld.shared.u32 %r1, [%d0];"), cuda_launch_failed, {"unwritten shared memory", "ld.shared.u32"});
    expect(run(device, "st.shared.u16 [%d0], 1;\nld.shared.u32 %r1, [%d0];"), cuda_launch_failed,
           {"unwritten shared memory"});
    expect(run(device, "st.shared.u32 [%d0], %r0;\nld.shared.u32 %r1, [%d0];"), cuda_success, {});
    // Another block's shared memory is another one.
    expect(run(device,
               "mov.u32 %r2, %ctaid.x;\nsetp.eq.u32 %q1, %r2, 0;\n@%q1 st.shared.u32 [%d0], %r0;\nld.shared.u32 %r1, "
               "[%d0];",
               64, 2),
           cuda_launch_failed, {"block (1, 0, 0)", "unwritten"});
}

TEST_CASE("a missing barrier between warps") {
    PtxDevice device;
    const std::string write = "st.shared.u32 [%d0], %r0;\n",
                      other = "xor.b32 %r2, %r0, 32;\nmul.wide.u32 %d3, %r2, 4;\nadd.u64 %d4, %d1, %d3;\n";
    expect(run(device, write + other + "bar.sync 0;\nld.shared.u32 %r1, [%d4];"), cuda_success, {});
    // Warp 0 runs first: what it reads of warp 1 is unwritten; warp 1 reads what warp 0 wrote.
    expect(run(device, write + other + "setp.ge.u32 %q1, %r0, 32;\n@%q1 ld.shared.u32 %r1, [%d4];"), cuda_launch_failed,
           {"race", "reads", "ld.shared.u32"});
    // Warp 0 reads what warp 1 then overwrites.
    expect(run(device, other + write +
                           "bar.sync 0;\nsetp.ge.u32 %q1, %r0, 32;\n@!%q1 ld.shared.u32 %r1, [%d4];\n@%q1 "
                           "st.shared.u32 [%d0], %r0;"),
           cuda_launch_failed, {"race", "writes"});
    expect(
        run(device, write + other + "bar.sync 0;\nld.shared.u32 %r1, [%d4];\nbar.sync 0;\nst.shared.u32 [%d0], %r1;"),
        cuda_success, {});
    expect(run(device, "st.shared.u32 [%d1], %r0;"), cuda_launch_failed, {"race"});
    // Bytes of one word may belong to different warps.
    expect(run(device,
               "shr.u32 %r2, %r0, 5;\ncvt.u64.u32 %d3, %r2;\nadd.u64 %d4, %d1, %d3;\nand.b32 %r3, %r0, "
               "31;\nsetp.eq.u32 %q1, %r3, 0;\n@%q1 st.shared.u8 [%d4], %r0;"),
           cuda_success, {});
}

TEST_CASE("a missing synchronisation within a warp") {
    PtxDevice device;
    const std::string write = "st.shared.u32 [%d0], %r0;\n",
                      other = "xor.b32 %r2, %r0, 1;\nmul.wide.u32 %d3, %r2, 4;\nadd.u64 %d4, %d1, %d3;\n";
    expect(run(device, write + other + "ld.shared.u32 %r1, [%d4];", 32), cuda_launch_failed, {"race", "lane"});
    expect(run(device, write + other + "bar.warp.sync 0xffffffff;\nld.shared.u32 %r1, [%d4];", 32), cuda_success, {});
    expect(run(device, write + other + "bar.sync 0;\nld.shared.u32 %r1, [%d4];", 32), cuda_success, {});
    // A lane sees its own writes.
    expect(run(device, write + "ld.shared.u32 %r1, [%d0];\nst.shared.u32 [%d0], %r1;", 32), cuda_success, {});
    expect(run(device,
               write + other + "bar.warp.sync 0xffffffff;\nld.shared.u32 %r1, [%d4];\nst.shared.u32 [%d0], %r1;", 32),
           cuda_launch_failed, {"race"});
    // Two lanes that write one word in one instruction: which one wins is open, unless both write the same.
    expect(run(device, "st.shared.u32 [%d1], %r0;", 32), cuda_launch_failed, {"race", "lane"});
    expect(run(device, "st.shared.u32 [%d1], 5;", 32), cuda_success, {});
}

TEST_CASE("a module with a mistake is refused with its line") {
    PtxDevice device;
    const auto refused = [&](const std::string& body, const std::string& part) {
        CAPTURE(body);
        const std::string text = ptx_kernel(1, body);
        try {
            device.load(text);
            FAIL_CHECK("loaded");
        } catch (const std::runtime_error& error) {
            CAPTURE(error.what());
            CHECK(std::string(error.what()).find("218: line ") == 0);
            CHECK(std::string(error.what()).find(part) != std::string::npos);
        }
    };
    refused("frobnicate.u32 %r1, %r2;", "unknown opcode frobnicate");
    refused("add.sat.s32 %r1, %r2, %r3;", "sat");
    refused("add.cc.u32 %r1, %r2, %r3;", "cc");
    refused("add.u32 %r1, %r2;", "an operand is missing");
    refused("add.u32 %r1, %r2, %r99;", "%r99");
    refused("add.u32 %r1, %r2, %d3;", "%d3");
    refused("add.u32 %q1, %r2, %r3;", "%q1");
    refused("add.u32 5, %r2, %r3;", "expected a register");
    refused("bra nowhere;", "nowhere");
    refused("here:\nhere:\nret;", "twice");
    refused("add.u32 %r1, %r2, 12z;", "12z");
    refused("mov.u32 %r1, %r2", "expected");
    refused("ld.global.v4.u32 {%r1, %r2}, [%p0];", "vector");
    refused("ld.global.u32 %r1, [%q1];", "%q1");
    refused("@%r1 bra end;\nend:", "%r1");
    refused("setp.almost.u32 %q1, %r1, %r2;", "setp.almost");
    CHECK_THROWS_AS(device.load(""), std::runtime_error);
    CHECK_THROWS_AS(device.load(".version 7.0\n.target sm_80\n.address_size 64\n.visible .entry test("),
                    std::runtime_error);
    CHECK_THROWS_AS(device.load("\x7f"
                                "ELF binary"),
                    std::runtime_error);
    // Cut anywhere, a module is refused or loads; nothing worse.
    const std::string whole = ptx_kernel(
        1,
        "{ .reg .b16 low; mov.b32 {low, %h1}, %r1; }\n@%q1 bra end;\nld.global.v2.u32 {%r1, %r2}, [%p0+8];\nend:\nret;",
        ".global .align 4 .b8 bytes[4] = {1, 2};");
    for (std::size_t length = 0; length < whole.size(); ++length) {
        try {
            device.load(whole.substr(0, length));
        } catch (const std::runtime_error&) {
        }
    }
    CHECK(device.load(whole) != nullptr);
}
