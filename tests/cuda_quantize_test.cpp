// The Q8_1 quantize kernel against the oracle, bit for bit.
#include <doctest/doctest.h>

#include <cmath>
#include <cstring>
#include <limits>
#include <random>

#include "gen/oracle.hpp"
#include "tests/support/cuda_device.hpp"

using namespace quern;
using namespace quern::test;

namespace {

constexpr std::int64_t columns = 768, stride = columns + 5;

/// Rows of one kind each: ordinary values, zeros, the smallest amax that counts and the largest that does not,
/// subnormals, the largest floats, values half way between two codes, and every scale there is.
std::vector<float> rows_of_every_kind(std::int64_t tokens) {
    std::mt19937 random(61);
    std::normal_distribution<float> normal;
    std::uniform_int_distribution<int> code(-127, 127), exponent(-140, 120);
    std::vector<float> rows;
    for (std::int64_t t = 0; t < tokens; ++t)
        for (std::int64_t k = 0; k < columns; ++k) {
            const float whole = k % 32 == 0 ? 127.0f : static_cast<float>(code(random));
            const float by_kind[] = {normal(random),
                                     k % 2 == 0 ? 0.0f : -0.0f,
                                     k % 32 == 3 ? -0x1p-100f : 0x1p-103f,
                                     k % 32 == 3 ? 0x1.fffffep-101f : 0.0f,
                                     0x1p-149f * static_cast<float>(k % 5),
                                     k % 3 == 0 ? std::numeric_limits<float>::max() : -1e30f,
                                     k % 32 == 0 ? 127.0f : whole / 2,
                                     std::ldexp(normal(random), exponent(random))};
            rows.push_back(by_kind[t % 8]);
        }
    return rows;
}

}  // namespace

TEST_CASE("quantize gives the oracle's codes and scales bit for bit, and stores nothing else") {
    CudaDevice& device = CudaDevice::get();
    KernelSpec spec;
    spec.name = "quantize";
    spec.op = Op::quantize;
    spec.k = columns;
    for (const std::int64_t tokens : {1, 8, 17}) {
        CAPTURE(tokens);
        const std::int64_t token_stride = (tokens + 1) / 2 * 2 + 2;
        const std::vector<float> rows = rows_of_every_kind(tokens);
        const Q8_1Activations expected = quantize_q8_1(rows, tokens, columns, token_stride);

        std::vector<float> strided(static_cast<std::size_t>((tokens - 1) * stride + columns), 3e38f);
        for (std::int64_t t = 0; t < tokens; ++t)
            std::memcpy(&strided[static_cast<std::size_t>(t * stride)], &rows[static_cast<std::size_t>(t * columns)],
                        columns * sizeof(float));
        const auto x = device.upload(strided);
        const auto values = device.upload(std::vector<signed char>(expected.values.size(), 99));
        // Zeros, as the oracle leaves the pairs past the last token.
        const auto scales = device.upload(std::vector<float>(expected.scales.size()));
        cuda::RowCall call{};
        call.x = x.data();
        call.values = values.data();
        call.scales = scales.data();
        call.x_stride = static_cast<int>(stride);
        call.tokens = static_cast<int>(tokens);
        call.token_stride = static_cast<int>(token_stride);
        device.run(spec, tokens, call);

        const std::vector<signed char> codes = device.download(values);
        CHECK(std::memcmp(codes.data(), expected.values.data(), codes.size()) == 0);
        const std::vector<float> pairs = device.download(scales);
        CHECK(std::memcmp(pairs.data(), expected.scales.data(), pairs.size() * sizeof(float)) == 0);
    }
}

TEST_CASE("quantize reads and writes neighbours together") {
    const ExecutorControl* executor = CudaDevice::get().executor();
    if (!executor) {
        MESSAGE("not on the PTX executor: nothing is counted");
        return;
    }
    CudaDevice& device = CudaDevice::get();
    KernelSpec spec;
    spec.name = "quantize";
    spec.op = Op::quantize;
    spec.k = columns;
    const auto x = device.upload(std::vector<float>(columns, 1.0f));
    const cuda::DeviceBuffer<signed char> values(device.device(), columns);
    const cuda::DeviceBuffer<float> scales(device.device(), columns / 32 * 4);
    cuda::RowCall call{};
    call.x = x.data();
    call.values = values.data();
    call.scales = scales.data();
    call.x_stride = columns;
    call.tokens = 1;
    call.token_stride = 2;
    executor->reset();
    device.run(spec, 1, call);
    quern_ptx_counters counted{};
    REQUIRE(executor->kernel_counters("quantize", &counted) == 1);
    // A warp's 32 floats are 4 sectors, its 32 codes one, its pair one.
    CHECK(counted.global_loads == columns / 32);
    CHECK(counted.global_load_sectors == 4 * columns / 32);
    CHECK(counted.global_stores == 2 * columns / 32);
    CHECK(counted.global_store_sectors == 2 * columns / 32);
}
