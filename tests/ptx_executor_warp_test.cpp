// Where the lanes of a warp go: branches, loops, shuffles, votes, barriers, and the special registers.
#include <doctest/doctest.h>

#include "tests/support/ptx_device.hpp"

using namespace quern::test;

namespace {

using Words = std::vector<std::uint32_t>;

// Runs `body`, in which %r0 is the thread's number in the block and %r1 what it gives, one word a thread of the grid.
Words run(PtxDevice& device, const std::string& body, PtxDevice::Grid grid = {}, const std::string& variables = "") {
    const std::string whole =
        "mov.u32 %r0, %tid.x;\n" + body +
        "\nmov.u32 %r62, %ctaid.x;\nmov.u32 %r61, %ntid.x;\nmad.lo.u32 %r63, %r62, %r61, %r0;\n"
        "mul.wide.u32 %d63, %r63, 4;\nadd.u64 %d62, %p0, %d63;\nst.global.u32 [%d62], %r1;\nret;\n";
    const std::size_t threads = std::size_t{grid.blocks} * grid.threads;
    const std::uint64_t out = device.upload(Words(threads, 0xdeadbeef));
    const int result = device.launch(device.kernel(device.load(ptx_kernel(1, whole, variables)), "test"), grid, {out});
    CAPTURE(device.violation());
    REQUIRE(result == cuda_success);
    return device.download<std::uint32_t>(out, threads);
}

template <class Expected>
void check(const Words& found, const Expected& expected) {
    for (std::uint32_t lane = 0; lane < found.size(); ++lane) {
        CAPTURE(lane);
        CHECK(found[lane] == expected(lane));
    }
}

}  // namespace

TEST_CASE("both sides of a branch run, and lanes meet again behind it") {
    PtxDevice device;
    // The ballot after the branch sees every lane.
    check(
        run(device,
            "and.b32 %r2, %r0, 1;\nsetp.eq.u32 %q1, %r2, 0;\n@%q1 bra even;\nmul.lo.u32 %r1, %r0, 3;\nbra.uni meet;\n"
            "even:\nadd.u32 %r1, %r0, 1000;\nmeet:\nvote.sync.ballot.b32 %r3, %q1, 0xffffffff;\nshr.u32 %r3, %r3, 30;\n"
            "add.u32 %r1, %r1, %r3;\n"),
        [](std::uint32_t lane) { return (lane % 2 == 0 ? lane + 1000 : lane * 3) + 1; });
    // Nested, with a negated guard and a side nobody takes.
    check(
        run(device,
            "mov.u32 %r1, 0;\nsetp.lt.u32 %q1, %r0, 16;\n@!%q1 bra outer;\nsetp.lt.u32 %q2, %r0, 4;\n@%q2 bra inner;\n"
            "add.u32 %r1, %r1, 1;\nsetp.lt.u32 %q3, %r0, 99;\n@%q3 bra join;\nadd.u32 %r1, %r1, 100;\njoin:\nadd.u32 "
            "%r1, %r1, 10;\n"
            "bra.uni outer;\ninner:\nadd.u32 %r1, %r1, 7;\nouter:\nadd.u32 %r1, %r1, 1000;\n"),
        [](std::uint32_t lane) { return lane < 4    ? 1007U
                                        : lane < 16 ? 1011U
                                                    : 1000U; });
}

TEST_CASE("a loop runs as often as each lane says") {
    PtxDevice device;
    check(run(device,
              "mov.u32 %r1, 0;\nmov.u32 %r2, 0;\nloop:\nsetp.ge.u32 %q1, %r2, %r0;\n@%q1 bra done;\nadd.u32 %r2, %r2, "
              "1;\n"
              "add.u32 %r1, %r1, %r2;\nbra loop;\ndone:\n"),
          [](std::uint32_t lane) { return lane * (lane + 1) / 2; });
    // A loop with a way out in the middle and one at the end, inside another loop.
    check(run(device,
              "mov.u32 %r1, 0;\nmov.u32 %r2, 0;\nouter:\nmov.u32 %r3, 0;\ninner:\nadd.u32 %r1, %r1, 1;\nadd.u32 %r4, "
              "%r3, %r2;\n"
              "setp.ge.u32 %q1, %r4, %r0;\n@%q1 bra next;\nadd.u32 %r3, %r3, 1;\nsetp.lt.u32 %q2, %r3, 5;\n@%q2 bra "
              "inner;\nnext:\n"
              "add.u32 %r2, %r2, 1;\nsetp.lt.u32 %q3, %r2, 3;\n@%q3 bra outer;\n"),
          [](std::uint32_t lane) {
              std::uint32_t count = 0;
              for (std::uint32_t outer = 0; outer < 3; ++outer)
                  for (std::uint32_t inner = 0; inner < 5; ++inner) {
                      ++count;
                      if (inner + outer >= lane) break;
                  }
              return count;
          });
}

TEST_CASE("lanes that leave early take no part in what follows") {
    PtxDevice device;
    const Words found = run(device, "mov.u32 %r1, 5;\nsetp.ge.u32 %q1, %r0, 20;\n@%q1 exit;\nactivemask.b32 %r1;\n");
    check(found, [](std::uint32_t lane) { return lane < 20 ? 0x000fffffU : 0xdeadbeefU; });
    // A block that is no multiple of a warp.
    const Words tail = run(device, "activemask.b32 %r1;\n", {1, 40, 0});
    check(tail, [](std::uint32_t lane) { return lane < 32 ? 0xffffffffU : 0xffU; });
}

TEST_CASE("special registers") {
    PtxDevice device;
    const PtxDevice::Grid grid{3, 64, 0};
    check(run(device,
              "mov.u32 %r2, %ctaid.x;\nmov.u32 %r3, %nctaid.x;\nmov.u32 %r4, %ntid.x;\nmul.lo.u32 %r1, %r2, 1000;\n"
              "add.u32 %r1, %r1, %r3;\nadd.u32 %r1, %r1, %r4;\nadd.u32 %r1, %r1, %ctaid.y;\nadd.u32 %r1, %r1, %tid.z;",
              grid),
          [](std::uint32_t thread) { return thread / 64 * 1000 + 3 + 64; });
    check(run(device, "mov.u32 %r1, %laneid;\nmov.u32 %r2, %warpid;\nmad.lo.u32 %r1, %r2, 100, %r1;", grid),
          [](std::uint32_t thread) { return thread % 64 / 32 * 100 + thread % 32; });
    check(run(device, "mov.u32 %r1, %lanemask_lt;"), [](std::uint32_t lane) { return (1U << lane) - 1; });
    check(run(device, "mov.u32 %r1, %lanemask_ge;"), [](std::uint32_t lane) { return ~((1U << lane) - 1); });
    check(run(device, "mov.u32 %r1, WARP_SZ;"), [](std::uint32_t) { return 32U; });
}

TEST_CASE("shuffles, with their segments and their predicate") {
    PtxDevice device;
    const auto shuffle = [&](const std::string& mode, const std::string& by, const std::string& clamp) {
        return run(device, "add.u32 %r2, %r0, 100;\nshfl.sync." + mode + ".b32 %r1|%q1, %r2, " + by + ", " + clamp +
                               ", 0xffffffff;\n@!%q1 add.u32 %r1, %r1, 1000;");
    };
    check(shuffle("bfly", "16", "31"), [](std::uint32_t lane) { return (lane ^ 16) + 100; });
    check(shuffle("bfly", "5", "31"), [](std::uint32_t lane) { return (lane ^ 5) + 100; });
    check(shuffle("down", "3", "31"), [](std::uint32_t lane) { return lane + 3 < 32 ? lane + 103 : lane + 1100; });
    check(shuffle("up", "3", "0"), [](std::uint32_t lane) { return lane >= 3 ? lane + 97 : lane + 1100; });
    check(shuffle("idx", "7", "31"), [](std::uint32_t) { return 107U; });
    // Width 8: the segment mask 0x18 in bits 8 to 12.
    check(shuffle("idx", "2", "0x181f"), [](std::uint32_t lane) { return lane / 8 * 8 + 102; });
    check(shuffle("down", "2", "0x181f"),
          [](std::uint32_t lane) { return lane % 8 + 2 < 8 ? lane + 102 : lane + 1100; });
    check(shuffle("up", "2", "0x1800"), [](std::uint32_t lane) { return lane % 8 >= 2 ? lane + 98 : lane + 1100; });
}

TEST_CASE("votes and reductions") {
    PtxDevice device;
    const std::string condition = "setp.lt.u32 %q1, %r0, 10;\nsetp.lt.u32 %q2, %r0, 40;\n";
    check(run(device, condition + "vote.sync.ballot.b32 %r1, %q1, 0xffffffff;"), [](std::uint32_t) { return 0x3ffU; });
    check(run(device, condition + "vote.sync.ballot.b32 %r1, !%q1, 0xffffffff;"),
          [](std::uint32_t) { return ~0x3ffU; });
    check(run(device, condition + "vote.sync.any.pred %q3, %q1, 0xffffffff;\nselp.u32 %r1, 1, 0, %q3;"),
          [](std::uint32_t) { return 1U; });
    check(run(device, condition + "vote.sync.all.pred %q3, %q1, 0xffffffff;\nselp.u32 %r1, 1, 0, %q3;"),
          [](std::uint32_t) { return 0U; });
    check(run(device, condition + "vote.sync.all.pred %q3, %q2, 0xffffffff;\nselp.u32 %r1, 1, 0, %q3;"),
          [](std::uint32_t) { return 1U; });
    check(run(device, condition + "vote.sync.uni.pred %q3, %q1, 0xffffffff;\nselp.u32 %r1, 1, 0, %q3;"),
          [](std::uint32_t) { return 0U; });
    const auto reduce = [&](const std::string& how) {
        return run(device, "sub.u32 %r2, %r0, 5;\nredux.sync." + how + " %r1, %r2, 0xffffffff;")[9];
    };
    CHECK(reduce("add.s32") == 31 * 32 / 2 - 5 * 32);
    CHECK(reduce("min.s32") == static_cast<std::uint32_t>(-5));
    CHECK(reduce("max.s32") == 26);
    CHECK(reduce("max.u32") == 0xffffffff);
    CHECK(reduce("min.u32") == 0);
    CHECK(reduce("or.b32") == 0xffffffff);
    CHECK(reduce("and.b32") == 0);
    std::uint32_t exclusive = 0;
    for (std::uint32_t lane = 0; lane < 32; ++lane) exclusive ^= lane - 5;
    CHECK(reduce("xor.b32") == exclusive);
    // A half of the warp among itself.
    check(run(device, "setp.ge.u32 %q1, %r0, 16;\nmov.u32 %r1, 0;\n@%q1 redux.sync.add.s32 %r1, %r0, 0xffff0000;"),
          [](std::uint32_t lane) { return lane < 16 ? 0U : 16U * 16 + 120; });
}

TEST_CASE("barriers order the warps of a block, loop after loop") {
    PtxDevice device;
    // Each round every thread takes over its neighbour's number, with two barriers a round.
    const std::string body =
        "mov.u32 %r1, %r0;\nmov.u64 %d1, ring;\nmul.wide.u32 %d2, %r0, 4;\nadd.u64 %d3, %d1, %d2;\nadd.u32 %r2, %r0, "
        "1;\n"
        "and.b32 %r2, %r2, 127;\nmul.wide.u32 %d4, %r2, 4;\nadd.u64 %d5, %d1, %d4;\nmov.u32 %r3, "
        "0;\nround:\nst.shared.u32 [%d3], %r1;\n"
        "bar.sync 0;\nld.shared.u32 %r1, [%d5];\nbarrier.sync.aligned 0;\nadd.u32 %r3, %r3, 1;\nsetp.lt.u32 %q1, %r3, "
        "5;\n@%q1 bra round;\n";
    check(run(device, body, {4, 128, 0}, ".shared .align 4 .b8 ring[512];"),
          [](std::uint32_t thread) { return (thread % 128 + 5) % 128; });
    check(run(device, "bar.sync 1, 64;\nmov.u32 %r1, 3;", {1, 64, 0}), [](std::uint32_t) { return 3U; });
    check(run(device, "bar.warp.sync 0xffffffff;\nmov.u32 %r1, 4;"), [](std::uint32_t) { return 4U; });
}

TEST_CASE("barriers and shuffles that not everyone reaches are told") {
    PtxDevice device;
    const auto broken = [&](const std::string& body, unsigned threads = 32) {
        const int result = device.launch(
            device.kernel(
                device.load(ptx_kernel(0, "mov.u32 %r0, %tid.x;\nsetp.lt.u32 %q1, %r0, 10;\n" + body + "\nret;")),
                "test"),
            {1, threads, 0}, {});
        CHECK(result == cuda_launch_failed);
        return device.violation();
    };
    CHECK(broken("@%q1 bar.sync 0;").find("a part of a warp reached a barrier") != std::string::npos);
    CHECK(broken("@%q1 shfl.sync.idx.b32 %r1, %r0, 0, 31, 0xffffffff;").find("did not take part") != std::string::npos);
    CHECK(broken("shfl.sync.idx.b32 %r1, %r0, 0, 31, 0xffff;").find("not named in the member mask") !=
          std::string::npos);
    CHECK(broken("@%q1 shfl.sync.idx.b32 %r1, %r0, 12, 31, 0x3ff;").find("does not take part") != std::string::npos);
    CHECK(broken("@%q1 bar.warp.sync 0xffffffff;").find("did not take part") != std::string::npos);
    CHECK(broken("setp.lt.u32 %q2, %r0, 32;\n@%q2 bar.sync 1;\n@!%q2 bar.sync 2;", 64).find("barriers") !=
          std::string::npos);
    CHECK(broken("trap;").find("trapped") != std::string::npos);
}
