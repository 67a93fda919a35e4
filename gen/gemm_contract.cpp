#include "gen/gemm_contract.hpp"

#include <array>
#include <cmath>

namespace quern {

namespace {

constexpr std::array<std::string_view, 13> status_names{
    "GEMM_OK",
    "GEMM_ERR_CODE_OUT_OF_RANGE",
    "GEMM_ERR_BLOCK_SIZE",
    "GEMM_ERR_SCALE_LENGTH",
    "GEMM_ERR_A_LENGTH",
    "GEMM_ERR_B_LENGTH",
    "GEMM_ERR_EMPTY_DIM",
    "GEMM_ERR_DIM_ELEMS",
    "GEMM_ERR_WORK_BUDGET",
    "GEMM_ERR_SCALAR",
    "GEMM_ERR_BITS",
    "GEMM_ERR_LEADING_DIM",
    "GEMM_ERR_C_LENGTH",
};
constexpr std::array<std::string_view, 2> backend_names{"cpu_scalar", "cpu_simd"};

}  // namespace

std::string_view gemm_status_name(std::int32_t status) {
    const std::int64_t index = std::int64_t{status} - gemm_first_status;
    if (index < 0 || index >= static_cast<std::int64_t>(status_names.size())) return "GEMM_ERR_UNKNOWN";
    return status_names[static_cast<std::size_t>(index)];
}

std::string_view gemm_backend_name(std::int32_t backend) {
    if (backend < 0 || backend >= static_cast<std::int32_t>(backend_names.size())) return "unknown";
    return backend_names[static_cast<std::size_t>(backend)];
}

bool gemm_work_fits(std::int64_t m, std::int64_t n, std::int64_t k, std::int64_t ceiling) {
    if (m <= 0 || n <= 0 || k <= 0) return false;
    return m <= ceiling && n <= ceiling / m && k <= ceiling / m / n;
}

std::int64_t gemm_elements(std::int64_t rows, std::int64_t columns, std::int64_t most) {
    return gemm_work_fits(rows, columns, 1, most) ? rows * columns : -1;
}

GemmStatus gemm_dims_check(std::int64_t m, std::int64_t n, std::int64_t k, std::int64_t len_a, std::int64_t len_b,
                           const GemmCeilings& ceilings) {
    if (m <= 0 || n <= 0 || k <= 0) return GEMM_ERR_EMPTY_DIM;
    const std::int64_t elements_a = gemm_elements(m, k, ceilings.dim_elems);
    const std::int64_t elements_b = gemm_elements(k, n, ceilings.dim_elems);
    if (elements_a < 0 || elements_b < 0 || gemm_elements(m, n, ceilings.dim_elems) < 0) return GEMM_ERR_DIM_ELEMS;
    if (!gemm_work_fits(m, n, k, ceilings.flop_cells)) return GEMM_ERR_WORK_BUDGET;
    if (len_a != elements_a) return GEMM_ERR_A_LENGTH;
    if (len_b != elements_b) return GEMM_ERR_B_LENGTH;
    return GEMM_OK;
}

GemmStatus gemm_scalars_ok(double alpha, double beta) {
    return std::isfinite(alpha) && std::isfinite(beta) ? GEMM_OK : GEMM_ERR_SCALAR;
}

}  // namespace quern
