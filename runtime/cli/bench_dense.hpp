#pragma once

namespace CLI {
class App;
}

namespace quern::cli {

/// `quern bench dense`: a dense product beside the FMA peak or memory's speed, and beside OpenBLAS.
void add_bench_dense(CLI::App& bench);

}  // namespace quern::cli
