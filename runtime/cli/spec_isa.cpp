#include "runtime/cli/spec_isa.hpp"

#include <optional>

#include "gen/error.hpp"
#include "jit_cuda/device.hpp"
#include "jit_x86/host.hpp"

namespace quern::cli {

Isa isa_for(const KernelSpec& spec, const std::string& isa_flag) {
    if (const std::optional<Isa> named = isa_by_name(isa_flag)) return *named;
    return spec.isa ? *spec.isa : best_host_isa();
}

std::string isa_flag_for_generating(const MachineOptions& options) {
    const bool on_cuda = options.on_cuda();
    if (options.device.empty() || isa_by_name(options.isa)) return options.isa;
    if (!on_cuda) return std::string(isa_traits(best_host_isa()).name);
    try {
        return std::string(isa_traits(cuda::Device::open(cuda::Driver::load()).traits().isa()).name);
    } catch (const Error& error) {
        throw Error(std::string(error.what()) + "; an architecture named by --isa, such as sm_80, needs no device");
    }
}

}  // namespace quern::cli
