#include "runtime/kernels/publish_kernel.hpp"

#include <utility>

#include "runtime/dump/dump_directory.hpp"
#include "runtime/dump/kernel_label.hpp"
#include "runtime/profiling/gdb_registration.hpp"
#include "runtime/profiling/perf_symbols.hpp"

namespace quern {

namespace {

struct PublishedKernel {
    explicit PublishedKernel(Kernel generated)
        : kernel(std::move(generated)), debugger(kernel_label(kernel.spec()), kernel.code()) {}

    Kernel kernel;
    GdbRegistration debugger;  ///< taken back before the kernel's pages go
};

}  // namespace

std::shared_ptr<const Kernel> publish_kernel(Kernel kernel, const MachineTraits& machine) {
    const auto published = std::make_shared<const PublishedKernel>(std::move(kernel));
    try {
        tell_perf_if_asked(published->kernel);
        dump_if_asked(code_of(published->kernel, machine));
    } catch (const Error& error) {
        throw PublishError(error.what());
    }
    return {published, &published->kernel};
}

}  // namespace quern
