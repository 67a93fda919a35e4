#pragma once

#include <cstdint>
#include <numeric>
#include <span>
#include <vector>

#include "jit_x86/host.hpp"
#include "runtime/engine/sampler.hpp"
#include "runtime/engine/transformer.hpp"
#include "runtime/gguf/gguf_file.hpp"
#include "runtime/kernels/kernel_cache.hpp"
#include "runtime/system/thread_pool.hpp"
#include "runtime/tokenizer/tokenizer.hpp"
#include "tests/support/model_fixtures.hpp"

namespace quern::test {

/// The bundled model, loaded to run on one ISA with some number of threads.
struct BundledModel {
    explicit BundledModel(Isa isa, int threads = 1, int tile = 0)
        : pool(threads), cache(host_machine(isa)), transformer(file, pool, cache, tile) {}

    GgufFile file = GgufFile::open(bundled_model_path());
    Tokenizer tokenizer{file};
    ThreadPool pool;
    KernelCache cache;
    Transformer transformer;

    std::size_t vocabulary() const { return static_cast<std::size_t>(transformer.shape().vocabulary); }

    std::vector<float> logits(std::span<const std::int32_t> canvas, std::span<const std::int32_t> rows) {
        std::vector<float> out(rows.size() * vocabulary());
        transformer.logits(canvas, rows, out);
        return out;
    }
    /// Of every position.
    std::vector<float> logits(std::span<const std::int32_t> canvas) {
        std::vector<std::int32_t> rows(canvas.size());
        std::iota(rows.begin(), rows.end(), 0);
        return logits(canvas, rows);
    }
    LogitsFunction logits_function() { return transformer.logits_function(); }
};

}  // namespace quern::test
