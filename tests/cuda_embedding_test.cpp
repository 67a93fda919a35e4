#include <doctest/doctest.h>

#include <cstring>
#include <random>
#include <vector>

#include "gen/oracle.hpp"
#include "jit_cuda/cuda_plan.hpp"
#include "tests/support/cuda_device.hpp"
#include "tests/support/random_blocks.hpp"

namespace {

using namespace quern;
using test::CudaDevice;

constexpr int width = 512, vocabulary = 9;

void check_embedding(const char* weight) {
    CAPTURE(weight);
    const WeightFormat& format = *weight_format_by_name(weight);
    const std::size_t blocks = std::size_t{vocabulary} * width / static_cast<std::size_t>(format.block_weights);
    const auto block_bytes = static_cast<std::size_t>(format.block_bytes);
    const auto padded_bytes = static_cast<std::size_t>(cuda::device_block_bytes(format));
    std::mt19937 random(11);
    std::vector<std::uint8_t> gguf(blocks * block_bytes);
    if (format.quantized()) {
        gguf = random_blocks(format, blocks, random);
    } else {
        std::normal_distribution<float> normal;
        for (std::size_t index = 0; index < blocks; ++index) {
            const float value = normal(random);
            std::memcpy(&gguf[index * 4], &value, 4);
        }
    }
    std::vector<unsigned char> table(blocks * padded_bytes);
    for (std::size_t block = 0; block < blocks; ++block)
        std::memcpy(&table[block * padded_bytes], &gguf[block * block_bytes], block_bytes);
    std::vector<float> decoded(std::size_t{vocabulary} * width);
    dequantize_row(format, gguf, decoded);

    const std::vector<int> ids = {8, 0, 3, 3};
    const int tokens = static_cast<int>(ids.size()), stride = width + 3;
    CudaDevice& device = CudaDevice::get();
    const auto device_table = device.upload(table);
    const auto device_ids = device.upload(ids);
    const auto output = device.upload(std::vector<float>(static_cast<std::size_t>(tokens * stride), -1.0f));
    KernelSpec spec;
    spec.name = "embed";
    spec.op = Op::embed_rows;
    spec.weight = &format;
    spec.n = vocabulary;
    spec.k = width;
    device.run(spec, tokens, cuda::EmbedCall{device_table.data(), device_ids.data(), output.data(), stride, tokens});
    const std::vector<float> rows = device.download(output);
    int wrong = 0;
    for (int token = 0; token < tokens; ++token)
        for (int column = 0; column < stride; ++column) {
            const float expected =
                column < width
                    ? decoded[static_cast<std::size_t>(ids[static_cast<std::size_t>(token)] * width + column)]
                    : -1.0f;
            wrong += std::memcmp(&rows[static_cast<std::size_t>(token * stride + column)], &expected, 4) != 0;
        }
    CHECK(wrong == 0);
}

}  // namespace

TEST_CASE("embedding rows are decoded bit for bit as the oracle decodes them") {
    check_embedding("q4_k");
    check_embedding("q6_k");
    check_embedding("f32");
}

TEST_CASE("gather_rows copies the rows asked for and nothing between them") {
    constexpr int rows = 6, stride = width + 2;
    std::vector<float> x(std::size_t{rows} * stride);
    for (std::size_t index = 0; index < x.size(); ++index) x[index] = static_cast<float>(index);
    const std::vector<int> wanted = {5, 0, 5};
    CudaDevice& device = CudaDevice::get();
    const auto device_x = device.upload(x);
    const auto device_rows = device.upload(wanted);
    const auto output = device.upload(std::vector<float>(wanted.size() * stride, -1.0f));
    KernelSpec spec;
    spec.name = "gather";
    spec.op = Op::gather_rows;
    spec.k = width;
    device.run(spec, 3, cuda::GatherCall{device_x.data(), device_rows.data(), output.data(), stride, stride, 3});
    const std::vector<float> gathered = device.download(output);
    int wrong = 0;
    for (std::size_t index = 0; index < gathered.size(); ++index) {
        const std::size_t row = index / stride, column = index % stride;
        const float expected = column < width ? x[static_cast<std::size_t>(wanted[row]) * stride + column] : -1.0f;
        wrong += gathered[index] != expected;
    }
    CHECK(wrong == 0);
}
