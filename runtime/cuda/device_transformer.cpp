#include "runtime/cuda/device_transformer.hpp"

#include <algorithm>
#include <numeric>
#include <vector>

#include "gen/error.hpp"
#include "jit_cuda/device_calls.hpp"
#include "runtime/cuda/device_clock.hpp"
#include "runtime/cuda/device_forward_buffers.hpp"
#include "runtime/cuda/device_model_kernels.hpp"
#include "runtime/cuda/device_weights.hpp"
#include "runtime/engine/rope_table.hpp"
#include "runtime/engine/stopwatch.hpp"
#include "runtime/gguf/gguf_file.hpp"

namespace quern::cuda {

namespace {

/// The rows a stretch of the forward pass works on: all of the canvas, or those of the last layer that were asked for.
struct RowSet {
    int count;
    const int* positions;  // in the canvas
    float* residual;
};

/// Logits of a stretch of the rows asked for, on the device, as they become ready.
using HeadRows = std::function<void(std::int64_t first, std::int64_t count)>;

bool counts_up(std::span<const std::int32_t> rows, std::size_t tokens) {
    if (rows.size() != tokens) return false;
    for (std::size_t i = 0; i < tokens; ++i)
        if (static_cast<std::size_t>(rows[i]) != i) return false;
    return true;
}

}  // namespace

struct DeviceTransformer::State {
    State(const GgufFile& file, DeviceKernelCache& cache, ThreadPool& pool, int tile, bool time_operations);

    void prepare(std::int64_t tokens, std::int64_t rows);
    void forward(std::span<const std::int32_t> tokens, std::span<const std::int32_t> rows, const HeadRows& head_rows);
    void embed(std::int64_t tokens);
    RowSet gather(std::span<const std::int32_t> rows, std::int64_t tokens);
    void attention_block(const DeviceLayer& layer, const RowSet& queries, int keys);
    void feed_forward(const DeviceLayer& layer, const RowSet& set);
    void head(const RowSet& set, const HeadRows& head_rows);
    void project(const DeviceMatrix& matrix, int tokens, const DeviceBuffer<float>& out, double& seconds);
    void rotate(const DeviceBuffer<float>& x, std::int64_t heads, const RowSet& set);
    void norm_quantize(const RowSet& set, const DeviceBuffer<float>& weight);
    void add_norm_quantize(const RowSet& set, const DeviceBuffer<float>& weight);
    RowCall row_call(const DeviceBuffer<float>& x, std::int64_t width, int tokens) const;
    void finish();

    Stopwatch load_clock;
    const ModelShape shape;
    DeviceModelKernels kernels;
    const DeviceWeights weights;
    Device device;
    Stream stream;
    DeviceForwardBuffers buffers;
    DeviceClock clock;
    RopeTable rope_table;
    std::int64_t rope_positions = 0;
    DeviceBuffer<float> cosine, sine;
    std::vector<int> ids_then_rows;  // of the step under way
    TimeSplit split;
    double load_seconds = 0;
};

DeviceTransformer::State::State(const GgufFile& file, DeviceKernelCache& cache, ThreadPool& pool, int tile,
                                bool time_operations)
    : shape(ModelShape::read(file)),
      kernels(file, shape, cache, pool, tile),
      weights(DeviceWeights::load(file, shape, cache.device())),
      device(cache.device()),
      stream(device),
      buffers(shape, device),
      clock(device, time_operations),
      rope_table(shape.rope_base, shape.head_size) {
    load_seconds = load_clock.seconds();
}

// Everything that a canvas length or row count met for the first time needs, and nothing that later steps repeat.
void DeviceTransformer::State::prepare(std::int64_t tokens, std::int64_t rows) {
    kernels.prepare(tokens, rows);
    buffers.reserve(std::max(tokens, rows), rows);
    if (tokens <= rope_positions) return;
    rope_table.extend(tokens);
    const auto count = static_cast<std::size_t>(tokens * shape.head_size / 2);
    cosine = DeviceBuffer<float>(device, std::span(rope_table.cosine(), count));
    sine = DeviceBuffer<float>(device, std::span(rope_table.sine(), count));
    rope_positions = tokens;
}

void DeviceTransformer::State::forward(std::span<const std::int32_t> tokens, std::span<const std::int32_t> rows,
                                       const HeadRows& head_rows) {
    const auto token_count = static_cast<int>(tokens.size());
    ids_then_rows.assign(tokens.begin(), tokens.end());
    ids_then_rows.insert(ids_then_rows.end(), rows.begin(), rows.end());
    buffers.ids_then_rows.upload(std::span<const int>(ids_then_rows), stream);
    clock.start(stream);
    embed(token_count);
    RowSet set{token_count, buffers.positions.data(), buffers.residual.data()};
    norm_quantize(set, weights.layers.front().attention_norm);
    for (std::size_t index = 0; index < weights.layers.size(); ++index) {
        const DeviceLayer& layer = weights.layers[index];
        const bool last = index + 1 == weights.layers.size();
        project(layer.k, set.count, buffers.k, split.k);
        project(layer.v, set.count, buffers.v, split.v);
        rotate(buffers.k, shape.kv_heads, set);
        if (last && !counts_up(rows, tokens.size())) {
            set = gather(rows, token_count);
            norm_quantize(set, layer.attention_norm);
        }
        attention_block(layer, set, token_count);
        feed_forward(layer, set);
        add_norm_quantize(set, last ? weights.output_norm : weights.layers[index + 1].attention_norm);
    }
    head(set, head_rows);
    finish();
}

void DeviceTransformer::State::embed(std::int64_t tokens) {
    const EmbedCall call{weights.embedding.blocks.data(), buffers.ids_then_rows.data(), buffers.residual.data(),
                         static_cast<int>(shape.width), static_cast<int>(tokens)};
    kernels.embed_rows->launch(stream, tokens, call);
    clock.stop(stream, split.embed);
}

// The residual rows of `rows` alone.
RowSet DeviceTransformer::State::gather(std::span<const std::int32_t> rows, std::int64_t tokens) {
    const auto width = static_cast<int>(shape.width), count = static_cast<int>(rows.size());
    const int* positions = buffers.ids_then_rows.data() + tokens;
    kernels.gather_rows->launch(
        stream, count,
        GatherCall{buffers.residual.data(), positions, buffers.gathered_residual.data(), width, width, count});
    clock.stop(stream, split.norms);
    return {count, positions, buffers.gathered_residual.data()};
}

// From the normalized input, with keys and values already in place, to the projected attention output.
void DeviceTransformer::State::attention_block(const DeviceLayer& layer, const RowSet& queries, int keys) {
    project(layer.q, queries.count, buffers.q, split.q);
    rotate(buffers.q, shape.heads, queries);
    const auto query_width = static_cast<int>(shape.heads * shape.head_size),
               key_width = static_cast<int>(shape.kv_heads * shape.head_size);
    AttentionCall call{};
    call.q = buffers.q.data();
    call.k = buffers.k.data();
    call.v = buffers.v.data();
    call.output = buffers.attention.data();
    call.q_stride = call.output_stride = query_width;
    call.k_stride = call.v_stride = key_width;
    call.queries = queries.count;
    call.keys = keys;
    call.heads = static_cast<int>(shape.heads);
    call.heads_per_kv_head = static_cast<int>(shape.heads / shape.kv_heads);
    kernels.attention->launch(stream, queries.count, call, shape.heads);
    clock.stop(stream, split.attention);
    kernels.quantize->launch(stream, queries.count, row_call(buffers.attention, query_width, queries.count));
    clock.stop(stream, split.norms);
    project(layer.attention_output, queries.count, buffers.projected, split.attention_output);
}

void DeviceTransformer::State::feed_forward(const DeviceLayer& layer, const RowSet& set) {
    add_norm_quantize(set, layer.ffn_norm);
    project(layer.gate, set.count, buffers.gate, split.gate);
    project(layer.up, set.count, buffers.up, split.up);
    RowCall call = row_call(buffers.gate, shape.ffn, set.count);
    call.second = buffers.up.data();
    call.second_stride = static_cast<int>(shape.ffn);
    kernels.silu_mul_quantize->launch(stream, set.count, call);
    clock.stop(stream, split.activation);
    project(layer.down, set.count, buffers.projected, split.down);
}

// The output projection, some rows at a time: an even number of them, so that their scales stay aligned.
void DeviceTransformer::State::head(const RowSet& set, const HeadRows& head_rows) {
    static_assert(DeviceForwardBuffers::most_logit_rows % 2 == 0);
    const DeviceMatrix& matrix = weights.head();
    for (std::int64_t first = 0; first < set.count; first += DeviceForwardBuffers::most_logit_rows) {
        const std::int64_t count = std::min(set.count - first, DeviceForwardBuffers::most_logit_rows);
        const QGemmCall call{matrix.blocks.data(),
                             buffers.values.data() + first * shape.width,
                             buffers.scales.data() + first * 2,
                             buffers.logits.data(),
                             static_cast<int>(count),
                             static_cast<int>(DeviceForwardBuffers::token_stride(set.count)),
                             static_cast<int>(shape.vocabulary)};
        kernels.projection(matrix, set.count).launch(stream, count, call);
        clock.stop(stream, split.head);
        head_rows(first, count);
    }
}

void DeviceTransformer::State::project(const DeviceMatrix& matrix, int tokens, const DeviceBuffer<float>& out,
                                       double& seconds) {
    const QGemmCall call{matrix.blocks.data(),
                         buffers.values.data(),
                         buffers.scales.data(),
                         out.data(),
                         tokens,
                         static_cast<int>(DeviceForwardBuffers::token_stride(tokens)),
                         static_cast<int>(matrix.rows)};
    kernels.projection(matrix, tokens).launch(stream, tokens, call);
    clock.stop(stream, seconds);
}

void DeviceTransformer::State::rotate(const DeviceBuffer<float>& x, std::int64_t heads, const RowSet& set) {
    const RopeCall call{x.data(),
                        cosine.data(),
                        sine.data(),
                        set.positions,
                        static_cast<int>(heads * shape.head_size),
                        static_cast<int>(heads),
                        set.count};
    kernels.rope->launch(stream, set.count, call, heads);
    clock.stop(stream, split.rope);
}

// Quantizes the residual rows, normalized, for the next projection.
void DeviceTransformer::State::norm_quantize(const RowSet& set, const DeviceBuffer<float>& weight) {
    RowCall call = row_call(buffers.residual, shape.width, set.count);
    call.x = set.residual;
    call.weight = weight.data();
    kernels.rmsnorm_quantize->launch(stream, set.count, call);
    clock.stop(stream, split.norms);
}

// Adds the last projection to the residual rows and quantizes the sum, normalized, for the next one.
void DeviceTransformer::State::add_norm_quantize(const RowSet& set, const DeviceBuffer<float>& weight) {
    RowCall call = row_call(buffers.projected, shape.width, set.count);
    call.weight = weight.data();
    call.residual = set.residual;
    call.residual_stride = static_cast<int>(shape.width);
    kernels.add_rmsnorm_quantize->launch(stream, set.count, call);
    clock.stop(stream, split.norms);
}

RowCall DeviceTransformer::State::row_call(const DeviceBuffer<float>& x, std::int64_t width, int tokens) const {
    RowCall call{};
    call.x = x.data();
    call.x_stride = static_cast<int>(width);
    call.values = buffers.values.data();
    call.scales = buffers.scales.data();
    call.tokens = tokens;
    call.token_stride = static_cast<int>(DeviceForwardBuffers::token_stride(tokens));
    call.eps = static_cast<float>(shape.norm_eps);
    return call;
}

void DeviceTransformer::State::finish() {
    stream.synchronize();
    clock.collect();
}

DeviceTransformer::DeviceTransformer(const GgufFile& file, DeviceKernelCache& cache, ThreadPool& pool, int tile,
                                     bool time_operations)
    : state_(std::make_unique<State>(file, cache, pool, tile, time_operations)) {}

DeviceTransformer::~DeviceTransformer() = default;

const ModelShape& DeviceTransformer::shape() const {
    return state_->shape;
}

std::size_t DeviceTransformer::packed_bytes() const {
    return state_->weights.bytes;
}

void DeviceTransformer::logits(std::span<const std::int32_t> tokens, std::span<const std::int32_t> rows,
                               std::span<float> out) {
    State& state = *state_;
    check_canvas(state.shape, tokens, rows, out);
    if (rows.empty()) return;
    state.prepare(static_cast<std::int64_t>(tokens.size()), static_cast<std::int64_t>(rows.size()));
    const auto vocabulary = static_cast<std::size_t>(state.shape.vocabulary);
    state.forward(tokens, rows, [&](std::int64_t first, std::int64_t count) {
        const auto begin = static_cast<std::size_t>(first) * vocabulary;
        state.buffers.logits.download(out.subspan(begin, static_cast<std::size_t>(count) * vocabulary), state.stream);
    });
}

void DeviceTransformer::row_statistics(std::span<const std::int32_t> tokens, std::span<const std::int32_t> rows,
                                       std::span<quern::RowStatistics> out) {
    State& state = *state_;
    check_canvas(state.shape, tokens, rows);
    if (out.size() != rows.size())
        throw Error("room for the statistics of " + std::to_string(out.size()) + " rows, not of " +
                    std::to_string(rows.size()));
    if (rows.empty()) return;
    state.prepare(static_cast<std::int64_t>(tokens.size()), static_cast<std::int64_t>(rows.size()));
    std::vector<RowStatistics> statistics(rows.size());
    state.forward(tokens, rows, [&](std::int64_t first, std::int64_t count) {
        const RowStatisticsCall call{state.buffers.logits.data(), state.buffers.statistics.data() + first,
                                     static_cast<int>(state.shape.vocabulary), static_cast<int>(count)};
        state.kernels.row_statistics->launch(state.stream, count, call);
        state.clock.stop(state.stream, state.split.head);
        if (first + count == static_cast<std::int64_t>(rows.size()))
            state.buffers.statistics.download(std::span(statistics), state.stream);
    });
    std::transform(statistics.begin(), statistics.end(), out.begin(), [](const RowStatistics& each) {
        return quern::RowStatistics{each.best, each.best_logit, each.runner_up, each.z, each.weighted};
    });
}

StatisticsFunction DeviceTransformer::statistics_function() {
    return [this](std::span<const std::int32_t> tokens, std::span<const std::int32_t> rows,
                  std::span<quern::RowStatistics> out) { row_statistics(tokens, rows, out); };
}

const TimeSplit& DeviceTransformer::time_split() const {
    return state_->split;
}

double DeviceTransformer::load_seconds() const {
    return state_->load_seconds;
}

}  // namespace quern::cuda
