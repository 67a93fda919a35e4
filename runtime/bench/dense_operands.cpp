#include "runtime/bench/dense_operands.hpp"

#include <algorithm>
#include <array>
#include <numeric>
#include <vector>

#include "runtime/bench/random_buffer.hpp"
#include "runtime/bench/sampled_error.hpp"
#include "runtime/dense/gemm_driver.hpp"
#include "runtime/dense/gemv_driver.hpp"
#include "runtime/system/available_memory.hpp"

namespace quern {

namespace {

/// As many sums side by side as keep memory, not an addition's latency, the bound.
template <class T>
T sum_of(std::span<const T> elements) {
    constexpr std::size_t width = 32;
    std::array<T, width> sums{};
    std::size_t i = 0;
    for (; i + width <= elements.size(); i += width)
        for (std::size_t j = 0; j < width; ++j) sums[j] += elements[i + j];
    for (; i < elements.size(); ++i) sums[0] += elements[i];
    return std::accumulate(sums.begin(), sums.end(), T{0});
}

/// The spec, once its operands are known to fit in memory.
const KernelSpec& that_fits(const KernelSpec& spec) {
    const auto m = static_cast<double>(spec.m), n = static_cast<double>(spec.n), k = static_cast<double>(spec.k);
    const double elements = spec.op == Op::gemm ? m * k + k * n + 2 * m * n : m * n + 2 * (m + n);
    require_memory(elements * element_bytes(spec.type), "the operands of the product");
    return spec;
}

}  // namespace

template <class T>
DenseOperands<T>::DenseOperands(const KernelSpec& spec)
    : spec_(that_fits(spec)),
      a_(random_reals<T>(spec.m * (spec.op == Op::gemm ? spec.k : spec.n), 1)),
      b_(random_reals<T>(b_rows() * b_columns(), 2)),
      c_(static_cast<std::size_t>(c_rows() * b_columns())),
      peer_c_(c_.size()) {
    std::fill_n(c_.data(), c_.size(), T{0});
    std::fill_n(peer_c_.data(), c_.size(), T{0});
}

template <class T>
double DenseOperands<T>::operations() const {
    return 2 * static_cast<double>(spec_.m) * static_cast<double>(spec_.n) *
           (is_gemm() ? static_cast<double>(spec_.k) : 1);
}

template <class T>
void DenseOperands<T>::multiply(const GemmPlan& plan, const Kernel& kernel, DenseContext::Turn& turn) {
    const bool a_by_rows = spec_.a_layout == MatrixLayout::row_major,
               b_by_rows = spec_.b_layout == MatrixLayout::row_major;
    const DenseView<T> a{a_.data(), a_by_rows ? spec_.k : 1, a_by_rows ? 1 : spec_.m};
    const DenseView<T> b{b_.data(), b_by_rows ? spec_.n : 1, b_by_rows ? 1 : spec_.k};
    run_gemm(plan, kernel, GemmOperands<T>{a, b, c_.data(), spec_.n, 1, 0}, turn);
}

template <class T>
void DenseOperands<T>::multiply(const GemvPlan& plan, const Kernel& kernel, DenseContext::Turn& turn) {
    run_gemv<T>(plan, kernel, a_.data(), spec_.n, b_.data(), c_.data(), turn.pool());
}

template <class T>
void DenseOperands<T>::multiply(const OpenBlasPeer& peer) {
    if (is_gemm())
        peer.gemm(spec_.m, spec_.n, spec_.k, a_.data(), b_.data(), peer_c_.data());
    else
        peer.gemv(spec_.m, spec_.n, spec_.transposed, a_.data(), b_.data(), peer_c_.data());
}

template <class T>
void DenseOperands<T>::sum(ThreadPool& pool) {
    const auto items = static_cast<std::size_t>(pool.threads());
    std::vector<T> sums(items);
    pool.parallel_for(pool.threads(), [&](std::int64_t item, int) {
        const auto i = static_cast<std::size_t>(item);
        const std::size_t begin = a_.size() * i / items, end = a_.size() * (i + 1) / items;
        sums[i] = sum_of<T>({a_.data() + begin, end - begin});
    });
    sum_ = std::accumulate(sums.begin(), sums.end(), T{0});
}

template <class T>
double DenseOperands<T>::rel_error() const {
    const auto computed = [this](std::int64_t row, std::int64_t column) {
        return static_cast<double>(c_.data()[row * b_columns() + column]);
    };
    const auto reference = [this](std::int64_t row, std::int64_t column) {
        double sum = 0;
        for (std::int64_t step = 0; step < b_rows(); ++step) sum += a_at(row, step) * b_at(step, column);
        return sum;
    };
    return sampled_error(c_rows(), b_columns(), computed, reference);
}

template <class T>
double DenseOperands<T>::a_at(std::int64_t row, std::int64_t step) const {
    if (is_gemm() ? spec_.a_layout == MatrixLayout::column_major : spec_.transposed)
        return static_cast<double>(a_.data()[step * c_rows() + row]);
    return static_cast<double>(a_.data()[row * b_rows() + step]);
}

template <class T>
double DenseOperands<T>::b_at(std::int64_t step, std::int64_t column) const {
    const bool by_columns = is_gemm() && spec_.b_layout == MatrixLayout::column_major;
    return static_cast<double>(b_.data()[by_columns ? column * spec_.k + step : step * b_columns() + column]);
}

template class DenseOperands<double>;
template class DenseOperands<float>;

}  // namespace quern
