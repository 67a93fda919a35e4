// The logits of the bundled model against llama.cpp itself, loaded from its published binaries.
#include <doctest/doctest.h>

#include <cmath>
#include <random>
#include <string>
#include <vector>

#include "tests/support/bundled_model.hpp"
#include "tests/support/llama_peer.hpp"
#include "tests/support/logits_agreement.hpp"
#include "tests/support/model_fixtures.hpp"

using namespace quern;
using namespace quern::test;

namespace {

/// The level the fixtures were recorded with, which every processor quern supports can load.
LlamaPeer haswell_peer() {
    return LlamaPeer(QUERN_PEERS_DIR, bundled_model_path(), "haswell");
}

/// Plain ids, every one a mask with probability `masked`. The special tokens are the last six of the vocabulary.
std::vector<std::int32_t> random_canvas(std::mt19937& random, std::size_t length, double masked, std::int32_t mask,
                                        std::size_t vocabulary) {
    std::vector<std::int32_t> canvas(length);
    for (std::int32_t& token : canvas) {
        const bool is_masked = static_cast<double>(random() % 1000) < masked * 1000;
        token = is_masked ? mask : static_cast<std::int32_t>(random() % (vocabulary - 6));
    }
    return canvas;
}

}  // namespace

TEST_CASE("the recorded logits are llama.cpp's") {
    const LlamaPeer llama = haswell_peer();
    const auto vocabulary = static_cast<std::size_t>(llama.vocabulary_size());
    const auto recorded = recorded_logits(LogitsSource::llama);
    for (const RecordedCanvas& canvas : recorded_canvases()) {
        CAPTURE(canvas.name);
        const auto live = llama.logits(canvas.tokens, 1);
        REQUIRE((canvas.first_row + canvas.tokens.size()) * vocabulary <= recorded.size());
        const auto rows = std::span(recorded).subspan(canvas.first_row * vocabulary, live.size());
        // As halves they keep eleven bits.
        CHECK(compare_logits(rows, live, vocabulary).least_cosine() > 0.9999999);
        double worst = 0;
        for (std::size_t i = 0; i < live.size(); ++i)
            worst = std::max(worst, std::abs(double(rows[i]) - double(live[i])) / (std::abs(double(live[i])) + 1e-3));
        CHECK(worst <= 1.0 / 2048);
    }
}

TEST_CASE("the logits agree with llama.cpp's on fresh canvases") {
    const LlamaPeer llama = haswell_peer();
    BundledModel model(best_host_isa(), 2);
    REQUIRE(static_cast<std::size_t>(llama.vocabulary_size()) == model.vocabulary());
    std::mt19937 random(20);
    for (const std::size_t length : {std::size_t{1}, std::size_t{11}, std::size_t{33}, std::size_t{80},
                                     std::size_t{113}, std::size_t{148}, std::size_t{200}, std::size_t{256}}) {
        for (const double masked : {0.0, 0.3}) {
            CAPTURE(length);
            CAPTURE(masked);
            const auto canvas =
                random_canvas(random, length, masked, model.transformer.shape().mask_token, model.vocabulary());
            const LogitsAgreement agreement =
                compare_logits(model.logits(canvas), llama.logits(canvas, 2), model.vocabulary());
            MESSAGE(length << " tokens: median cosine " << agreement.median_cosine() << ", least "
                           << agreement.least_cosine());
            CHECK(agreement.median_cosine() >= 0.9999);
            CHECK(agreement.least_cosine() >= 0.998);
            CHECK(agreement.other_argmax == 0);
        }
    }
}
