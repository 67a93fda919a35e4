#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <shared_mutex>
#include <unordered_map>
#include <vector>

#include "gen/machine.hpp"
#include "jit_x86/kernel.hpp"
#include "runtime/capi/call_gate.hpp"
#include "runtime/capi/turns.hpp"
#include "runtime/dense/dense_context.hpp"
#include "runtime/kernels/kernel_cache.hpp"
#include "runtime/system/aligned_buffer.hpp"
#include "runtime/system/thread_pool.hpp"

namespace quern::capi {

/// A quantized product's kernel and how many items its plan has.
struct ProductKernel {
    std::shared_ptr<const Kernel> kernel;
    std::int64_t items = 0;
    std::size_t scratch_stride = 0;  ///< bytes between two threads' scratch
};

/// What a context is made of, shared with the models made from it.
class ContextCore {
  public:
    ContextCore(MachineTraits machine, int threads, ParallelFor parallel_for, bool ignore_tuned_plans);

    const MachineTraits& machine() const { return machine_; }
    int threads() const { return pool_.threads(); }
    std::shared_ptr<KernelCache> cache() const;

    /// The kernel of a product, generated when first asked for.
    ProductKernel product(const WeightFormat& format, std::int64_t rows, std::int64_t columns, std::int64_t tokens);
    /// The kernel that quantizes rows of `columns`.
    std::shared_ptr<const Kernel> quantizer(std::int64_t columns);
    /// Plans as `plan` says from now on, here and in contexts to come that share the cache.
    void use(const TunedPlan& plan);

    /// For a dense or block-quantized product: a turn with threads of their own, made when one is first asked for.
    /// Throws BUSY from inside the caller's parallel-for of another.
    class Dense {
      public:
        explicit Dense(ContextCore& core);

        DenseContext& context() const { return context_; }

      private:
        const Turns::Hold hold_;
        DenseContext& context_;
    };

    /// body(item, thread) for every item. Where another call has the pool's threads the items run on this one, as
    /// thread 0.
    void run(std::int64_t items, const std::function<void(std::int64_t item, int thread)>& body);
    /// The pool by itself, for who needs all of its threads. A caller's parallel-for is never exclusive.
    class Exclusive {
      public:
        explicit Exclusive(ContextCore& core);
        ThreadPool& pool;

      private:
        std::unique_lock<std::mutex> lock_;
    };
    /// For what keeps a reference and runs in an Exclusive alone.
    ThreadPool& pool() { return pool_; }

    /// Workspaces of calls that bring none, kept for the next ones.
    AlignedBuffer<std::uint8_t> take_workspace(std::size_t bytes);
    void give_back(AlignedBuffer<std::uint8_t> workspace);

  private:
    DenseContext& dense();

    struct ProductKey {
        const WeightFormat* format;
        std::int64_t rows, columns, tokens;
        bool operator==(const ProductKey&) const = default;
    };
    struct ProductHash {
        std::size_t operator()(const ProductKey& key) const;
    };

    const MachineTraits machine_;
    const bool ignore_tuned_plans_;
    const ParallelFor callers_loop_;
    ThreadPool pool_;
    std::mutex pool_mutex_;  ///< held by whoever has the pool's threads at work
    mutable std::shared_mutex kernels_mutex_;
    std::shared_ptr<KernelCache> cache_;
    std::unordered_map<ProductKey, ProductKernel, ProductHash> products_;
    std::unordered_map<std::int64_t, std::shared_ptr<const Kernel>> quantizers_;
    Turns dense_turns_;
    std::unique_ptr<DenseContext> dense_;
    std::mutex workspaces_mutex_;
    std::vector<AlignedBuffer<std::uint8_t>> workspaces_;
};

}  // namespace quern::capi

struct quern_context {
    std::shared_ptr<quern::capi::ContextCore> core;
    quern::capi::CallGate gate;
};
