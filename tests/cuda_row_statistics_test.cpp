#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <random>
#include <vector>

#include "tests/support/cuda_device.hpp"

namespace {

using namespace quern;
using test::CudaDevice;

/// What the kernel says of rows of logits, `stride` apart.
std::vector<cuda::RowStatistics> statistics_of(const std::vector<std::vector<float>>& rows) {
    const std::size_t size = rows.front().size(), stride = size + 3;
    std::vector<float> logits(rows.size() * stride, 9e30f);
    for (std::size_t row = 0; row < rows.size(); ++row)
        std::copy(rows[row].begin(), rows[row].end(), logits.begin() + static_cast<std::ptrdiff_t>(row * stride));
    CudaDevice& device = CudaDevice::get();
    const auto device_logits = device.upload(logits);
    const cuda::DeviceBuffer<cuda::RowStatistics> output(device.device(), rows.size());
    KernelSpec spec;
    spec.name = "statistics";
    spec.op = Op::row_statistics;
    spec.n = static_cast<std::int64_t>(size);
    device.run(spec, static_cast<std::int64_t>(rows.size()),
               cuda::RowStatisticsCall{device_logits.data(), output.data(), static_cast<int>(stride),
                                       static_cast<int>(rows.size())});
    return device.download(output);
}

void check_rows(const std::vector<std::vector<float>>& rows) {
    const std::vector<cuda::RowStatistics> found = statistics_of(rows);
    for (std::size_t index = 0; index < rows.size(); ++index) {
        CAPTURE(index);
        const std::vector<float>& row = rows[index];
        const auto best = std::max_element(row.begin(), row.end());  // the first of equals
        const auto best_index = static_cast<std::size_t>(best - row.begin());
        double z = 0, weighted = 0, weight_magnitude = 0;
        float runner_up = -INFINITY;
        for (std::size_t other = 0; other < row.size(); ++other) {
            const double distance = static_cast<double>(row[other]) - static_cast<double>(*best);
            z += std::exp(distance);
            weighted += std::exp(distance) * distance;
            weight_magnitude += std::abs(std::exp(distance) * distance);
            if (other != best_index) runner_up = std::max(runner_up, row[other]);
        }
        CHECK(found[index].best == static_cast<int>(best_index));
        CHECK(found[index].best_logit == *best);
        CHECK(found[index].runner_up == runner_up);
        CHECK(std::abs(found[index].z - z) <= 1e-5 * z);
        CHECK(std::abs(found[index].weighted - weighted) <= 1e-5 * weight_magnitude);
    }
}

}  // namespace

TEST_CASE("row statistics: the exact index, the runner-up, and the sums within 1e-5") {
    constexpr std::size_t size = 962;
    std::mt19937 random(5);
    std::normal_distribution<float> normal;
    std::vector<std::vector<float>> rows;
    for (const float spread : {0.1f, 1.0f, 8.0f, 60.0f}) {
        rows.emplace_back(size);
        for (float& logit : rows.back()) logit = spread * normal(random);
    }
    rows.emplace_back(size, 2.5f);  // all equal
    rows.emplace_back(size, -1e30f);
    rows.back()[size - 1] = -3.0f;  // the last, far above the others
    rows.emplace_back(size, 0.0f);
    rows.back()[700] = rows.back()[131] = rows.back()[387] = 4.0f;  // a tie, in one thread's share and in another's
    rows.emplace_back(size, -500.0f);
    rows.back()[0] = 500.0f;
    check_rows(rows);
}

TEST_CASE("row statistics of rows shorter than a block") {
    check_rows({{1.0f, 3.0f, 2.0f}, {-1.0f, -1.0f, -2.0f}});
}
