#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>

namespace quern::bench {

/// llama.cpp's own quantized matrix product from its published binaries, weights repacked as its users get them. A run
/// includes rounding the f32 activations to int8.
class LlamaProduct {
  public:
    /// `libraries` holds libggml-base.so and one libggml-cpu-LEVEL.so a level: haswell (AVX2), alderlake (AVX-VNNI),
    /// icelake or zen4 (AVX512-VNNI). `weight` is ggml's type name, "q4_K". One level a process: the libraries do not
    /// let go of another. Throws std::runtime_error where a library is missing or this processor cannot load the level.
    LlamaProduct(const std::filesystem::path& libraries, const std::string& level, const std::string& weight,
                 std::int64_t n, std::int64_t k, std::int64_t tokens, int threads);
    ~LlamaProduct();

    void run();
    /// Where the weights lie: "CPU_REPACK" or "plain".
    const std::string& buffer() const;

  private:
    struct State;
    std::unique_ptr<State> state_;
};

}  // namespace quern::bench
