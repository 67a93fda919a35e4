#include <doctest/doctest.h>

#include <cmath>
#include <random>
#include <vector>

#include "runtime/engine/rope_table.hpp"
#include "tests/support/cuda_device.hpp"

namespace {

using namespace quern;
using test::CudaDevice;

void check_rope(RopePairs pairs, int head_size, int heads) {
    CAPTURE(head_size);
    const std::vector<int> positions = {0, 3, 1, 40};
    const int tokens = static_cast<int>(positions.size()), row = heads * head_size, stride = row + 4;
    RopeTable table(10000.0, head_size);
    table.extend(41);
    const std::size_t entries = 41 * static_cast<std::size_t>(head_size) / 2;
    const std::vector<float> cosine(table.cosine(), table.cosine() + entries),
        sine(table.sine(), table.sine() + entries);

    std::mt19937 random(7);
    std::normal_distribution<float> normal;
    std::vector<float> x(static_cast<std::size_t>(tokens * stride), 5e30f);
    for (int token = 0; token < tokens; ++token)
        for (int column = 0; column < row; ++column)
            x[static_cast<std::size_t>(token * stride + column)] = normal(random);

    CudaDevice& device = CudaDevice::get();
    const auto on_device = device.upload(x);
    const auto device_positions = device.upload(positions);
    const auto device_cosine = device.upload(cosine), device_sine = device.upload(sine);
    KernelSpec spec;
    spec.name = "rope";
    spec.op = Op::rope;
    spec.head_size = head_size;
    spec.pairs = pairs;
    device.run(spec, tokens,
               cuda::RopeCall{on_device.data(), device_cosine.data(), device_sine.data(), device_positions.data(),
                              stride, heads, tokens},
               heads);
    const std::vector<float> rotated = device.download(on_device);

    int wrong = 0;
    for (int token = 0; token < tokens; ++token) {
        for (int column = row; column < stride; ++column)
            wrong += rotated[static_cast<std::size_t>(token * stride + column)] != 5e30f;
        for (int head = 0; head < heads; ++head)
            for (int pair = 0; pair < head_size / 2; ++pair) {
                const int first = pairs == RopePairs::adjacent ? 2 * pair : pair;
                const int second = pairs == RopePairs::adjacent ? 2 * pair + 1 : pair + head_size / 2;
                const auto at = [&](int column) {
                    return static_cast<std::size_t>(token * stride + head * head_size + column);
                };
                const std::size_t angle =
                    static_cast<std::size_t>(positions[static_cast<std::size_t>(token)] * head_size / 2 + pair);
                const double c = cosine[angle], s = sine[angle], a = x[at(first)], b = x[at(second)];
                const double bound = 2e-7 * (std::abs(a) + std::abs(b));
                wrong += !(std::abs(rotated[at(first)] - (a * c - b * s)) <= bound);
                wrong += !(std::abs(rotated[at(second)] - (a * s + b * c)) <= bound);
            }
    }
    CHECK(wrong == 0);
}

}  // namespace

TEST_CASE("rope rotates adjacent pairs and halves of every head by its token's position") {
    check_rope(RopePairs::adjacent, 64, 4);
    check_rope(RopePairs::halves, 64, 3);
    check_rope(RopePairs::adjacent, 128, 2);
}
