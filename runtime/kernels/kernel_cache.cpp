#include "runtime/kernels/kernel_cache.hpp"

#include <algorithm>
#include <future>
#include <list>
#include <mutex>
#include <string>
#include <unordered_map>
#include <utility>

#include "gen/error.hpp"
#include "runtime/kernels/publish_kernel.hpp"
#include "runtime/system/thread_pool.hpp"
#include "runtime/tuning/tuning_file.hpp"

namespace quern {

struct KernelCache::State {
    using KernelPointer = std::shared_ptr<const Kernel>;
    // A generation, under way or done. A failed one is taken out before its exception is published.
    struct Entry {
        explicit Entry(std::shared_future<KernelPointer> promised) : kernel(std::move(promised)) {}

        std::shared_future<KernelPointer> kernel;
        KernelPointer held;                    // once done: it may be evicted
        std::uint64_t generation = 0;          // counts those done
        std::list<std::string>::iterator use;  // in by_use, where held
    };

    MachineTraits machine;
    Tuning tuning;
    Limits limits;
    Generator generate;
    mutable std::mutex mutex;
    std::unordered_map<std::string, Entry> entries;
    std::list<std::string> by_use;  // keys of the entries held, the one used last in front
    std::uint64_t generations = 0;
    Statistics statistics;

    // With the mutex held.
    void hold(const std::string& key, KernelPointer kernel) {
        Entry& entry = entries.at(key);
        entry.use = by_use.insert(by_use.begin(), key);
        entry.generation = generations++;
        ++statistics.kernels;
        statistics.compile_seconds += kernel->compile_seconds();
        statistics.code_bytes += kernel->code().size();
        entry.held = std::move(kernel);
    }

    // With the mutex held. The kernels evicted are returned so that their pages are unmapped without it.
    std::vector<KernelPointer> evict() {
        std::vector<KernelPointer> evicted;
        while (by_use.size() > 1 &&
               (statistics.kernels > limits.kernels || statistics.code_bytes > limits.code_bytes)) {
            const auto entry = entries.find(by_use.back());
            evicted.push_back(std::move(entry->second.held));
            entries.erase(entry);
            by_use.pop_back();
            ++statistics.evictions;
            --statistics.kernels;
            statistics.code_bytes -= evicted.back()->code().size();
        }
        return evicted;
    }
};

KernelCache::KernelCache(MachineTraits machine, int threads)
    : KernelCache(machine, stored_tuning(machine, threads > 0 ? threads : usable_cores()), Limits{}) {}

KernelCache::KernelCache(MachineTraits machine, Tuning tuning, Limits limits, Generator generate)
    : state_(std::make_unique<State>()) {
    state_->machine = std::move(machine);
    state_->tuning = std::move(tuning);
    state_->limits = limits;
    state_->generate = std::move(generate);
    if (!state_->generate)
        state_->generate = [this](const KernelSpec& spec, const MachineTraits& target) {
            if (spec.op == Op::qgemm) return compile(plan(spec));
            if (spec.op == Op::gemm) return compile(this->tuning().gemm_plan(spec, target));
            if (spec.op == Op::gemv) return compile(this->tuning().gemv_plan(spec, target));
            if (is_blockwise(spec.op)) return compile(this->tuning().blockwise_plan(spec, target));
            return compile(spec, target);
        };
}

KernelCache::~KernelCache() = default;

std::shared_ptr<const Kernel> KernelCache::get(const KernelSpec& asked) {
    KernelSpec spec = asked;
    spec.isa = asked.isa.value_or(state_->machine.isa);
    require_machine(spec.name, *spec.isa);
    return get(spec.key(), [&] { return state_->generate(spec, state_->machine); });
}

std::shared_ptr<const Kernel> KernelCache::get(const GemmPlan& asked) {
    require_machine(asked.spec.name, asked.machine.isa);
    GemmPlan plan = asked;
    plan.spec.isa = plan.machine.isa;
    const std::string choice = std::to_string(plan.tile.rows) + "x" + std::to_string(plan.tile.vectors) + " " +
                               std::string(a_panel_names[static_cast<std::size_t>(plan.a_panel)]) +
                               (plan.packed_ahead ? " packed_ahead" : "");
    return get(plan.spec.key() + " plan=" + choice, [&] { return compile(plan); });
}

void KernelCache::require_machine(const std::string& name, Isa isa) const {
    if (isa != state_->machine.isa)
        throw Error("kernel " + name + " is for " + std::string(isa_traits(isa).name) + ", the kernel cache for " +
                    std::string(isa_traits(state_->machine.isa).name));
}

std::shared_ptr<const Kernel> KernelCache::get(const std::string& key, const std::function<Kernel()>& generate) {
    State& state = *state_;
    std::promise<State::KernelPointer> promise;
    {
        std::unique_lock lock(state.mutex);
        if (const auto found = state.entries.find(key); found != state.entries.end()) {
            ++state.statistics.hits;
            if (found->second.held != nullptr)
                state.by_use.splice(state.by_use.begin(), state.by_use, found->second.use);
            const std::shared_future<State::KernelPointer> kernel = found->second.kernel;
            lock.unlock();
            return kernel.get();
        }
        ++state.statistics.misses;
        state.entries.emplace(key, promise.get_future().share());
    }
    State::KernelPointer kernel;
    try {
        kernel = publish_kernel(generate(), state.machine);
        const std::lock_guard lock(state.mutex);
        state.hold(key, kernel);
    } catch (...) {
        {
            const std::lock_guard lock(state.mutex);
            state.entries.erase(key);
        }
        promise.set_exception(std::current_exception());
        throw;
    }
    promise.set_value(kernel);
    std::vector<State::KernelPointer> evicted;
    {
        const std::lock_guard lock(state.mutex);
        evicted = state.evict();
    }
    return kernel;
}

KernelCache::Statistics KernelCache::statistics() const {
    const std::lock_guard lock(state_->mutex);
    return state_->statistics;
}

std::vector<std::shared_ptr<const Kernel>> KernelCache::kernels() const {
    std::vector<std::pair<std::uint64_t, std::shared_ptr<const Kernel>>> held;
    {
        const std::lock_guard lock(state_->mutex);
        for (const std::string& key : state_->by_use) {
            const State::Entry& entry = state_->entries.at(key);
            held.emplace_back(entry.generation, entry.held);
        }
    }
    std::sort(held.begin(), held.end());
    std::vector<std::shared_ptr<const Kernel>> kernels;
    for (auto& [generation, kernel] : held) kernels.push_back(std::move(kernel));
    return kernels;
}

const MachineTraits& KernelCache::machine() const {
    return state_->machine;
}

const Tuning& KernelCache::tuning() const {
    return state_->tuning;
}

}  // namespace quern
