#include "runtime/dense/blockwise_flat.hpp"

#include "gen/dense_oracle.hpp"
#include "gen/error.hpp"
#include "runtime/dense/blockwise_driver.hpp"

namespace quern {

namespace {

/// What a call says of its operands, whatever its codes' width.
struct Operands {
    const void* codes;
    std::int64_t code_bytes;
    std::span<const double> scales, x;
};

GemmStatus check(const KernelSpec& spec, const Operands& operands, const GemmCeilings& ceilings) {
    const bool gemm = spec.op == Op::nf4_gemm;
    const std::int64_t columns = gemm ? spec.k : spec.n, width = gemm ? spec.n : 1;
    if (spec.m <= 0 || columns <= 0 || width <= 0 || spec.block <= 0) return GEMM_ERR_EMPTY_DIM;
    if (const GemmStatus status = qgemm_block_ok(spec.block); status != GEMM_OK) return status;
    if (spec.op == Op::int_gemv && spec.bits != 4 && spec.bits != 8) return GEMM_ERR_BITS;
    const std::int64_t elements = gemm_elements(spec.m, columns, ceilings.dim_elems);
    const std::int64_t x_elements = gemm_elements(columns, width, ceilings.dim_elems);
    if (elements < 0 || x_elements < 0 || gemm_elements(spec.m, width, ceilings.dim_elems) < 0)
        return GEMM_ERR_DIM_ELEMS;
    if (!gemm_work_fits(spec.m, columns, width, ceilings.flop_cells)) return GEMM_ERR_WORK_BUDGET;
    const bool packed = !spec.byte_codes && spec.bits != 8;
    if (operands.code_bytes != (packed ? elements / 2 + elements % 2 : elements)) return GEMM_ERR_A_LENGTH;
    if (std::ssize(operands.x) != x_elements) return GEMM_ERR_A_LENGTH;
    if (std::ssize(operands.scales) != scale_count(elements, spec.block)) return GEMM_ERR_SCALE_LENGTH;
    return GEMM_OK;
}

BlockwiseResult multiply(const KernelSpec& spec, const Operands& operands, DenseContext& context,
                         const GemmCeilings& ceilings) {
    BlockwiseResult result;
    result.status = check(spec, operands, ceilings);
    if (result.status != GEMM_OK) return result;
    const bool gemm = spec.op == Op::nf4_gemm;
    std::vector<double> y = zero_result<double>(gemm ? spec.m * spec.n : spec.m);
    result.status = run_blockwise(spec, {operands.codes, operands.scales.data()}, operands.x.data(), y.data(), context);
    if (result.status != GEMM_OK) return result;
    result.y = std::move(y);
    result.flop_count =
        2 * static_cast<double>(spec.m) * static_cast<double>(spec.n) * (gemm ? static_cast<double>(spec.k) : 1);
    return result;
}

template <class Code>
Operands operands_of(std::span<const Code> codes, std::span<const double> scales, std::span<const double> x) {
    return {codes.data(), std::ssize(codes), scales, x};
}

}  // namespace

BlockwiseResult gemm_nf4_flat(std::span<const std::int8_t> w_codes, std::span<const double> w_scales,
                              std::span<const double> x, std::int64_t m, std::int64_t n, std::int64_t k,
                              std::int64_t block, DenseContext& context, const GemmCeilings& ceilings) {
    return multiply(blockwise_spec(Op::nf4_gemm, m, n, k, block, 0, true), operands_of(w_codes, w_scales, x), context,
                    ceilings);
}

BlockwiseResult gemv_nf4_flat(std::span<const std::int8_t> w_codes, std::span<const double> w_scales,
                              std::span<const double> x, std::int64_t m, std::int64_t n, std::int64_t block,
                              DenseContext& context, const GemmCeilings& ceilings) {
    return multiply(blockwise_spec(Op::nf4_gemv, m, n, 0, block, 0, true), operands_of(w_codes, w_scales, x), context,
                    ceilings);
}

BlockwiseResult gemv_int_flat(std::span<const std::int8_t> w_codes, std::span<const double> w_scales,
                              std::span<const double> x, std::int64_t m, std::int64_t n, std::int64_t block, int bits,
                              DenseContext& context, const GemmCeilings& ceilings) {
    return multiply(blockwise_spec(Op::int_gemv, m, n, 0, block, bits, true), operands_of(w_codes, w_scales, x),
                    context, ceilings);
}

BlockwiseResult gemm_nf4_packed(std::span<const std::uint8_t> w_codes, std::span<const double> w_scales,
                                std::span<const double> x, std::int64_t m, std::int64_t n, std::int64_t k,
                                std::int64_t block, DenseContext& context, const GemmCeilings& ceilings) {
    return multiply(blockwise_spec(Op::nf4_gemm, m, n, k, block, 0, false), operands_of(w_codes, w_scales, x), context,
                    ceilings);
}

BlockwiseResult gemv_nf4_packed(std::span<const std::uint8_t> w_codes, std::span<const double> w_scales,
                                std::span<const double> x, std::int64_t m, std::int64_t n, std::int64_t block,
                                DenseContext& context, const GemmCeilings& ceilings) {
    return multiply(blockwise_spec(Op::nf4_gemv, m, n, 0, block, 0, false), operands_of(w_codes, w_scales, x), context,
                    ceilings);
}

BlockwiseResult gemv_int4_packed(std::span<const std::uint8_t> w_codes, std::span<const double> w_scales,
                                 std::span<const double> x, std::int64_t m, std::int64_t n, std::int64_t block,
                                 DenseContext& context, const GemmCeilings& ceilings) {
    return multiply(blockwise_spec(Op::int_gemv, m, n, 0, block, 4, false), operands_of(w_codes, w_scales, x), context,
                    ceilings);
}

ReferenceDelta quantized_gemv_golden_delta(std::span<const std::int8_t> w_codes, std::span<const double> w_scales,
                                           std::span<const double> x, std::int64_t m, std::int64_t n,
                                           std::int64_t block, DenseContext& context, const GemmCeilings& ceilings) {
    const BlockwiseResult result = gemv_nf4_flat(w_codes, w_scales, x, m, n, block, context, ceilings);
    if (result.status != GEMM_OK) return {result.status};
    const std::vector<double> dense = dequantize_blocks(w_codes, w_scales, block, CodeGrid::nf4);
    return compare_with_reference<double>(result.y, dense_reference<double>(dense, x, m, 1, n));
}

}  // namespace quern
