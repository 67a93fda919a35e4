#pragma once

#include <cstdint>
#include <string_view>

namespace quern {

/// What a dense or block-quantized product says of its arguments: one vocabulary, 320 to 339, for all of them.
enum GemmStatus : std::int32_t {
    GEMM_OK = 320,
    GEMM_ERR_CODE_OUT_OF_RANGE = 321,  ///< a code outside the NF4 codebook or its integer grid
    GEMM_ERR_BLOCK_SIZE = 322,         ///< a block over QGEMM_MAX_BLOCK; of a quantizer, also one that is not positive
    GEMM_ERR_SCALE_LENGTH = 323,       ///< not ceil(elements / block) scales
    GEMM_ERR_A_LENGTH = 324,           ///< A (or codes, or a quantized product's vector) is not of its declared shape
    GEMM_ERR_B_LENGTH = 325,           ///< B (or a dense product's vector) is not of its declared shape
    GEMM_ERR_EMPTY_DIM = 326,          ///< a size, or a product's block, that is zero or negative
    GEMM_ERR_DIM_ELEMS = 327,          ///< a buffer over the ceiling of elements
    GEMM_ERR_WORK_BUDGET = 328,        ///< m * n * k over the ceiling of multiply-adds
    GEMM_ERR_SCALAR = 329,             ///< alpha or beta is not finite
    GEMM_ERR_BITS = 330,               ///< an integer grid of neither 4 nor 8 bits
    GEMM_ERR_LEADING_DIM = 331,        ///< a leading dimension shorter than a row or column
    GEMM_ERR_C_LENGTH = 332,           ///< C is not of its declared shape
};
inline constexpr std::int32_t gemm_first_status = 320, gemm_last_status = 339;

/// Which code computed a product.
enum GemmBackend : std::int32_t {
    GEMM_BACKEND_SCALAR = 0,    ///< the plain indexed loop
    GEMM_BACKEND_CPU_SIMD = 1,  ///< generated kernels
};

/// "GEMM_OK", "GEMM_ERR_A_LENGTH", ...; "GEMM_ERR_UNKNOWN" for any other code.
std::string_view gemm_status_name(std::int32_t status);
/// "cpu_scalar", "cpu_simd"; "unknown" for any other code.
std::string_view gemm_backend_name(std::int32_t backend);

/// Elements of one buffer: a third of 67,108,863, because A, B and C live at once.
inline constexpr std::int64_t GEMM_MAX_DIM_ELEMS = 22369621;
/// Multiply-adds of one call.
inline constexpr std::int64_t GEMM_MAX_FLOP_CELLS = std::int64_t{1} << 36;
/// Weights a scale of a block-quantized operand.
inline constexpr std::int64_t QGEMM_MAX_BLOCK = 1024;

/// What a call may ask for. A caller with a large machine raises them knowingly.
struct GemmCeilings {
    std::int64_t dim_elems = GEMM_MAX_DIM_ELEMS;
    std::int64_t flop_cells = GEMM_MAX_FLOP_CELLS;

    /// None but what 64 bits hold: for calls whose sizes the caller's own memory bounds.
    static constexpr GemmCeilings unlimited() { return {INT64_MAX, INT64_MAX}; }
};

/// Whether m * n * k <= ceiling, by division: no product is formed. False where a size is not positive.
bool gemm_work_fits(std::int64_t m, std::int64_t n, std::int64_t k, std::int64_t ceiling);
/// rows * columns, or -1 where a size is not positive or the product is over `most`.
std::int64_t gemm_elements(std::int64_t rows, std::int64_t columns, std::int64_t most);

/// GEMM_OK, or the first that fails of: sizes positive; A (m x k), B (k x n) and C (m x n) each within the ceiling of
/// elements; m * n * k within that of multiply-adds; the buffers' lengths exactly those of A and B.
GemmStatus gemm_dims_check(std::int64_t m, std::int64_t n, std::int64_t k, std::int64_t len_a, std::int64_t len_b,
                           const GemmCeilings& ceilings = {});
/// GEMM_OK, or GEMM_ERR_SCALAR where alpha or beta is not finite.
GemmStatus gemm_scalars_ok(double alpha, double beta);

}  // namespace quern
