// The forward pass on the CUDA path against the processor's and the f32 reference: logits and row statistics.
#include <doctest/doctest.h>

#include <cmath>
#include <cstdint>
#include <numeric>
#include <string>
#include <vector>

#include "gen/error.hpp"
#include "tests/support/bundled_model.hpp"
#include "tests/support/device_model.hpp"
#include "tests/support/logits_agreement.hpp"

using namespace quern;
using namespace quern::test;

namespace {

std::vector<std::int32_t> every_row(const std::vector<std::int32_t>& tokens) {
    std::vector<std::int32_t> rows(tokens.size());
    std::iota(rows.begin(), rows.end(), 0);
    return rows;
}

std::vector<float> logits_of(ForwardPass& pass, std::span<const std::int32_t> tokens,
                             std::span<const std::int32_t> rows) {
    std::vector<float> out(rows.size() * static_cast<std::size_t>(pass.shape().vocabulary));
    pass.logits(tokens, rows, out);
    return out;
}

/// Rows where both decide, p1 - p2 > 0.05, and differently.
std::size_t other_decisions(std::span<const float> a, std::span<const float> b, std::size_t vocabulary) {
    std::size_t other = 0;
    for (std::size_t at = 0; at < a.size(); at += vocabulary) {
        const MostLikely ours = most_likely(a.subspan(at, vocabulary)), theirs = most_likely(b.subspan(at, vocabulary));
        if (ours.margin > 0.05 && theirs.margin > 0.05 && ours.token != theirs.token) ++other;
    }
    return other;
}

}  // namespace

TEST_CASE("the logits agree with the processor's and lie nearer to the f32 reference than llama.cpp's") {
    BundledModel processor(best_host_isa());
    DeviceModel device;
    const std::size_t vocabulary = processor.vocabulary();
    const std::vector<float> reference = recorded_logits(LogitsSource::reference),
                             llama = recorded_logits(LogitsSource::llama);
    double squared_error = 0, llama_squared_error = 0;
    std::size_t rows = 0, apart = 0;
    for (const RecordedCanvas& canvas : recorded_canvases()) {
        CAPTURE(canvas.name);
        const auto logits = logits_of(device.transformer, canvas.tokens, every_row(canvas.tokens));
        const auto expected = std::span(reference).subspan(canvas.first_row * vocabulary, logits.size());
        const auto processors = processor.logits(canvas.tokens);
        const auto agreement = compare_logits(logits, processors, vocabulary);
        MESSAGE(canvas.name << ": median cosine " << agreement.median_cosine() << ", least "
                            << agreement.least_cosine());
        CHECK(agreement.median_cosine() >= 0.9999);
        CHECK(agreement.decided > canvas.tokens.size() / 2);
        // The device rounds activations by 32 values, the processor by 256: where both round a row its own way, the two
        // differ by more than either does from the reference, and a margin one of them calls small is no decision.
        for (const double each : agreement.cosines) apart += each < 0.998 ? 1U : 0U;
        CHECK(agreement.least_cosine() >= 0.9975);
        CHECK(other_decisions(logits, processors, vocabulary) == 0);
        rows += agreement.cosines.size();

        const auto truth = compare_logits(logits, expected, vocabulary);
        CHECK(truth.median_cosine() >= 0.9999);
        CHECK(truth.least_cosine() >= 0.998);
        CHECK(truth.other_argmax == 0);
        squared_error += truth.squared_error;
        llama_squared_error +=
            compare_logits(std::span(llama).subspan(canvas.first_row * vocabulary, logits.size()), expected, vocabulary)
                .squared_error;
    }
    MESSAGE(apart << " of " << rows << " rows have a cosine below 0.998 with the processor's; the error against the "
                  << "reference is " << std::sqrt(squared_error / llama_squared_error) << " of llama.cpp's");
    CHECK(apart * 500 <= rows);
    CHECK(squared_error <= llama_squared_error);
}

TEST_CASE("chosen rows are those rows of all, in any order and number, whatever the token tile") {
    DeviceModel device, wide(80);
    const RecordedCanvas canvas = recorded_canvases().front();
    const auto vocabulary = static_cast<std::size_t>(device.transformer.shape().vocabulary);
    const auto all = logits_of(device.transformer, canvas.tokens, every_row(canvas.tokens));
    const auto last = static_cast<std::int32_t>(canvas.tokens.size()) - 1;
    const std::vector<std::vector<std::int32_t>> choices{{0}, {last, 0}, {2, 3, 5}, {1, 1, last, 1}};
    for (const auto& rows : choices)
        for (DeviceModel* model : {&device, &wide}) {
            const auto chosen = logits_of(model->transformer, canvas.tokens, rows);
            for (std::size_t i = 0; i < rows.size(); ++i)
                for (std::size_t token = 0; token < vocabulary; ++token)
                    REQUIRE(chosen[i * vocabulary + token] ==
                            all[static_cast<std::size_t>(rows[i]) * vocabulary + token]);
        }
}

TEST_CASE("row statistics are those of the logits") {
    DeviceModel device;
    const RecordedCanvas canvas = recorded_canvases().front();
    const std::vector<std::int32_t> rows{4, 0, 7};
    const auto vocabulary = static_cast<std::size_t>(device.transformer.shape().vocabulary);
    const auto logits = logits_of(device.transformer, canvas.tokens, rows);
    std::vector<RowStatistics> statistics(rows.size());
    device.transformer.row_statistics(canvas.tokens, rows, statistics);
    for (std::size_t i = 0; i < rows.size(); ++i) {
        const auto row = std::span<const float>(logits).subspan(i * vocabulary, vocabulary);
        const MostLikely best = most_likely(row);
        CHECK(statistics[i].best == best.token);
        CHECK(statistics[i].best_logit == row[static_cast<std::size_t>(best.token)]);
        CHECK(1 / statistics[i].z == doctest::Approx(best.probability).epsilon(1e-5));
        const double runner_up = std::exp(double(statistics[i].runner_up) - double(statistics[i].best_logit));
        CHECK((1 - runner_up) / statistics[i].z == doctest::Approx(best.margin).epsilon(1e-4));
    }
}

TEST_CASE("a request the model cannot answer is refused before anything runs") {
    DeviceModel device;
    const auto vocabulary = static_cast<std::int32_t>(device.transformer.shape().vocabulary);
    std::vector<float> out(static_cast<std::size_t>(vocabulary));
    const std::vector<std::int32_t> row{0}, stray{1}, token{3}, unknown{vocabulary};
    CHECK_THROWS_AS(device.transformer.logits(unknown, row, out), Error);
    CHECK_THROWS_AS(device.transformer.logits(token, stray, out), Error);
    CHECK_THROWS_AS(device.transformer.logits({}, row, out), Error);
    std::vector<RowStatistics> none;
    CHECK_THROWS_AS(device.transformer.row_statistics(token, row, none), Error);
}
