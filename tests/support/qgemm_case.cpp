#include "tests/support/qgemm_case.hpp"

#include <atomic>
#include <cmath>
#include <cstring>
#include <random>
#include <thread>

#include "gen/activation_layout.hpp"
#include "gen/packer.hpp"

namespace quern::test {

namespace {

std::uint16_t random_half(std::mt19937_64& random) {
    switch (random() % 16) {
        case 0:
            return 0x0000;
        case 1:
            return static_cast<std::uint16_t>(random() % 0x0400);  // subnormal
        case 2:
            return 0x7BFF;  // 65504
        case 3:
            return 0xFBFF;
        default:  // 2^-12 .. 2^-4, either sign
            return static_cast<std::uint16_t>((random() & 0x8000) | ((3 + random() % 8) << 10) | random() % 1024);
    }
}

void write_record(std::uint8_t* record, const std::int8_t* codes, float scale) {
    std::int16_t sum16[16] = {}, sum32[8] = {};
    for (int k = 0; k < ActivationLayout::super_block; ++k) {
        sum16[k / 16] = static_cast<std::int16_t>(sum16[k / 16] + codes[k]);
        sum32[k / 32] = static_cast<std::int16_t>(sum32[k / 32] + codes[k]);
    }
    std::memset(record, 0, ActivationLayout::record_bytes);
    std::memcpy(record, codes, ActivationLayout::super_block);
    std::memcpy(record + ActivationLayout::sum16_offset, sum16, sizeof sum16);
    std::memcpy(record + ActivationLayout::sum32_offset, sum32, sizeof sum32);
    std::memcpy(record + ActivationLayout::scale_offset, &scale, sizeof scale);
}

}  // namespace

std::vector<std::uint8_t> random_matrix(const WeightFormat& format, std::int64_t rows, std::int64_t columns,
                                        std::uint64_t seed) {
    std::mt19937_64 random(seed);
    const std::size_t block_bytes = static_cast<std::size_t>(format.block_bytes);
    const std::size_t blocks = static_cast<std::size_t>(rows * columns / format.block_weights);
    std::vector<std::uint8_t> bytes(blocks * block_bytes);
    for (std::uint8_t& byte : bytes) byte = static_cast<std::uint8_t>(random() >> 32);
    for (std::size_t b = 0; b < blocks; ++b) {
        const std::uint16_t d = random_half(random), dmin = random_half(random);
        std::uint8_t* block = bytes.data() + b * block_bytes;
        std::memcpy(block + format.d_offset, &d, sizeof d);
        if (format.has_mins) std::memcpy(block + format.dmin_offset, &dmin, sizeof dmin);
    }
    return bytes;
}

std::vector<std::uint8_t> random_activations(std::int64_t tokens, std::int64_t columns, std::uint64_t seed) {
    std::mt19937_64 random(seed);
    std::vector<std::uint8_t> records(ActivationLayout::bytes(tokens, columns));
    std::int8_t codes[ActivationLayout::super_block];
    for (std::int64_t b = 0; b < columns / ActivationLayout::super_block; ++b)
        for (std::int64_t t = 0; t < tokens; ++t) {
            for (int k = 0; k < ActivationLayout::super_block; ++k) {
                const int mixed = static_cast<int>(random() % 255) - 127;
                const int by_kind[] = {-127, 127, k % 2 == 0 ? -127 : 127, mixed, mixed};
                codes[k] = static_cast<std::int8_t>(by_kind[t % 5]);
            }
            const float scale = static_cast<float>(
                std::ldexp(1.0 + static_cast<double>(random() % 1000) / 1000.0, static_cast<int>(random() % 12) - 10));
            write_record(records.data() + static_cast<std::size_t>(b * tokens + t) * ActivationLayout::record_bytes,
                         codes, scale);
        }
    return records;
}

std::vector<std::uint8_t> first_tokens(std::span<const std::uint8_t> activations, std::int64_t all_tokens,
                                       std::int64_t tokens, std::int64_t columns) {
    const auto records = [](std::int64_t count) {
        return static_cast<std::size_t>(count) * ActivationLayout::record_bytes;
    };
    std::vector<std::uint8_t> result(ActivationLayout::bytes(tokens, columns));
    for (std::int64_t b = 0; b < columns / ActivationLayout::super_block; ++b)
        std::memcpy(result.data() + records(b * tokens), activations.data() + records(b * all_tokens), records(tokens));
    return result;
}

std::vector<std::uint8_t> pack(const WeightFormat& format, std::int64_t rows, std::int64_t columns,
                               std::span<const std::uint8_t> gguf) {
    const PackedLayout layout = packed_layout(format);
    std::vector<std::uint8_t> packed(layout.matrix_bytes(rows, columns));
    const std::int64_t row_bytes = columns / format.block_weights * format.block_bytes;
    pack_row_groups(layout, rows, columns, gguf.first(static_cast<std::size_t>(rows * row_bytes)), 0, row_groups(rows),
                    packed);
    return packed;
}

KernelSpec qgemm_spec(const WeightFormat& format, std::int64_t n, std::int64_t k, std::int64_t tokens) {
    KernelSpec spec;
    spec.name = "test";
    spec.weight = &format;
    spec.n = n;
    spec.k = k;
    spec.tokens = tokens;
    return spec;
}

GuardedRun run_guarded(const QGemmPlan& plan, std::span<const std::uint8_t> packed,
                       std::span<const std::uint8_t> activations, Guard guard, int item_threads,
                       const QGemmPlan* emitted) {
    const Kernel kernel(plan.spec, emit_qgemm(emitted ? *emitted : plan), 0);
    const auto n = static_cast<std::size_t>(plan.spec.n), tokens = static_cast<std::size_t>(plan.spec.tokens);
    // A stride wider than a row leaves columns that no kernel may touch; the last row ends with its last element.
    const std::size_t stride = n + 3;
    GuardedBuffer weights(packed.size(), 64, guard), records(activations.size(), 64, guard);
    GuardedBuffer output(((tokens - 1) * stride + n) * sizeof(float), sizeof(float), guard);
    std::memcpy(weights.data(), packed.data(), packed.size());
    std::memcpy(records.data(), activations.data(), activations.size());
    weights.make_read_only();
    records.make_read_only();
    constexpr std::uint8_t untouched = 0x7B;
    std::memset(output.data(), untouched, output.size());

    GuardedRun run;
    std::atomic<std::int64_t> next_item{0};
    std::atomic<bool> scratch_intact{true};
    const auto work = [&] {
        GuardedBuffer scratch(kernel.scratch_bytes(), 64, guard);
        for (std::int64_t item = next_item++; item < plan.items(); item = next_item++)
            kernel(QGemmCall{weights.data(), records.data(), output.as<float>().data(),
                             static_cast<std::int64_t>(stride), item, scratch.data()});
        if (!scratch.check_canaries()) scratch_intact = false;
    };
    std::vector<std::thread> threads;
    for (int i = 1; i < item_threads; ++i) threads.emplace_back(work);
    work();
    for (std::thread& thread : threads) thread.join();

    run.intact = scratch_intact && weights.check_canaries() && records.check_canaries() && output.check_canaries();
    const std::span<const float> y = output.as<float>();
    run.y.resize(tokens * n);
    for (std::size_t t = 0; t < tokens; ++t) {
        std::memcpy(run.y.data() + t * n, y.data() + t * stride, n * sizeof(float));
        if (t + 1 == tokens) break;
        for (std::size_t byte = (t * stride + n) * sizeof(float); byte < (t + 1) * stride * sizeof(float); ++byte)
            if (output.data()[byte] != untouched) run.intact = false;
    }
    return run;
}

std::string first_violation(std::span<const float> y, std::int64_t tokens, std::int64_t rows,
                            const ReferenceOutput& reference, std::int64_t reference_rows) {
    for (std::int64_t t = 0; t < tokens; ++t)
        for (std::int64_t n = 0; n < rows; ++n) {
            const double value = static_cast<double>(y[static_cast<std::size_t>(t * rows + n)]);
            const auto at = static_cast<std::size_t>(t * reference_rows + n);
            if (!(std::abs(value - reference.y[at]) <= 1e-6 * reference.magnitude[at]))
                return "token " + std::to_string(t) + " row " + std::to_string(n) + ": " + std::to_string(value) +
                       " instead of " + std::to_string(reference.y[at]) +
                       ", S = " + std::to_string(reference.magnitude[at]);
        }
    return "";
}

}  // namespace quern::test
