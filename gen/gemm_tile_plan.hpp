#pragma once

#include <cstdint>

#include "gen/element_type.hpp"
#include "gen/gemm_contract.hpp"

namespace quern {

/// Square tiles for a cache, and how much arithmetic a byte of a product's operands carries.
struct GemmTilePlan {
    std::int32_t status = GEMM_OK;
    std::int64_t tile_m = 0, tile_n = 0, tile_k = 0;  ///< the tile's side, at most the product's size
    double arithmetic_intensity = 0;                  ///< 2 m n k / bytes of A, B and C
};

/// The largest square tile such that one of A, one of B and one of C fit `cache_bytes` together; 1 where not even
/// single elements do. GEMM_ERR_EMPTY_DIM where a size or cache_bytes is not positive.
GemmTilePlan gemm_tile_plan(std::int64_t m, std::int64_t n, std::int64_t k, std::int64_t cache_bytes,
                            ElementType type = ElementType::f64);

}  // namespace quern
