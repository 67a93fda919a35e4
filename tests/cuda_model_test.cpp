// The forward pass on the CUDA path against the processor's: logits, row statistics, and a generated text.
#include <doctest/doctest.h>

#include <cmath>
#include <cstdint>
#include <numeric>
#include <string>
#include <vector>

#include "gen/error.hpp"
#include "tests/ptx/quern_ptx.h"
#include "tests/support/bundled_model.hpp"
#include "tests/support/cuda_device.hpp"
#include "tests/support/generation_agreement.hpp"
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

}  // namespace

TEST_CASE("the logits agree with the processor's on every recorded canvas") {
    BundledModel processor(best_host_isa());
    DeviceModel device;
    for (const RecordedCanvas& canvas : recorded_canvases()) {
        CAPTURE(canvas.name);
        const auto agreement = compare_logits(logits_of(device.transformer, canvas.tokens, every_row(canvas.tokens)),
                                              processor.logits(canvas.tokens), processor.vocabulary());
        MESSAGE(canvas.name << ": median cosine " << agreement.median_cosine() << ", least "
                            << agreement.least_cosine());
        CHECK(agreement.median_cosine() >= 0.9999);
        CHECK(agreement.least_cosine() >= 0.998);
        CHECK(agreement.decided > canvas.tokens.size() / 2);
        CHECK(agreement.other_argmax == 0);
    }
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

TEST_CASE("a text of 32 tokens at temperature 0 is the processor's, but for near-ties") {
    BundledModel processor(best_host_isa());
    DeviceModel device;
    if (on_ptx_executor()) ptx_executor<void()>("quern_ptx_reset")();
    const auto departure =
        compare_generations(processor.transformer, device.transformer, recorded_answers().front().prompt, 32);
    INFO(departure.description);
    CHECK(departure.margin <= 0.02);
    CHECK(departure.lead <= 0.03);
    if (!on_ptx_executor()) return;
    quern_ptx_counters counted{};
    ptx_executor<int(const char*, quern_ptx_counters*)>("quern_ptx_kernel_counters")(nullptr, &counted);
    CHECK(counted.warp_instructions > 0);
    MESSAGE("the PTX executor ran " << static_cast<double>(counted.warp_instructions) / counted.seconds / 1e6
                                    << " million warp instructions a second, " << counted.warp_instructions
                                    << " in all");
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
