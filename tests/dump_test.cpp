// Listings, instruction counts and the ceilings they imply, of kernels that are emitted and not run.
#include <doctest/doctest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <set>
#include <string>
#include <vector>

#include "gen/error.hpp"
#include "gen/plan.hpp"
#include "runtime/dump/dump_directory.hpp"
#include "runtime/dump/instruction_counts.hpp"
#include "runtime/dump/kernel_files.hpp"
#include "runtime/dump/kernel_label.hpp"
#include "runtime/dump/listing.hpp"
#include "tests/support/disassembly.hpp"
#include "tests/support/qgemm_case.hpp"
#include "tests/support/temporary_directory.hpp"

using namespace quern;
using namespace quern::test;

namespace {

MachineTraits machine_of(Isa isa) {
    MachineTraits machine;
    machine.isa = isa;
    return machine;
}

KernelSpec spec_of(const char* weight, std::int64_t tokens, Isa isa) {
    KernelSpec spec = qgemm_spec(*weight_format_by_name(weight), 962, 768, tokens);
    spec.isa = isa;
    return spec;
}

std::vector<CodeRegion> regions_of(const EmittedCode& emitted) {
    const std::size_t end = instruction_bytes(emitted.code, emitted.marks);
    return code_regions(disassemble(std::span(emitted.code).first(end)), emitted.marks, end);
}

std::string text_of_file(const std::filesystem::path& path) {
    std::ifstream stream(path, std::ios::binary);
    REQUIRE(stream.good());
    return {std::istreambuf_iterator<char>(stream), {}};
}

/// An environment variable of this process, gone at the end of the scope.
class Environment {
  public:
    Environment(const char* name, const std::string& value) : name_(name) { setenv(name, value.c_str(), 1); }
    ~Environment() { unsetenv(name_); }
    Environment(const Environment&) = delete;
    Environment& operator=(const Environment&) = delete;

  private:
    const char* name_;
};

constexpr Isa x86_isas[] = {Isa::avx2, Isa::avx_vnni, Isa::avx512_vnni};

}  // namespace

TEST_CASE("the ceiling that the counted instructions imply is the plan's, where both count the same") {
    for (const Isa isa : {Isa::avx_vnni, Isa::avx512_vnni})
        for (const char* weight : {"q4_k", "q5_k", "q6_k"})
            for (const bool converts : {true, false}) {
                MachineTraits machine = machine_of(isa);
                machine.convert_shares_dot_ports = converts;
                const KernelSpec spec = spec_of(weight, 77, isa);
                const EmittedCode emitted = emit(spec, machine);
                const auto ceilings = micro_kernel_ceilings(code_of(spec, emitted, machine), regions_of(emitted));
                REQUIRE_FALSE(ceilings.empty());
                const QGemmPlan plan = plan_qgemm(spec, machine);
                const PortCeiling planned = plan.ceiling();
                for (const MicroKernelCeiling& ceiling : ceilings) {
                    CAPTURE(ceiling.label);
                    // Unpacking in registers is shared by the tokens of a micro-kernel, and its masks are made once.
                    if (plan.direct && ceiling.label != "micro_kernel_" + std::to_string(plan.micro_tokens)) continue;
                    CHECK(ceiling.whole.share == doctest::Approx(planned.share).epsilon(plan.direct ? 0.01 : 1e-6));
                    CHECK(ceiling.whole.resource == planned.resource);
                    CHECK(ceiling.inner_loop.share > ceiling.whole.share);
                    CHECK(ceiling.inner_loop.share < 1);
                }
            }
}

TEST_CASE("avx2: the first vpmaddubsw of a sum needs no add, so the counts allow a little more than the plan says") {
    for (const char* weight : {"q4_k", "q5_k", "q6_k"}) {
        const MachineTraits machine = machine_of(Isa::avx2);
        const KernelSpec spec = spec_of(weight, 77, Isa::avx2);
        const EmittedCode emitted = emit(spec, machine);
        const double planned = plan_qgemm(spec, machine).ceiling().share;
        for (const MicroKernelCeiling& ceiling :
             micro_kernel_ceilings(code_of(spec, emitted, machine), regions_of(emitted))) {
            CHECK(ceiling.whole.share > planned);
            CHECK(ceiling.whole.share < planned + 0.12);
        }
    }
}

TEST_CASE("the ceiling's resource is the ports that the machine's counts fill most") {
    const auto resource = [](const char* weight, Isa isa, std::int64_t tokens, bool converts_share) {
        MachineTraits machine = machine_of(isa);
        machine.convert_shares_dot_ports = converts_share;
        return plan_qgemm(spec_of(weight, tokens, isa), machine).ceiling().resource;
    };
    CHECK(resource("q4_k", Isa::avx512_vnni, 77, true) ==
          "dot-product ports, shared with FMAs, converts, int16 products");
    CHECK(resource("q4_k", Isa::avx512_vnni, 77, false) == "dot-product ports, shared with FMAs, int16 products");
    CHECK(resource("q4_k", Isa::avx512_vnni, 1, true) ==
          "dot-product ports, shared with FMAs, converts, int16 products, masks");
    CHECK(resource("q6_k", Isa::avx_vnni, 1, false) == "all vector pipes, which masks and converts fill");
}

TEST_CASE("unpacking in registers costs a few-token kernel more than dot products and scales, and the plan says so") {
    const MachineTraits machine = machine_of(Isa::avx512_vnni);
    const KernelSpec spec = spec_of("q4_k", 1, Isa::avx512_vnni);
    const EmittedCode emitted = emit(spec, machine);
    const auto ceilings = micro_kernel_ceilings(code_of(spec, emitted, machine), regions_of(emitted));
    REQUIRE(ceilings.size() == 1);
    const QGemmPlan plan = plan_qgemm(spec, machine);
    PlanChoice unpacked = plan.choice();
    REQUIRE(unpacked.direct);
    unpacked.direct = false;
    CHECK(plan.ceiling().share < plan_qgemm(spec, machine, unpacked).ceiling().share - 0.2);
    CHECK(ceilings[0].whole.share == doctest::Approx(plan.ceiling().share).epsilon(0.03));
}

TEST_CASE("every instruction is counted in one region, of one kind") {
    for (const Isa isa : x86_isas)
        for (const Op op : {Op::qgemm, Op::quantize, Op::add_rmsnorm_quantize, Op::silu_mul, Op::rope, Op::attention}) {
            KernelSpec spec;
            spec.name = op_name(op);
            spec.op = op;
            spec.isa = isa;
            if (op == Op::qgemm)
                spec = spec_of("q6_k", 77, isa);
            else if (op == Op::rope || op == Op::attention)
                spec.head_size = 80;
            else
                spec.k = 768;
            CAPTURE(spec.key());
            const EmittedCode emitted = emit(spec, machine_of(isa));
            std::size_t counted = 0;
            std::set<std::string> labels;
            for (const CodeRegion& region : regions_of(emitted)) {
                int of_kinds = 0;
                for (const int count : region.counts.by_kind) of_kinds += count;
                CHECK(of_kinds == region.counts.instructions);
                CHECK(region.counts.memory_reads <= region.counts.instructions);
                CHECK(labels.insert(region.label).second);
                counted += static_cast<std::size_t>(of_kinds);
            }
            CHECK(counted == instructions_of(emitted).size());
        }
}

TEST_CASE("instructions are told apart by what they do") {
    // vpxor ymm0, ymm0, ymm0 | vpxor ymm0, ymm0, ymm1 | vmovaps [rax], ymm0 | vmovaps ymm0, [rax] |
    // vmovaps ymm0, ymm1 | vpbroadcastd ymm0, [rax] | vpbroadcastd ymm0, xmm0 | vfmadd231ps ymm0, ymm1, [rax] |
    // prefetcht1 [rax] | jmp -2 | nop
    const std::vector<std::uint8_t> code = {0xc5, 0xfd, 0xef, 0xc0, 0xc5, 0xfd, 0xef, 0xc1, 0xc5, 0xfc, 0x29,
                                            0x00, 0xc5, 0xfc, 0x28, 0x00, 0xc5, 0xfc, 0x28, 0xc1, 0xc4, 0xe2,
                                            0x7d, 0x58, 0x00, 0xc4, 0xe2, 0x7d, 0x58, 0xc0, 0xc4, 0xe2, 0x75,
                                            0xb8, 0x00, 0x0f, 0x18, 0x10, 0xeb, 0xfe, 0x90};
    const auto instructions = disassemble(code);
    using enum InstructionKind;
    const std::vector<InstructionKind> expected = {zero,      vector_arithmetic, store, load,   vector_arithmetic,
                                                   broadcast, vector_arithmetic, fma,   scalar, scalar,
                                                   scalar};
    REQUIRE(instructions.size() == expected.size());
    for (std::size_t i = 0; i < expected.size(); ++i) {
        CAPTURE(instructions[i].text);
        CHECK(instructions[i].kind == expected[i]);
    }
    CHECK(instructions[7].reads_memory);
    CHECK_FALSE(instructions[2].reads_memory);
    CHECK(instructions[9].is_branch);
    CHECK(instructions[9].target == 38);
    CHECK(instructions[10].is_padding);
    CHECK_THROWS_WITH_AS(disassemble(std::vector<std::uint8_t>{0x90, 0xc4}),
                         "no x86-64 instruction at offset 0x1 of the machine code", Error);
}

TEST_CASE("a listing names its parts: labels once each, every target by a label, register meanings") {
    const KernelSpec spec = spec_of("q4_k", 77, Isa::avx512_vnni);
    const MachineTraits machine = machine_of(Isa::avx512_vnni);
    const std::string text = listing(code_of(spec, emit(spec, machine), machine));
    for (const char* part :
         {"\nwork_item:\n", "\nunpack_codes:\n", "\nunpack_scales:\n", "_sub_block:\n", "_sub_block_end:\n",
          "_offset_term:\n", "_store:\n", "int32 sums [token][row register]", "the inner loop",
          "; the plan's ceiling 0.735632\n", "call micro_kernel_", "call unpack_codes"})
        CHECK(text.find(part) != std::string::npos);
    CHECK(text.find("rip+0x") == std::string::npos);
    std::set<std::string> labels;
    std::size_t defined = 0;
    for (std::size_t at = text.find(":\n"); at != std::string::npos; at = text.find(":\n", at + 1)) {
        const std::size_t start = text.rfind('\n', at) + 1;
        if (text[start] == '#' || text[start] == ' ') continue;
        labels.insert(text.substr(start, at - start));
        ++defined;
    }
    CHECK(defined == labels.size());
    CHECK(defined > 15);
}

TEST_CASE("labels differ wherever keys do, and are file names") {
    std::set<std::string> keys, labels;
    for (const Isa isa : x86_isas)
        for (const char* weight : {"q4_k", "q6_k"})
            for (const std::int64_t tokens : {1, 77})
                for (const int tile : {0, 8}) {
                    KernelSpec spec = spec_of(weight, tokens, isa);
                    if (tile > 0) spec.tile = tile;
                    keys.insert(spec.key());
                    labels.insert(kernel_label(spec));
                }
    for (const RopePairs pairs : {RopePairs::adjacent, RopePairs::halves}) {
        KernelSpec spec;
        spec.name = "../up/and away";
        spec.op = Op::rope;
        spec.head_size = 64;
        spec.pairs = pairs;
        keys.insert(spec.key());
        labels.insert(kernel_label(spec));
    }
    for (const Op op : {Op::nf4_gemv, Op::nf4_gemm, Op::int_gemv})
        for (const int bits : {4, 8})
            for (const std::int64_t block : {32, 64})
                for (const bool byte_codes : {false, true})
                    for (const std::int64_t m : {1, 2}) {
                        KernelSpec spec;
                        spec.name = "blockwise";
                        spec.op = op;
                        spec.m = m;
                        spec.n = 128;
                        if (op == Op::nf4_gemm) spec.k = 256;
                        if (op == Op::int_gemv) spec.bits = bits;
                        spec.block = block;
                        spec.byte_codes = byte_codes;
                        keys.insert(spec.key());
                        labels.insert(kernel_label(spec));
                    }
    CHECK(labels.contains("blockwise-int_gemv-bits4-2x128-block64-byte_codes"));
    CHECK(labels.size() == keys.size());
    for (const std::string& label : labels) {
        CHECK(label.find('/') == std::string::npos);
        CHECK(label.find(' ') == std::string::npos);
        CHECK(label.front() != '.');
    }
    CHECK(labels.contains("_../up/and away-rope-head64-adjacent") == false);
    CHECK(labels.contains("_.._up_and_away-rope-head64-halves"));
}

TEST_CASE("QUERN_DUMP keeps kernels of one name apart, and writes none twice") {
    const TemporaryDirectory directory;
    const std::filesystem::path out = directory / "made/here";
    const Environment asked("QUERN_DUMP", out.string());
    const MachineTraits machine = machine_of(Isa::avx2);
    const auto count = [&out] {
        return std::distance(std::filesystem::directory_iterator(out), std::filesystem::directory_iterator{});
    };
    const KernelSpec spec = spec_of("q4_k", 8, Isa::avx2), other_shape = spec_of("q4_k", 9, Isa::avx2);
    const EmittedCode emitted = emit(spec, machine);
    dump_if_asked(code_of(spec, emitted, machine));
    CHECK(count() == 3);
    CHECK(text_of_file(out / (kernel_label(spec) + ".bin")) == std::string(emitted.code.begin(), emitted.code.end()));
    dump_if_asked(code_of(spec, emitted, machine));
    CHECK(count() == 3);
    dump_if_asked(code_of(other_shape, emit(other_shape, machine), machine));
    CHECK(count() == 6);
    // The same spec by another plan.
    const PlanChoice other_choice = plan_candidates(spec, machine).back();
    dump_if_asked(code_of(spec, emit_qgemm(plan_qgemm(spec, machine, other_choice)), machine));
    CHECK(count() == 9);
    CHECK(std::filesystem::exists(out / (kernel_label(spec) + "-2.s")));
    CHECK(text_of_file(out / (kernel_label(spec) + ".bin")) == std::string(emitted.code.begin(), emitted.code.end()));
}

TEST_CASE("QUERN_DUMP names itself where it cannot write") {
    const TemporaryDirectory directory;
    std::ofstream(directory / "file") << "in the way";
    const Environment asked("QUERN_DUMP", (directory / "file").string());
    const KernelSpec spec = spec_of("q5_k", 8, Isa::avx2);
    const MachineTraits machine = machine_of(Isa::avx2);
    const EmittedCode emitted = emit(spec, machine);
    try {
        dump_if_asked(code_of(spec, emitted, machine));
        FAIL("no error");
    } catch (const Error& error) {
        CHECK(std::string(error.what())
                  .starts_with("QUERN_DUMP: cannot make the directory " + (directory / "file").string()));
    }
}
