#include "runtime/engine/transformer.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <cstring>
#include <memory>
#include <numeric>
#include <string>
#include <vector>

#include "gen/error.hpp"
#include "runtime/gguf/gguf_file.hpp"
#include "runtime/kernels/kernel_cache.hpp"
#include "runtime/system/thread_pool.hpp"
#include "tests/support/allocation_counter.hpp"
#include "tests/support/host_isas.hpp"
#include "tests/support/model_fixtures.hpp"
#include "tests/support/random_llada.hpp"
#include "tests/support/reference_forward.hpp"

using namespace quern;
using namespace quern::test;

namespace {

const GgufFile& tales() {
    static const GgufFile file = GgufFile::open(bundled_model_path());
    return file;
}

// A transformer with the pool and the cache it runs on.
class Engine {
  public:
    explicit Engine(const GgufFile& file, int threads = 2, Isa isa = best_host_isa(), int tile = 0)
        : pool_(threads), cache_(host_machine(isa)), transformer_(file, pool_, cache_, tile) {}

    std::vector<float> logits(const std::vector<std::int32_t>& tokens, const std::vector<std::int32_t>& rows) {
        std::vector<float> out(rows.size() * static_cast<std::size_t>(transformer_.shape().vocabulary));
        transformer_.logits(tokens, rows, out);
        return out;
    }
    std::vector<float> all_logits(const std::vector<std::int32_t>& tokens) {
        std::vector<std::int32_t> rows(tokens.size());
        std::iota(rows.begin(), rows.end(), 0);
        return logits(tokens, rows);
    }
    Transformer& transformer() { return transformer_; }
    KernelCache& cache() { return cache_; }

  private:
    ThreadPool pool_;
    KernelCache cache_;
    Transformer transformer_;
};

// Words and masks in no particular order.
std::vector<std::int32_t> canvas(std::int64_t length, const ModelShape& shape) {
    std::vector<std::int32_t> tokens;
    for (std::int64_t i = 0; i < length; ++i)
        tokens.push_back(i % 3 == 2 ? shape.mask_token : static_cast<std::int32_t>((i * 7919 + 13) % shape.vocabulary));
    return tokens;
}

bool same_bits(const std::vector<float>& a, const std::vector<float>& b) {
    return a.size() == b.size() && std::memcmp(a.data(), b.data(), a.size() * sizeof(float)) == 0;
}

std::vector<float> pick_rows(const std::vector<float>& logits, const std::vector<std::int32_t>& rows,
                             std::int64_t vocabulary) {
    std::vector<float> picked;
    for (const std::int32_t row : rows) {
        const auto first = logits.begin() + row * vocabulary;
        picked.insert(picked.end(), first, first + vocabulary);
    }
    return picked;
}

struct Agreement {
    double lowest_cosine = 1, relative_error = 0;  // of single rows; of the whole, in the 2-norm
};
Agreement compare(const std::vector<float>& logits, const std::vector<double>& reference, std::int64_t vocabulary) {
    REQUIRE(logits.size() == reference.size());
    Agreement result;
    double errors = 0, references = 0;
    const auto row_length = static_cast<std::size_t>(vocabulary);
    for (std::size_t row = 0; row < logits.size(); row += row_length) {
        double dot = 0, a2 = 0, b2 = 0;
        for (std::size_t i = row; i < row + row_length; ++i) {
            const double a = static_cast<double>(logits[i]), b = reference[i];
            dot += a * b;
            a2 += a * a;
            b2 += b * b;
            errors += (a - b) * (a - b);
        }
        references += b2;
        result.lowest_cosine = std::min(result.lowest_cosine, dot / std::sqrt(a2 * b2));
    }
    result.relative_error = std::sqrt(errors / references);
    return result;
}

}  // namespace

TEST_CASE("tales: logits agree with a plain f64 forward pass but for the int8 rounding of activations") {
    Engine engine(tales());
    const std::int64_t vocabulary = engine.transformer().shape().vocabulary;
    for (const std::int64_t length : {1, 24, 37}) {
        CAPTURE(length);
        const std::vector<std::int32_t> tokens = canvas(length, engine.transformer().shape());
        const Agreement agreement = compare(engine.all_logits(tokens), reference_logits(tales(), tokens), vocabulary);
        CHECK(agreement.lowest_cosine >= 0.999);
        CHECK(agreement.relative_error <= 0.02);
    }
}

TEST_CASE("random models of every format agree with the reference") {
    for (const RandomLlada& options : {RandomLlada{}, RandomLlada{.layers = 1, .embedding = "q4_k", .seed = 2},
                                       RandomLlada{.layers = 3, .embedding = "q6_k", .tied = true, .seed = 3},
                                       RandomLlada{.layers = 4, .embedding = "q5_k", .tied = true, .seed = 4}}) {
        CAPTURE(options.layers);
        CAPTURE(options.embedding);
        const Bytes image = random_llada(options).image();
        const GgufFile file = GgufFile::parse(image, "random.gguf");
        Engine engine(file);
        const ModelShape& shape = engine.transformer().shape();
        const std::vector<std::int32_t> tokens = canvas(21, shape);
        const std::vector<float> logits = engine.all_logits(tokens);
        const Agreement agreement = compare(logits, reference_logits(file, tokens), shape.vocabulary);
        CHECK(agreement.lowest_cosine >= 0.99);
        CHECK(agreement.relative_error <= 0.05);
        const std::vector<std::int32_t> rows{20, 3, 3};
        CHECK(same_bits(engine.logits(tokens, rows), pick_rows(logits, rows, shape.vocabulary)));
    }
}

TEST_CASE("requested rows equal those of the full run bit for bit, in any order") {
    Engine engine(tales());
    const std::int64_t vocabulary = engine.transformer().shape().vocabulary;
    const std::vector<std::int32_t> tokens = canvas(70, engine.transformer().shape());
    const std::vector<float> full = engine.all_logits(tokens);
    std::vector<std::int32_t> backwards(70), block(32), more_than_all(80);
    std::iota(backwards.rbegin(), backwards.rend(), 0);
    std::iota(block.begin(), block.end(), 38);
    for (std::size_t i = 0; i < more_than_all.size(); ++i) more_than_all[i] = static_cast<std::int32_t>(i * 11 % 70);
    for (const std::vector<std::int32_t>& rows :
         {std::vector<std::int32_t>{0}, {69}, {5, 6, 7}, {60, 2, 33, 2, 2}, backwards, block, more_than_all}) {
        CAPTURE(rows.size());
        CHECK(same_bits(engine.logits(tokens, rows), pick_rows(full, rows, vocabulary)));
    }
    CHECK(engine.logits(tokens, {}).empty());
}

TEST_CASE("canvases of other lengths in between change nothing") {
    Engine engine(tales());
    const ModelShape& shape = engine.transformer().shape();
    const std::vector<float> first = engine.all_logits(canvas(40, shape));
    CHECK(same_bits(engine.all_logits(canvas(40, shape)), first));
    for (const std::int64_t length : {3, 130, 1, 64}) {
        const std::vector<float> fresh = Engine(tales()).all_logits(canvas(length, shape));
        CHECK(same_bits(engine.all_logits(canvas(length, shape)), fresh));
    }
    CHECK(same_bits(engine.all_logits(canvas(40, shape)), first));
}

TEST_CASE("thread counts, ISAs and token tiles give the same bits") {
    const std::vector<std::int32_t> tokens = canvas(45, Engine(tales(), 1).transformer().shape());
    const std::vector<std::int32_t> rows{40, 1, 2, 3, 4, 5, 44};
    const std::vector<float> expected = Engine(tales(), 1).logits(tokens, rows);
    for (const int threads : {2, 3, 8}) {
        CAPTURE(threads);
        CHECK(same_bits(Engine(tales(), threads).logits(tokens, rows), expected));
    }
    for (const Isa isa : host_isas()) {
        CAPTURE(isa_traits(isa).name);
        CHECK(same_bits(Engine(tales(), 2, isa).logits(tokens, rows), expected));
        CHECK(same_bits(Engine(tales(), 3, isa, 16).logits(tokens, rows), expected));
    }
}

TEST_CASE("a step met before generates and allocates nothing, and its time is split by operation") {
    Engine engine(tales());
    const ModelShape& shape = engine.transformer().shape();
    const std::vector<std::int32_t> tokens = canvas(33, shape), rows{30, 31, 32};
    engine.logits(tokens, rows);
    const KernelCache::Statistics before = engine.cache().statistics();
    std::vector<float> out(rows.size() * static_cast<std::size_t>(shape.vocabulary));
    const std::uint64_t allocations_before = allocations();
    engine.transformer().logits(tokens, rows, out);
    CHECK(allocations() == allocations_before);
    const KernelCache::Statistics after = engine.cache().statistics();
    CHECK(after.misses == before.misses);
    CHECK(after.hits == before.hits);

    const TimeSplit& split = engine.transformer().time_split();
    for (const double seconds :
         {split.embed, split.norms, split.q, split.k, split.v, split.rope, split.attention, split.attention_output,
          split.gate, split.up, split.activation, split.down, split.head})
        CHECK(seconds > 0);
    CHECK(engine.transformer().load_seconds() > 0);
    CHECK(engine.transformer().packed_bytes() > 0);

    const auto plans = engine.transformer().plans();
    CHECK_FALSE(plans.empty());
    bool head_listed = false;
    for (const auto& [projection, plan] : plans) {
        head_listed |= projection.starts_with("output: ") && projection.ends_with("962 x 256, 3 tokens");
        CHECK(plan.starts_with(isa_traits(engine.cache().machine().isa).name));
    }
    CHECK(head_listed);
}

TEST_CASE("what is no canvas, row or buffer is refused by name") {
    Engine engine(tales());
    Transformer& transformer = engine.transformer();
    const auto vocabulary = static_cast<std::size_t>(transformer.shape().vocabulary);
    const std::int64_t context = transformer.shape().context_length;
    std::vector<float> row(vocabulary);
    using Ids = std::vector<std::int32_t>;
    const auto refused = [&](const Ids& tokens, const Ids& rows, std::span<float> out, const std::string& message) {
        CHECK_THROWS_WITH_AS(transformer.logits(tokens, rows, out), message.c_str(), Error);
    };
    refused({}, Ids{0}, row, "the canvas is empty");
    refused(Ids{1, 962}, Ids{0}, row, "token 962 at position 1 is outside the vocabulary of 962");
    refused(Ids{-1}, Ids{0}, row, "token -1 at position 0 is outside the vocabulary of 962");
    refused(Ids{1, 2}, Ids{2}, row, "row 2 is outside the canvas of 2 tokens");
    refused(Ids{1, 2}, Ids{-1}, row, "row -1 is outside the canvas of 2 tokens");
    refused(Ids{1, 2}, Ids{0, 1}, row, "a buffer of 962 logits does not hold 2 rows of 962");
    refused(Ids{1, 2}, Ids{0}, std::span(row).first(961), "a buffer of 961 logits does not hold 1 rows of 962");
    refused(Ids(static_cast<std::size_t>(context) + 1, 1), Ids{0}, row,
            "a canvas of " + std::to_string(context + 1) + " tokens is longer than the model's context of " +
                std::to_string(context));
    // The longest canvas there may be, and one good call after the refused ones.
    transformer.logits(Ids(static_cast<std::size_t>(context), 1), Ids{0}, row);
    CHECK(std::isfinite(row[0]));
}

TEST_CASE("files that are no model quern can run are refused by tensor") {
    const auto refused = [](const GgufWriter& writer, const std::string& message) {
        const Bytes image = writer.image();
        const GgufFile file = GgufFile::parse(image, "model.gguf");
        CHECK_THROWS_WITH_AS(Engine{file}, message.c_str(), Error);
    };
    const auto with_tensor = [](const std::string& name, std::vector<std::uint64_t> dimensions, std::uint32_t type,
                                std::size_t bytes) {
        GgufWriter writer = random_llada({});
        writer.remove_tensor(name);
        writer.tensor(name, std::move(dimensions), type, Bytes(bytes));
        return writer;
    };
    constexpr std::uint32_t f32 = 0, f16 = 1, q4_k = 12;
    GgufWriter lacking = random_llada({});
    lacking.remove_tensor("blk.1.ffn_up.weight");
    refused(lacking, "model.gguf: missing tensor \"blk.1.ffn_up.weight\"");
    refused(with_tensor("blk.0.attn_k.weight", {256, 64}, q4_k, 64 * 144),
            "model.gguf: tensor \"blk.0.attn_k.weight\": has 64 rows of 256, not 128 rows of 256");
    refused(with_tensor("blk.0.attn_q.weight", {256, 256}, f32, 256 * 256 * 4),
            "model.gguf: tensor \"blk.0.attn_q.weight\": the type f32 is not supported for matrices (quantized types "
            "are)");
    refused(with_tensor("blk.1.attn_norm.weight", {256}, q4_k, 144),
            "model.gguf: tensor \"blk.1.attn_norm.weight\": the type q4_K is not supported for norms (f32 is)");
    refused(with_tensor("token_embd.weight", {256, 8}, f16, 256 * 8 * 2),
            "model.gguf: tensor \"token_embd.weight\": the type f16 is not supported (f32, q4_K, q5_K, q6_K are)");
    refused(with_tensor("blk.0.attn_q.bias", {256}, f32, 1024),
            "model.gguf: tensor \"blk.0.attn_q.bias\": is not part of a \"llada\" model quern can run");
    refused(
        random_llada({.tied = true}),
        "model.gguf: tensor \"token_embd.weight\": the type f32 is not supported for matrices (quantized types are)");
}
