#pragma once

#include <memory>

#include "gen/error.hpp"
#include "gen/machine.hpp"
#include "jit_x86/kernel.hpp"

namespace quern {

/// What QUERN_PERF or QUERN_DUMP asks for and cannot be done.
class PublishError : public Error {
  public:
    using Error::Error;
};

/// Makes a kernel that was just generated visible to tools, and shares it: to debuggers always, for as long as it
/// lives; to perf and as files where QUERN_PERF and QUERN_DUMP ask for it (tell_perf_if_asked, dump_if_asked). Throws
/// PublishError.
std::shared_ptr<const Kernel> publish_kernel(Kernel kernel, const MachineTraits& machine);

}  // namespace quern
