#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "gen/kernel_spec.hpp"
#include "jit_cuda/grid.hpp"

namespace quern::cuda {

/// How a spec is lowered to CUDA: which files make its source, the constants it is specialised by, and its launch.
///
/// Blocks along the grid's x share out the tokens (queries, rows), so they start one after the other; y counts what
/// the op divides further: tiles of weight rows, spans of 256 values, or heads. The token tiles of one weight tile are
/// thus neighbours in time and read it through L2.
struct CudaPlan {
    struct Constant {
        std::string_view name;
        std::int64_t value;
    };

    KernelSpec spec;                      ///< its isa is set
    std::string_view entry;               ///< name of the kernel in the source
    std::vector<std::string_view> files;  ///< of jit_cuda/kernels, in this order
    std::vector<Constant> constants;      ///< of the source's namespace plan
    int threads = 0;                      ///< a block
    int token_tile = 1;                   ///< tokens (queries, rows) a block
    std::int64_t blocks_y = 1;            ///< 0: one a head
    int shared_bytes = 0;                 ///< static shared memory of the GEMMs; of the others the compiler says
    int rows_per_block = 0;               ///< qgemm: weight rows
    int mma_k = 0;                        ///< qgemm: m16n8kXX.s8, one for each sub-block of the weights

    /// Blocks for so many tokens (queries, rows), and heads where blocks_y is 0. Throws Error where that is more than a
    /// grid holds.
    Grid grid(std::int64_t tokens, std::int64_t heads = 1) const;

    /// qgemm: mma instructions a warp executes, over all warps of a launch. A warp whose 16 rows all lie past n runs
    /// none; the tokens of the last tile that are not there are computed like the others.
    std::int64_t mma_count(std::int64_t tokens) const;

    /// qgemm: the largest fraction of the tensor cores' int8 peak that the folding of every mma's int32 result into f32
    /// allows: a conversion, the product of the two scales and an FMA for each, one more FMA for formats with mins.
    std::optional<double> ceiling() const;

    /// The fields as TOML.
    std::string text() const;
};

/// The plan for spec.isa, one of CUDA's. Throws Error naming the kernel where validate() does, where the ISA is another
/// backend's, where the weight format has no CUDA kernel for the op, and where a tile is asked for that is not 32, 64
/// or 80. A qgemm's plan serves any token count; spec.tokens only chooses the tile.
CudaPlan plan_cuda(const KernelSpec& spec);

/// The token tile for a call: the widest of 32, 64 and 80 that saves a tile over the next narrower one, since unpacking
/// a weight tile costs the same however many tokens use it. 32 tokens keep 32; 148 run as two tiles of 80.
int token_tile_for(std::int64_t tokens);

/// Bytes of a block of `format` in device memory: GGUF's, padded with zeros to whole 16-byte vectors.
int device_block_bytes(const WeightFormat& format);

}  // namespace quern::cuda
