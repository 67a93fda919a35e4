#include "runtime/kernel_cache.hpp"

#include <future>
#include <mutex>
#include <string>
#include <unordered_map>
#include <utility>

#include "gen/error.hpp"
#include "runtime/publish_kernel.hpp"

namespace quern {

struct KernelCache::State {
    using KernelPointer = std::shared_ptr<const Kernel>;
    // Generations, under way or done. A failed one is taken out before its exception is published.
    struct Entry {
        std::shared_future<KernelPointer> kernel;
    };

    MachineTraits machine;
    Generator generate;
    mutable std::mutex mutex;
    std::unordered_map<std::string, Entry> entries;
    std::vector<KernelPointer> generated;
    Statistics statistics;
};

KernelCache::KernelCache(MachineTraits machine, Generator generate) : state_(std::make_unique<State>()) {
    state_->machine = std::move(machine);
    state_->generate = std::move(generate);
}

KernelCache::~KernelCache() = default;

std::shared_ptr<const Kernel> KernelCache::get(const KernelSpec& asked) {
    State& state = *state_;
    KernelSpec spec = asked;
    spec.isa = asked.isa.value_or(state.machine.isa);
    if (*spec.isa != state.machine.isa)
        throw Error("kernel " + spec.name + " is for " + std::string(isa_traits(*spec.isa).name) +
                    ", the kernel cache for " + std::string(isa_traits(state.machine.isa).name));
    const std::string key = spec.key();

    std::promise<State::KernelPointer> promise;
    {
        std::unique_lock lock(state.mutex);
        if (const auto found = state.entries.find(key); found != state.entries.end()) {
            ++state.statistics.hits;
            const std::shared_future<State::KernelPointer> kernel = found->second.kernel;
            lock.unlock();
            return kernel.get();
        }
        ++state.statistics.misses;
        state.entries.emplace(key, State::Entry{promise.get_future().share()});
    }
    try {
        auto kernel = publish_kernel(state.generate(spec, state.machine), state.machine);
        {
            const std::lock_guard lock(state.mutex);
            state.generated.push_back(kernel);
            state.statistics.compile_seconds += kernel->compile_seconds();
            state.statistics.code_bytes += kernel->code().size();
        }
        promise.set_value(kernel);
        return kernel;
    } catch (...) {
        {
            const std::lock_guard lock(state.mutex);
            state.entries.erase(key);
        }
        promise.set_exception(std::current_exception());
        throw;
    }
}

KernelCache::Statistics KernelCache::statistics() const {
    const std::lock_guard lock(state_->mutex);
    return state_->statistics;
}

std::vector<std::shared_ptr<const Kernel>> KernelCache::kernels() const {
    const std::lock_guard lock(state_->mutex);
    return state_->generated;
}

const MachineTraits& KernelCache::machine() const {
    return state_->machine;
}

}  // namespace quern
