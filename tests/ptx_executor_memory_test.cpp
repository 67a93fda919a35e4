// The PTX executor's memories: loads and stores of every width and space, atomics, and what it counts about them.
#include <doctest/doctest.h>

#include <cstring>

#include "tests/support/ptx_device.hpp"

using namespace quern::test;

namespace {

using Words = std::vector<std::uint32_t>;

void* kernel(PtxDevice& device, std::size_t parameters, const std::string& body, const std::string& variables = "") {
    return device.kernel(device.load(ptx_kernel(parameters, "mov.u32 %r0, %tid.x;\n" + body + "\nret;", variables)),
                         "test");
}

// Bytes in, bytes out: lane i works at p0 + stride * i and p1 + stride * i (%d1, %d2).
std::vector<std::uint8_t> run(PtxDevice& device, const std::string& body, int stride,
                              const std::string& variables = "") {
    std::vector<std::uint8_t> bytes(static_cast<std::size_t>(32 * stride));
    for (std::size_t index = 0; index < bytes.size(); ++index)
        bytes[index] = static_cast<std::uint8_t>(index * 37 + 11);
    const std::uint64_t from = device.upload(bytes), to = device.upload(std::vector<std::uint8_t>(bytes.size(), 0xee));
    const std::string addresses =
        "mul.wide.u32 %d0, %r0, " + std::to_string(stride) + ";\nadd.u64 %d1, %p0, %d0;\nadd.u64 %d2, %p1, %d0;\n";
    const int result = device.launch(kernel(device, 2, addresses + body, variables), {}, {from, to});
    CAPTURE(body);
    CAPTURE(device.violation());
    REQUIRE(result == cuda_success);
    auto out = device.download<std::uint8_t>(to, bytes.size());
    return out;
}

std::uint8_t original(std::size_t index) {
    return static_cast<std::uint8_t>(index * 37 + 11);
}

// A copy through `load` and `store` must move `width` bytes of each lane and no more.
void copies(PtxDevice& device, const std::string& body, int width, const std::string& variables = "") {
    const auto out = run(device, body, 32, variables);
    for (std::size_t index = 0; index < out.size(); ++index) {
        CAPTURE(index);
        CAPTURE(body);
        CHECK(out[index] == (index % 32 < static_cast<std::size_t>(width) ? original(index) : 0xee));
    }
}

quern_ptx_counters counted(PtxDevice& device, const std::string& body, std::uint32_t shared_bytes = 0) {
    PtxDevice::function<void()>("quern_ptx_reset")();
    const std::uint64_t memory = device.upload(Words(4096, 1));
    const std::string zero = "mov.u64 %d9, tile;\n";  // writes nothing: stores in the body come first
    const int result = device.launch(kernel(device, 1, zero + body, ".extern .shared .align 16 .b8 tile[];"),
                                     {1, 32, shared_bytes}, {memory});
    CAPTURE(device.violation());
    REQUIRE(result == cuda_success);
    return device.counters("test");
}

// Fills 4 KiB of shared memory, 128 bytes a lane.
const std::string fill =
    "mul.wide.u32 %d8, %r0, 4;\nadd.u64 %d8, %d9, %d8;\nmov.u32 %r9, 0;\nfill:\nst.shared.u32 [%d8], %r9;\n"
    "add.u64 %d8, %d8, 128;\nadd.u32 %r9, %r9, 1;\nsetp.lt.u32 %q9, %r9, 32;\n@%q9 bra fill;\nbar.sync 0;\n";

}  // namespace

TEST_CASE("loads and stores of every width, alone and as vectors") {
    PtxDevice device;
    copies(device, "ld.global.u8 %r1, [%d1];\nst.global.u8 [%d2], %r1;", 1);
    copies(device, "ld.global.b16 %h1, [%d1];\nst.global.b16 [%d2], %h1;", 2);
    copies(device, "ld.global.f32 %f1, [%d1];\nst.global.f32 [%d2], %f1;", 4);
    copies(device, "ld.global.f64 %e1, [%d1];\nst.global.f64 [%d2], %e1;", 8);
    copies(device, "ld.global.v2.u8 {%h1, %h2}, [%d1];\nst.global.v2.u8 [%d2], {%h1, %h2};", 2);
    copies(device, "ld.global.v4.u8 {%h1, %h2, %h3, %h4}, [%d1];\nst.global.v4.u8 [%d2], {%h1, %h2, %h3, %h4};", 4);
    copies(device, "ld.global.v4.u16 {%h1, %h2, %h3, %h4}, [%d1];\nst.global.v4.u16 [%d2], {%h1, %h2, %h3, %h4};", 8);
    copies(device, "ld.global.v2.f32 {%f1, %f2}, [%d1];\nst.global.v2.f32 [%d2], {%f1, %f2};", 8);
    copies(device, "ld.global.nc.v4.u32 {%r1, %r2, %r3, %r4}, [%d1];\nst.global.v4.u32 [%d2], {%r1, %r2, %r3, %r4};",
           16);
    copies(device,
           "ld.global.nc.L1::no_allocate.L2::128B.v2.u64 {%d3, %d4}, [%d1];\nst.global.cs.v2.u64 [%d2], {%d3, %d4};",
           16);
    copies(device,
           "ld.global.v4.f32 {%f1, %f2, %f3, %f4}, [%d1+16];\nld.global.v4.f32 {%f5, %f6, %f7, %f8}, [%d1];\n"
           "st.global.v4.f32 [%d2], {%f5, %f6, %f7, %f8};\nst.global.v4.f32 [%d2+16], {%f1, %f2, %f3, %f4};",
           32);
    // The generic space finds global, shared and local memory by itself.
    copies(device, "ld.u32 %r1, [%d1];\nst.u32 [%d2], %r1;", 4);
    copies(device,
           "ld.global.u32 %r1, [%d1];\nmov.u64 %d3, tile;\ncvta.shared.u64 %d4, %d3;\nmul.wide.u32 %d5, %r0, "
           "4;\nadd.u64 %d6, %d4, %d5;\n"
           "st.u32 [%d6], %r1;\nadd.u64 %d7, %d3, %d5;\nld.shared.u32 %r2, [%d7];\nst.global.u32 [%d2], %r2;",
           4, ".shared .align 4 .b8 tile[128];");
    copies(device,
           "cvta.to.global.u64 %d3, %d1;\nld.global.u32 %r1, [%d3];\ncvta.global.u64 %d4, %d2;\nst.u32 [%d4], %r1;", 4);
    // 32-bit shared addresses, as inline PTX uses them.
    copies(device,
           "ld.global.u32 %r1, [%d1];\nmov.u32 %r2, tile;\nmad.lo.u32 %r2, %r0, 4, %r2;\nst.shared.u32 [%r2], "
           "%r1;\nld.shared.u32 %r3, [%r2];\n"
           "st.global.u32 [%d2], %r3;",
           4, ".shared .align 4 .b8 tile[128];");
}

TEST_CASE("narrow loads extend by their type's sign") {
    PtxDevice device;
    const auto value = [&](const std::string& load) {
        const auto out = run(device, load + "\nst.global.u32 [%d2], %r1;", 4);
        std::uint32_t words[32];
        std::memcpy(words, out.data(), sizeof words);
        return Words(words, words + 32);
    };
    const Words s8 = value("ld.global.s8 %r1, [%d1];"), u8 = value("ld.global.u8 %r1, [%d1];");
    const Words s16 = value("ld.global.s16 %r1, [%d1];"), u16 = value("ld.global.u16 %r1, [%d1];");
    for (std::size_t lane = 0; lane < 32; ++lane) {
        const auto both = static_cast<std::uint16_t>(original(4 * lane) | original(4 * lane + 1) << 8);
        CHECK(s8[lane] == static_cast<std::uint32_t>(static_cast<std::int8_t>(original(4 * lane))));
        CHECK(u8[lane] == original(4 * lane));
        CHECK(s16[lane] == static_cast<std::uint32_t>(static_cast<std::int16_t>(both)));
        CHECK(u16[lane] == both);
    }
}

TEST_CASE("local memory belongs to a thread") {
    PtxDevice device;
    const std::string body =
        ".local .align 16 .b8 depot[64];\nmov.u64 %d3, depot;\nand.b32 %r1, %r0, 15;\nmul.wide.u32 %d4, %r1, "
        "4;\nadd.u64 %d5, %d3, %d4;\n"
        "st.local.u32 [%d5], %r0;\nld.local.u32 %r2, [%d5];\nadd.u32 %r2, %r2, 7;\nst.global.u32 [%d2], %r2;";
    const auto out = run(device, body, 4);
    for (std::size_t lane = 0; lane < 32; ++lane) CHECK(out[4 * lane] == lane + 7);
}

TEST_CASE("module variables and constants hold what the module says") {
    PtxDevice device;
    const std::string variables =
        ".const .align 4 .b8 table[8] = {1, 2, 3, 4, 250};\n.global .align 4 .u32 numbers[3] = {7, "
        "0xffffffff};\n.global .f32 half = 0f3F000000;\n";
    const auto out = run(
        device,
        "ld.const.u32 %r1, [table];\nst.global.u32 [%d2], %r1;\nmov.u64 %d3, numbers;\nld.global.u32 %r2, [%d3+4];\n"
        "st.global.u32 [%d2+4], %r2;\nld.const.u8 %r3, [table+4];\nst.global.u32 [%d2+8], %r3;\nld.global.f32 %f1, "
        "[half];\nst.global.f32 [%d2+12], %f1;\n"
        "ld.global.u32 %r4, [numbers+8];\nst.global.u32 [%d2+16], %r4;",
        32, variables);
    std::uint32_t words[5];
    std::memcpy(words, out.data(), sizeof words);
    CHECK(words[0] == 0x04030201);
    CHECK(words[1] == 0xffffffff);
    CHECK(words[2] == 250);
    CHECK(words[3] == 0x3f000000);
    CHECK(words[4] == 0);
}

TEST_CASE("registers are packed into wider ones and taken apart") {
    PtxDevice device;
    const auto out = run(device,
                         "ld.global.u64 %d3, [%d1];\nmov.b64 {%r1, %r2}, %d3;\nmov.b32 {%h1, %h2}, %r1;\nmov.b32 %r3, "
                         "{%h2, %h1};\nmov.b64 %d4, {%r2, %r3};\n"
                         "st.global.u64 [%d2], %d4;\nmov.b64 {%h1, %h2, %h3, %h4}, %d3;\nmov.b64 %d5, {%h4, %h3, %h2, "
                         "%h1};\nst.global.u64 [%d2+8], %d5;",
                         16);
    constexpr int from[] = {4, 5, 6, 7, 2, 3, 0, 1, 6, 7, 4, 5, 2, 3, 0, 1};
    for (std::size_t lane = 0; lane < 32; ++lane)
        for (std::size_t index = 0; index < 16; ++index)
            CHECK(out[16 * lane + index] == original(16 * lane + static_cast<std::size_t>(from[index])));
}

TEST_CASE("atomics happen one after the other, over all blocks") {
    PtxDevice device;
    const auto total = [&](const std::string& instruction, std::uint32_t start, const std::string& prepare = "") {
        const std::uint64_t memory = device.upload(Words{start, 0});
        const int result = device.launch(kernel(device, 1, prepare + instruction), {8, 64, 0}, {memory});
        CAPTURE(device.violation());
        REQUIRE(result == cuda_success);
        return device.download<std::uint32_t>(memory, 1)[0];
    };
    CHECK(total("atom.global.add.u32 %r1, [%p0], 1;", 5) == 5 + 512);
    CHECK(total("red.global.add.u32 [%p0], %r0;", 0) == 8 * 63 * 32);
    CHECK(total("red.global.max.s32 [%p0], %r0;", 3) == 63);
    CHECK(total("red.global.min.s32 [%p0], %r0;", 3) == 0);
    CHECK(total("red.global.or.b32 [%p0], %r0;", 0) == 63);
    CHECK(total("red.global.and.b32 [%p0], %r0;", 63) == 0);
    CHECK(total("red.global.xor.b32 [%p0], %r0;", 9) == 9);
    CHECK(total("atom.global.inc.u32 %r1, [%p0], 6;", 0) == 512 % 7);
    CHECK(total("atom.global.exch.b32 %r1, [%p0], 77;", 0) == 77);
    CHECK(total("atom.global.add.f32 %f1, [%p0], 0f3F000000;", 0) == 0x43800000);  // 256
    CHECK(total("atom.global.cas.b32 %r1, [%p0], 5, 9;", 5) == 9);
    CHECK(total("atom.global.cas.b32 %r1, [%p0], 5, 9;", 6) == 6);
    const std::uint64_t wide = device.upload(std::vector<std::uint64_t>{0xffffffff, 0});
    REQUIRE(device.launch(
                kernel(device, 1, "red.global.add.u64 [%p0], 1;\nred.global.add.f64 [%p0+8], 0d3FE0000000000000;"),
                {1, 32, 0}, {wide}) == cuda_success);
    CHECK(device.download<std::uint64_t>(wide, 1)[0] == 0x10000001f);
    CHECK(device.download<double>(wide, 2)[1] == 16.0);
}

TEST_CASE("bank conflicts are counted for each phase of an access") {
    PtxDevice device;
    const auto conflicts = [&](const std::string& access) {
        const quern_ptx_counters found = counted(device, fill + "mov.u32 %r1, 0;\n" + access, 4096);
        CHECK(found.shared_store_conflicts == 0);  // the filling has none
        return found.shared_load_conflicts;
    };
    const auto at = [](int stride) {
        return "mul.wide.u32 %d1, %r0, " + std::to_string(stride) + ";\nadd.u64 %d1, %d9, %d1;\n";
    };
    CHECK(conflicts(at(4) + "ld.shared.u32 %r2, [%d1];") == 0);
    CHECK(conflicts(at(0) + "ld.shared.u32 %r2, [%d1];") == 0);  // one word for all is no conflict
    CHECK(conflicts(at(8) + "ld.shared.u32 %r2, [%d1];") == 1);
    CHECK(conflicts(at(16) + "ld.shared.u32 %r2, [%d1];") == 3);
    CHECK(conflicts(at(128) + "ld.shared.u32 %r2, [%d1];") == 31);
    CHECK(conflicts(at(12) + "ld.shared.u32 %r2, [%d1];") == 0);
    CHECK(conflicts(at(1) + "ld.shared.u8 %r2, [%d1];") == 0);
    CHECK(conflicts(at(8) + "ld.shared.v2.u32 {%r2, %r3}, [%d1];") == 0);
    CHECK(conflicts(at(16) + "ld.shared.v2.u32 {%r2, %r3}, [%d1];") == 2);  // two phases, each with two words a bank
    CHECK(conflicts(at(16) + "ld.shared.v4.u32 {%r2, %r3, %r4, %r5}, [%d1];") == 0);
    CHECK(conflicts(at(32) + "ld.shared.v4.u32 {%r2, %r3, %r4, %r5}, [%d1];") == 4);
    CHECK(conflicts(at(128) + "ld.shared.v4.u32 {%r2, %r3, %r4, %r5}, [%d1];") == 4 * 7);
    const std::string lines = PtxDevice::function<const char*(const char*)>("quern_ptx_conflict_lines")("test");
    CHECK(lines.find("28 line ") == 0);
    CHECK(lines.find("ld.shared.v4.u32") != std::string::npos);
    const quern_ptx_counters stores = counted(device, at(8) + "st.shared.u32 [%d1], %r0;", 4096);
    CHECK(stores.shared_stores == 1);
    CHECK(stores.shared_store_conflicts == 1);
    // ldmatrix: rows 16 bytes apart lie in all banks, rows 128 bytes apart in the same four.
    CHECK(conflicts(at(16) + "ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%r2, %r3, %r4, %r5}, [%d1];") == 0);
    CHECK(conflicts(at(128) + "ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%r2, %r3, %r4, %r5}, [%d1];") == 28);
}

TEST_CASE("sectors and widths of global requests, and warp instructions") {
    PtxDevice device;
    const auto at = [](int stride) {
        return "mul.wide.u32 %d1, %r0, " + std::to_string(stride) + ";\nadd.u64 %d1, %p0, %d1;\n";
    };
    const auto loads = [&](int stride, const std::string& load) { return counted(device, at(stride) + load, 0); };
    quern_ptx_counters found = loads(4, "ld.global.u32 %r1, [%d1];");
    CHECK(found.global_loads == 1);
    CHECK(found.global_load_sectors == 4);
    CHECK(found.global_loads_by_width[2] == 1);
    CHECK(found.global_stores == 0);
    CHECK(found.launches == 1);
    CHECK(found.blocks == 1);
    // ld.param, mov.u32, mov.u64, mul, add, ld, ret
    CHECK(found.warp_instructions == 7);
    CHECK(loads(16, "ld.global.v4.u32 {%r1, %r2, %r3, %r4}, [%d1];").global_load_sectors == 16);
    CHECK(loads(16, "ld.global.v4.u32 {%r1, %r2, %r3, %r4}, [%d1];").global_loads_by_width[4] == 1);
    CHECK(loads(32, "ld.global.u32 %r1, [%d1];").global_load_sectors == 32);
    CHECK(loads(0, "ld.global.u8 %r1, [%d1];").global_load_sectors == 1);
    CHECK(loads(4, "ld.global.u32 %r1, [%d1+16];").global_load_sectors == 5);
    found = loads(64, "st.global.u16 [%d1], 3;");
    CHECK(found.global_stores == 1);
    CHECK(found.global_store_sectors == 32);
}

TEST_CASE("a watched allocation tells which bytes were loaded, and how wide") {
    PtxDevice device;
    const std::uint64_t memory = device.upload(std::vector<std::uint8_t>(256));
    REQUIRE(PtxDevice::function<int(std::uint64_t)>("quern_ptx_watch")(memory) == 1);
    REQUIRE(device.launch(kernel(device, 1,
                                 "mul.wide.u32 %d1, %r0, 16;\nadd.u64 %d1, %p0, %d1;\nsetp.lt.u32 %q1, %r0, 4;\n@%q1 "
                                 "ld.global.v4.u32 {%r1, %r2, %r3, %r4}, [%d1];\n"
                                 "ld.global.u8 %r5, [%p0+200];"),
                          {}, {memory}) == cuda_success);
    std::vector<std::uint8_t> read(256);
    REQUIRE(PtxDevice::function<int(std::uint64_t, std::uint8_t*, std::size_t)>("quern_ptx_bytes_read")(
                memory, read.data(), read.size()) == 1);
    for (std::size_t index = 0; index < read.size(); ++index) CHECK(read[index] == (index < 64 || index == 200));
    std::uint64_t widths[5] = {};
    REQUIRE(PtxDevice::function<int(std::uint64_t, std::uint64_t*)>("quern_ptx_widths_read")(memory, widths) == 1);
    CHECK(widths[0] == 1);
    CHECK(widths[4] == 1);
    CHECK(widths[1] + widths[2] + widths[3] == 0);
}
