#include "runtime/bench/dense_bench.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <memory>
#include <numeric>
#include <random>
#include <vector>

#include "gen/error.hpp"
#include "runtime/bench/median.hpp"
#include "runtime/bench/openblas_peer.hpp"
#include "runtime/bench/peak_meter.hpp"
#include "runtime/dense/dense_context.hpp"
#include "runtime/dense/gemm_driver.hpp"
#include "runtime/dense/gemv_driver.hpp"
#include "runtime/engine/stopwatch.hpp"

namespace quern {

namespace {

constexpr int fewest_pairs = 15;
constexpr double shortest_run_seconds = 5e-3;  ///< one side of a pair: long against a timer interrupt
constexpr double shortest_total_seconds = 0.5;
constexpr double peak_loop_seconds = 1.5e-3;

template <class T>
class Product {
  public:
    Product(const KernelSpec& spec, DenseContext& context, DenseContext::Turn& turn)
        : spec_(spec), kernel_(context.kernels().get(spec)), turn_(turn) {
        if (is_gemm())
            gemm_plan_ = context.gemm_plan(spec);
        else
            gemv_plan_ = context.gemv_plan(spec);
        a_ = random(spec.m, is_gemm() ? spec.k : spec.n, 1);
        b_ = random(b_rows(), b_columns(), 2);
        c_ = AlignedBuffer<T>(static_cast<std::size_t>(c_rows() * b_columns()));
        peer_c_ = AlignedBuffer<T>(c_.size());
        std::fill_n(c_.data(), c_.size(), T{0});
        std::fill_n(peer_c_.data(), c_.size(), T{0});
    }

    const GemmPlan& gemm_plan() const { return gemm_plan_; }
    double operations() const {
        return 2 * static_cast<double>(spec_.m) * static_cast<double>(spec_.n) *
               (is_gemm() ? static_cast<double>(spec_.k) : 1);
    }
    double a_bytes() const { return static_cast<double>(a_.size() * sizeof(T)); }

    void run() {
        if (!is_gemm()) return run_gemv(gemv_plan_, *kernel_, a_.data(), spec_.n, b_.data(), c_.data(), turn_.pool());
        const bool a_by_rows = spec_.a_layout == MatrixLayout::row_major,
                   b_by_rows = spec_.b_layout == MatrixLayout::row_major;
        const GemmOperands<T> operands{{a_.data(), a_by_rows ? spec_.k : 1, a_by_rows ? 1 : spec_.m},
                                       {b_.data(), b_by_rows ? spec_.n : 1, b_by_rows ? 1 : spec_.k},
                                       c_.data(),
                                       spec_.n,
                                       1,
                                       0};
        run_gemm(gemm_plan_, *kernel_, operands, turn_);
    }

    void run(const OpenBlasPeer& peer) {
        if (is_gemm())
            peer.gemm(spec_.m, spec_.n, spec_.k, a_.data(), b_.data(), peer_c_.data());
        else
            peer.gemv(spec_.m, spec_.n, spec_.transposed, a_.data(), b_.data(), peer_c_.data());
    }

    /// Reads A once, on every thread.
    void sum() {
        const auto items = static_cast<std::size_t>(turn_.pool().threads());
        std::vector<T> sums(items);
        turn_.pool().parallel_for(static_cast<std::int64_t>(items), [&](std::int64_t item, int) {
            const auto i = static_cast<std::size_t>(item);
            const std::size_t begin = a_.size() * i / items, end = a_.size() * (i + 1) / items;
            sums[i] = sum_of({a_.data() + begin, end - begin});
        });
        sum_ = std::accumulate(sums.begin(), sums.end(), T{0});
    }

    /// Rows and columns by layout do not matter to a sample of random elements read as the kernel reads them.
    double rel_error() const {
        constexpr int samples = 64;
        std::mt19937_64 random(3);
        double error = 0, norm = 0;
        for (int s = 0; s < samples; ++s) {
            const auto i = static_cast<std::int64_t>(random() % static_cast<std::uint64_t>(c_rows()));
            const auto j = static_cast<std::int64_t>(random() % static_cast<std::uint64_t>(b_columns()));
            double reference = 0;
            for (std::int64_t kk = 0; kk < b_rows(); ++kk) reference += a_at(i, kk) * b_at(kk, j);
            const double difference =
                static_cast<double>(c_.data()[static_cast<std::size_t>(i * b_columns() + j)]) - reference;
            error += difference * difference;
            norm += reference * reference;
        }
        return std::sqrt(error / norm);
    }

  private:
    bool is_gemm() const { return spec_.op == Op::gemm; }
    // gemv's x is a B of one column, or, transposed, y = A^T x.
    std::int64_t b_rows() const { return is_gemm() ? spec_.k : spec_.transposed ? spec_.m : spec_.n; }
    std::int64_t b_columns() const { return is_gemm() ? spec_.n : 1; }
    std::int64_t c_rows() const { return !is_gemm() && spec_.transposed ? spec_.n : spec_.m; }

    double a_at(std::int64_t i, std::int64_t kk) const {
        std::int64_t at = is_gemm() ? i * spec_.k + kk : spec_.transposed ? kk * spec_.n + i : i * spec_.n + kk;
        if (is_gemm() && spec_.a_layout == MatrixLayout::column_major) at = kk * spec_.m + i;
        return static_cast<double>(a_.data()[at]);
    }
    double b_at(std::int64_t kk, std::int64_t j) const {
        const bool by_columns = is_gemm() && spec_.b_layout == MatrixLayout::column_major;
        return static_cast<double>(b_.data()[by_columns ? j * spec_.k + kk : kk * b_columns() + j]);
    }

    static AlignedBuffer<T> random(std::int64_t rows, std::int64_t columns, std::uint64_t seed) {
        AlignedBuffer<T> elements(static_cast<std::size_t>(rows * columns));
        // Fast enough for gigabytes: a linear congruential generator's upper bits, in [-1, 1).
        std::uint64_t state = seed;
        for (T& element : elements.span()) {
            state = state * 6364136223846793005U + 1442695040888963407U;
            element = static_cast<T>(static_cast<double>(static_cast<std::int64_t>(state) >> 11) * 0x1p-52);
        }
        return elements;
    }

    /// As many sums side by side as keep memory, not an addition's latency, the bound.
    static T sum_of(std::span<const T> elements) {
        constexpr std::size_t width = 32;
        std::array<T, width> sums{};
        std::size_t i = 0;
        for (; i + width <= elements.size(); i += width)
            for (std::size_t j = 0; j < width; ++j) sums[j] += elements[i + j];
        for (; i < elements.size(); ++i) sums[0] += elements[i];
        return std::accumulate(sums.begin(), sums.end(), T{0});
    }

    const KernelSpec spec_;
    const std::shared_ptr<const Kernel> kernel_;
    DenseContext::Turn& turn_;
    GemmPlan gemm_plan_;
    GemvPlan gemv_plan_;
    AlignedBuffer<T> a_, b_, c_, peer_c_;
    volatile T sum_ = 0;
};

/// Seconds of one call, from enough of them to be long.
template <class Run>
class Timed {
  public:
    explicit Timed(Run run) : run_(std::move(run)) {
        run_();  // pages everything in
        const Stopwatch probe;
        run_();
        repeats_ = std::max(1, static_cast<int>(std::ceil(shortest_run_seconds / std::max(probe.seconds(), 1e-7))));
    }
    double seconds() {
        const Stopwatch watch;
        for (int i = 0; i < repeats_; ++i) run_();
        return watch.seconds() / repeats_;
    }

  private:
    Run run_;
    int repeats_ = 1;
};

template <class T>
DenseBenchResult bench(const KernelSpec& spec, DenseContext& context, const OpenBlasPeer* peer) {
    DenseContext::Turn turn(context);
    Product<T> product(spec, context, turn);
    const bool is_gemm = spec.op == Op::gemm;
    Timed ours([&product] { product.run(); });
    Timed theirs([&] {
        if (peer != nullptr) product.run(*peer);
    });
    Timed sum([&] {
        if (!is_gemm) product.sum();
    });
    PeakMeter peak(context.machine(), turn.pool(), peak_loop_seconds,
                   spec.type == ElementType::f64 ? PeakStep::fma_f64 : PeakStep::fma_f32);

    std::vector<double> seconds, peer_seconds, ratios, bounds, fractions;
    if (is_gemm) bounds.push_back(peak.measure());
    const Stopwatch total;
    while (static_cast<int>(seconds.size()) < fewest_pairs || total.seconds() < shortest_total_seconds) {
        seconds.push_back(ours.seconds());
        if (is_gemm) {
            const double before = bounds.back();
            bounds.push_back(peak.measure());
            fractions.push_back(product.operations() / seconds.back() / 1e9 / ((before + bounds.back()) / 2));
        } else {
            bounds.push_back(sum.seconds());
            fractions.push_back(bounds.back() / seconds.back());
        }
        if (peer == nullptr) continue;
        peer_seconds.push_back(theirs.seconds());
        ratios.push_back(peer_seconds.back() / seconds.back());
    }

    DenseBenchResult result;
    result.pairs = static_cast<int>(seconds.size());
    result.ms_min = *std::min_element(seconds.begin(), seconds.end()) * 1e3;
    const double middle = median(seconds);
    result.ms_median = middle * 1e3;
    result.gflops = product.operations() / middle / 1e9;
    if (peer != nullptr) {
        result.peer_gflops = product.operations() / median(peer_seconds) / 1e9;
        result.ratio = median(ratios);
    }
    result.rel_error = product.rel_error();
    if (is_gemm) {
        result.peak_gflops = median(bounds);
        result.fraction_of_peak = median(fractions);
        result.ceiling = product.gemm_plan().ceiling();
    } else {
        result.gigabytes = product.a_bytes() / middle / 1e9;
        result.sum_gigabytes = product.a_bytes() / median(bounds) / 1e9;
        result.fraction_of_sum = median(fractions);
    }
    return result;
}

}  // namespace

DenseBenchResult bench_dense(const KernelSpec& spec, DenseContext& context, const OpenBlasPeer* peer) {
    validate(spec);
    if (spec.op != Op::gemm && spec.op != Op::gemv) throw Error("kernel \"" + spec.name + "\" is no dense product");
    return spec.type == ElementType::f64 ? bench<double>(spec, context, peer) : bench<float>(spec, context, peer);
}

}  // namespace quern
