#include "runtime/engine/transformer.hpp"

#include <algorithm>
#include <cstring>
#include <functional>
#include <numeric>
#include <set>

#include "gen/activation_layout.hpp"
#include "gen/divide_up.hpp"
#include "gen/error.hpp"
#include "runtime/engine/forward_buffers.hpp"
#include "runtime/engine/model_weights.hpp"
#include "runtime/engine/projection_kernels.hpp"
#include "runtime/engine/rope_table.hpp"
#include "runtime/engine/row_kernels.hpp"
#include "runtime/engine/stopwatch.hpp"
#include "runtime/kernels/kernel_cache.hpp"
#include "runtime/system/thread_pool.hpp"

namespace quern {

namespace {

// Items a thread should find in an operation that is cut as finely as one likes, so that a slow thread takes fewer.
constexpr std::int64_t items_per_thread = 4;
// A range of queries of one head is cut at multiples of this, so that few ranges end in part of a register tile. Ranges
// are long where there are heads enough: each prepares the head's keys anew.
constexpr std::int64_t query_multiple = 12;

/// A matrix as a forward pass uses it.
struct Projection {
    const PackedMatrix* matrix;
    std::size_t shape;  // in ProjectionKernels
};

struct LayerProjections {
    Projection q, k, v, attention_output, gate, up, down;
};

/// The rows a stretch of the forward pass works on: all of the canvas, or those of the last layer that were asked for.
struct RowSet {
    std::int64_t count;
    const std::int32_t* positions;  // in the canvas
    FloatRows* residual;
    std::uint8_t* activations;
};

}  // namespace

struct Transformer::State {
    State(const GgufFile& file, ThreadPool& pool, KernelCache& cache, int tile);

    void prepare(std::int64_t tokens, std::span<const std::int32_t> rows);
    void forward(std::span<const std::int32_t> tokens, std::span<const std::int32_t> rows, float* out);
    void embed(std::span<const std::int32_t> tokens);
    void attention_block(const LayerProjections& layer, const RowSet& queries, std::int64_t keys);
    void feed_forward(const LayerWeights& weights, const LayerProjections& layer, const RowSet& set);
    RowSet gather(std::span<const std::int32_t> rows, std::int64_t tokens);
    void project(const Projection& projection, const RowSet& set, float* out, std::int64_t stride, double& seconds);
    void rotate(FloatRows& rows, std::int64_t heads, const RowSet& set);
    void attend(std::int64_t queries, std::int64_t keys);
    void add_norm_quantize(const RowSet& set, const std::vector<float>& weight);
    RowCall row_call(const FloatRows& x, const RowSet& set) const;
    void run_rows(const Kernel& kernel, const RowCall& call);

    template <class Body>
    void run(std::int64_t items, const Body& body) {
        pool.parallel_for(items, std::cref(body));  // by reference: a std::function of its own would allocate
    }
    template <class Body>
    void run_ranges(std::int64_t rows, const Body& body) {
        const std::int64_t length = divide_up(rows, pool.threads() * items_per_thread);
        run(divide_up(rows, length), [&](std::int64_t item, int) {
            const std::int64_t begin = item * length;
            body(begin, std::min(rows, begin + length));
        });
    }
    std::uint8_t* thread_scratch(int thread) const {
        return scratch.data() + static_cast<std::size_t>(thread) * scratch_stride;
    }
    bool is_last(std::size_t layer) const { return layer + 1 == weights.layers.size(); }

    Stopwatch load_clock;
    const ModelShape shape;
    ThreadPool& pool;
    const ModelWeights weights;
    const RowKernels kernels;
    ProjectionKernels projection_kernels;
    std::vector<LayerProjections> layers;
    Projection head;
    RopeTable rope_table;
    ForwardBuffers buffers;
    std::vector<std::int32_t> all_positions;
    AlignedBuffer<std::uint8_t> scratch;
    std::size_t scratch_stride = 0;
    std::set<std::pair<std::int64_t, std::int64_t>> prepared;  // (tokens, rows)
    TimeSplit split;
    double load_seconds = 0;
};

Transformer::State::State(const GgufFile& file, ThreadPool& thread_pool, KernelCache& cache, int tile)
    : shape(ModelShape::read(file)),
      pool(thread_pool),
      weights(ModelWeights::load(file, shape, pool)),
      kernels(shape, cache),
      projection_kernels(cache, tile),
      rope_table(shape.rope_base, shape.head_size),
      buffers(shape) {
    const auto add = [this](const char* role, const PackedMatrix& matrix) {
        return Projection{&matrix, projection_kernels.add(role, matrix)};
    };
    layers.reserve(weights.layers.size());
    for (const LayerWeights& layer : weights.layers)
        layers.push_back({add("attn_q", layer.q), add("attn_k", layer.k), add("attn_v", layer.v),
                          add("attn_output", layer.attention_output), add("ffn_gate", layer.gate),
                          add("ffn_up", layer.up), add("ffn_down", layer.down)});
    head = add("output", weights.head);
    load_seconds = load_clock.seconds();
}

// Everything that a canvas length or row count met for the first time needs, and nothing that later steps repeat.
void Transformer::State::prepare(std::int64_t tokens, std::span<const std::int32_t> rows) {
    const auto row_count = static_cast<std::int64_t>(rows.size());
    if (prepared.contains({tokens, row_count})) return;
    buffers.reserve(std::max(tokens, row_count), row_count);
    rope_table.extend(tokens);
    for (auto position = static_cast<std::int32_t>(all_positions.size()); position < tokens; ++position)
        all_positions.push_back(position);

    std::vector<ProjectionKernels::Need> needs{{head.shape, row_count}};
    for (std::size_t index = 0; index < layers.size(); ++index) {
        const LayerProjections& layer = layers[index];
        const std::int64_t queries = is_last(index) ? row_count : tokens;
        needs.push_back({layer.k.shape, tokens});
        needs.push_back({layer.v.shape, tokens});
        for (const Projection& each : {layer.q, layer.attention_output, layer.gate, layer.up, layer.down})
            needs.push_back({each.shape, queries});
    }
    projection_kernels.prepare(needs, pool);
    const std::size_t bytes = std::max(projection_kernels.scratch_bytes(), kernels.attention->scratch_bytes());
    constexpr std::size_t page_bytes = 4096;  // threads' scratch in pages of their own
    const std::size_t stride = std::max<std::size_t>(1, (bytes + page_bytes - 1) / page_bytes) * page_bytes;
    if (stride > scratch_stride) {
        scratch = AlignedBuffer<std::uint8_t>(stride * static_cast<std::size_t>(pool.threads()));
        scratch_stride = stride;
    }
    prepared.insert({tokens, row_count});
}

void Transformer::State::forward(std::span<const std::int32_t> tokens, std::span<const std::int32_t> rows, float* out) {
    const auto token_count = static_cast<std::int64_t>(tokens.size());
    embed(tokens);
    RowSet set{token_count, all_positions.data(), &buffers.residual, buffers.activations.data()};
    {
        const ScopedTimer timer(split.norms);
        RowCall call = row_call(*set.residual, set);
        call.weight = weights.layers.front().attention_norm.data();
        run_rows(*kernels.rmsnorm_quantize, call);
    }
    for (std::size_t index = 0; index < layers.size(); ++index) {
        const LayerProjections& layer = layers[index];
        project(layer.k, set, buffers.k.data(), buffers.k.stride, split.k);
        project(layer.v, set, buffers.v.data(), buffers.v.stride, split.v);
        rotate(buffers.k, shape.kv_heads, set);
        if (is_last(index)) set = gather(rows, token_count);
        attention_block(layer, set, token_count);
        feed_forward(weights.layers[index], layer, set);
        add_norm_quantize(set, is_last(index) ? weights.output_norm : weights.layers[index + 1].attention_norm);
    }
    project(head, set, out, shape.vocabulary, split.head);
}

void Transformer::State::embed(std::span<const std::int32_t> tokens) {
    const ScopedTimer timer(split.embed);
    const auto width = static_cast<std::size_t>(shape.width);
    run_ranges(static_cast<std::int64_t>(tokens.size()), [&](std::int64_t begin, std::int64_t end) {
        for (std::int64_t t = begin; t < end; ++t)
            weights.embedding.read(tokens[static_cast<std::size_t>(t)], {buffers.residual.row(t), width});
    });
}

// Residual rows and quantized activations of `rows` alone, or the canvas itself where that is what they are.
RowSet Transformer::State::gather(std::span<const std::int32_t> rows, std::int64_t tokens) {
    const auto count = static_cast<std::int64_t>(rows.size());
    if (count == tokens && std::equal(rows.begin(), rows.end(), all_positions.begin()))
        return {tokens, all_positions.data(), &buffers.residual, buffers.activations.data()};
    const ScopedTimer timer(split.norms);
    constexpr auto record_bytes = static_cast<std::int64_t>(ActivationLayout::record_bytes);
    const std::int64_t super_blocks = shape.width / ActivationLayout::super_block;
    const std::uint8_t* source = buffers.activations.data();
    std::uint8_t* target = buffers.gathered_activations.data();
    run_ranges(count, [&](std::int64_t begin, std::int64_t end) {
        for (std::int64_t i = begin; i < end; ++i) {
            const std::int64_t row = rows[static_cast<std::size_t>(i)];
            std::copy_n(buffers.residual.row(row), shape.width, buffers.gathered_residual.row(i));
            for (std::int64_t b = 0; b < super_blocks; ++b)
                std::copy_n(source + (b * tokens + row) * record_bytes, record_bytes,
                            target + (b * count + i) * record_bytes);
        }
    });
    return {count, rows.data(), &buffers.gathered_residual, target};
}

// From the normalized input, with keys and values already in place, to the projected attention output.
void Transformer::State::attention_block(const LayerProjections& layer, const RowSet& queries, std::int64_t keys) {
    project(layer.q, queries, buffers.q.data(), buffers.q.stride, split.q);
    rotate(buffers.q, shape.heads, queries);
    attend(queries.count, keys);
    {
        const ScopedTimer timer(split.norms);
        run_rows(*kernels.quantize, row_call(buffers.attention, queries));
    }
    project(layer.attention_output, queries, buffers.projected.data(), buffers.projected.stride,
            split.attention_output);
}

void Transformer::State::feed_forward(const LayerWeights& layer_weights, const LayerProjections& layer,
                                      const RowSet& set) {
    add_norm_quantize(set, layer_weights.ffn_norm);
    project(layer.gate, set, buffers.gate.data(), buffers.gate.stride, split.gate);
    project(layer.up, set, buffers.up.data(), buffers.up.stride, split.up);
    {
        const ScopedTimer timer(split.activation);
        RowCall call = row_call(buffers.gate, set);
        call.second = buffers.up.data();
        call.second_stride = buffers.up.stride;
        run_rows(*kernels.silu_mul_quantize, call);
    }
    project(layer.down, set, buffers.projected.data(), buffers.projected.stride, split.down);
}

void Transformer::State::project(const Projection& projection, const RowSet& set, float* out, std::int64_t stride,
                                 double& seconds) {
    const ScopedTimer timer(seconds);
    const ProjectionKernel& kernel = projection_kernels.get(projection.shape, set.count);
    run(kernel.items, [&](std::int64_t item, int thread) {
        (*kernel.kernel)(QGemmCall{.weights = projection.matrix->data(),
                                   .activations = set.activations,
                                   .output = out,
                                   .output_stride = stride,
                                   .item = item,
                                   .scratch = thread_scratch(thread)});
    });
}

void Transformer::State::rotate(FloatRows& rows, std::int64_t heads, const RowSet& set) {
    const ScopedTimer timer(split.rope);
    run_ranges(set.count, [&](std::int64_t begin, std::int64_t end) {
        (*kernels.rope)(RopeCall{.x = rows.data(),
                                 .x_stride = rows.stride,
                                 .heads = heads,
                                 .cosine = rope_table.cosine(),
                                 .sine = rope_table.sine(),
                                 .positions = set.positions,
                                 .begin = begin,
                                 .end = end});
    });
}

void Transformer::State::attend(std::int64_t queries, std::int64_t keys) {
    const ScopedTimer timer(split.attention);
    const std::int64_t wanted_ranges = divide_up(pool.threads() * items_per_thread, shape.heads);
    const std::int64_t length = divide_up(divide_up(queries, wanted_ranges), query_multiple) * query_multiple;
    const std::int64_t ranges = divide_up(queries, length), heads_per_kv_head = shape.heads / shape.kv_heads;
    run(shape.heads * ranges, [&](std::int64_t item, int thread) {
        const std::int64_t head_index = item / ranges, begin = item % ranges * length;
        const std::int64_t column = head_index * shape.head_size,
                           kv_column = head_index / heads_per_kv_head * shape.head_size;
        (*kernels.attention)(AttentionCall{.q = buffers.q.data() + column,
                                           .q_stride = buffers.q.stride,
                                           .k = buffers.k.data() + kv_column,
                                           .k_stride = buffers.k.stride,
                                           .v = buffers.v.data() + kv_column,
                                           .v_stride = buffers.v.stride,
                                           .output = buffers.attention.data() + column,
                                           .output_stride = buffers.attention.stride,
                                           .keys = keys,
                                           .begin = begin,
                                           .end = std::min(queries, begin + length),
                                           .scratch = thread_scratch(thread)});
    });
}

// Adds the last projection to the residual stream and quantizes the sum, normalized, for the next one.
void Transformer::State::add_norm_quantize(const RowSet& set, const std::vector<float>& weight) {
    const ScopedTimer timer(split.norms);
    RowCall call = row_call(buffers.projected, set);
    call.weight = weight.data();
    call.residual = set.residual->data();
    call.residual_stride = set.residual->stride;
    run_rows(*kernels.add_rmsnorm_quantize, call);
}

RowCall Transformer::State::row_call(const FloatRows& x, const RowSet& set) const {
    RowCall call{};
    call.x = x.data();
    call.x_stride = x.stride;
    call.activations = set.activations;
    call.tokens = set.count;
    call.eps = static_cast<float>(shape.norm_eps);
    return call;
}

void Transformer::State::run_rows(const Kernel& kernel, const RowCall& call) {
    run_ranges(call.tokens, [&](std::int64_t begin, std::int64_t end) {
        RowCall part = call;
        part.begin = begin;
        part.end = end;
        kernel(part);
    });
}

Transformer::Transformer(const GgufFile& file, ThreadPool& pool, KernelCache& cache, int tile)
    : state_(std::make_unique<State>(file, pool, cache, tile)) {}

Transformer::~Transformer() = default;

const ModelShape& Transformer::shape() const {
    return state_->shape;
}

std::size_t Transformer::packed_bytes() const {
    return state_->weights.packed_bytes();
}

void Transformer::logits(std::span<const std::int32_t> tokens, std::span<const std::int32_t> rows,
                         std::span<float> out) {
    check_canvas(state_->shape, tokens, rows, out);
    if (rows.empty()) return;
    state_->prepare(static_cast<std::int64_t>(tokens.size()), rows);
    state_->forward(tokens, rows, out.data());
}

const TimeSplit& Transformer::time_split() const {
    return state_->split;
}

double Transformer::load_seconds() const {
    return state_->load_seconds;
}

std::vector<std::pair<std::string, std::string>> Transformer::plans() const {
    return state_->projection_kernels.describe();
}

}  // namespace quern
