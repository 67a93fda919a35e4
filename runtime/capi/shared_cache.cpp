#include "runtime/capi/shared_cache.hpp"

#include <map>
#include <mutex>
#include <tuple>

namespace quern::capi {

namespace {

using Key = std::tuple<Isa, int, bool>;

// The library's only state: it holds nothing alive.
struct Registry {
    std::mutex mutex;
    std::map<Key, std::weak_ptr<KernelCache>> caches;
};

Registry& registry() {
    static Registry instance;
    return instance;
}

}  // namespace

std::shared_ptr<KernelCache> shared_cache(const MachineTraits& machine, int threads, bool ignore_tuned_plans) {
    const std::lock_guard lock(registry().mutex);
    std::weak_ptr<KernelCache>& slot = registry().caches[{machine.isa, threads, ignore_tuned_plans}];
    if (auto alive = slot.lock()) return alive;
    auto made = ignore_tuned_plans ? std::make_shared<KernelCache>(machine, Tuning{}, KernelCache::Limits{})
                                   : std::make_shared<KernelCache>(machine, threads);
    slot = made;
    return made;
}

std::shared_ptr<KernelCache> replace_shared_cache(const KernelCache& old, int threads, bool ignore_tuned_plans,
                                                  const TunedPlan& plan) {
    Tuning tuning = old.tuning();
    tuning.set(plan);
    auto made = std::make_shared<KernelCache>(old.machine(), std::move(tuning), KernelCache::Limits{});
    const std::lock_guard lock(registry().mutex);
    registry().caches[{old.machine().isa, threads, ignore_tuned_plans}] = made;
    return made;
}

}  // namespace quern::capi
