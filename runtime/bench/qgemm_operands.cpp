#include "runtime/bench/qgemm_operands.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <random>

#include "gen/activation_layout.hpp"
#include "gen/oracle.hpp"
#include "gen/packer.hpp"
#include "runtime/system/thread_pool.hpp"

namespace quern {

namespace {

void store_half(std::uint8_t* to, std::uint16_t half) {
    std::memcpy(to, &half, sizeof half);
}

/// GGUF blocks with random codes and scales. Block scales are powers of two, 2^-12 to 2^-9, and mins put the mean
/// weight near zero, so sums neither cancel nor grow beyond what trained weights give.
std::vector<std::uint8_t> random_weights(const WeightFormat& format, std::int64_t n, std::int64_t k) {
    const auto block_bytes = static_cast<std::size_t>(format.block_bytes);
    const std::size_t blocks = static_cast<std::size_t>(n) * static_cast<std::size_t>(k / format.block_weights);
    std::vector<std::uint8_t> gguf(blocks * block_bytes);
    std::mt19937 random(1);
    for (std::uint8_t& byte : gguf) byte = static_cast<std::uint8_t>(random());
    constexpr unsigned half_exponent_of_1 = 15;
    for (std::size_t i = 0; i < blocks; ++i) {
        std::uint8_t* block = gguf.data() + i * block_bytes;
        const unsigned exponent = half_exponent_of_1 - 12 + random() % 4;
        store_half(block + format.d_offset, static_cast<std::uint16_t>(exponent << 10));
        // Scales and mins are alike in size, so d * max_code / 2 centers the codes; a power of two near it will do.
        const auto half_code = static_cast<unsigned>(std::bit_width(static_cast<unsigned>(format.max_code())) - 1);
        if (format.has_mins)
            store_half(block + format.dmin_offset, static_cast<std::uint16_t>((exponent + half_code) << 10));
    }
    return gguf;
}

}  // namespace

QGemmOperands::QGemmOperands(const KernelSpec& spec, ThreadPool& pool)
    : spec_(spec), pool_(pool), gguf_(random_weights(*spec.weight, spec.n, spec.k)) {
    pack_weights();
    make_activations();
    output_ = AlignedBuffer<float>(static_cast<std::size_t>(spec.tokens) * static_cast<std::size_t>(spec.n));
}

double QGemmOperands::operations() const {
    return 2.0 * static_cast<double>(spec_.n) * static_cast<double>(spec_.k) * static_cast<double>(spec_.tokens);
}

void QGemmOperands::multiply(const Kernel& kernel, const QGemmPlan& plan) {
    if (const std::size_t stride = (kernel.scratch_bytes() + 63) / 64 * 64; stride > scratch_stride_) {
        scratch_ = AlignedBuffer<std::uint8_t>(stride * static_cast<std::size_t>(pool_.threads()));
        scratch_stride_ = stride;
    }
    pool_.parallel_for(plan.items(), [&](std::int64_t item, int thread) {
        kernel(QGemmCall{.weights = packed_.data(),
                         .activations = activations_.data(),
                         .output = output_.data(),
                         .output_stride = spec_.n,
                         .item = item,
                         .scratch = scratch_.data() + scratch_stride_ * static_cast<std::size_t>(thread)});
    });
}

void QGemmOperands::quantize(const Kernel& kernel) {
    constexpr std::int64_t item_tokens = 8;
    pool_.parallel_for((spec_.tokens + item_tokens - 1) / item_tokens, [&](std::int64_t item, int) {
        RowCall call{};
        call.x = inputs_.data();
        call.x_stride = spec_.k;
        call.activations = activations_.data();
        call.tokens = spec_.tokens;
        call.begin = item * item_tokens;
        call.end = std::min(spec_.tokens, call.begin + item_tokens);
        kernel(call);
    });
}

double QGemmOperands::rel_error() const {
    constexpr int row_samples = 32, token_samples = 16;
    const auto columns = static_cast<std::size_t>(spec_.k);
    const std::size_t row_bytes = gguf_.size() / static_cast<std::size_t>(spec_.n);
    std::vector<float> weights(columns);
    std::mt19937_64 random(3);
    const auto sample = [&random](std::int64_t bound) { return random() % static_cast<std::uint64_t>(bound); };
    double error = 0, norm = 0;
    for (int i = 0; i < row_samples; ++i) {
        const std::size_t row = sample(spec_.n);
        dequantize_row(*spec_.weight, std::span(gguf_).subspan(row * row_bytes, row_bytes), weights);
        for (int j = 0; j < token_samples; ++j) {
            const std::size_t token = sample(spec_.tokens);
            double reference = 0;
            for (std::size_t c = 0; c < columns; ++c)
                reference += double{weights[c]} * double{inputs_[token * columns + c]};
            const double y = double{output_.span()[token * static_cast<std::size_t>(spec_.n) + row]};
            error += (y - reference) * (y - reference);
            norm += reference * reference;
        }
    }
    return std::sqrt(error / norm);
}

void QGemmOperands::pack_weights() {
    const PackedLayout layout = packed_layout(*spec_.weight);
    packed_ = AlignedBuffer<std::uint8_t>(layout.matrix_bytes(spec_.n, spec_.k));
    pool_.parallel_for(row_groups(spec_.n), [&](std::int64_t group, int) {
        pack_row_groups(layout, spec_.n, spec_.k, gguf_, group, group + 1, packed_.span());
    });
}

void QGemmOperands::make_activations() {
    const auto columns = static_cast<std::size_t>(spec_.k), tokens = static_cast<std::size_t>(spec_.tokens);
    std::mt19937 random(2);
    std::normal_distribution<float> normal;
    inputs_.resize(tokens * columns);
    for (float& value : inputs_) value = normal(random);
    activations_ = AlignedBuffer<std::uint8_t>(ActivationLayout::bytes(spec_.tokens, spec_.k));
    for (std::size_t t = 0; t < tokens; ++t)
        quantize_activations(std::span(inputs_).subspan(t * columns, columns),
                             activations_.data() + t * ActivationLayout::record_bytes,
                             tokens * ActivationLayout::record_bytes);
}

}  // namespace quern
