// Five prompts answered on the CUDA path and on the processor, at temperature 0: the same texts, but for near-ties.
#include <doctest/doctest.h>

#include "tests/support/bundled_model.hpp"
#include "tests/support/device_model.hpp"
#include "tests/support/generation_agreement.hpp"

using namespace quern;
using namespace quern::test;

TEST_CASE("five texts at temperature 0 are the processor's, but for near-ties") {
    BundledModel processor(best_host_isa());
    DeviceModel device;
    const auto answers = recorded_answers();
    REQUIRE(answers.size() >= 6);
    for (std::size_t i = 1; i <= 5; ++i) {
        CAPTURE(answers[i].question);
        const auto departure =
            compare_generations(processor.transformer, device.transformer, answers[i].prompt, 32, 32);
        INFO(departure.description);
        CHECK(departure.margin <= 0.02);
        CHECK(departure.lead <= 0.03);
    }
}
