#include "runtime/capi/activations.hpp"
#include "runtime/capi/product.hpp"

namespace quern::capi {

Product::Product(ContextCore& core, const quern_qgemm_arguments& arguments, const MatrixShape& matrix)
    : core_(core), arguments_(arguments), matrix_(matrix) {
    require_rows(arguments.first_row, arguments.row_count, matrix.rows);
    require_range(arguments.tokens, 1, most_tokens, "tokens");
    if (!matrix.format.quantized() && arguments.activations != nullptr)
        throw StatusError(QUERN_BAD_VALUE, "activations must be NULL: an f32 matrix takes x");
    if ((arguments.x == nullptr) == (arguments.activations == nullptr))
        throw StatusError(arguments.x == nullptr ? QUERN_NULL_ARGUMENT : QUERN_BAD_VALUE,
                          "exactly one of x and activations must be given");
}

void Product::check_operands() const {
    const quern_qgemm_arguments& a = arguments_;
    require_packed(*a.matrix, matrix_);
    const Extent weights{a.matrix->packed, matrix_.packed_bytes, "matrix->packed"};
    const Extent y = rows_of(a.y, a.tokens, a.row_count, a.y_stride, "y", "y_stride");
    require_apart(y, weights);
    Extent input{};
    if (a.x != nullptr) {
        input = rows_of(a.x, a.tokens, matrix_.columns, a.x_stride, "x", "x_stride");
    } else {
        require_aligned(a.activations, QUERN_ALIGNMENT, "activations");
        const std::size_t bytes = activation_bytes(a.tokens, matrix_.columns);
        require_at_least(a.activations_bytes, bytes, "activations_bytes");
        input = {a.activations, bytes, "activations"};
    }
    require_apart(y, input);
    if (a.workspace == nullptr) return;
    require_aligned(a.workspace, QUERN_ALIGNMENT, "workspace");
    require_at_least(a.workspace_bytes, workspace_bytes_, "workspace_bytes");
    const Extent workspace{a.workspace, workspace_bytes_, "workspace"};
    for (const Extent& other : {weights, y, input}) require_apart(workspace, other);
}

namespace {

std::unique_ptr<const Product> make_product(ContextCore& core, const quern_qgemm_arguments& arguments) {
    const MatrixShape matrix(arguments.matrix);
    return matrix.format.quantized() ? make_quantized_product(core, arguments, matrix)
                                     : make_f32_product(core, arguments, matrix);
}

/// A workspace of the context's, for one call.
class LentWorkspace {
  public:
    LentWorkspace(ContextCore& core, std::size_t bytes) : core_(core), buffer_(core.take_workspace(bytes)) {}
    ~LentWorkspace() {
        try {
            core_.give_back(std::move(buffer_));
        } catch (...) {  // no room to keep it: it is freed
        }
    }
    LentWorkspace(const LentWorkspace&) = delete;
    LentWorkspace& operator=(const LentWorkspace&) = delete;
    std::uint8_t* data() const { return buffer_.data(); }

  private:
    ContextCore& core_;
    AlignedBuffer<std::uint8_t> buffer_;
};

}  // namespace

}  // namespace quern::capi

using namespace quern::capi;

quern_status quern_qgemm_workspace_size(quern_context* context, const quern_qgemm_arguments* arguments, size_t* bytes) {
    return on_handle(context, "context", QUERN_BAD_SHAPE, [&](quern_context& handle) {
        require(arguments, "arguments");
        require(bytes, "bytes");
        *bytes = make_product(*handle.core, *arguments)->workspace_bytes();
    });
}

quern_status quern_qgemm(quern_context* context, const quern_qgemm_arguments* arguments) {
    return on_handle(context, "context", QUERN_BAD_SHAPE, [&](quern_context& handle) {
        require(arguments, "arguments");
        const auto product = make_product(*handle.core, *arguments);
        product->check_operands();
        if (arguments->workspace != nullptr) {
            product->run(static_cast<std::uint8_t*>(arguments->workspace));
        } else {
            const LentWorkspace workspace(*handle.core, product->workspace_bytes());
            product->run(workspace.data());
        }
    });
}
