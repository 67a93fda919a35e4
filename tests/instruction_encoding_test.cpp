// Which instructions and encodings each ISA's kernels consist of, by disassembly; needs no processor that can run them.
#include <Zydis/Zydis.h>
#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "jit_x86/kernel.hpp"
#include "tests/support/qgemm_case.hpp"

using namespace quern;
using namespace quern::test;

namespace {

struct Instruction {
    ZydisInstructionEncoding encoding;
    std::string text;
    bool relative_branch;  ///< its distance depends on the length of other instructions
};

std::vector<Instruction> disassemble(std::span<const std::uint8_t> code) {
    ZydisDecoder decoder;
    ZydisDecoderInit(&decoder, ZYDIS_MACHINE_MODE_LONG_64, ZYDIS_STACK_WIDTH_64);
    ZydisFormatter formatter;
    ZydisFormatterInit(&formatter, ZYDIS_FORMATTER_STYLE_INTEL);
    std::vector<Instruction> instructions;
    for (std::size_t at = 0; at < code.size();) {
        ZydisDecodedInstruction instruction;
        ZydisDecodedOperand operands[ZYDIS_MAX_OPERAND_COUNT];
        REQUIRE(
            ZYAN_SUCCESS(ZydisDecoderDecodeFull(&decoder, code.data() + at, code.size() - at, &instruction, operands)));
        char text[256];
        REQUIRE(ZYAN_SUCCESS(ZydisFormatterFormatInstruction(&formatter, &instruction, operands,
                                                             instruction.operand_count_visible, text, sizeof text,
                                                             ZYDIS_RUNTIME_ADDRESS_NONE, nullptr)));
        at += instruction.length;
        if (instruction.mnemonic == ZYDIS_MNEMONIC_NOP) continue;  // alignment
        instructions.push_back({instruction.encoding, text, (instruction.attributes & ZYDIS_ATTRIB_IS_RELATIVE) != 0});
    }
    return instructions;
}

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
                for (const Instruction& instruction : disassemble(emit_for(weight, tokens, isa).code)) {
                    CAPTURE(instruction.text);
                    CHECK(instruction.encoding != ZYDIS_INSTRUCTION_ENCODING_EVEX);
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
            const auto vex = disassemble(emit_for(weight, tokens, Isa::avx_vnni, false).code);
            const auto evex = disassemble(emit_for(weight, tokens, Isa::avx_vnni, true).code);
            REQUIRE(vex.size() == evex.size());
            int different_encodings = 0;
            for (std::size_t i = 0; i < vex.size(); ++i) {
                if (vex[i].encoding != evex[i].encoding) {
                    ++different_encodings;
                    CHECK(vex[i].text.starts_with("vpdp"));
                }
                if (!vex[i].relative_branch) CHECK(vex[i].text == evex[i].text);
            }
            CHECK(different_encodings > 0);
        }
}
