#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "runtime/capi/context_core.hpp"
#include "runtime/dump/kernel_files.hpp"
#include "runtime/system/cache_directory.hpp"
#include "runtime/tuning/tuner.hpp"
#include "runtime/tuning/tuning_file.hpp"

struct quern_kernel {
    std::shared_ptr<const quern::Kernel> kernel;
    std::string name;  ///< as in its spec: kernels in the cache may have been made under another
    quern::MachineTraits machine;
    quern::capi::CallGate gate;
};

namespace quern::capi {

namespace {

/// As the spec reader bounds files.
constexpr std::int64_t most_spec_bytes = 1 << 20;

KernelSpec chosen_spec(const char* text, std::size_t bytes, const char* name) {
    require(text, "spec");
    require_range(static_cast<std::int64_t>(std::min<std::size_t>(bytes, INT64_MAX)), 1, most_spec_bytes, "spec_bytes",
                  QUERN_BAD_BUFFER_SIZE);
    const std::vector<KernelSpec> specs = parse_kernel_specs({text, bytes}, "spec");
    if (name == nullptr) {
        if (specs.size() != 1)
            throw StatusError(QUERN_NOT_FOUND, "name is NULL, and spec holds " + std::to_string(specs.size()) +
                                                   " kernels, not one alone");
        return specs.front();
    }
    for (const KernelSpec& each : specs)
        if (each.name == name) return each;
    throw StatusError(QUERN_NOT_FOUND, "no kernel of spec is named \"" + std::string(name) + "\"");
}

std::filesystem::path tuning_file_of(const ContextCore& core) {
    const std::filesystem::path directory = cache_directory();
    if (directory.empty())
        throw StatusError(QUERN_BAD_FILE,
                          "there is no place for tuned plans: set QUERN_CACHE_DIR, XDG_CACHE_HOME or HOME");
    return tuning_file(directory, core.machine(), core.threads());
}

template <class Body>
void with_files(const Body& body) {
    try {
        body();
    } catch (const StatusError&) {
        throw;
    } catch (const OutOfMemory&) {
        throw;
    } catch (const Error& error) {
        throw StatusError(QUERN_BAD_FILE, error.what());
    }
}

void tune(ContextCore& core, KernelSpec spec, bool store, quern_tune_result* result) {
    if (spec.op != Op::qgemm)
        throw StatusError(QUERN_BAD_SPEC, "kernel \"" + spec.name + "\" is no qgemm: there is nothing to tune");
    if (spec.isa && *spec.isa != core.machine().isa)
        throw StatusError(QUERN_BAD_SPEC, "kernel \"" + spec.name + "\" is for another isa than the context");
    spec.isa = core.machine().isa;
    std::filesystem::path file;
    if (store) with_files([&] { check_tuning_file(file = tuning_file_of(core)); });
    TunedKernel tuned;
    {
        ContextCore::Exclusive exclusive(core);
        tuned = tune_kernel(spec, core.machine(), exclusive.pool);
    }
    if (store) with_files([&] { store_tuning(file, core.machine(), core.threads(), std::span(&tuned.plan, 1)); });
    core.use(tuned.plan);
    if (result != nullptr) *result = {tuned.ratio, tuned.candidates, tuned.is_default ? 1 : 0};
}

}  // namespace

}  // namespace quern::capi

using namespace quern::capi;

quern_status quern_kernel_generate(quern_context* context, const char* spec, size_t spec_bytes, const char* name,
                                   quern_kernel** kernel) {
    return on_handle(context, "context", QUERN_BAD_SPEC, [&](quern_context& handle) {
        require(kernel, "kernel");
        const quern::KernelSpec chosen = chosen_spec(spec, spec_bytes, name);
        auto made = std::make_unique<quern_kernel>();
        made->name = chosen.name;
        made->machine = handle.core->machine();
        made->kernel = handle.core->cache()->get(chosen);
        *kernel = made.release();
    });
}

quern_status quern_kernel_free(quern_kernel* kernel) {
    return free_handle(kernel);
}

quern_status quern_kernel_describe(quern_kernel* kernel, quern_kernel_info* info) {
    return on_handle(kernel, "kernel", QUERN_INTERNAL_ERROR, [&](quern_kernel& handle) {
        require(info, "info");
        const quern::Kernel& code = *handle.kernel;
        *info = {handle.name.c_str(),      quern::isa_traits(handle.machine.isa).name.data(),
                 code.plan_text().c_str(), code.code().data(),
                 code.code().size(),       code.scratch_bytes(),
                 code.compile_seconds()};
    });
}

quern_status quern_kernel_dump(quern_kernel* kernel, const char* directory) {
    return on_handle(kernel, "kernel", QUERN_BAD_FILE, [&](quern_kernel& handle) {
        require(directory, "directory");
        // Under the name asked for: the cached kernel may have been made under another.
        quern::KernelSpec spec = handle.kernel->spec();
        spec.name = handle.name;
        const quern::Kernel& made = *handle.kernel;
        quern::write_kernel_files({spec, handle.machine, made.plan_text(), made.code(), made.marks()}, directory,
                                  handle.name);
    });
}

quern_status quern_tune(quern_context* context, const char* spec, size_t spec_bytes, const char* name, int store,
                        quern_tune_result* result) {
    return on_handle(context, "context", QUERN_BAD_SPEC, [&](quern_context& handle) {
        tune(*handle.core, chosen_spec(spec, spec_bytes, name), store != 0, result);
    });
}
