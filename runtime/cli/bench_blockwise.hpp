#pragma once

namespace CLI {
class App;
}

namespace quern::cli {

/// `quern bench blockwise`: a block-quantized product beside OpenBLAS multiplying the same weights made dense.
void add_bench_blockwise(CLI::App& bench);

}  // namespace quern::cli
