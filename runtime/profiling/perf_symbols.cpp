#include "runtime/profiling/perf_symbols.hpp"

#include <cstdlib>
#include <string_view>

#include "gen/error.hpp"
#include "runtime/dump/kernel_label.hpp"
#include "runtime/profiling/jitdump.hpp"
#include "runtime/profiling/perf_map.hpp"

namespace quern {

void tell_perf_if_asked(const Kernel& kernel) {
    const char* const value = std::getenv("QUERN_PERF");
    if (value == nullptr || *value == '\0') return;
    if (std::string_view(value) == "map") {
        static const PerfMap map;
        map.add(kernel_label(kernel.spec()), kernel.code());
    } else if (std::string_view(value) == "jitdump") {
        static JitDump dump;
        dump.add(kernel_label(kernel.spec()), kernel.code());
    } else {
        throw Error("QUERN_PERF=" + std::string(value) + ": it is map, jitdump or unset");
    }
}

}  // namespace quern
