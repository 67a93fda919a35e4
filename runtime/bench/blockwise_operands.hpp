#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "gen/blockwise_plan.hpp"
#include "jit_x86/kernel.hpp"
#include "runtime/bench/openblas_peer.hpp"
#include "runtime/dense/dense_context.hpp"
#include "runtime/system/aligned_buffer.hpp"

namespace quern {

/// Random operands of a block-quantized product: some weights of its shape, multiplied in turn so that together they
/// may be more than a cache holds, one x, room for the output. For a peer, the same weights made dense.
class BlockwiseOperands {
  public:
    BlockwiseOperands(const BlockwisePlan& plan, int weights);

    double operations() const;
    int weights() const { return static_cast<int>(weights_.size()); }
    /// Codes and scales of one weight.
    std::size_t weight_bytes() const;
    std::size_t dense_bytes() const;  ///< of one weight in f64

    /// The next weight times x. `plan` is of the operands' spec, whatever its choice.
    void multiply(const BlockwisePlan& plan, const Kernel& kernel, DenseContext::Turn& turn);

    /// Makes every weight dense: dense_bytes() each.
    void make_dense();
    /// The next dense weight times x by a peer. make_dense() went before.
    void multiply(const OpenBlasPeer& peer);

    /// Quern's last product, row-major.
    std::span<const double> y() const { return y_.span(); }

    /// |y - y_ref| / |y_ref| of quern's last product over a sample of elements, y_ref in f64 from the codes one by one.
    double rel_error() const;
    /// The same of the peer's last product, which shows that it multiplied the same weights.
    double peer_rel_error() const;

  private:
    struct Weight {
        AlignedBuffer<std::int8_t> codes;  ///< a byte each, or packed
        AlignedBuffer<double> scales;
        AlignedBuffer<double> dense{};
    };
    std::int64_t rows() const { return plan_.spec.m; }
    std::int64_t columns() const { return plan_.columns(); }
    std::int64_t x_columns() const { return is_gemm() ? plan_.spec.n : 1; }
    bool is_gemm() const { return plan_.spec.op == Op::nf4_gemm; }
    double element(const Weight& weight, std::int64_t index) const;
    double rel_error(const AlignedBuffer<double>& y, const Weight& weight) const;

    const BlockwisePlan plan_;
    std::vector<Weight> weights_;
    AlignedBuffer<double> x_, y_, peer_y_;
    std::size_t last_ = 0, peer_last_ = 0;
};

/// Weights multiplied in turn at most.
inline constexpr int most_weights = 1 << 20;
/// The fewest weights of a plan's shape that together exceed the machine's last-level cache, at least 1, and no more
/// than make 1 GiB of f64 or than most_weights.
int weights_beyond_cache(const BlockwisePlan& plan);

}  // namespace quern
