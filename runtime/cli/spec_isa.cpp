#include "runtime/cli/spec_isa.hpp"

#include <optional>

#include "gen/error.hpp"
#include "jit_x86/host.hpp"

namespace quern::cli {

Isa isa_for(const KernelSpec& spec, const std::string& isa_flag, const std::string& file) {
    std::string origin = "--isa ";
    std::optional<Isa> isa = isa_by_name(isa_flag);
    if (!isa) {
        origin = file + ": kernel " + spec.name + ": isa ";
        isa = spec.isa;
    }
    if (!isa) return best_host_isa();
    if (isa_traits(*isa).backend != Backend::x86)
        throw Error(origin + std::string(isa_traits(*isa).name) + " is not built yet");
    return *isa;
}

}  // namespace quern::cli
