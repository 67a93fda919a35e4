#include "runtime/cuda/cuda_code.hpp"

#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "gen/error.hpp"
#include "jit_cuda/nvrtc.hpp"
#include "jit_cuda/source.hpp"
#include "runtime/system/cache_directory.hpp"

namespace quern::cuda {

CudaCode lower_to_cuda(const KernelSpec& spec) {
    CudaCode code;
    code.plan = plan_cuda(spec);
    code.source = cuda_source(code.plan);
    return code;
}

void add_ptx(CudaCode& code, const PtxCache& cache) {
    code.ptx = cache.get(code.source, std::string(code.plan.entry) + ".cu", nvrtc_options(*code.plan.spec.isa));
}

CudaCode compile_cuda(const KernelSpec& spec, const PtxCache& cache) {
    CudaCode code = lower_to_cuda(spec);
    add_ptx(code, cache);
    return code;
}

PtxCache standard_ptx_cache(PtxCache::Warn warn) {
    std::optional<PtxCompiler> compiler;
    std::string why_none;
    try {
        const auto nvrtc = std::make_shared<const Nvrtc>(Nvrtc::open());
        compiler = PtxCompiler{nvrtc->version(), [nvrtc](const std::string& source, const std::string& name,
                                                         std::span<const std::string> options) {
                                   return nvrtc->compile(source, name, options);
                               }};
    } catch (const Error& error) {
        why_none = error.what();
    }
    return PtxCache(cache_directory(), std::move(compiler), std::move(why_none), std::move(warn));
}

}  // namespace quern::cuda
