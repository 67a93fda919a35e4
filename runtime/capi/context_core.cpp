#include "runtime/capi/context_core.hpp"

#include <utility>

#include "runtime/capi/shared_cache.hpp"

namespace quern::capi {

namespace {

/// Shapes remembered before the list starts anew; their kernels stay in the cache.
constexpr std::size_t most_products = 4096;
constexpr std::size_t most_idle_workspaces = 64;

}  // namespace

ContextCore::ContextCore(MachineTraits machine, int threads, ParallelFor parallel_for, bool ignore_tuned_plans)
    : machine_(std::move(machine)),
      ignore_tuned_plans_(ignore_tuned_plans),
      callers_loop_(std::move(parallel_for)),
      pool_(callers_loop_ ? ThreadPool(threads, callers_loop_) : ThreadPool(threads)),
      cache_(shared_cache(machine_, threads, ignore_tuned_plans)) {}

std::shared_ptr<KernelCache> ContextCore::cache() const {
    const std::shared_lock lock(kernels_mutex_);
    return cache_;
}

std::size_t ContextCore::ProductHash::operator()(const ProductKey& key) const {
    std::size_t hash = reinterpret_cast<std::uintptr_t>(key.format);
    for (const std::int64_t value : {key.rows, key.columns, key.tokens})
        hash = (hash ^ static_cast<std::size_t>(value)) * 0x9E3779B97F4A7C15u;
    return hash ^ hash >> 32;
}

ProductKernel ContextCore::product(const WeightFormat& format, std::int64_t rows, std::int64_t columns,
                                   std::int64_t tokens) {
    const ProductKey key{&format, rows, columns, tokens};
    std::shared_ptr<KernelCache> cache;
    {
        const std::shared_lock lock(kernels_mutex_);
        if (const auto found = products_.find(key); found != products_.end()) return found->second;
        cache = cache_;
    }
    KernelSpec spec;
    spec.name = "qgemm";
    spec.op = Op::qgemm;
    spec.weight = &format;
    spec.n = rows;
    spec.k = columns;
    spec.tokens = tokens;
    const QGemmPlan plan = cache->plan(spec);
    auto kernel = cache->get(spec);
    const std::size_t stride = (kernel->scratch_bytes() + QUERN_ALIGNMENT - 1) / QUERN_ALIGNMENT * QUERN_ALIGNMENT;
    ProductKernel made{std::move(kernel), plan.items(), stride};
    const std::lock_guard lock(kernels_mutex_);
    if (cache != cache_) return made;  // tuned meanwhile: right, but not to be remembered
    if (products_.size() >= most_products) products_.clear();
    products_.insert_or_assign(key, made);
    return made;
}

std::shared_ptr<const Kernel> ContextCore::quantizer(std::int64_t columns) {
    std::shared_ptr<KernelCache> cache;
    {
        const std::shared_lock lock(kernels_mutex_);
        if (const auto found = quantizers_.find(columns); found != quantizers_.end()) return found->second;
        cache = cache_;
    }
    KernelSpec spec;
    spec.name = "quantize";
    spec.op = Op::quantize;
    spec.k = columns;
    auto kernel = cache->get(spec);
    const std::lock_guard lock(kernels_mutex_);
    if (quantizers_.size() >= most_products) quantizers_.clear();
    quantizers_.insert_or_assign(columns, kernel);
    return kernel;
}

void ContextCore::use(const TunedPlan& plan) {
    const std::lock_guard lock(kernels_mutex_);
    cache_ = replace_shared_cache(*cache_, threads(), ignore_tuned_plans_, plan);
    products_.clear();
}

void ContextCore::run(std::int64_t items, const std::function<void(std::int64_t item, int thread)>& body) {
    // A pool of one thread has nothing to share.
    if (callers_loop_ || pool_.threads() == 1) {
        pool_.parallel_for(items, body);
        return;
    }
    const std::unique_lock lock(pool_mutex_, std::try_to_lock);
    if (lock.owns_lock())
        pool_.parallel_for(items, body);
    else
        for (std::int64_t item = 0; item < items; ++item) body(item, 0);
}

ContextCore::Exclusive::Exclusive(ContextCore& core) : pool(core.pool_), lock_(core.pool_mutex_, std::defer_lock) {
    if (!core.callers_loop_) lock_.lock();
}

ContextCore::Dense::Dense(ContextCore& core) : hold_(core.dense_turns_, "context"), context_(core.dense()) {}

DenseContext& ContextCore::dense() {
    if (!dense_) dense_ = std::make_unique<DenseContext>(cache(), threads(), callers_loop_);
    return *dense_;
}

AlignedBuffer<std::uint8_t> ContextCore::take_workspace(std::size_t bytes) {
    {
        const std::lock_guard lock(workspaces_mutex_);
        for (auto& each : workspaces_)
            if (each.size() >= bytes) {
                AlignedBuffer<std::uint8_t> found = std::move(each);
                each = std::move(workspaces_.back());
                workspaces_.pop_back();
                return found;
            }
        // All are too small: they would only pile up.
        workspaces_.clear();
    }
    return AlignedBuffer<std::uint8_t>(bytes);
}

void ContextCore::give_back(AlignedBuffer<std::uint8_t> workspace) {
    const std::lock_guard lock(workspaces_mutex_);
    if (workspaces_.size() < most_idle_workspaces) workspaces_.push_back(std::move(workspace));
}

}  // namespace quern::capi
