// PTX text as a hostile hand would write it: refused with its line, never more than that. And what one kernel's
// counters have to do with another's of the same name.
#include <doctest/doctest.h>

#include <cmath>
#include <stdexcept>
#include <string>

#include "tests/support/ptx_lanes.hpp"

using namespace quern::test;

namespace {

std::string repeated(std::string_view part, int times) {
    std::string text;
    for (int time = 0; time < times; ++time) text += part;
    return text;
}

// The error a whole module gives.
std::string refusal(PtxDevice& device, const std::string& text) {
    try {
        device.load(text);
    } catch (const std::runtime_error& error) {
        return error.what();
    }
    return "loaded";
}

const std::string header = ".version 7.0\n.target sm_80\n.address_size 64\n";

}  // namespace

TEST_CASE("text that nests, names or counts beyond reason is refused with its line") {
    PtxDevice device;
    const auto refused = [&](const std::string& text, const std::string& line, const std::string& part) {
        const std::string found = refusal(device, text);
        CAPTURE(text.substr(0, 200));
        CAPTURE(found);
        CHECK(found.find("218: line " + line + ": ") == 0);
        CHECK(found.find(part) != std::string::npos);
    };
    const std::string entry = header + ".entry k()\n";
    refused(entry + repeated("{", 100000), "5", "nested too deep");
    refused(entry + "{\nadd.u32 " + repeated("!", 100000), "6", "nested too deep");
    refused(entry + "{\nadd.u32 " + repeated("{", 100000), "6", "nested too deep");
    refused(entry + "{ .reg .b32 %r<4294967296>; }", "5", "too many registers");
    refused(entry + "{\n" + repeated(".reg .b32 %r<100000>;\n", 2) + "}", "7", "too many registers");
    refused(entry + "{ .reg .b32 %r<18446744073709551616>; }", "5", "no number");
    refused(entry + "{ .reg \"\" %r; }", "5", "unknown type");
    refused(entry + "{\n.reg .b32 \"\"; }", "6", "expected a name");
    refused(entry + "{\n@\"\" ret; }", "6", "expected a name");
    refused(header + ".entry k(.param .b8 big[4294967295])\n{ ret; }", "4", "the parameters take more than");
    refused(header + ".entry k(.param .align 8 .b8 a[4096], .param .b8 b)\n{ ret; }", "4", "with b,");
    refused(header + ".shared .align 4 .b8 tile[49153];\n.entry k()\n{ ret; }", "4", "the shared variables take more");
    refused(entry + "{\n\n.local .b8 depot[524289]; ret; }", "7", "the local variables of a thread take more");
    refused(header + ".global .b8 g[4294967297];", "4", "out of range");
    refused(header + ".global .align 3 .b32 g;", "4", "alignment");
    refused(header + ".global .b8 g[2] = {1, 2, 3};", "4", "more values than room");
    refused(header + ".global .b8 g = \"text\";", "4", "expected a number");
    refused(".version 7.0\n.target sm_99999999999", "2", "unknown target");
    refused(".version 7.0\n.target", "2", "ends too early");
    refused(header + ".maxntid 3", "4", "unexpected");
    refused(header + ".entry k() .maxntid 4294967297, 4294967297\n{ ret; }", "4", "outside 1 to 1024");
    refused(header + "/* no end", "4", "comment");
    refused(header + ".file 1 \"no end", "4", "string");
    refused(header + "\"one\ntwo\" #", "5", "unexpected character");
    CHECK(refusal(device, header + ".file 1 \"a.cu\"") == "loaded");
    // More than the device has is no room, not a mistake in the text.
    PtxDevice::function<void(std::uint64_t)>("quern_ptx_set_memory")(1 << 20);
    CHECK(refusal(device, header + ".global .b8 g[2097152];").find("2: ") == 0);
    PtxDevice::function<void(std::uint64_t)>("quern_ptx_set_memory")(std::uint64_t{4} << 30);
}

TEST_CASE("operands an instruction has no use for are refused") {
    PtxDevice device;
    const auto refused = [&](const std::string& body, const std::string& part) {
        const std::string found = refusal(device, ptx_kernel(1, body));
        CAPTURE(body);
        CAPTURE(found);
        CHECK(found.find("218: line ") == 0);
        CHECK(found.find(part) != std::string::npos);
    };
    refused("add.u32 %r1, %r2, %r3, %r4;", "more operands");
    refused("ret %r1;", "more operands");
    refused("and.pred %q1, !%q2, %q3;", "! is not known");
    refused("add.u32 %r1|%q1, %r2, %r3;", "a pair d|p");
    refused("add.u32 %r1, %r2+4, %r3;", "only addresses");
    refused("mov.b64 {" + repeated("%h1, ", 40) + "%h1}, %d1;", "not known");
    refused("mov.b64 %d1, {%r1, %r2, %r3};", "not known");
    refused("ld.global.v2.u32 {%r1, %d1}, [%p0];", "different sizes");
    refused("st.global.v2.u32 [%p0], {%d1, %r1};", "different sizes");
    refused("ld.global.u32 %r1, [%p0+0f3F800000];", "expected a whole number");
    refused("atom.global.cas.b32 %r1, [%p0], %r2;", "not known");
    refused("atom.global.add.u32 %r1, [%p0], %r2, %r3;", "not known");
    refused("atom.global.and.s32 %r1, [%p0], %r2;", "not known");
    refused("atom.global.inc.u64 %d1, [%p0], %d2;", "not known");
    refused("atom.global.min.f32 %f1, [%p0], %f2;", "not known");
    refused("mov.f32 %f1, 0f3F8;", "no number");
    refused("mov.f64 %e1, 0d3FF00000000000001;", "no number");
    refused("mov.f32 %f1, 1.5.2;", "no number");
    refused("mov.u32 %r1, 0x;", "no number");
    refused("mov.u32 %r1, 089;", "no number");
}

TEST_CASE("numbers in all their spellings") {
    PtxDevice device;
    const auto value = [&](const char* number) {
        return run_lanes(device, "mov.u32", "r", {LaneOperands{}}, std::string(", ") + number)[0];
    };
    CHECK(value("12") == 12);
    CHECK(value("-12") == 0xfffffff4);
    CHECK(value("0x1Fe") == 0x1fe);
    CHECK(value("0b101") == 5);
    CHECK(value("017") == 15);
    CHECK(value("4294967295U") == 0xffffffff);
    const auto real = [&](const char* number) {
        return as_float(run_lanes(device, "mov.f32", "f", {LaneOperands{}}, std::string(", ") + number)[0]);
    };
    CHECK(real("0f3FC00000") == 1.5F);
    CHECK(real("-0f3FC00000") == -1.5F);
    CHECK(real("0.5") == 0.5F);
    CHECK(real("-2.5e-1") == -0.25F);
    CHECK(real("1E+2") == 100.0F);
    CHECK(real("0d3FF8000000000000") == 1.5F);
    CHECK(as_double(run_lanes(device, "mov.f64", "e", {LaneOperands{}}, ", 0d3FF8000000000000")[0]) == 1.5);
}

TEST_CASE("fused products, quotients and roots round in every direction") {
    PtxDevice device;
    const float a = 1.1F, b = 3.3F, c = -0.7F;
    const LaneOperands operands{bits(a), bits(b), bits(c), 0};
    // Between neighbours: rm <= exact <= rp, one step apart, rz the one nearer to zero.
    const auto bracket = [&](const std::string& opcode, std::size_t sources, long double exact) {
        const auto in = [&](const char* direction) {
            return as_float(
                run_lanes(device, opcode + "." + direction + ".f32", std::string(sources + 1, 'f'), {operands})[0]);
        };
        CAPTURE(opcode);
        const float down = in("rm"), up = in("rp");
        CHECK(static_cast<long double>(down) < exact);
        CHECK(static_cast<long double>(up) > exact);
        CHECK(bits(up) - bits(down) == 1);
        CHECK(in("rz") == down);
        CHECK((in("rn") == down || in("rn") == up));
    };
    using Long = long double;
    bracket("fma", 3, static_cast<Long>(a) * static_cast<Long>(b) + static_cast<Long>(c));
    bracket("div", 2, static_cast<Long>(a) / static_cast<Long>(b));
    bracket("sqrt", 1, std::sqrt(static_cast<Long>(a)));
    bracket("rcp", 1, 1 / static_cast<Long>(a));
}

TEST_CASE("shuffles order a write after a read; atomics take part in races") {
    PtxDevice device;
    const auto run = [&](const std::string& body, unsigned threads) {
        const int result = device.launch(
            device.kernel(device.load(ptx_kernel(0,
                                                 "mov.u32 %r0, %tid.x;\nmul.wide.u32 %d9, %r0, 4;\nmov.u64 %d1, "
                                                 "tile;\nadd.u64 %d0, %d1, %d9;\nsetp.eq.u32 %q1, %r0, 0;\n" +
                                                     body + "\nret;",
                                                 ".shared .align 16 .b8 tile[1024];")),
                          "test"),
            {1, threads, 0}, {});
        return result == cuda_success ? "" : device.violation();
    };
    // The sum over a warp, whose first lane then overwrites what lane 1 read: the shuffle needs lane 1's value.
    const std::string start = "st.shared.u32 [%d0], %r0;\nbar.sync 0;\n", read = "ld.shared.u32 %r1, [%d0];\n",
                      shuffle = "shfl.sync.bfly.b32 %r2, %r1, 1, 31, 0xffffffff;\n",
                      overwrite = "@%q1 st.shared.u32 [%d1+4], %r2;\n";
    CHECK(run(start + read + shuffle + overwrite, 32).empty());
    CHECK(run(start + read + overwrite, 32).find("another lane of its warp read") != std::string::npos);
    // A shuffle does not make a write visible.
    const std::string neighbour = "xor.b32 %r3, %r0, 1;\nmul.wide.u32 %d3, %r3, 4;\nadd.u64 %d4, %d1, %d3;\n";
    CHECK(run("st.shared.u32 [%d0], %r0;\nmov.u32 %r1, 0;\n" + neighbour + shuffle + "ld.shared.u32 %r1, [%d4];", 32)
              .find("of its warp wrote") != std::string::npos);
    const std::string clear = "@%q1 st.shared.u32 [%d1], 0;\nbar.sync 0;\n",
                      count = "atom.shared.add.u32 %r1, [%d1], 1;\n";
    CHECK(run(clear + count + "bar.sync 0;\nld.shared.u32 %r1, [%d1];", 64).empty());
    CHECK(run(clear + count + "ld.shared.u32 %r1, [%d1];", 64).find("atomic") != std::string::npos);
    CHECK(run(clear + count + "@%q1 st.shared.u32 [%d1], 0;", 32).empty());
    CHECK(run("@%q1 st.shared.u32 [%d1], 0;\n" + count, 64).find("atomic") != std::string::npos);
    CHECK(run(count, 32).find("unwritten") != std::string::npos);
    CHECK(run(clear + "ld.shared.u32 %r1, [%d1];\n" + count, 64).find("race") != std::string::npos);
}

TEST_CASE("kernels of one name add up, instruction by instruction") {
    PtxDevice device;
    const auto launch = [&](const std::string& body) {
        const std::string text =
            ptx_kernel(0,
                       "mov.u32 %r0, %tid.x;\nmul.wide.u32 %d1, %r0, 128;\nmov.u64 %d2, tile;\nadd.u64 %d3, "
                       "%d1, %d2;\n" +
                           body + "ret;",
                       ".shared .align 16 .b8 tile[4096];");
        CHECK(device.launch(device.kernel(device.load(text), "test"), {}, {}) == cuda_success);
    };
    launch("st.shared.u32 [%d3], %r0;\n");
    launch("add.u32 %r1, %r0, 1;\nadd.u32 %r1, %r0, 1;\nadd.u32 %r1, %r0, 1;\nst.shared.u32 [%d3+4], %r1;\n");
    launch("st.shared.u32 [%d3], %r0;\n");
    CHECK(device.counters("test").launches == 3);
    CHECK(device.counters("test").shared_store_conflicts == 3 * 31);
    const std::string lines = PtxDevice::function<const char*(const char*)>("quern_ptx_conflict_lines")("test");
    CHECK(lines.find("62 line ") == 0);
    CHECK(lines.find("st.shared.u32 [%d3], %r0") != std::string::npos);
    CHECK(lines.find("31 line ") != std::string::npos);
    CHECK(lines.find("st.shared.u32 [%d3 + 4], %r1") != std::string::npos);
}
