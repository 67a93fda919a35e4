#include "gen/kernel_spec.hpp"

#include <algorithm>
#include <initializer_list>

#include "gen/activation_layout.hpp"
#include "gen/error.hpp"
#include "gen/gemm_contract.hpp"
#include "gen/op_traits.hpp"

namespace quern {

namespace {

constexpr std::array<OpTraits, 17> op_rows{{
    {Op::qgemm, "qgemm", true, {"weight", "n", "k", "tokens"}, {"tile"}},
    {Op::quantize, "quantize", true, {"k"}},
    {Op::rmsnorm, "rmsnorm", false, {"k"}},
    {Op::rmsnorm_quantize, "rmsnorm_quantize", true, {"k"}},
    {Op::add_rmsnorm_quantize, "add_rmsnorm_quantize", true, {"k"}},
    {Op::silu_mul, "silu_mul", false, {"k"}},
    {Op::silu_mul_quantize, "silu_mul_quantize", true, {"k"}},
    {Op::rope, "rope", false, {"head_size", "pairs"}},
    {Op::attention, "attention", false, {"head_size"}},
    {Op::gemm, "gemm", false, {"type", "m", "n", "k"}, {"a_layout", "b_layout"}},
    {Op::gemv, "gemv", false, {"type", "m", "n"}, {"transposed"}},
    {Op::embed_rows, "embed_rows", false, {"weight", "n", "k"}, {}, true, true},
    {Op::gather_rows, "gather_rows", false, {"k"}, {}, false, true},
    {Op::row_statistics, "row_statistics", false, {"n"}, {}, false, true},
    {Op::nf4_gemm, "nf4_gemm", false, {"m", "n", "k", "block"}, {"codes"}},
    {Op::nf4_gemv, "nf4_gemv", false, {"m", "n", "block"}, {"codes"}},
    {Op::int_gemv, "int_gemv", false, {"m", "n", "block", "bits"}, {"codes"}},
}};

// Far beyond any model, and small enough that a product of two sizes fits 64 bits.
constexpr std::int64_t largest_size = (std::int64_t{1} << 31) - 1;
constexpr int largest_head_size = 4096;
// What a process can address on x86-64.
constexpr std::int64_t largest_buffer = std::int64_t{1} << 47;

std::optional<SpecProblem> check_range(std::string_view key, std::int64_t value, std::int64_t largest) {
    if (value >= 1 && value <= largest) return std::nullopt;
    return SpecProblem{
        key, std::string(key) + " = " + std::to_string(value) + " is not between 1 and " + std::to_string(largest)};
}

// The factors' product is compared without being formed: each is at most largest_size * 320.
bool fits_memory(std::int64_t count, std::int64_t bytes_each) {
    return count <= largest_buffer / bytes_each;
}

std::optional<SpecProblem> check_buffers(const KernelSpec& spec) {
    const std::int64_t super_blocks = spec.k / ActivationLayout::super_block;
    const auto problem = [](std::string_view key, const std::string& what) {
        return SpecProblem{key, what + " is larger than memory can be (2^47 bytes)"};
    };
    // A packed weight is at most a byte each plus its share of scales: less than 2 bytes.
    const std::int64_t weight_bytes = spec.weight->quantized() ? 2 : 4;
    if (!fits_memory(spec.n + 16, weight_bytes * spec.k))
        return problem("n", "a weight matrix of n = " + std::to_string(spec.n) + " x k = " + std::to_string(spec.k));
    if (spec.op == Op::embed_rows) return std::nullopt;
    if (!fits_memory(spec.tokens, super_blocks * ActivationLayout::record_bytes))
        return problem("tokens", "an activation buffer of tokens = " + std::to_string(spec.tokens) +
                                     " x k = " + std::to_string(spec.k));
    if (!fits_memory(spec.tokens, 4 * spec.n))
        return problem("tokens",
                       "an output of tokens = " + std::to_string(spec.tokens) + " x n = " + std::to_string(spec.n));
    return std::nullopt;
}

std::optional<SpecProblem> check_dense_buffers(const KernelSpec& spec) {
    struct Matrix {
        std::string_view name, row_key;
        std::int64_t rows, columns;
    };
    const bool gemm = spec.op == Op::gemm || spec.op == Op::nf4_gemm;
    for (const Matrix& matrix : {Matrix{"A", "m", spec.m, gemm ? spec.k : spec.n},
                                 Matrix{"B", "k", gemm ? spec.k : 1, spec.n}, Matrix{"C", "m", spec.m, spec.n}})
        if (!fits_memory(matrix.rows, matrix.columns * element_bytes(spec.type)))
            return SpecProblem{matrix.row_key,
                               "a matrix " + std::string(matrix.name) + " of " + std::to_string(matrix.rows) + " x " +
                                   std::to_string(matrix.columns) + " is larger than memory can be (2^47 bytes)"};
    return std::nullopt;
}

}  // namespace

bool OpTraits::needs(std::string_view key) const {
    return !key.empty() && std::find(needed.begin(), needed.end(), key) != needed.end();
}

bool OpTraits::takes(std::string_view key) const {
    return needs(key) || (!key.empty() && std::find(optional.begin(), optional.end(), key) != optional.end()) ||
           key == "isa";
}

std::span<const OpTraits> all_ops() {
    return op_rows;
}

const OpTraits& op_traits(Op op) {
    return op_rows[static_cast<std::size_t>(op)];
}

const OpTraits* op_traits_by_name(std::string_view name) {
    for (const OpTraits& row : op_rows)
        if (row.name == name) return &row;
    return nullptr;
}

std::string_view op_name(Op op) {
    return op_traits(op).name;
}

std::string KernelSpec::key() const {
    std::string text = "op=" + std::string(op_name(op));
    text += " weight=" + std::string(weight ? weight->name : "none");
    text += " n=" + std::to_string(n) + " k=" + std::to_string(k) + " tokens=" + std::to_string(tokens);
    text += " tile=" + (tile ? std::to_string(*tile) : "auto");
    text += " isa=" + std::string(isa ? isa_traits(*isa).name : "auto");
    text += " head_size=" + std::to_string(head_size);
    text += pairs == RopePairs::adjacent ? " pairs=adjacent" : " pairs=halves";
    const OpTraits& traits = op_traits(op);
    if (traits.takes("type")) text += " type=" + std::string(element_type_name(type));
    if (traits.takes("m")) text += " m=" + std::to_string(m);
    if (traits.takes("a_layout")) text += " a_layout=" + std::string(matrix_layout_name(a_layout));
    if (traits.takes("b_layout")) text += " b_layout=" + std::string(matrix_layout_name(b_layout));
    if (traits.takes("block")) text += " block=" + std::to_string(block);
    if (traits.takes("bits")) text += " bits=" + std::to_string(bits);
    if (traits.takes("codes")) text += " codes=" + std::string(codes_name());
    if (traits.takes("transposed")) text += transposed ? " transposed=true" : " transposed=false";
    return text;
}

std::optional<SpecProblem> find_problem(const KernelSpec& spec) {
    const OpTraits& traits = op_traits(spec.op);
    if (traits.needs("weight") && !(spec.weight && (spec.weight->quantized() || traits.f32_weight)))
        return SpecProblem{"weight", "weight must be a quantized format, not " +
                                         std::string(spec.weight ? spec.weight->name : "none")};
    for (const auto& [key, value] : {std::pair{"m", spec.m}, {"n", spec.n}, {"k", spec.k}, {"tokens", spec.tokens}})
        if (traits.needs(key))
            if (auto problem = check_range(key, value, largest_size)) return problem;
    if (traits.super_blocks && spec.k % ActivationLayout::super_block != 0)
        return SpecProblem{"k", "k = " + std::to_string(spec.k) + " is no multiple of 256, the super-block of " +
                                    std::string(traits.name)};
    if (spec.op == Op::embed_rows && spec.k % spec.weight->block_weights != 0)
        return SpecProblem{"k", "k = " + std::to_string(spec.k) + " is no multiple of " +
                                    std::to_string(spec.weight->block_weights) + ", the block of " +
                                    std::string(spec.weight->name)};
    if (traits.takes("tile") && spec.tile)
        if (auto problem = check_range("tile", *spec.tile, largest_size)) return problem;
    if (traits.needs("block"))
        if (auto problem = check_range("block", spec.block, QGEMM_MAX_BLOCK)) return problem;
    if (traits.needs("bits") && spec.bits != 4 && spec.bits != 8)
        return SpecProblem{"bits", "bits = " + std::to_string(spec.bits) + " is neither 4 nor 8"};
    if (traits.needs("head_size")) {
        if (auto problem = check_range("head_size", spec.head_size, largest_head_size)) return problem;
        if (spec.op == Op::rope && spec.head_size % 2 != 0)
            return SpecProblem{"head_size", "head_size = " + std::to_string(spec.head_size) +
                                                " is odd: rope rotates pairs of elements"};
    }
    if (spec.op == Op::qgemm || spec.op == Op::embed_rows) return check_buffers(spec);
    if (traits.needs("m")) return check_dense_buffers(spec);
    return std::nullopt;
}

void validate(const KernelSpec& spec) {
    if (const auto problem = find_problem(spec)) throw Error("kernel \"" + spec.name + "\": " + problem->message);
}

}  // namespace quern
