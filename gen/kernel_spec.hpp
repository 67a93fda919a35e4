#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "gen/element_type.hpp"
#include "gen/isa.hpp"
#include "gen/weight_format.hpp"

namespace quern {

/// The operations a kernel can be generated for.
enum class Op {
    qgemm,                 ///< y[t][n] = sum_k W[n][k] x[t][k], W quantized, x in ActivationLayout
    quantize,              ///< f32 rows -> ActivationLayout
    rmsnorm,               ///< f32 rows -> f32 rows
    rmsnorm_quantize,      ///< rmsnorm, then quantize, the normalized rows never stored
    add_rmsnorm_quantize,  ///< residual += x, then rmsnorm_quantize of the sum
    silu_mul,              ///< silu(gate) * up, f32
    silu_mul_quantize,     ///< silu_mul, then quantize
    rope,                  ///< rotary position embedding, in place
    attention,             ///< bidirectional, online softmax
    gemm,                  ///< C = alpha A B + beta C, dense
    gemv,                  ///< y = A x or A^T x, dense
    embed_rows,            ///< rows of a weight matrix, chosen by token id, decoded to f32
    gather_rows,           ///< chosen f32 rows
    row_statistics,        ///< of f32 rows: largest and second largest value, softmax sums
    nf4_gemm,              ///< Y = W X, W block-quantized NF4, f64
    nf4_gemv,              ///< y = W x, W block-quantized NF4, f64
    int_gemv,              ///< y = W x, W block-quantized int4 or int8, f64
};
std::string_view op_name(Op op);

/// Which two elements of a head RoPE rotates together: (2i, 2i+1) as in LLaDA ("adjacent", llama.cpp's NORM) or
/// (i, i + size/2) as in Dream ("halves", NEOX).
enum class RopePairs { adjacent, halves };

/// The widest token tile a spec may ask for; wider ones push C and activations out of any L2.
inline constexpr int widest_token_tile = 1024;

/// What to generate. Fields an op does not take keep their defaults.
///
///     qgemm:                           weight, n, k, tokens, tile
///     quantize, rmsnorm*, silu_mul*:   k (row width)
///     rope:                            head_size, pairs
///     attention:                       head_size
///     gemm:                            type, m, n, k, a_layout, b_layout: A is m x k, B k x n, C m x n row-major
///     gemv:                            type, m, n, transposed: A is m x n row-major
///     embed_rows:                      weight, n (rows of the table), k (row width)
///     gather_rows:                     k (row width)
///     row_statistics:                  n (row width)
///     nf4_gemm:                        m, n, k, block, codes: W is m x k, X k x n, Y m x n row-major
///     nf4_gemv:                        m, n, block, codes: W is m x n
///     int_gemv:                        m, n, block, bits, codes: W is m x n
struct KernelSpec {
    std::string name;
    Op op = Op::qgemm;
    const WeightFormat* weight = nullptr;
    std::int64_t n = 0, k = 0, tokens = 0;
    std::optional<int> tile;  ///< token tile; nothing is "auto"
    std::optional<Isa> isa;   ///< nothing is "auto": the best this processor has
    int head_size = 0;
    RopePairs pairs = RopePairs::adjacent;
    ElementType type = ElementType::f64;
    std::int64_t m = 0;
    MatrixLayout a_layout = MatrixLayout::row_major, b_layout = MatrixLayout::row_major;
    bool transposed = false;  ///< gemv: y = A^T x
    std::int64_t block = 0;   ///< weights a scale, consecutive in W's flattened row-major order
    int bits = 0;             ///< int_gemv: 4 or 8
    bool byte_codes = false;  ///< codes = "bytes", one a byte, instead of "packed", two a byte (8 bits: always bytes)

    /// Whether codes come two a byte: those of four bits, unless byte_codes.
    bool packed_codes() const { return !byte_codes && !(op == Op::int_gemv && bits == 8); }
    /// How specs and reports call that.
    std::string_view codes_name() const { return packed_codes() ? "packed" : "bytes"; }
    /// Every field but the name, in a fixed order: equal strings mean the same kernel. Used as the cache key.
    std::string key() const;
};

/// Throws Error, naming the field, where the spec describes no kernel: sizes that are not positive, k of a quantized op
/// that is no multiple of 256, an f32 weight for qgemm, sizes whose buffers overflow.
void validate(const KernelSpec& spec);

/// Reads the [[kernel]] tables of a TOML file. An unknown key, a wrong type, a missing key, an impossible shape, an
/// unknown op, weight or ISA throws Error "FILE:LINE:COLUMN: ...".
std::vector<KernelSpec> read_kernel_specs(const std::filesystem::path& file);
/// The same of a text in memory; `name` stands in for FILE.
std::vector<KernelSpec> parse_kernel_specs(std::string_view text, const std::string& name);

}  // namespace quern
