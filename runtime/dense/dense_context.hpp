#pragma once

#include <cstdint>
#include <memory>
#include <mutex>
#include <span>
#include <vector>

#include "runtime/kernels/kernel_cache.hpp"
#include "runtime/system/aligned_buffer.hpp"
#include "runtime/system/thread_pool.hpp"

namespace quern {

/// Where dense and block-quantized products run: a processor's kernels, threads, and the scratch they pack operands
/// into. Calls of one context take turns.
class DenseContext {
  public:
    /// Throws Error where the processor lacks machine.isa or a thread cannot start.
    DenseContext(MachineTraits machine, int threads);
    /// With the kernels and tuned plans of a cache that others use too; on a caller's parallel-for where it is given.
    DenseContext(std::shared_ptr<KernelCache> kernels, int threads, const ParallelFor& parallel_for = {});

    /// One for the process: the best ISA of this processor, usable_cores() threads.
    static DenseContext& shared();

    const MachineTraits& machine() const { return kernels_->machine(); }
    KernelCache& kernels() { return *kernels_; }
    const Tuning& tuning() const { return kernels_->tuning(); }
    /// The plans of its kernels, as `quern tune` found best where it did. Throw Error as plan_gemm(), plan_gemv()
    /// and plan_blockwise() do.
    GemmPlan gemm_plan(const KernelSpec& spec) const { return tuning().gemm_plan(spec, machine()); }
    GemvPlan gemv_plan(const KernelSpec& spec) const { return tuning().gemv_plan(spec, machine()); }
    BlockwisePlan blockwise_plan(const KernelSpec& spec) const { return tuning().blockwise_plan(spec, machine()); }

    /// Holds the context for one call: its pool and scratch.
    class Turn {
      public:
        explicit Turn(DenseContext& context) : context_(context), lock_(context.mutex_) {}

        ThreadPool& pool() { return context_.pool_; }
        /// At least `bytes` for all threads together, 64-byte aligned, kept from call to call.
        std::span<std::uint8_t> shared_scratch(std::size_t bytes);
        /// At least `bytes` for one thread of the pool, 64-byte aligned; thread t's begins t * stride bytes in.
        std::span<std::uint8_t> thread_scratch(std::size_t bytes, std::size_t& stride);

      private:
        DenseContext& context_;
        std::lock_guard<std::mutex> lock_;
    };

  private:
    const std::shared_ptr<KernelCache> kernels_;
    ThreadPool pool_;
    std::mutex mutex_;
    AlignedBuffer<std::uint8_t> shared_scratch_, thread_scratch_;
};

}  // namespace quern
