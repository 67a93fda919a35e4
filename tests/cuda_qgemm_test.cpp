// The quantized GEMMs on CUDA: level 1's bound against the oracle, and what the PTX executor counts.
#include <doctest/doctest.h>

#include <optional>
#include <string>
#include <utility>

#include "gen/error.hpp"
#include "jit_cuda/nvrtc.hpp"
#include "jit_cuda/source.hpp"
#include "runtime/cuda/cuda_code.hpp"
#include "runtime/cuda/ptxas.hpp"
#include "tests/support/cuda_qgemm_case.hpp"
#include "tests/support/qgemm_case.hpp"

using namespace quern;
using namespace quern::test;

namespace {

const WeightFormat& format_named(const char* name) {
    return *weight_format_by_name(name);
}

struct Shape {
    std::int64_t n, k, tokens;
    int tile;  // 0: the one the call gets unasked
};

// Rows and tokens just below, at and above a tile, a warp and a group of 8; one row; one token; one to three
// super-blocks.
constexpr Shape shapes[] = {
    {130, 256, 1, 0},  {130, 256, 7, 0},  {130, 256, 32, 0},  {130, 256, 33, 0},  {130, 256, 65, 0},
    {128, 256, 32, 0}, {128, 256, 64, 0}, {128, 256, 80, 0},  {15, 512, 5, 0},    {15, 512, 31, 32},
    {15, 512, 80, 32}, {1, 256, 79, 0},   {962, 768, 33, 80}, {962, 768, 148, 0},
};

void check_shapes(const WeightFormat& format) {
    for (const Shape& shape : shapes) {
        CAPTURE(shape.n);
        CAPTURE(shape.k);
        CAPTURE(shape.tokens);
        CAPTURE(shape.tile);
        const CudaQGemmCase operands(format, shape.n, shape.k, shape.tokens, 41);
        const CudaQGemmRun run = run_cuda_qgemm(operands, operands.spec(shape.tile));
        REQUIRE(run.error == "");
        CHECK(run.intact);
        CHECK(first_violation(run.y, shape.tokens, shape.n, operands.reference(), shape.n) == "");
    }
}

/// One launch: no bank conflict in a fragment load, the weights read whole and only by 16-byte vectors, the mma of the
/// shape and no other.
void check_counters(const WeightFormat& format, const char* mma, const char* other_mma) {
    const ExecutorControl* executor = CudaDevice::get().executor();
    if (!executor) {
        MESSAGE("not on the PTX executor: nothing is counted");
        return;
    }
    for (const Shape& shape : {Shape{962, 768, 148, 80}, Shape{130, 256, 33, 64}, Shape{15, 512, 31, 32}}) {
        CAPTURE(shape.n);
        CAPTURE(shape.tile);
        const CudaQGemmCase operands(format, shape.n, shape.k, shape.tokens, 43);
        const cuda::CudaPlan plan = cuda::plan_cuda(operands.spec(shape.tile));
        const std::string entry(plan.entry);
        executor->reset();
        const CudaQGemmRun run = run_cuda_qgemm(operands, plan.spec);
        REQUIRE(run.error == "");
        quern_ptx_counters counted{};
        REQUIRE(executor->kernel_counters(entry.c_str(), &counted) == 1);
        CHECK(counted.shared_loads > 0);
        INFO(executor->conflict_lines(entry.c_str()));
        CHECK(counted.shared_load_conflicts == 0);

        // 16 rows x 8 tokens and one sub-block of the weights each; whole token tiles, no warp without rows.
        const std::int64_t groups = (shape.tokens + shape.tile - 1) / shape.tile * (shape.tile / 8);
        const auto expected = static_cast<std::uint64_t>((shape.n + 15) / 16 * groups * (shape.k / format.sub_block));
        CHECK(executor->matrix_count(entry.c_str(), mma) == expected);
        CHECK(executor->matrix_count(entry.c_str(), other_mma) == 0);
        CHECK(plan.mma_count(shape.tokens) == static_cast<std::int64_t>(expected));

        for (int width = 0; width < 4; ++width) CHECK(run.weight_loads_by_width[width] == 0);
        CHECK(run.weight_loads_by_width[4] > 0);
        const auto padded = static_cast<std::size_t>(cuda::device_block_bytes(format));
        std::size_t unread = 0;
        for (std::size_t at = 0; at < run.weight_bytes_read.size(); ++at)
            if (at % padded < static_cast<std::size_t>(format.block_bytes) && run.weight_bytes_read[at] != 1) ++unread;
        CHECK(unread == 0);
    }
}

}  // namespace

TEST_CASE("every shape of q4_k keeps the per-element bound and its operands' limits") {
    check_shapes(format_named("q4_k"));
}

TEST_CASE("every shape of q6_k keeps the per-element bound and its operands' limits") {
    check_shapes(format_named("q6_k"));
}

TEST_CASE("q4_k: no bank conflicts in fragment loads, weights in 16-byte vectors, one m16n8k32 a sub-block of 32") {
    check_counters(format_named("q4_k"), "m16n8k32", "m16n8k16");
}

TEST_CASE("q6_k: no bank conflicts in fragment loads, weights in 16-byte vectors, one m16n8k16 a group of 16") {
    check_counters(format_named("q6_k"), "m16n8k16", "m16n8k32");
}

TEST_CASE("every tile gives the same bits") {
    for (const char* name : {"q4_k", "q6_k"}) {
        const CudaQGemmCase operands(format_named(name), 130, 256, 33, 47);
        const CudaQGemmRun narrow = run_cuda_qgemm(operands, operands.spec(32));
        for (const int tile : {64, 80}) CHECK(run_cuda_qgemm(operands, operands.spec(tile)).y == narrow.y);
    }
}

TEST_CASE("the tile is the widest that saves one") {
    for (const auto& [tokens, tile] : {std::pair{1, 32},
                                       {32, 32},
                                       {33, 64},
                                       {64, 64},
                                       {65, 80},
                                       {80, 80},
                                       {81, 64},
                                       {148, 80},
                                       {160, 80},
                                       {161, 64},
                                       {512, 80}})
        CHECK_MESSAGE(cuda::token_tile_for(tokens) == tile, tokens);
}

TEST_CASE("what has no CUDA kernel is refused by name") {
    const auto error_of = [](const KernelSpec& spec) -> std::string {
        try {
            cuda::plan_cuda(spec);
        } catch (const Error& error) {
            return error.what();
        }
        return "";
    };
    KernelSpec spec = qgemm_spec(format_named("q5_k"), 64, 256, 8);
    spec.isa = Isa::sm_80;
    CHECK(error_of(spec) == "kernel \"test\": op qgemm has no CUDA kernel for weight q5_k; there are q4_k, q6_k");
    spec.weight = &format_named("q4_k");
    spec.tile = 48;
    CHECK(error_of(spec) == "kernel \"test\": a token tile of 48 has no CUDA kernel; there are 32, 64, 80");
    spec.tile.reset();
    spec.isa = Isa::avx2;
    CHECK(error_of(spec) == "kernel \"test\": avx2 is not a CUDA architecture");
    spec.isa = Isa::sm_90;
    spec.n = std::int64_t{128} * 65536;
    CHECK(error_of(spec) == "kernel \"test\": too large for a grid: 65536 blocks along y, the most are 65535");
}

TEST_CASE("no local memory and at most 48 KiB of shared memory") {
    for (const char* name : {"q4_k", "q6_k"})
        for (const int tile : {32, 64, 80}) {
            CAPTURE(name);
            CAPTURE(tile);
            KernelSpec spec = qgemm_spec(format_named(name), 130, 256, 80);
            spec.tile = tile;
            spec.isa = Isa::sm_80;
            const cuda::CudaCode code = cuda::compile_cuda(spec, CudaDevice::get().ptx());
            CHECK(code.plan.shared_bytes <= 48 * 1024);
            CHECK(code.ptx.text.find(".local") == std::string::npos);
            int declared = 0;
            constexpr std::string_view shared = ".shared .align 16 .b8 ";
            for (std::size_t at = code.ptx.text.find(shared); at != std::string::npos;
                 at = code.ptx.text.find(shared, at + 1))
                declared += std::stoi(code.ptx.text.substr(code.ptx.text.find('[', at) + 1));
            CHECK(declared == code.plan.shared_bytes);
        }
}

TEST_CASE("the kernels that tests/lit dumps are recorded") {
    for (const KernelSpec& each : read_kernel_specs(QUERN_SOURCE_DIR "/tests/lit/Inputs/kernels.toml")) {
        KernelSpec spec = each;
        spec.isa = Isa::sm_80;
        const bool has_kernel = spec.weight && (spec.weight->name == "q4_k" || spec.weight->name == "q6_k");
        if (spec.op == Op::qgemm && has_kernel)
            CHECK(cuda::compile_cuda(spec, CudaDevice::get().ptx()).ptx.text.find("mma.sync") != std::string::npos);
    }
}

TEST_CASE("no spills on any architecture") {
    const auto ptxas = cuda::find_ptxas();
    std::optional<cuda::Nvrtc> nvrtc;
    try {
        nvrtc = cuda::Nvrtc::open();
    } catch (const Error& error) {
        MESSAGE(error.what());
    }
    if (!ptxas || !nvrtc) {
        MESSAGE("without NVRTC and ptxas, registers and spills are not checked");
        return;
    }
    for (const char* name : {"q4_k", "q6_k"})
        for (const IsaTraits& isa : all_isas()) {
            if (isa.backend != Backend::cuda) continue;
            // The widest tile needs the most registers.
            for (const int tile : {32, 64, 80}) {
                if (isa.isa != Isa::sm_80 && tile != 80) continue;
                CAPTURE(name);
                CAPTURE(isa.name);
                CAPTURE(tile);
                KernelSpec spec = qgemm_spec(format_named(name), 962, 768, 80);
                spec.tile = tile;
                spec.isa = isa.isa;
                const cuda::CudaPlan plan = cuda::plan_cuda(spec);
                const std::string ptx =
                    nvrtc->compile(cuda::cuda_source(plan), "qgemm.cu", cuda::nvrtc_options(isa.isa));
                const cuda::KernelResources resources = cuda::assemble(*ptxas, ptx, isa.isa).resources;
                CHECK(resources.spill_store_bytes == 0);
                CHECK(resources.spill_load_bytes == 0);
                CHECK(resources.stack_bytes == 0);
                CHECK(resources.shared_bytes >= plan.shared_bytes);
                CHECK(resources.shared_bytes <= 48 * 1024);
                CHECK(cuda::occupancy(isa.isa, plan.threads, resources).blocks >= 1);
            }
        }
}
