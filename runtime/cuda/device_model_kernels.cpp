#include "runtime/cuda/device_model_kernels.hpp"

#include <utility>

#include "gen/error.hpp"
#include "runtime/cuda/device_weights.hpp"
#include "runtime/engine/projection_shapes.hpp"
#include "runtime/gguf/gguf_file.hpp"

namespace quern::cuda {

namespace {

KernelSpec spec_of(Op op) {
    KernelSpec spec;
    spec.name = op_name(op);
    spec.op = op;
    return spec;
}

KernelSpec row_spec(Op op, std::int64_t width) {
    KernelSpec spec = spec_of(op);
    spec.k = width;
    return spec;
}

KernelSpec head_spec(Op op, const ModelShape& shape) {
    KernelSpec spec = spec_of(op);
    spec.head_size = static_cast<int>(shape.head_size);
    if (op == Op::rope) spec.pairs = shape.rope_pairs;
    return spec;
}

KernelSpec embed_spec(const GgufFile& file, const ModelShape& shape) {
    KernelSpec spec = row_spec(Op::embed_rows, shape.width);
    spec.weight = file.tensor(embedding_tensor_name, shape.vocabulary, shape.width).format();
    spec.n = shape.vocabulary;
    return spec;
}

KernelSpec statistics_spec(const ModelShape& shape) {
    KernelSpec spec = spec_of(Op::row_statistics);
    spec.n = shape.vocabulary;
    return spec;
}

}  // namespace

DeviceModelKernels::DeviceModelKernels(const GgufFile& file, const ModelShape& shape, DeviceKernelCache& cache,
                                       ThreadPool& pool, int tile)
    : cache_(cache), pool_(pool), tile_(tile) {
    const std::pair<KernelPointer*, KernelSpec> others[] = {
        {&embed_rows, embed_spec(file, shape)},
        {&rmsnorm_quantize, row_spec(Op::rmsnorm_quantize, shape.width)},
        {&add_rmsnorm_quantize, row_spec(Op::add_rmsnorm_quantize, shape.width)},
        {&quantize, row_spec(Op::quantize, shape.heads * shape.head_size)},
        {&silu_mul_quantize, row_spec(Op::silu_mul_quantize, shape.ffn)},
        {&rope, head_spec(Op::rope, shape)},
        {&attention, head_spec(Op::attention, shape)},
        {&gather_rows, row_spec(Op::gather_rows, shape.width)},
        {&row_statistics, statistics_spec(shape)},
    };
    for (const DistinctProjection& each : distinct_projections(file, shape))
        shapes_.push_back(
            {each.weight, each.rows, each.columns, each.roles.substr(0, each.roles.find(',')), each.head});
    std::vector<KernelSpec> specs;
    for (const auto& [kernel, spec] : others) specs.push_back(spec);
    try {
        for (KernelSpec& spec : specs) {
            spec.isa = cache.isa();
            plan_cuda(spec);
        }
        for (const Shape& each : shapes_) plan_cuda(projection_spec(each, tile_of(1)));
    } catch (const Error& error) {
        throw Error(file.name() + ": " + error.what());
    }
    std::size_t next = 0;
    for (KernelPointer& kernel : cache.get_all(specs, pool)) *others[next++].first = std::move(kernel);
}

int DeviceModelKernels::tile_of(std::int64_t tokens) const {
    return tile_ > 0 ? tile_ : token_tile_for(tokens);
}

KernelSpec DeviceModelKernels::projection_spec(const Shape& shape, int tile) const {
    KernelSpec spec;
    spec.name = shape.name;
    spec.op = Op::qgemm;
    spec.weight = shape.weight;
    spec.n = shape.rows;
    spec.k = shape.columns;
    spec.tokens = tile;
    spec.tile = tile;
    spec.isa = cache_.isa();
    return spec;
}

void DeviceModelKernels::prepare(std::int64_t tokens, std::int64_t rows) {
    std::map<Key, KernelSpec> missing;
    for (const std::int64_t count : {tokens, rows})
        for (const Shape& shape : shapes_) {
            if (shape.head && count != rows) continue;
            const int tile = tile_of(count);
            if (const Key key{shape.weight, shape.rows, shape.columns, tile}; !projections_.contains(key))
                missing.emplace(key, projection_spec(shape, tile));
        }
    if (missing.empty()) return;
    std::vector<KernelSpec> specs;
    for (const auto& [key, spec] : missing) specs.push_back(spec);
    std::vector<KernelPointer> kernels = cache_.get_all(specs, pool_);
    std::size_t next = 0;
    for (const auto& [key, spec] : missing) projections_[key] = std::move(kernels[next++]);
}

const DeviceKernel& DeviceModelKernels::projection(const DeviceMatrix& matrix, std::int64_t tokens) const {
    return *projections_.at({matrix.format, matrix.rows, matrix.columns, tile_of(tokens)});
}

}  // namespace quern::cuda
