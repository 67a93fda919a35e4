// What the GEMMs of every weight format share. A thread block computes plan::weight_rows x plan::token_tile outputs,
// a warp 16 of those rows and all the tokens, walking k a super-block of 256 at a time:
//
//     load(0)
//     for every super-block b:
//         store()      the registers to shared memory, once every warp has done with b - 1
//         load(b + 1)  global memory to registers, on its way while the tensor cores work
//         multiply()   b, out of shared memory
//
// Activations of one super-block in shared memory; rows are 272 bytes apart, so that the 8 rows a fragment load reads
// begin 4 banks apart:
//
//     values   [token]      256 bytes | 16 unused
//     scales   [sub-block of 32][token]      scale, scale * sum: those of two neighbouring tokens are one 16-byte load

constexpr int super_block = 256, super_blocks = plan::k / super_block;
constexpr int token_groups = plan::token_tile / 8;  // an mma is 8 tokens wide
constexpr int activation_sub_blocks = super_block / 32;

struct ActivationTile {
    unsigned char values[plan::token_tile][super_block + 16];
    float4 scales[activation_sub_blocks][plan::token_tile / 2];
};

// The 16 x token_tile outputs of a warp, as mma leaves them: of every token group, this lane's rows g and g + 8 for
// tokens 2i and 2i + 1 (mma.cuh).
struct WarpSums {
    float of[token_groups][4];
};

// The position of this thread in its warp's fragments.
__device__ inline int lane_group() { return threadIdx.x % 32 / 4; }
__device__ inline int lane_in_group() { return threadIdx.x % 4; }

// 4 neighbouring int8 or 8 nibbles of shared memory.
__device__ inline unsigned load_word(const unsigned char* at) { return *reinterpret_cast<const unsigned*>(at); }

// The next super-block's activations, in registers: a few 16-byte vectors a thread. Tokens that are not there are zeros.
// A thread's vectors are whole rows apart, so that one pointer reaches them.
struct ActivationVectors {
    static constexpr int value_row_vectors = super_block / 16, value_rows_at_once = plan::threads / value_row_vectors;
    static constexpr int value_vectors = plan::token_tile / value_rows_at_once;
    static_assert(value_vectors * value_rows_at_once == plan::token_tile, "");
    static constexpr int scale_row_vectors = plan::token_tile / 2, scale_rows = activation_sub_blocks;
    static constexpr int scale_rows_at_once = plan::threads / scale_row_vectors;
    static constexpr int scale_vectors = (scale_rows + scale_rows_at_once - 1) / scale_rows_at_once;

    const signed char* values_from;
    const float* scales_from;
    long long scale_row_floats;
    int tokens;  // from this tile's first on
    uint4 values[value_vectors];
    float4 scales[scale_vectors];

    __device__ static int value_row(int v) { return threadIdx.x / value_row_vectors + v * value_rows_at_once; }
    __device__ static int scale_row(int v) { return threadIdx.x / scale_row_vectors + v * scale_rows_at_once; }
    __device__ static int scale_column() { return threadIdx.x % scale_row_vectors; }
    __device__ static bool has_scale(int v) {
        const bool in_step = plan::threads % scale_row_vectors == 0 ||
                             threadIdx.x < scale_rows_at_once * scale_row_vectors;
        return in_step && scale_row(v) < scale_rows;
    }

    __device__ ActivationVectors(const QGemmCall& call, int first_token) {
        values_from = call.values + static_cast<long long>(first_token + value_row(0)) * plan::k +
                      threadIdx.x % value_row_vectors * 16;
        scale_row_floats = 2ll * call.token_stride;
        scales_from = call.scales + scale_row(0) * scale_row_floats + 2 * first_token + 4 * scale_column();
        tokens = call.tokens - first_token;
    }

    // Loads a super-block and goes on to the next.
    __device__ void load() {
#pragma unroll
        for (int v = 0; v < value_vectors; ++v) {
            values[v] = make_uint4(0, 0, 0, 0);
            if (value_row(v) < tokens)
                values[v] = *reinterpret_cast<const uint4*>(values_from + v * value_rows_at_once * plan::k);
        }
        values_from += super_block;
#pragma unroll
        for (int v = 0; v < scale_vectors; ++v) {
            scales[v] = make_float4(0, 0, 0, 0);
            if (has_scale(v) && 2 * scale_column() < tokens)
                scales[v] = *reinterpret_cast<const float4*>(scales_from + v * scale_rows_at_once * scale_row_floats);
        }
        scales_from += scale_rows * scale_row_floats;
    }

    __device__ void store(ActivationTile& tile) const {
#pragma unroll
        for (int v = 0; v < value_vectors; ++v)
            reinterpret_cast<uint4*>(tile.values[value_row(v)])[threadIdx.x % value_row_vectors] = values[v];
#pragma unroll
        for (int v = 0; v < scale_vectors; ++v)
            if (has_scale(v)) tile.scales[scale_row(v)][scale_column()] = scales[v];
    }
};

// One 16-byte column of the next super-block's weights: vector threadIdx.x % row_vectors + first_vector of the rows
// threadIdx.x / row_vectors and every rows_at_once further, in registers. Rows past n are zeros.
template <int block_bytes, int first_vector, int row_vectors>
struct WeightVectors {
    static constexpr int rows_at_once = plan::threads / row_vectors;
    static constexpr int vectors = (plan::weight_rows + rows_at_once - 1) / rows_at_once;
    static constexpr int row_bytes = super_blocks * block_bytes;

    const unsigned char* from;
    int rows;  // from the tile's first on
    uint4 of[vectors];

    __device__ static int row(int v) { return threadIdx.x / row_vectors + v * rows_at_once; }
    // False where a column of the tile has fewer vectors than the block threads.
    __device__ static bool has(int v) { return plan::weight_rows % rows_at_once == 0 || row(v) < plan::weight_rows; }

    __device__ WeightVectors(const QGemmCall& call, int first_row) {
        from = call.weights + static_cast<long long>(first_row + row(0)) * row_bytes +
               (first_vector + threadIdx.x % row_vectors) * 16;
        rows = plan::n - first_row;
    }

    // Loads a super-block and goes on to the next.
    __device__ void load() {
#pragma unroll
        for (int v = 0; v < vectors; ++v) {
            of[v] = make_uint4(0, 0, 0, 0);
            if (has(v) && (plan::n % plan::weight_rows == 0 || row(v) < rows))
                of[v] = *reinterpret_cast<const uint4*>(from + v * rows_at_once * row_bytes);
        }
        from += block_bytes;
    }

    // To rows `stride` bytes apart from `to` on.
    __device__ void store(unsigned char* to, int stride) const {
#pragma unroll
        for (int v = 0; v < vectors; ++v)
            if (has(v)) *reinterpret_cast<uint4*>(to + row(v) * stride + threadIdx.x % row_vectors * 16) = of[v];
    }
};

// Stores what lies within n and the call's tokens.
__device__ inline void store_sums(const QGemmCall& call, const WarpSums& sums, int first_token, int first_row) {
#pragma unroll
    for (int group = 0; group < token_groups; ++group)
#pragma unroll
        for (int element = 0; element < 4; ++element) {
            const int token = first_token + 8 * group + 2 * lane_in_group() + element % 2;
            const int row = first_row + lane_group() + element / 2 * 8;
            if (token < call.tokens && row < plan::n)
                call.output[static_cast<long long>(token) * call.output_stride + row] = sums.of[group][element];
        }
}
