#include "runtime/bench/qgemm_problem.hpp"

#include <bit>
#include <cmath>
#include <cstring>
#include <random>

#include "gen/oracle.hpp"
#include "runtime/system/available_memory.hpp"

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

std::vector<float> random_inputs(std::int64_t tokens, std::int64_t k) {
    std::mt19937 random(2);
    std::normal_distribution<float> normal;
    std::vector<float> inputs(static_cast<std::size_t>(tokens) * static_cast<std::size_t>(k));
    for (float& value : inputs) value = normal(random);
    return inputs;
}

/// The spec, once the weights, packed too, and what is multiplied are known to fit in memory.
const KernelSpec& that_fits(const KernelSpec& spec) {
    const auto n = static_cast<double>(spec.n), k = static_cast<double>(spec.k), t = static_cast<double>(spec.tokens);
    const double weights = n * k * spec.weight->block_bytes / spec.weight->block_weights;
    require_memory(2 * weights + t * (k + n) * sizeof(float), "the operands of the product");
    return spec;
}

}  // namespace

QGemmProblem::QGemmProblem(const KernelSpec& qgemm)
    : spec(that_fits(qgemm)),
      weights(random_weights(*spec.weight, spec.n, spec.k)),
      inputs(random_inputs(spec.tokens, spec.k)) {}

double QGemmProblem::operations() const {
    return 2.0 * static_cast<double>(spec.n) * static_cast<double>(spec.k) * static_cast<double>(spec.tokens);
}

double QGemmProblem::rel_error(std::span<const float> output) const {
    constexpr int row_samples = 32, token_samples = 16;
    const auto columns = static_cast<std::size_t>(spec.k);
    const std::size_t row_bytes = weights.size() / static_cast<std::size_t>(spec.n);
    std::vector<float> decoded(columns);
    std::mt19937_64 random(3);
    const auto sample = [&random](std::int64_t bound) { return random() % static_cast<std::uint64_t>(bound); };
    double error = 0, norm = 0;
    for (int i = 0; i < row_samples; ++i) {
        const std::size_t row = sample(spec.n);
        dequantize_row(*spec.weight, std::span(weights).subspan(row * row_bytes, row_bytes), decoded);
        for (int j = 0; j < token_samples; ++j) {
            const std::size_t token = sample(spec.tokens);
            double reference = 0;
            for (std::size_t c = 0; c < columns; ++c)
                reference += double{decoded[c]} * double{inputs[token * columns + c]};
            const double y = double{output[token * static_cast<std::size_t>(spec.n) + row]};
            error += (y - reference) * (y - reference);
            norm += reference * reference;
        }
    }
    return std::sqrt(error / norm);
}

}  // namespace quern
