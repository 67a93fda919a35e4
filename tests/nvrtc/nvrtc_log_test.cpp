// A failed compilation by NVRTC itself: its log reaches whoever asked for the kernel, and no file is kept.
#include <doctest/doctest.h>

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "gen/error.hpp"
#include "jit_cuda/nvrtc.hpp"
#include "jit_cuda/source.hpp"
#include "runtime/cuda/cuda_code.hpp"
#include "tests/support/error_checks.hpp"
#include "tests/support/temporary_directory.hpp"

using namespace quern;
using namespace quern::test;
using namespace quern::cuda;

namespace {

KernelSpec rmsnorm_spec() {
    KernelSpec spec;
    spec.name = "norm";
    spec.op = Op::rmsnorm;
    spec.k = 256;
    spec.isa = Isa::sm_80;
    return spec;
}

}  // namespace

TEST_CASE("a source that does not compile is an error with every line of NVRTC's log") {
    const Nvrtc nvrtc = Nvrtc::open();
    const std::string message = error_of([&] {
        nvrtc.compile("__global__ void kernel(int* to)\n{\n    *to = absent;\n    missing();\n}\n", "broken.cu",
                      nvrtc_options(Isa::sm_80));
    });
    check_says(message, {"NVRTC " + nvrtc.version() + " cannot compile broken.cu: NVRTC_ERROR_COMPILATION",
                         "broken.cu(3): error: identifier \"absent\" is undefined",
                         "broken.cu(4): error: identifier \"missing\" is undefined",
                         "2 errors detected in the compilation of \"broken.cu\"."});
    CHECK(message.find('\0') == std::string::npos);
}

TEST_CASE("an option NVRTC does not know is an error with its log") {
    const Nvrtc nvrtc = Nvrtc::open();
    const std::vector<std::string> unknown{"--no-such-option"};
    check_says(error_of([&] { nvrtc.compile("", "empty.cu", unknown); }), {"empty.cu", "--no-such-option"});
}

TEST_CASE("the log of a kernel's failed compilation passes through the cache, which keeps nothing") {
    const TemporaryDirectory directory;
    const auto nvrtc = std::make_shared<const Nvrtc>(Nvrtc::open());
    const auto cache_that_adds = [&](const std::string& text) {
        const auto compile = [nvrtc, text](const std::string& source, const std::string& name,
                                           std::span<const std::string> options) {
            return nvrtc->compile(source + text, name, options);
        };
        return PtxCache(directory / "", PtxCompiler{nvrtc->version(), compile}, "", {});
    };
    check_says(error_of([&] { compile_cuda(rmsnorm_spec(), cache_that_adds("\n#error planted\n")); }),
               {"cannot compile rmsnorm.cu", "error: #error directive: planted"});
    CHECK_FALSE(std::filesystem::exists(directory / "ptx"));
    // The same kernel as it is compiles, so it was the planted line.
    const CudaCode whole = compile_cuda(rmsnorm_spec(), cache_that_adds(""));
    CHECK(whole.ptx.text.find(".entry rmsnorm") != std::string::npos);
    CHECK(std::filesystem::exists(directory / "ptx"));
}
