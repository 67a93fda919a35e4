#include "runtime/cli/spec_isa.hpp"

#include <optional>

#include "jit_x86/host.hpp"

namespace quern::cli {

Isa isa_for(const KernelSpec& spec, const std::string& isa_flag) {
    if (const std::optional<Isa> named = isa_by_name(isa_flag)) return *named;
    return spec.isa ? *spec.isa : best_host_isa();
}

}  // namespace quern::cli
