#include "runtime/bench/blockwise_operands.hpp"

#include <algorithm>

#include "gen/block_quantizer.hpp"
#include "gen/error.hpp"
#include "runtime/bench/random_buffer.hpp"
#include "runtime/bench/sampled_error.hpp"
#include "runtime/dense/blockwise_driver.hpp"
#include "runtime/system/available_memory.hpp"

namespace quern {

namespace {

constexpr std::size_t most_dense_bytes = std::size_t{1} << 30;

std::size_t elements_of(const BlockwisePlan& plan) {
    return static_cast<std::size_t>(plan.spec.m * plan.columns());
}

std::size_t code_bytes_of(const BlockwisePlan& plan) {
    return plan.packed() ? (elements_of(plan) + 1) / 2 : elements_of(plan);
}

std::size_t scales_of(const BlockwisePlan& plan) {
    return static_cast<std::size_t>(scale_count(plan.spec.m * plan.columns(), plan.spec.block));
}

std::size_t weight_bytes_of(const BlockwisePlan& plan) {
    return code_bytes_of(plan) + scales_of(plan) * sizeof(double);
}

/// Any packed byte is two codes of the grid; a code by itself is not any byte.
AlignedBuffer<std::int8_t> random_codes(const BlockwisePlan& plan, std::uint64_t seed) {
    const bool any_byte = plan.packed() || plan.grid() == CodeGrid::int8;
    const std::int64_t count = any_byte ? 256 : 16, lowest = plan.grid() == CodeGrid::nf4 && !any_byte ? 0 : -count / 2;
    return random_buffer<std::int8_t>(code_bytes_of(plan), seed, [count, lowest](std::int64_t random) {
        // The upper bits: a linear congruential generator's lower ones repeat soon.
        return static_cast<std::int8_t>(lowest + ((random >> 40) & (count - 1)));
    });
}

/// The plan, once its operands are known to fit in memory.
const BlockwisePlan& that_fits(const BlockwisePlan& plan, int weights) {
    const bool gemm = plan.spec.op == Op::nf4_gemm;
    const auto columns = static_cast<double>(gemm ? plan.spec.n : 1);
    const double x = static_cast<double>(plan.columns()) * columns, y = static_cast<double>(plan.spec.m) * columns;
    constexpr double own_bytes = 256;  // of a weight's buffers, whatever they hold
    require_memory((static_cast<double>(weight_bytes_of(plan)) + own_bytes) * weights + (x + 2 * y) * sizeof(double),
                   "the operands of the product");
    return plan;
}

}  // namespace

int weights_beyond_cache(const BlockwisePlan& plan) {
    const std::size_t beyond = plan.machine.l3_bytes / weight_bytes_of(plan) + 1;
    const std::size_t most = most_dense_bytes / (elements_of(plan) * sizeof(double));
    return static_cast<int>(std::clamp<std::size_t>(std::min(beyond, most), 1, most_weights));
}

BlockwiseOperands::BlockwiseOperands(const BlockwisePlan& plan, int weights)
    : plan_(that_fits(plan, weights)),
      x_(random_reals<double>(columns() * x_columns(), 1)),
      y_(static_cast<std::size_t>(rows() * x_columns())),
      peer_y_(y_.size()) {
    for (std::uint64_t seed = 2; seed < 2 + 2 * static_cast<std::uint64_t>(weights); seed += 2)
        weights_.push_back(
            {random_codes(plan, seed), random_reals<double>(static_cast<std::int64_t>(scales_of(plan)), seed + 1)});
    std::fill_n(y_.data(), y_.size(), 0.0);
    std::fill_n(peer_y_.data(), y_.size(), 0.0);
}

double BlockwiseOperands::operations() const {
    return 2 * static_cast<double>(elements_of(plan_)) * static_cast<double>(x_columns());
}

std::size_t BlockwiseOperands::weight_bytes() const {
    return weight_bytes_of(plan_);
}

std::size_t BlockwiseOperands::dense_bytes() const {
    return elements_of(plan_) * sizeof(double);
}

void BlockwiseOperands::multiply(const BlockwisePlan& plan, const Kernel& kernel, DenseContext::Turn& turn) {
    last_ = (last_ + 1) % weights_.size();
    const BlockwiseWeight weight{weights_[last_].codes.data(), weights_[last_].scales.data()};
    const GemmStatus status = is_gemm() ? run_blockwise_gemm(plan, kernel, weight, x_.data(), y_.data(), turn)
                                        : run_blockwise_gemv(plan, kernel, weight, x_.data(), y_.data(), turn.pool());
    if (status != GEMM_OK) throw Error("a random code lies outside its grid");
}

void BlockwiseOperands::make_dense() {
    require_memory(static_cast<double>(dense_bytes()) * weights(), "the weights made dense for the peer");
    for (Weight& weight : weights_) {
        weight.dense = AlignedBuffer<double>(elements_of(plan_));
        for (std::size_t i = 0; i < weight.dense.size(); ++i)
            weight.dense.data()[i] = element(weight, static_cast<std::int64_t>(i));
    }
}

void BlockwiseOperands::multiply(const OpenBlasPeer& peer) {
    peer_last_ = (peer_last_ + 1) % weights_.size();
    const double* dense = weights_[peer_last_].dense.data();
    if (is_gemm())
        peer.gemm(rows(), x_columns(), columns(), dense, x_.data(), peer_y_.data());
    else
        peer.gemv(rows(), columns(), false, dense, x_.data(), peer_y_.data());
}

double BlockwiseOperands::rel_error() const {
    return rel_error(y_, weights_[last_]);
}

double BlockwiseOperands::peer_rel_error() const {
    return rel_error(peer_y_, weights_[peer_last_]);
}

double BlockwiseOperands::rel_error(const AlignedBuffer<double>& y, const Weight& weight) const {
    const auto computed = [&](std::int64_t row, std::int64_t column) { return y.data()[row * x_columns() + column]; };
    const auto reference = [&](std::int64_t row, std::int64_t column) {
        double sum = 0;
        for (std::int64_t step = 0; step < columns(); ++step)
            sum += element(weight, row * columns() + step) * x_.data()[step * x_columns() + column];
        return sum;
    };
    return sampled_error(rows(), x_columns(), computed, reference);
}

double BlockwiseOperands::element(const Weight& weight, std::int64_t index) const {
    std::int8_t code = weight.codes.data()[plan_.packed() ? index / 2 : index];
    if (plan_.packed()) {
        const int half = static_cast<std::uint8_t>(code) >> (index % 2 * 4) & 15;
        code = static_cast<std::int8_t>(plan_.grid() == CodeGrid::int4 && half > 7 ? half - 16 : half);
    }
    return grid_value(code, plan_.grid()) * weight.scales.data()[index / plan_.spec.block];
}

}  // namespace quern
