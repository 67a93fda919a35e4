#include <doctest/doctest.h>

#include <cstring>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "gen/oracle.hpp"

using namespace quern;

// fixtures/ggml_decoders.bin is made by fixtures/record_ggml_decoders.py, which describes it.
TEST_CASE("the oracle decodes what ggml was recorded to decode, bit for bit") {
    std::ifstream file(std::string(QUERN_SOURCE_DIR) + "/tests/fixtures/ggml_decoders.bin", std::ios::binary);
    const std::vector<char> recorded{std::istreambuf_iterator<char>(file), {}};
    constexpr std::size_t blocks = 40, weights = blocks * 256;
    std::size_t at = 0;
    for (const std::string name : {"q4_k", "q5_k", "q6_k"}) {
        CAPTURE(name);
        const WeightFormat& format = *weight_format_by_name(name);
        const std::size_t gguf_bytes = blocks * static_cast<std::size_t>(format.block_bytes);
        REQUIRE(recorded.size() >= at + gguf_bytes + weights * sizeof(float));
        std::vector<std::uint8_t> gguf(gguf_bytes);
        std::memcpy(gguf.data(), &recorded[at], gguf_bytes);
        std::vector<float> actual(weights), expected(weights);
        std::memcpy(expected.data(), &recorded[at + gguf_bytes], weights * sizeof(float));
        dequantize_row(format, gguf, actual);
        int wrong = 0;
        for (std::size_t i = 0; i < weights; ++i) wrong += std::memcmp(&actual[i], &expected[i], sizeof(float)) != 0;
        CHECK(wrong == 0);
        at += gguf_bytes + weights * sizeof(float);
    }
    CHECK(at == recorded.size());
}
