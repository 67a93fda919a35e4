#include <cstring>
#include <utility>

#include "jit_x86/host.hpp"
#include "runtime/capi/context_core.hpp"

namespace quern::capi {

namespace {

constexpr int most_threads = 1024;

MachineTraits machine_of(const char* isa) {
    if (isa == nullptr || std::strcmp(isa, "auto") == 0) return host_machine(best_host_isa());
    const std::optional<Isa> named = isa_by_name(isa);
    if (!named || isa_traits(*named).backend != Backend::x86)
        throw StatusError(QUERN_BAD_VALUE, "options->isa is none of avx2, avx_vnni, avx512_vnni, auto");
    return host_machine(*named);
}

ParallelFor callers_loop(quern_parallel_for parallel_for, void* user) {
    return [parallel_for, user](std::int64_t items, const std::function<void(std::int64_t)>& body) {
        const quern_parallel_body call = [](void* work, std::int64_t item) {
            (*static_cast<const std::function<void(std::int64_t)>*>(work))(item);
        };
        parallel_for(user, items, call, const_cast<std::function<void(std::int64_t)>*>(&body));
    };
}

}  // namespace

}  // namespace quern::capi

using namespace quern::capi;

quern_status quern_context_create(const quern_context_options* options, quern_context** context) {
    return guarded(QUERN_UNSUPPORTED, [&] {
        require(context, "context");
        const quern_context_options chosen = options == nullptr ? quern_context_options{} : *options;
        require_range(chosen.threads, 0, most_threads, "options->threads", QUERN_BAD_VALUE);
        const int threads = chosen.threads == 0 ? quern::usable_cores() : chosen.threads;
        quern::MachineTraits machine = machine_of(chosen.isa);
        quern::ParallelFor loop;
        if (chosen.parallel_for != nullptr) loop = callers_loop(chosen.parallel_for, chosen.parallel_for_user);
        auto made = std::make_unique<quern_context>();
        made->core =
            std::make_shared<ContextCore>(std::move(machine), threads, std::move(loop), chosen.ignore_tuned_plans != 0);
        *context = made.release();
    });
}

quern_status quern_context_free(quern_context* context) {
    return free_handle(context);
}

quern_status quern_context_describe(quern_context* context, quern_context_info* info) {
    return on_handle(context, "context", QUERN_INTERNAL_ERROR, [&](quern_context& handle) {
        require(info, "info");
        const auto statistics = handle.core->cache()->statistics();
        *info = {quern::isa_traits(handle.core->machine().isa).name.data(),
                 handle.core->threads(),
                 statistics.kernels,
                 statistics.hits,
                 statistics.misses,
                 statistics.code_bytes};
    });
}
