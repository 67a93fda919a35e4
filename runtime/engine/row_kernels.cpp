#include "runtime/engine/row_kernels.hpp"

namespace quern {

RowKernels::RowKernels(const ModelShape& shape, KernelCache& cache) {
    const auto row_kernel = [&](Op op, std::int64_t width) {
        KernelSpec spec;
        spec.name = op_name(op);
        spec.op = op;
        spec.k = width;
        return cache.get(spec);
    };
    const auto head_kernel = [&](Op op) {
        KernelSpec spec;
        spec.name = op_name(op);
        spec.op = op;
        spec.head_size = static_cast<int>(shape.head_size);
        if (op == Op::rope) spec.pairs = shape.rope_pairs;
        return cache.get(spec);
    };
    quantize = row_kernel(Op::quantize, shape.heads * shape.head_size);
    rmsnorm_quantize = row_kernel(Op::rmsnorm_quantize, shape.width);
    add_rmsnorm_quantize = row_kernel(Op::add_rmsnorm_quantize, shape.width);
    silu_mul_quantize = row_kernel(Op::silu_mul_quantize, shape.ffn);
    rope = head_kernel(Op::rope);
    attention = head_kernel(Op::attention);
}

}  // namespace quern
