// The logits of the bundled model: close to llama.cpp's, as close to the f32 reference as llama.cpp is, and the same
// bits whatever ISA, thread count, tile or choice of rows computed them.
#include <doctest/doctest.h>

#include <cstring>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "tests/support/bundled_model.hpp"
#include "tests/support/host_isas.hpp"
#include "tests/support/logits_agreement.hpp"
#include "tests/support/model_fixtures.hpp"
#include "tests/support/subprocess.hpp"
#include "tests/support/temporary_directory.hpp"

using namespace quern;
using namespace quern::test;

namespace {

bool same_bits(std::span<const float> a, std::span<const float> b) {
    return a.size() == b.size() && std::memcmp(a.data(), b.data(), a.size_bytes()) == 0;
}

/// Of all recorded canvases, in their order.
std::vector<float> all_logits(BundledModel& model) {
    std::vector<float> all;
    for (const RecordedCanvas& canvas : recorded_canvases()) {
        const auto rows = model.logits(canvas.tokens);
        all.insert(all.end(), rows.begin(), rows.end());
    }
    return all;
}

/// The given rows of `logits`, one after another.
std::vector<float> pick_rows(std::span<const float> logits, std::size_t vocabulary,
                             std::span<const std::int32_t> rows) {
    std::vector<float> picked;
    for (const std::int32_t row : rows) {
        const auto values = logits.subspan(static_cast<std::size_t>(row) * vocabulary, vocabulary);
        picked.insert(picked.end(), values.begin(), values.end());
    }
    return picked;
}

std::string joined(std::span<const std::int32_t> values) {
    std::string text;
    for (const std::int32_t value : values) text += (text.empty() ? "" : ",") + std::to_string(value);
    return text;
}

std::vector<float> logits_by_command(const RecordedCanvas& canvas, const std::string& rows,
                                     std::vector<std::string> more = {}) {
    const TemporaryDirectory directory;
    const std::string out = directory / "logits.f32";
    std::vector<std::string> arguments{
        QUERN_BINARY, "logits", "--model", bundled_model_path(), "--tokens", joined(canvas.tokens), "--rows",
        rows,         "--out",  out};
    arguments.insert(arguments.end(), more.begin(), more.end());
    const Finished result = run_program(arguments);
    INFO(result.errors);
    REQUIRE(result.exit_code == 0);
    std::ifstream file(out, std::ios::binary);
    const std::string bytes((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
    REQUIRE(bytes.size() % sizeof(float) == 0);
    std::vector<float> logits(bytes.size() / sizeof(float));
    std::memcpy(logits.data(), bytes.data(), bytes.size());
    return logits;
}

}  // namespace

TEST_CASE("the logits agree with llama.cpp's on every canvas") {
    BundledModel model(best_host_isa());
    const std::vector<float> llama = recorded_logits(LogitsSource::llama);
    for (const RecordedCanvas& canvas : recorded_canvases()) {
        CAPTURE(canvas.name);
        const auto logits = model.logits(canvas.tokens);
        const auto peer = std::span(llama).subspan(canvas.first_row * model.vocabulary(), logits.size());
        const LogitsAgreement agreement = compare_logits(logits, peer, model.vocabulary());
        MESSAGE(canvas.name << ": median cosine " << agreement.median_cosine() << ", least "
                            << agreement.least_cosine());
        CHECK(agreement.median_cosine() >= 0.9999);
        CHECK(agreement.least_cosine() >= 0.998);
        CHECK(agreement.decided > canvas.tokens.size() / 2);
        CHECK(agreement.other_argmax == 0);
    }
}

TEST_CASE("the logits lie as close to the f32 reference as llama.cpp's") {
    BundledModel model(best_host_isa());
    const std::vector<float> reference = recorded_logits(LogitsSource::reference);
    const double error = compare_logits(all_logits(model), reference, model.vocabulary()).error();
    const double llama_error =
        compare_logits(recorded_logits(LogitsSource::llama), reference, model.vocabulary()).error();
    MESSAGE("error against the reference, over llama.cpp's: " << error / llama_error);
    CHECK(error <= 1.2 * llama_error);
}

TEST_CASE("every ISA, thread count and tile gives the same logits bit for bit") {
    BundledModel first(best_host_isa());
    const std::vector<float> expected = all_logits(first);
    for (const Isa isa : host_isas()) {
        for (const int threads : {1, 2, 3}) {
            CAPTURE(isa_traits(isa).name);
            CAPTURE(threads);
            BundledModel model(isa, threads);
            CHECK(same_bits(all_logits(model), expected));
        }
        for (const int tile : {32, 80}) {
            CAPTURE(isa_traits(isa).name);
            CAPTURE(tile);
            BundledModel model(isa, 1, tile);
            CHECK(same_bits(all_logits(model), expected));
        }
    }
}

TEST_CASE("chosen rows are those rows of all") {
    for (const Isa isa : host_isas()) {
        CAPTURE(isa_traits(isa).name);
        BundledModel model(isa, 2);
        for (const RecordedCanvas& canvas : recorded_canvases()) {
            CAPTURE(canvas.name);
            const auto last = static_cast<std::int32_t>(canvas.tokens.size()) - 1;
            const auto all = model.logits(canvas.tokens);
            const std::vector<std::vector<std::int32_t>> choices{
                {0}, {last}, {last, 0}, {2, 3, 5, 7}, {9, 8, 7, 1, 0, last, 4}, {1, 1, last, 1}};
            for (const auto& rows : choices) {
                CAPTURE(joined(rows));
                CHECK(same_bits(model.logits(canvas.tokens, rows), pick_rows(all, model.vocabulary(), rows)));
            }
        }
    }
}

TEST_CASE("quern logits writes the same bits, all rows or some") {
    BundledModel model(best_host_isa());
    const RecordedCanvas canvas = recorded_canvases()[4];
    const auto expected = model.logits(canvas.tokens);
    const auto all = logits_by_command(canvas, "all");
    CHECK(same_bits(all, expected));
    const std::vector<std::int32_t> rows{3, 0, 31, 56, 17};
    CHECK(same_bits(logits_by_command(canvas, joined(rows)), pick_rows(all, model.vocabulary(), rows)));
    for (const Isa isa : host_isas()) {
        const std::string name(isa_traits(isa).name);
        CAPTURE(name);
        CHECK(same_bits(logits_by_command(canvas, "all", {"--isa", name, "--threads", "3"}), expected));
    }
}
