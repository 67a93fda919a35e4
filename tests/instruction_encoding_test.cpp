// Which instructions and encodings each ISA's kernels consist of, by disassembly; needs no processor that can run them.
#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "jit_x86/kernel.hpp"
#include "tests/support/disassembly.hpp"
#include "tests/support/qgemm_case.hpp"

using namespace quern;
using namespace quern::test;

namespace {

EmittedCode emit_for(const char* weight, std::int64_t tokens, Isa isa, bool evex_ymm_dot = false) {
    MachineTraits machine;
    machine.isa = isa;
    machine.evex_ymm_dot = evex_ymm_dot;
    return emit(qgemm_spec(*weight_format_by_name(weight), 962, 768, tokens), machine);
}

}  // namespace

TEST_CASE("avx2 and avx_vnni kernels are VEX alone and touch no zmm") {
    for (const Isa isa : {Isa::avx2, Isa::avx_vnni})
        for (const char* weight : {"q4_k", "q5_k", "q6_k"})
            for (const std::int64_t tokens : {std::int64_t{1}, std::int64_t{77}}) {
                bool has_dot = false;
                for (const Instruction& instruction : instructions_of(emit_for(weight, tokens, isa))) {
                    CAPTURE(instruction.text);
                    CHECK(instruction.encoding != Encoding::evex);
                    CHECK(instruction.text.find("zmm") == std::string::npos);
                    if (isa == Isa::avx2) CHECK(instruction.text.find("vpdp") == std::string::npos);
                    has_dot |= instruction.text.starts_with(isa == Isa::avx2 ? "vpmaddubsw" : "vpdpbusd");
                }
                CHECK(has_dot);
            }
}

TEST_CASE(
    "avx_vnni in EVEX encoding is the same instructions: what runs on a processor without VEX VNNI tests the rest") {
    for (const char* weight : {"q4_k", "q5_k", "q6_k"})
        for (const std::int64_t tokens : {std::int64_t{1}, std::int64_t{77}}) {
            const auto vex = instructions_of(emit_for(weight, tokens, Isa::avx_vnni, false));
            const auto evex = instructions_of(emit_for(weight, tokens, Isa::avx_vnni, true));
            REQUIRE(vex.size() == evex.size());
            int different_encodings = 0;
            for (std::size_t i = 0; i < vex.size(); ++i) {
                if (vex[i].encoding != evex[i].encoding) {
                    ++different_encodings;
                    CHECK(vex[i].text.starts_with("vpdp"));
                }
                if (!vex[i].is_branch) CHECK(vex[i].text == evex[i].text);
            }
            CHECK(different_encodings > 0);
        }
}

TEST_CASE("row-wise, RoPE and attention kernels are VEX alone on avx2 and avx_vnni, and never legacy SSE") {
    for (const Isa isa : {Isa::avx2, Isa::avx_vnni, Isa::avx512_vnni}) {
        std::vector<KernelSpec> specs;
        for (const Op op : {Op::quantize, Op::rmsnorm, Op::rmsnorm_quantize, Op::add_rmsnorm_quantize, Op::silu_mul,
                            Op::silu_mul_quantize, Op::rope, Op::attention})
            for (const RopePairs pairs : {RopePairs::adjacent, RopePairs::halves}) {
                KernelSpec spec;
                spec.name = op_name(op);
                spec.op = op;
                if (op == Op::rope || op == Op::attention) {
                    spec.head_size = op == Op::rope ? 50 : 80;  // with tails
                } else {
                    spec.k = op == Op::rmsnorm || op == Op::silu_mul ? 300 : 768;
                }
                if (op == Op::rope) spec.pairs = pairs;
                specs.push_back(spec);
            }
        for (const KernelSpec& spec : specs) {
            CAPTURE(isa_traits(isa).name);
            CAPTURE(spec.name);
            MachineTraits machine;
            machine.isa = isa;
            const auto instructions = instructions_of(emit(spec, machine));
            REQUIRE(instructions.size() > 20);
            CHECK(instructions.back().is_return);
            bool zeroes_upper = false;
            for (const Instruction& instruction : instructions) {
                CAPTURE(instruction.text);
                const bool vector = instruction.text.find("mm") != std::string::npos;
                if (vector) CHECK(instruction.encoding != Encoding::legacy);
                if (isa != Isa::avx512_vnni) CHECK(instruction.encoding != Encoding::evex);
                zeroes_upper |= instruction.text == "vzeroupper";
            }
            CHECK(zeroes_upper);
        }
    }
}
