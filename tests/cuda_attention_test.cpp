#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <random>
#include <string>
#include <vector>

#include "gen/error.hpp"
#include "tests/support/cuda_device.hpp"

namespace {

using namespace quern;
using test::CudaDevice;

KernelSpec attention_spec(int head_size) {
    KernelSpec spec;
    spec.name = "attention";
    spec.op = Op::attention;
    spec.head_size = head_size;
    return spec;
}

struct Problem {
    int head_size, queries, keys, heads, kv_heads;
    float sharpness = 1.0f;  ///< the larger, the closer the softmax is to a choice
};

std::vector<float> random_rows(int rows, int width, int stride, float spread, std::mt19937& random) {
    std::normal_distribution<float> normal;
    std::vector<float> values(static_cast<std::size_t>(rows * stride), 6e30f);
    for (int row = 0; row < rows; ++row)
        for (int column = 0; column < width; ++column)
            values[static_cast<std::size_t>(row * stride + column)] = spread * normal(random);
    return values;
}

/// Against f64: within 2e-3 of the row's largest output.
void check_attention(const Problem& problem) {
    CAPTURE(problem.head_size);
    CAPTURE(problem.queries);
    CAPTURE(problem.keys);
    const int size = problem.head_size, q_width = problem.heads * size, kv_width = problem.kv_heads * size;
    const int q_stride = q_width + 2, kv_stride = kv_width + 6, group = problem.heads / problem.kv_heads;
    std::mt19937 random(static_cast<unsigned>(problem.keys * 100 + size));
    const std::vector<float> q = random_rows(problem.queries, q_width, q_stride, problem.sharpness, random);
    const std::vector<float> k = random_rows(problem.keys, kv_width, kv_stride, 1.0f, random);
    const std::vector<float> v = random_rows(problem.keys, kv_width, kv_stride, 1.0f, random);
    CudaDevice& device = CudaDevice::get();
    const auto device_q = device.upload(q), device_k = device.upload(k), device_v = device.upload(v);
    const auto output = device.upload(std::vector<float>(static_cast<std::size_t>(problem.queries * q_stride), -1.0f));
    if (device.executor()) device.executor()->reset();
    device.run(attention_spec(size), problem.queries,
               cuda::AttentionCall{device_q.data(), device_k.data(), device_v.data(), output.data(), q_stride,
                                   kv_stride, kv_stride, q_stride, problem.queries, problem.keys, problem.heads, group},
               problem.heads);
    const std::vector<float> found = device.download(output);

    int wrong = 0;
    for (int query = 0; query < problem.queries; ++query) {
        for (int column = q_width; column < q_stride; ++column)
            wrong += found[static_cast<std::size_t>(query * q_stride + column)] != -1.0f;
        for (int head = 0; head < problem.heads; ++head) {
            const float* q_row = &q[static_cast<std::size_t>(query * q_stride + head * size)];
            const auto kv_row = [&](const std::vector<float>& rows, int key) {
                return &rows[static_cast<std::size_t>(key * kv_stride + head / group * size)];
            };
            std::vector<double> weights(static_cast<std::size_t>(problem.keys)), exact(static_cast<std::size_t>(size));
            double largest = -INFINITY, sum = 0, largest_output = 0;
            for (int key = 0; key < problem.keys; ++key) {
                double& score = weights[static_cast<std::size_t>(key)];
                for (int index = 0; index < size; ++index)
                    score += static_cast<double>(q_row[index]) * static_cast<double>(kv_row(k, key)[index]);
                score /= std::sqrt(static_cast<double>(size));
                largest = std::max(largest, score);
            }
            for (double& weight : weights) sum += weight = std::exp(weight - largest);
            for (int index = 0; index < size; ++index) {
                for (int key = 0; key < problem.keys; ++key)
                    exact[static_cast<std::size_t>(index)] +=
                        weights[static_cast<std::size_t>(key)] / sum * static_cast<double>(kv_row(v, key)[index]);
                largest_output = std::max(largest_output, std::abs(exact[static_cast<std::size_t>(index)]));
            }
            for (int index = 0; index < size; ++index)
                wrong += !(std::abs(found[static_cast<std::size_t>(query * q_stride + head * size + index)] -
                                    exact[static_cast<std::size_t>(index)]) <= 2e-3 * largest_output);
        }
    }
    CHECK(wrong == 0);

    if (const test::ExecutorControl* executor = device.executor()) {
        // 4 warps of 16 queries a block; per 32 keys S takes 4 tiles of 8 keys x size / 16 steps, P V 2 steps x size
        // / 8.
        const auto warps = static_cast<std::uint64_t>((problem.queries + 63) / 64 * 4 * problem.heads);
        const auto tiles = static_cast<std::uint64_t>((problem.keys + 31) / 32),
                   steps = static_cast<std::uint64_t>(size / 16);
        CHECK(executor->matrix_count("attention", "m16n8k16") == warps * tiles * (4 * steps + 2 * 2 * steps));
        quern_ptx_counters counters;
        REQUIRE(executor->kernel_counters("attention", &counters) == 1);
        CHECK(counters.shared_load_conflicts == 0);
        CHECK(counters.shared_store_conflicts == 0);
    }
}

}  // namespace

TEST_CASE("attention within 2e-3 of the row's largest output, no bank conflicts, no mma too many") {
    check_attention({64, 70, 75, 2, 2});
    check_attention({64, 1, 1, 1, 1});
    check_attention({64, 16, 32, 4, 1});
    check_attention({64, 17, 300, 1, 1, 6.0f});
    check_attention({128, 20, 33, 4, 2});
}

TEST_CASE("attention refuses head sizes that have no kernel") {
    for (const int size : {40, 256}) {
        std::string message;
        try {
            CudaDevice::get().kernels().get(attention_spec(size));
        } catch (const Error& error) {
            message = error.what();
        }
        CHECK(message.find("a head size of " + std::to_string(size) + " has no CUDA kernel") != std::string::npos);
    }
}
