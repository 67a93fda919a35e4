#include "runtime/dump/kernel_label.hpp"

#include <algorithm>

#include "gen/blockwise_plan.hpp"

namespace quern {

namespace {

constexpr std::size_t longest_name = 100;

/// The name as a plain word; spec files have no other, an embedding program may.
std::string plain_word(std::string name) {
    name.resize(std::min(name.size(), longest_name));
    for (char& c : name)
        if (!((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '.'))
            c = '_';
    if (name.empty() || name.front() == '.') name.insert(name.begin(), '_');
    return name;
}

}  // namespace

std::string kernel_label(const KernelSpec& spec) {
    std::string label = plain_word(spec.name) + "-" + std::string(op_name(spec.op));
    if (spec.weight != nullptr) label += "-" + std::string(spec.weight->name);
    const bool blockwise = is_blockwise(spec.op);
    if (spec.op == Op::gemm || spec.op == Op::gemv || blockwise) {
        if (!blockwise) label += "-" + std::string(element_type_name(spec.type));
        if (spec.bits > 0) label += "-bits" + std::to_string(spec.bits);
        label += "-" + std::to_string(spec.m) + "x" + std::to_string(spec.n);
        if (spec.k > 0) label += "x" + std::to_string(spec.k);
        if (blockwise) label += "-block" + std::to_string(spec.block);
        if (spec.byte_codes && spec.bits != 8) label += "-byte_codes";
        if (spec.a_layout == MatrixLayout::column_major) label += "-a_column_major";
        if (spec.b_layout == MatrixLayout::column_major) label += "-b_column_major";
        if (spec.transposed) label += "-transposed";
    } else if (spec.n > 0) {
        label += "-" + std::to_string(spec.n);
        if (spec.k > 0) label += "x" + std::to_string(spec.k);
    }
    if (spec.n == 0 && spec.k > 0) label += "-" + std::to_string(spec.k);
    if (spec.tokens > 0) label += "-" + std::to_string(spec.tokens);
    if (spec.tile) label += "-tile" + std::to_string(*spec.tile);
    if (spec.head_size > 0) label += "-head" + std::to_string(spec.head_size);
    if (spec.op == Op::rope) label += spec.pairs == RopePairs::adjacent ? "-adjacent" : "-halves";
    if (spec.isa) label += "-" + std::string(isa_traits(*spec.isa).name);
    return label;
}

}  // namespace quern
