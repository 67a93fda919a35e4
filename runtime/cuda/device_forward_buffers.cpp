#include "runtime/cuda/device_forward_buffers.hpp"

#include <algorithm>
#include <limits>
#include <numeric>
#include <string>
#include <vector>

#include "gen/error.hpp"

namespace quern::cuda {

namespace {

constexpr std::int64_t quantization_block = 32, floats_per_scale = 2;

template <class T>
struct Wanted {
    DeviceBuffer<T>* buffer;
    std::int64_t rows, width;

    std::size_t count() const { return static_cast<std::size_t>(rows) * static_cast<std::size_t>(width); }
    std::size_t bytes() const { return count() * sizeof(T); }
};

}  // namespace

DeviceForwardBuffers::DeviceForwardBuffers(const ModelShape& shape, const Device& device)
    : width_(shape.width),
      query_width_(shape.heads * shape.head_size),
      key_width_(shape.kv_heads * shape.head_size),
      ffn_(shape.ffn),
      vocabulary_(shape.vocabulary),
      device_(device) {}

void DeviceForwardBuffers::reserve(std::int64_t asked_tokens, std::int64_t asked_gathered) {
    if (asked_tokens <= tokens_ && asked_gathered <= gathered_) return;
    const std::int64_t tokens = std::max(tokens_, asked_tokens), gathered = std::max(gathered_, asked_gathered);
    const std::int64_t widest = std::max({width_, query_width_, ffn_});
    const std::int64_t logit_rows = std::min(gathered, most_logit_rows);
    if (std::max(tokens * widest, logit_rows * vocabulary_) > std::numeric_limits<int>::max())
        throw Error("a canvas of " + std::to_string(tokens) + " tokens is too long for the CUDA kernels, which count " +
                    "elements in 32 bits");

    const Wanted<float> floats[] = {{&residual, tokens, width_},
                                    {&q, tokens, query_width_},
                                    {&k, tokens, key_width_},
                                    {&v, tokens, key_width_},
                                    {&attention, tokens, query_width_},
                                    {&projected, tokens, width_},
                                    {&gate, tokens, ffn_},
                                    {&up, tokens, ffn_},
                                    {&scales, token_stride(tokens), widest / quantization_block * floats_per_scale},
                                    {&gathered_residual, gathered, width_},
                                    {&logits, logit_rows, vocabulary_}};
    const Wanted<int> integers[] = {{&positions, tokens, 1}, {&ids_then_rows, tokens + gathered, 1}};
    const Wanted<signed char> bytes{&values, tokens, widest};
    const Wanted<RowStatistics> rows{&statistics, gathered, 1};

    // The old ones go first, so that growing needs no room for both; a failure leaves none.
    tokens_ = gathered_ = 0;
    std::size_t needed = bytes.bytes() + rows.bytes();
    const auto release = [&needed](const auto& wanted) {
        *wanted.buffer = {};
        needed += wanted.bytes();
    };
    *bytes.buffer = {};
    *rows.buffer = {};
    for (const auto& each : floats) release(each);
    for (const auto& each : integers) release(each);
    device_.require_memory(needed, "the activations of " + std::to_string(tokens) + " tokens");
    const auto allocate = [this]<class T>(const Wanted<T>& wanted) {
        *wanted.buffer = DeviceBuffer<T>(device_, wanted.count());
    };
    for (const auto& each : floats) allocate(each);
    for (const auto& each : integers) allocate(each);
    allocate(bytes);
    allocate(rows);

    std::vector<int> counting(static_cast<std::size_t>(tokens));
    std::iota(counting.begin(), counting.end(), 0);
    positions.upload(counting);
    tokens_ = tokens;
    gathered_ = gathered;
}

}  // namespace quern::cuda
