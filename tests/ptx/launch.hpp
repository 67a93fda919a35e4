#pragma once

#include <span>

#include "tests/ptx/counters.hpp"
#include "tests/ptx/warp.hpp"

namespace quern::ptx {

/// Runs a grid, its blocks in order but several at a time on `threads` host threads. Adds what was counted to
/// `counters`, also where it throws: the Violation of the first block in order that met one.
void run_grid(const Launch& launch, int threads, Counters& counters);

}  // namespace quern::ptx
