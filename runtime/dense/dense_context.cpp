#include "runtime/dense/dense_context.hpp"

#include <utility>

#include "jit_x86/host.hpp"

namespace quern {

namespace {

constexpr std::size_t cache_line = 64;

std::span<std::uint8_t> grown(AlignedBuffer<std::uint8_t>& buffer, std::size_t bytes) {
    if (buffer.size() < bytes) {
        buffer = {};  // the old one goes first
        buffer = AlignedBuffer<std::uint8_t>(bytes);
    }
    return buffer.span();
}

}  // namespace

DenseContext::DenseContext(MachineTraits machine, int threads)
    : DenseContext(std::make_shared<KernelCache>(std::move(machine), threads), threads) {}

DenseContext::DenseContext(std::shared_ptr<KernelCache> kernels, int threads, const ParallelFor& parallel_for)
    : kernels_(std::move(kernels)), pool_(parallel_for ? ThreadPool(threads, parallel_for) : ThreadPool(threads)) {}

DenseContext& DenseContext::shared() {
    static DenseContext context(host_machine(best_host_isa()), usable_cores());
    return context;
}

std::span<std::uint8_t> DenseContext::Turn::shared_scratch(std::size_t bytes) {
    return grown(context_.shared_scratch_, bytes);
}

std::span<std::uint8_t> DenseContext::Turn::thread_scratch(std::size_t bytes, std::size_t& stride) {
    stride = (bytes + cache_line - 1) / cache_line * cache_line;
    return grown(context_.thread_scratch_, stride * static_cast<std::size_t>(context_.pool_.threads()));
}

}  // namespace quern
