// A text generated on the CUDA path is the processor's.
#include <doctest/doctest.h>

#include <cstdint>

#include "tests/ptx/quern_ptx.h"
#include "tests/support/bundled_model.hpp"
#include "tests/support/device_model.hpp"
#include "tests/support/generation_agreement.hpp"

using namespace quern;
using namespace quern::test;

TEST_CASE("a text of 32 tokens at temperature 0 is the processor's, but for near-ties") {
    BundledModel processor(best_host_isa());
    DeviceModel device;
    if (on_ptx_executor()) ptx_executor<void()>("quern_ptx_reset")();
    const auto departure =
        compare_generations(processor.transformer, device.transformer, recorded_answers().front().prompt, 32, 16);
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
