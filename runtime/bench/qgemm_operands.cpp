#include "runtime/bench/qgemm_operands.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <random>

#include "gen/activation_layout.hpp"
#include "gen/oracle.hpp"
#include "gen/packer.hpp"
#include "runtime/system/thread_pool.hpp"

namespace quern {

QGemmOperands::QGemmOperands(const KernelSpec& spec, ThreadPool& pool)
    : problem_(spec), spec_(problem_.spec), pool_(pool) {
    pack_weights();
    make_activations();
    output_ = AlignedBuffer<float>(static_cast<std::size_t>(spec.tokens) * static_cast<std::size_t>(spec.n));
}

void QGemmOperands::multiply(const Kernel& kernel, const QGemmPlan& plan) {
    if (const std::size_t stride = (kernel.scratch_bytes() + 63) / 64 * 64; stride > scratch_stride_) {
        scratch_ = AlignedBuffer<std::uint8_t>(stride * static_cast<std::size_t>(pool_.threads()));
        scratch_stride_ = stride;
    }
    pool_.parallel_for(plan.items(), [&](std::int64_t item, int thread) {
        kernel(QGemmCall{.weights = packed_.data(),
                         .activations = activations_.data(),
                         .output = output_.data(),
                         .output_stride = spec_.n,
                         .item = item,
                         .scratch = scratch_.data() + scratch_stride_ * static_cast<std::size_t>(thread)});
    });
}

void QGemmOperands::quantize(const Kernel& kernel) {
    constexpr std::int64_t item_tokens = 8;
    pool_.parallel_for((spec_.tokens + item_tokens - 1) / item_tokens, [&](std::int64_t item, int) {
        RowCall call{};
        call.x = problem_.inputs.data();
        call.x_stride = spec_.k;
        call.activations = activations_.data();
        call.tokens = spec_.tokens;
        call.begin = item * item_tokens;
        call.end = std::min(spec_.tokens, call.begin + item_tokens);
        kernel(call);
    });
}

void QGemmOperands::pack_weights() {
    const PackedLayout layout = packed_layout(*spec_.weight);
    packed_ = AlignedBuffer<std::uint8_t>(layout.matrix_bytes(spec_.n, spec_.k));
    pool_.parallel_for(row_groups(spec_.n), [&](std::int64_t group, int) {
        pack_row_groups(layout, spec_.n, spec_.k, problem_.weights, group, group + 1, packed_.span());
    });
}

void QGemmOperands::make_activations() {
    const auto columns = static_cast<std::size_t>(spec_.k), tokens = static_cast<std::size_t>(spec_.tokens);
    activations_ = AlignedBuffer<std::uint8_t>(ActivationLayout::bytes(spec_.tokens, spec_.k));
    for (std::size_t t = 0; t < tokens; ++t)
        quantize_activations(std::span(problem_.inputs).subspan(t * columns, columns),
                             activations_.data() + t * ActivationLayout::record_bytes,
                             tokens * ActivationLayout::record_bytes);
}

}  // namespace quern
