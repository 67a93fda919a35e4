#include <dlfcn.h>
#include <doctest/doctest.h>

#include <algorithm>
#include <cstring>
#include <string>
#include <vector>

#include "gen/oracle.hpp"
#include "tests/support/random_blocks.hpp"

using namespace quern;

namespace {

using Dequantize = void (*)(const void* blocks, float* weights, std::int64_t count);

Dequantize ggml_decoder(const WeightFormat& format) {
    const std::string library = QUERN_PEERS_DIR "/libggml-base.so";
    void* const handle = dlopen(library.c_str(), RTLD_NOW | RTLD_LOCAL);
    if (!handle)
        FAIL("llama.cpp's binaries are needed: run `npm ci` in the source folder (" << std::string(dlerror()) << ")");
    const std::string name = "dequantize_row_" + std::string(format.ggml_name);
    void* const symbol = dlsym(handle, name.c_str());
    if (!symbol) FAIL(library << " exports no " << name << ": run `npm ci` to install the pinned version");
    return reinterpret_cast<Dequantize>(symbol);
}

}  // namespace

TEST_CASE("the oracle's decoders equal ggml's bit for bit on a million random blocks of each format") {
    constexpr std::size_t million = 1'000'000, batch = 1000;
    for (const WeightFormat& format : weight_formats()) {
        if (!format.quantized()) continue;
        CAPTURE(format.name);
        const Dequantize dequantize = ggml_decoder(format);
        std::mt19937 random(2026);
        const auto block_weights = static_cast<std::size_t>(format.block_weights);
        std::vector<float> expected(batch * block_weights), actual(expected.size());
        std::size_t compared = 0, wrong_batches = 0;
        for (; compared < million; compared += batch) {
            const std::vector<std::uint8_t> blocks = random_blocks(format, batch, random);
            dequantize(blocks.data(), expected.data(), static_cast<std::int64_t>(expected.size()));
            std::fill(actual.begin(), actual.end(), -1.0f);
            dequantize_row(format, blocks, actual);
            wrong_batches += std::memcmp(actual.data(), expected.data(), actual.size() * sizeof(float)) != 0;
        }
        CHECK(compared == million);
        CHECK(wrong_batches == 0);
    }
}
