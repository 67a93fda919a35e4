#include "gen/gemm_tile_plan.hpp"

#include <algorithm>
#include <cmath>

namespace quern {

namespace {

constexpr std::int64_t matrices = 3;

}  // namespace

GemmTilePlan gemm_tile_plan(std::int64_t m, std::int64_t n, std::int64_t k, std::int64_t cache_bytes,
                            ElementType type) {
    if (m <= 0 || n <= 0 || k <= 0 || cache_bytes <= 0) return {.status = GEMM_ERR_EMPTY_DIM};
    const std::int64_t elements = cache_bytes / (matrices * element_bytes(type));
    auto side = static_cast<std::int64_t>(std::sqrt(static_cast<double>(elements)));
    // The root of a large number may be rounded either way.
    while (side > 0 && side > elements / side) --side;
    while (side + 1 <= elements / (side + 1)) ++side;
    side = std::max<std::int64_t>(side, 1);

    GemmTilePlan plan;
    plan.tile_m = std::min(m, side);
    plan.tile_n = std::min(n, side);
    plan.tile_k = std::min(k, side);
    const auto dm = static_cast<double>(m), dn = static_cast<double>(n), dk = static_cast<double>(k);
    plan.arithmetic_intensity = 2 * dm * dn * dk / (element_bytes(type) * (dm * dk + dk * dn + dm * dn));
    return plan;
}

}  // namespace quern
