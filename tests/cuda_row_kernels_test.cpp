#include <doctest/doctest.h>

#include <cmath>
#include <random>
#include <vector>

#include "tests/support/cuda_device.hpp"

namespace {

using namespace quern;
using cuda::RowCall;
using test::CudaDevice;

constexpr int width = 768, tokens = 5, stride = width + 8, token_stride = 6;
constexpr float eps = 1e-5f;

KernelSpec row_spec(Op op) {
    KernelSpec spec;
    spec.name = std::string(op_name(op));
    spec.op = op;
    spec.k = width;
    return spec;
}

/// Rows of ordinary values, of zeros, of tiny and of huge ones.
std::vector<float> make_rows(unsigned seed) {
    std::mt19937 random(seed);
    std::normal_distribution<float> normal;
    const float factors[tokens] = {1.0f, 0.0f, 0x1p-60f, 1e4f, 3.0f};
    std::vector<float> rows(std::size_t{tokens} * stride, 7e30f);
    for (int token = 0; token < tokens; ++token)
        for (int column = 0; column < width; ++column)
            rows[static_cast<std::size_t>(token * stride + column)] = factors[token] * normal(random);
    return rows;
}

/// One row op's operands on the device and what came out.
struct Run {
    explicit Run(unsigned seed = 1)
        : x(CudaDevice::get().upload(make_rows(seed))),
          second(CudaDevice::get().upload(make_rows(seed + 1))),
          residual(CudaDevice::get().upload(make_rows(seed + 2))),
          output(CudaDevice::get().upload(std::vector<float>(std::size_t{tokens} * stride, -1.0f))),
          weight(CudaDevice::get().upload(weights())),
          values(CudaDevice::get().upload(std::vector<signed char>(std::size_t{tokens} * width, 99))),
          scales(CudaDevice::get().upload(std::vector<float>(std::size_t{width} / 32 * token_stride * 2, -1.0f))) {}

    static std::vector<float> weights() {
        std::vector<float> values(width);
        for (int column = 0; column < width; ++column)
            values[static_cast<std::size_t>(column)] = 0.5f + static_cast<float>(column % 13) / 8;
        return values;
    }

    RowCall call() const {
        RowCall made{};
        made.x = x.data();
        made.second = second.data();
        made.weight = weight.data();
        made.residual = residual.data();
        made.output = output.data();
        made.values = values.data();
        made.scales = scales.data();
        made.x_stride = made.second_stride = made.residual_stride = made.output_stride = stride;
        made.tokens = tokens;
        made.token_stride = token_stride;
        made.eps = eps;
        return made;
    }
    void run(Op op) const { CudaDevice::get().run(row_spec(op), tokens, call()); }
    void run(Op op, const RowCall& other) const { CudaDevice::get().run(row_spec(op), tokens, other); }

    cuda::DeviceBuffer<float> x, second, residual, output, weight;
    cuda::DeviceBuffer<signed char> values;
    cuda::DeviceBuffer<float> scales;
};

void check_same_activations(const Run& a, const Run& b) {
    const CudaDevice& device = CudaDevice::get();
    CHECK(device.download(a.values) == device.download(b.values));
    CHECK(device.download(a.scales) == device.download(b.scales));
}

/// Rows of `output` against f64 values; between the rows nothing may have been stored.
template <class Exact>
void check_rows(const cuda::DeviceBuffer<float>& output, float between, double tolerance, const Exact& exact) {
    const std::vector<float> rows = CudaDevice::get().download(output);
    int wrong = 0, strayed = 0;
    for (int token = 0; token < tokens; ++token)
        for (int column = 0; column < stride; ++column) {
            const float value = rows[static_cast<std::size_t>(token * stride + column)];
            if (column >= width) {
                strayed += value != between;
                continue;
            }
            const double expected = exact(token, column);
            wrong += !(std::abs(value - expected) <= tolerance * std::abs(expected) + 1e-40);
        }
    CHECK(wrong == 0);
    CHECK(strayed == 0);
}

}  // namespace

TEST_CASE("rmsnorm is within rounding of f64") {
    const Run run;
    run.run(Op::rmsnorm);
    const std::vector<float> x = make_rows(1), weights = Run::weights();
    check_rows(run.output, -1.0f, 1e-6, [&](int token, int column) {
        double squares = 0;
        for (int index = 0; index < width; ++index) {
            const double value = x[static_cast<std::size_t>(token * stride + index)];
            squares += value * value;
        }
        return x[static_cast<std::size_t>(token * stride + column)] / std::sqrt(squares / width + eps) *
               weights[static_cast<std::size_t>(column)];
    });
}

TEST_CASE("silu_mul is within rounding of f64") {
    const Run run;
    run.run(Op::silu_mul);
    const std::vector<float> x = make_rows(1), second = make_rows(2);
    check_rows(run.output, -1.0f, 1e-6, [&](int token, int column) {
        const double gate = x[static_cast<std::size_t>(token * stride + column)];
        // exp(-x) of very negative x overflows f32: the quotient is then a zero.
        if (gate < -88.7) return 0.0;
        return gate / (1 + std::exp(-gate)) * second[static_cast<std::size_t>(token * stride + column)];
    });
}

TEST_CASE("rmsnorm_quantize equals rmsnorm and quantize exactly") {
    const Run fused, chain;
    fused.run(Op::rmsnorm_quantize);
    chain.run(Op::rmsnorm);
    RowCall quantize = chain.call();
    quantize.x = chain.output.data();
    chain.run(Op::quantize, quantize);
    check_same_activations(fused, chain);
}

TEST_CASE("add_rmsnorm_quantize equals the sum, rmsnorm and quantize exactly, and stores the sum") {
    const Run fused, chain;
    fused.run(Op::add_rmsnorm_quantize);
    std::vector<float> sum = make_rows(3);
    const std::vector<float> x = make_rows(1);
    for (int token = 0; token < tokens; ++token)
        for (int column = 0; column < width; ++column)
            sum[static_cast<std::size_t>(token * stride + column)] +=
                x[static_cast<std::size_t>(token * stride + column)];
    CHECK(CudaDevice::get().download(fused.residual) == sum);
    chain.x.upload(sum);
    chain.run(Op::rmsnorm);
    RowCall quantize = chain.call();
    quantize.x = chain.output.data();
    chain.run(Op::quantize, quantize);
    check_same_activations(fused, chain);
}

TEST_CASE("silu_mul_quantize equals silu_mul and quantize exactly") {
    const Run fused, chain;
    fused.run(Op::silu_mul_quantize);
    chain.run(Op::silu_mul);
    RowCall quantize = chain.call();
    quantize.x = chain.output.data();
    chain.run(Op::quantize, quantize);
    check_same_activations(fused, chain);
}
