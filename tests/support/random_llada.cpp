#include "tests/support/random_llada.hpp"

#include <cmath>
#include <cstring>
#include <random>
#include <string>
#include <vector>

#include "gen/weight_format.hpp"
#include "tests/support/llada_writer.hpp"
#include "tests/support/random_blocks.hpp"

namespace quern::test {

namespace {

constexpr float weight_deviation = 0.04f;

std::uint16_t nearest_half(float value) {
    std::uint16_t nearest = 0;
    for (std::uint16_t half = 0; half < 0x7c00; ++half)
        if (std::fabs(half_to_float(half) - value) < std::fabs(half_to_float(nearest) - value)) nearest = half;
    return nearest;
}

class TensorMaker {
  public:
    explicit TensorMaker(GgufWriter& writer, std::uint32_t seed) : writer_(writer), random_(seed) {}

    void add(const std::string& name, std::uint64_t rows, std::uint64_t columns, const WeightFormat& format) {
        writer_.tensor(name, {columns, rows}, static_cast<std::uint32_t>(format.ggml_type),
                       format.quantized() ? blocks(format, rows * columns) : floats(rows * columns, 0.0f, 1.0f));
    }
    void add_norm(const std::string& name, std::uint64_t width) {
        writer_.tensor(name, {width}, 0, floats(width, 1.0f, 0.2f));
    }
    /// The quantized formats of the table in turn.
    const WeightFormat& next_format() {
        const auto formats = weight_formats();
        do turn_ = (turn_ + 1) % formats.size();
        while (!formats[turn_].quantized());
        return formats[turn_];
    }

  private:
    Bytes floats(std::uint64_t count, float mean, float deviation) {
        std::normal_distribution<float> normal(mean, deviation);
        Bytes bytes;
        for (std::uint64_t i = 0; i < count; ++i) append(bytes, normal(random_));
        return bytes;
    }

    // Random codes and scales, but block scales that give weights of mean 0 and the deviation wanted.
    Bytes blocks(const WeightFormat& format, std::uint64_t weights) {
        const std::size_t count = weights / static_cast<std::size_t>(format.block_weights);
        Bytes bytes = random_blocks(format, count, random_);
        const float code_deviation = static_cast<float>(format.max_code()) / std::sqrt(12.0f);
        const float typical_scale = format.scale_kind == ScaleKind::six_bit_pairs ? 31.5f : 74.0f;
        const float d = weight_deviation / code_deviation / typical_scale;
        const std::uint16_t d_half = nearest_half(d);
        const std::uint16_t dmin_half = nearest_half(d * static_cast<float>(format.max_code()) / 2);
        for (std::size_t b = 0; b < count; ++b) {
            std::uint8_t* block = &bytes[b * static_cast<std::size_t>(format.block_bytes)];
            std::memcpy(block + format.d_offset, &d_half, sizeof d_half);
            if (format.has_mins) std::memcpy(block + format.dmin_offset, &dmin_half, sizeof dmin_half);
        }
        return bytes;
    }

    GgufWriter& writer_;
    std::mt19937 random_;
    std::size_t turn_ = 0;
};

}  // namespace

GgufWriter random_llada(const RandomLlada& options) {
    constexpr std::uint64_t width = 256, key_width = 128, ffn = 512, vocabulary = 8;  // small_llada()'s
    GgufWriter writer = small_llada();
    writer.set("llada.block_count", options.layers);
    TensorMaker tensors(writer, options.seed);
    tensors.add("token_embd.weight", vocabulary, width, *weight_format_by_name(options.embedding));
    for (std::uint32_t layer = 0; layer < options.layers; ++layer) {
        const auto name = [layer](const char* part) { return "blk." + std::to_string(layer) + "." + part + ".weight"; };
        tensors.add_norm(name("attn_norm"), width);
        tensors.add(name("attn_q"), width, width, tensors.next_format());
        tensors.add(name("attn_k"), key_width, width, tensors.next_format());
        tensors.add(name("attn_v"), key_width, width, tensors.next_format());
        tensors.add(name("attn_output"), width, width, tensors.next_format());
        tensors.add_norm(name("ffn_norm"), width);
        tensors.add(name("ffn_gate"), ffn, width, tensors.next_format());
        tensors.add(name("ffn_up"), ffn, width, tensors.next_format());
        tensors.add(name("ffn_down"), width, ffn, tensors.next_format());
    }
    tensors.add_norm("output_norm.weight", width);
    if (!options.tied) tensors.add("output.weight", vocabulary, width, tensors.next_format());
    return writer;
}

}  // namespace quern::test
