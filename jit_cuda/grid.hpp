#pragma once

namespace quern::cuda {

/// Blocks of a launch. They start in the order of x, then y, then z.
struct Grid {
    unsigned x = 1, y = 1, z = 1;
};

}  // namespace quern::cuda
