#include "jit_cuda/cuda_plan.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <sstream>

#include "gen/divide_up.hpp"
#include "gen/error.hpp"
#include "gen/op_traits.hpp"

namespace quern::cuda {

namespace {

constexpr int warp_threads = 32;
constexpr int row_threads = 256;  // of the ops over rows: a quantization block of 32 values a warp
constexpr int attention_threads = 128, queries_per_warp = 16;
constexpr int most_head_size = 128;  // wider heads do not fit a thread's registers
constexpr int token_tiles[] = {32, 64, 80};
// What a grid holds along x and along y.
constexpr std::int64_t most_blocks_x = std::numeric_limits<int>::max(), most_blocks_y = 65535;

// Shared memory of the GEMMs (kernels/qgemm_*.cu draw it). Rows are padded so that the 8 rows a fragment load reads
// begin in different banks.
constexpr int activation_row_bytes = 272;
constexpr int scale_bytes_per_token = 8 * 2 * 4;

/// What the GEMM of one weight format consists of.
struct QGemmRow {
    std::string_view weight, entry, file;
    int rows_per_block;
    int shared_row_bytes;  ///< of a block's row in shared memory, all arrays together
    int mma_k;
};
constexpr QGemmRow qgemm_rows[] = {
    {"q4_k", "qgemm_q4_k", "qgemm_q4_k.cu", 128, 16 + 144, 32},
    {"q6_k", "qgemm_q6_k", "qgemm_q6_k.cu", 64, 240, 16},
};

/// The kernel of the table of embeddings in one format.
struct EmbedRow {
    std::string_view weight, entry, file;
};
constexpr EmbedRow embed_rows[] = {
    {"f32", "embed_rows_f32", "embed_rows_f32.cu"},
    {"q4_k", "embed_rows_q4_k", "embed_rows_q4_k.cu"},
    {"q6_k", "embed_rows_q6_k", "embed_rows_q6_k.cu"},
};

[[noreturn]] void fail(const KernelSpec& spec, const std::string& message) {
    throw Error("kernel \"" + spec.name + "\": " + message);
}

template <class Rows>
const auto& row_of_weight(const KernelSpec& spec, const Rows& rows) {
    const auto found = std::find_if(std::begin(rows), std::end(rows),
                                    [&](const auto& row) { return row.weight == spec.weight->name; });
    if (found != std::end(rows)) return *found;
    std::string known;
    for (const auto& row : rows) known += (known.empty() ? "" : ", ") + std::string(row.weight);
    fail(spec, "op " + std::string(op_name(spec.op)) + " has no CUDA kernel for weight " +
                   std::string(spec.weight->name) + "; there are " + known);
}

void plan_qgemm(CudaPlan& plan) {
    const KernelSpec& spec = plan.spec;
    const QGemmRow& row = row_of_weight(spec, qgemm_rows);
    plan.token_tile = spec.tile.value_or(token_tile_for(spec.tokens));
    if (std::find(std::begin(token_tiles), std::end(token_tiles), plan.token_tile) == std::end(token_tiles))
        fail(spec, "a token tile of " + std::to_string(plan.token_tile) + " has no CUDA kernel; there are 32, 64, 80");
    plan.entry = row.entry;
    plan.files = {"half.cuh", "mma.cuh", "qgemm_tile.cuh", row.file};
    plan.rows_per_block = row.rows_per_block;
    plan.threads = row.rows_per_block / 16 * warp_threads;
    plan.blocks_y = divide_up(spec.n, row.rows_per_block);
    plan.mma_k = row.mma_k;
    plan.shared_bytes =
        row.rows_per_block * row.shared_row_bytes + plan.token_tile * (activation_row_bytes + scale_bytes_per_token);
    plan.constants = {{"n", spec.n},
                      {"k", spec.k},
                      {"token_tile", plan.token_tile},
                      {"weight_rows", plan.rows_per_block},
                      {"threads", plan.threads}};
}

/// One block a row of spec.k values, or one for each 256 of them.
void plan_rows(CudaPlan& plan, std::vector<std::string_view> files, bool spans) {
    plan.entry = op_name(plan.spec.op);
    plan.files = std::move(files);
    plan.threads = row_threads;
    if (spans) plan.blocks_y = divide_up(plan.spec.k, row_threads);
    plan.constants = {{"k", plan.spec.k}, {"threads", plan.threads}};
}

CudaPlan plan_op(const KernelSpec& spec) {
    CudaPlan plan;
    plan.spec = spec;
    switch (spec.op) {
        case Op::gemm:
        case Op::gemv:
        case Op::nf4_gemm:
        case Op::nf4_gemv:
        case Op::int_gemv:
            fail(spec, "op " + std::string(op_name(spec.op)) + " has no CUDA kernel");
        case Op::qgemm:
            plan_qgemm(plan);
            break;
        case Op::quantize:
            plan_rows(plan, {"warp.cuh", "quantize.cuh", "quantize.cu"}, true);
            break;
        case Op::rmsnorm:
            plan_rows(plan, {"warp.cuh", "rmsnorm.cuh", "rmsnorm.cu"}, false);
            break;
        case Op::rmsnorm_quantize:
            plan_rows(plan, {"warp.cuh", "quantize.cuh", "rmsnorm.cuh", "rmsnorm_quantize.cu"}, false);
            break;
        case Op::add_rmsnorm_quantize:
            plan_rows(plan, {"warp.cuh", "quantize.cuh", "rmsnorm.cuh", "add_rmsnorm_quantize.cu"}, false);
            break;
        case Op::silu_mul:
            plan_rows(plan, {"silu.cuh", "silu_mul.cu"}, true);
            break;
        case Op::silu_mul_quantize:
            plan_rows(plan, {"warp.cuh", "quantize.cuh", "silu.cuh", "silu_mul_quantize.cu"}, true);
            break;
        case Op::rope:
            plan.entry = "rope";
            plan.files = {"rope.cu"};
            plan.threads = static_cast<int>(divide_up(spec.head_size / 2, warp_threads)) * warp_threads;
            plan.threads = std::min(plan.threads, row_threads);
            plan.blocks_y = 0;
            plan.constants = {{"head_size", spec.head_size},
                              {"adjacent_pairs", spec.pairs == RopePairs::adjacent},
                              {"threads", plan.threads}};
            break;
        case Op::attention:
            if (spec.head_size % 16 != 0 || spec.head_size > most_head_size)
                fail(spec, "a head size of " + std::to_string(spec.head_size) +
                               " has no CUDA kernel; there are multiples of 16 up to " +
                               std::to_string(most_head_size));
            plan.entry = "attention";
            plan.files = {"half.cuh", "mma.cuh", "attention.cu"};
            plan.threads = attention_threads;
            plan.token_tile = attention_threads / warp_threads * queries_per_warp;
            plan.blocks_y = 0;
            plan.constants = {{"head_size", spec.head_size}, {"threads", plan.threads}};
            break;
        case Op::embed_rows: {
            const EmbedRow& row = row_of_weight(spec, embed_rows);
            plan_rows(plan, {"half.cuh", row.file}, true);
            plan.entry = row.entry;
            plan.constants.push_back({"n", spec.n});
            break;
        }
        case Op::gather_rows:
            plan_rows(plan, {"gather_rows.cu"}, true);
            break;
        case Op::row_statistics:
            plan.entry = "row_statistics";
            plan.files = {"warp.cuh", "row_statistics.cu"};
            plan.threads = row_threads;
            plan.constants = {{"n", spec.n}, {"threads", plan.threads}};
            break;
    }
    return plan;
}

}  // namespace

int token_tile_for(std::int64_t tokens) {
    int tile = token_tiles[0];
    for (const int wider : token_tiles)
        if (divide_up(tokens, wider) < divide_up(tokens, tile)) tile = wider;
    return tile;
}

int device_block_bytes(const WeightFormat& format) {
    return format.quantized() ? (format.block_bytes + 15) / 16 * 16 : format.block_bytes;
}

CudaPlan plan_cuda(const KernelSpec& spec) {
    validate(spec);
    if (!spec.isa || isa_traits(*spec.isa).backend != Backend::cuda)
        fail(spec, (spec.isa ? std::string(isa_traits(*spec.isa).name) : "auto") + " is not a CUDA architecture");
    CudaPlan plan = plan_op(spec);
    if (plan.blocks_y > most_blocks_y)
        fail(spec, "too large for a grid: " + std::to_string(plan.blocks_y) + " blocks along y, the most are " +
                       std::to_string(most_blocks_y));
    return plan;
}

Grid CudaPlan::grid(std::int64_t tokens, std::int64_t heads) const {
    const std::int64_t x = divide_up(tokens, token_tile), y = blocks_y == 0 ? heads : blocks_y;
    if (x < 1 || x > most_blocks_x || y < 1 || y > most_blocks_y)
        fail(spec, "a launch over " + std::to_string(tokens) + " tokens and " + std::to_string(heads) +
                       " heads is no grid of 1 to 2147483647 by 1 to 65535 blocks");
    return {static_cast<unsigned>(x), static_cast<unsigned>(y), 1};
}

std::int64_t CudaPlan::mma_count(std::int64_t tokens) const {
    if (mma_k == 0) return 0;
    return divide_up(spec.n, 16) * (spec.k / mma_k) * divide_up(tokens, token_tile) * (token_tile / 8);
}

std::optional<double> CudaPlan::ceiling() const {
    if (mma_k == 0) return std::nullopt;
    const GpuTraits& gpu = isa_traits(*spec.isa).gpu;
    // Cycles of a multiprocessor for one mma and the 16 x 8 results it leaves; the units work side by side.
    const double results = 16 * 8, operations = spec.weight->has_mins ? 3 : 2;
    const double multiplying = results * mma_k / gpu.int8_multiplies;
    const double folding = results * operations / gpu.float_operations, converting = results / gpu.conversions;
    return multiplying / std::max({multiplying, folding, converting});
}

std::string CudaPlan::text() const {
    std::ostringstream out;
    out << "op = \"" << op_name(spec.op) << "\"\nisa = \"" << isa_traits(*spec.isa).name << "\"\nentry = \"" << entry
        << "\"\n";
    if (spec.weight != nullptr) out << "weight = \"" << spec.weight->name << "\"\n";
    for (const Constant& constant : constants) out << constant.name << " = " << constant.value << "\n";
    if (blocks_y > 0)
        out << "blocks_y = " << blocks_y << "\n";
    else
        out << "blocks_y = \"heads\"\n";
    if (spec.op == Op::qgemm) {
        out << "mma = \"m16n8k" << mma_k << ".s8\"\nshared_bytes = " << shared_bytes << "\n";
        out << "ceiling = " << *ceiling() << "\n";
    }
    return out.str();
}

}  // namespace quern::cuda
