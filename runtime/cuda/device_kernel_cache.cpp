#include "runtime/cuda/device_kernel_cache.hpp"

#include <utility>

#include "gen/error.hpp"
#include "jit_cuda/source.hpp"
#include "runtime/dump/cuda_files.hpp"
#include "runtime/engine/stopwatch.hpp"
#include "runtime/system/thread_pool.hpp"

namespace quern::cuda {

DeviceKernelCache::DeviceKernelCache(Device device, Isa isa, const PtxCache& ptx)
    : device_(std::move(device)), isa_(isa), ptx_(ptx) {
    const Isa newest = device_.traits().isa();
    if (isa_traits(isa).backend != Backend::cuda || isa_traits(isa).gpu.compute > isa_traits(newest).gpu.compute)
        throw Error(device_.traits().name + " runs " + std::string(isa_traits(newest).name) + " and older, not " +
                    std::string(isa_traits(isa).name));
}

CudaCode DeviceKernelCache::compile(KernelSpec spec) const {
    if (spec.isa.value_or(isa_) != isa_)
        throw Error("kernel " + spec.name + " is for " + std::string(isa_traits(*spec.isa).name) +
                    ", the device's kernels for " + std::string(isa_traits(isa_).name));
    spec.isa = isa_;
    CudaCode code = lower_to_cuda(spec);
    if (!find(code.source)) add_ptx(code, ptx_);
    return code;
}

std::shared_ptr<const DeviceKernel> DeviceKernelCache::find(const std::string& source) const {
    const std::lock_guard lock(mutex_);
    const auto found = by_source_.find(source);
    return found == by_source_.end() ? nullptr : found->second;
}

std::shared_ptr<const DeviceKernel> DeviceKernelCache::load(CudaCode code) {
    const std::lock_guard lock(mutex_);
    if (const auto found = by_source_.find(code.source); found != by_source_.end()) return found->second;
    dump_if_asked(code);
    const Stopwatch watch;
    Module module(device_, code.ptx.text, "kernel " + code.plan.spec.name);
    Function function = module.function(std::string(code.plan.entry));
    const auto kernel = std::make_shared<const DeviceKernel>(DeviceKernel{
        code.plan, code.ptx.text.size(), code.ptx.hit, code.ptx.compile_seconds, watch.seconds(),
        function.attribute(FunctionAttribute::registers), function.attribute(FunctionAttribute::shared_bytes),
        function.attribute(FunctionAttribute::local_bytes), std::move(module), std::move(function)});
    by_source_.emplace(std::move(code.source), kernel);
    in_order_.push_back(kernel);
    return kernel;
}

std::shared_ptr<const DeviceKernel> DeviceKernelCache::get(const KernelSpec& spec) {
    return load(compile(spec));
}

std::vector<std::shared_ptr<const DeviceKernel>> DeviceKernelCache::get_all(std::span<const KernelSpec> specs,
                                                                            ThreadPool& pool) {
    std::vector<CudaCode> codes(specs.size());
    pool.parallel_for(static_cast<std::int64_t>(specs.size()), [&](std::int64_t item, int) {
        codes[static_cast<std::size_t>(item)] = compile(specs[static_cast<std::size_t>(item)]);
    });
    std::vector<std::shared_ptr<const DeviceKernel>> kernels;
    for (CudaCode& code : codes) kernels.push_back(load(std::move(code)));
    return kernels;
}

DeviceKernelCache::Statistics DeviceKernelCache::statistics() const {
    const std::lock_guard lock(mutex_);
    Statistics statistics;
    for (const auto& kernel : in_order_) {
        ++statistics.kernels;
        statistics.ptx_hits += kernel->ptx_hit ? 1U : 0U;
        statistics.ptx_bytes += kernel->ptx_bytes;
        statistics.compile_seconds += kernel->compile_seconds;
        statistics.load_seconds += kernel->load_seconds;
    }
    return statistics;
}

std::vector<std::shared_ptr<const DeviceKernel>> DeviceKernelCache::kernels() const {
    const std::lock_guard lock(mutex_);
    return in_order_;
}

}  // namespace quern::cuda
