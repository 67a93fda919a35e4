#include <algorithm>
#include <cstring>
#include <optional>

#include "gen/activation_layout.hpp"
#include "runtime/capi/context_core.hpp"
#include "runtime/capi/matrix.hpp"

namespace quern::capi {

namespace {

constexpr std::size_t round_up(std::size_t bytes) {
    return (bytes + QUERN_ALIGNMENT - 1) / QUERN_ALIGNMENT * QUERN_ALIGNMENT;
}

/// Activations of some shape, the shape checked.
std::size_t activation_bytes(std::int64_t tokens, std::int64_t columns) {
    require_range(tokens, 1, most_tokens, "tokens");
    require_range(columns, 1, most_columns, "columns");
    if (columns % ActivationLayout::super_block != 0)
        throw StatusError(QUERN_BAD_SHAPE, "columns = " + std::to_string(columns) + " is no multiple of " +
                                               std::to_string(ActivationLayout::super_block));
    return ActivationLayout::bytes(tokens, columns);
}

void quantize(ContextCore& core, std::int64_t tokens, std::int64_t columns, const float* x, std::int64_t x_stride,
              std::uint8_t* activations) {
    constexpr std::int64_t item_tokens = 8;
    const auto kernel = core.quantizer(columns);
    core.run((tokens + item_tokens - 1) / item_tokens, [&](std::int64_t item, int) {
        RowCall call{};
        call.x = x;
        call.x_stride = x_stride;
        call.activations = activations;
        call.tokens = tokens;
        call.begin = item * item_tokens;
        call.end = std::min(tokens, call.begin + item_tokens);
        (*kernel)(call);
    });
}

/// A range of rows as the kernels can do it. They start at whole row groups:
///
///     |  group  |  group  |  group  |
///          [head)[       body       )
///
/// The head, where the range starts within a group, is computed from the group's first row into the workspace, and the
/// rows asked for are copied; the body is a matrix of its own.
struct RowSplit {
    RowSplit(std::int64_t first_row, std::int64_t row_count) : first(first_row) {
        constexpr std::int64_t group_rows = PackedLayout::group_rows;
        skipped = first_row % group_rows;
        head = skipped == 0 ? 0 : std::min(row_count, group_rows - skipped);
        body = row_count - head;
    }
    std::int64_t first, skipped, head, body;
    std::int64_t head_group() const { return first / PackedLayout::group_rows; }
    std::int64_t body_group() const { return (first + head) / PackedLayout::group_rows; }
};

/// A product, its shapes checked, and what its workspace holds: activations, the head's output, scratch.
class Product {
  public:
    Product(ContextCore& core, const quern_qgemm_arguments& arguments)
        : core_(core), arguments_(arguments), matrix_(arguments.matrix), split_(0, 0) {
        require_rows(arguments.first_row, arguments.row_count, matrix_.rows);
        require_range(arguments.tokens, 1, most_tokens, "tokens");
        if ((arguments.x == nullptr) == (arguments.activations == nullptr))
            throw StatusError(arguments.x == nullptr ? QUERN_NULL_ARGUMENT : QUERN_BAD_VALUE,
                              "exactly one of x and activations must be given");
        split_ = RowSplit(arguments.first_row, arguments.row_count);
        activation_bytes_ = ActivationLayout::bytes(arguments.tokens, matrix_.columns);
        if (split_.head > 0) head_ = kernel(split_.skipped + split_.head);
        if (split_.body > 0) body_ = kernel(split_.body);
        const std::size_t threads = static_cast<std::size_t>(core.threads());
        head_offset_ = arguments.x != nullptr ? round_up(activation_bytes_) : 0;
        const auto head_floats = static_cast<std::size_t>(head_ ? arguments.tokens * PackedLayout::group_rows : 0);
        scratch_offset_ = head_offset_ + round_up(head_floats * sizeof(float));
        scratch_stride_ = std::max(head_ ? head_->scratch_stride : 0, body_ ? body_->scratch_stride : 0);
        workspace_bytes_ = std::max<std::size_t>(QUERN_ALIGNMENT, scratch_offset_ + scratch_stride_ * threads);
    }

    std::size_t workspace_bytes() const { return workspace_bytes_; }

    void check_operands() const {
        const quern_qgemm_arguments& a = arguments_;
        require_packed(*a.matrix, matrix_);
        const Extent weights{a.matrix->packed, matrix_.packed_bytes, "matrix->packed"};
        const Extent y = float_rows(a.y, a.tokens, a.row_count, a.y_stride, "y", "y_stride");
        require_apart(y, weights);
        Extent input{};
        if (a.x != nullptr) {
            input = float_rows(a.x, a.tokens, matrix_.columns, a.x_stride, "x", "x_stride");
        } else {
            require_aligned(a.activations, QUERN_ALIGNMENT, "activations");
            require_at_least(a.activations_bytes, activation_bytes_, "activations_bytes");
            input = {a.activations, activation_bytes_, "activations"};
        }
        require_apart(y, input);
        if (a.workspace == nullptr) return;
        require_aligned(a.workspace, QUERN_ALIGNMENT, "workspace");
        require_at_least(a.workspace_bytes, workspace_bytes_, "workspace_bytes");
        const Extent workspace{a.workspace, workspace_bytes_, "workspace"};
        for (const Extent& other : {weights, y, input}) require_apart(workspace, other);
    }

    void run(std::uint8_t* workspace) const {
        const quern_qgemm_arguments& a = arguments_;
        const auto* activations = static_cast<const std::uint8_t*>(a.activations);
        if (a.x != nullptr) {
            quantize(core_, a.tokens, matrix_.columns, a.x, a.x_stride, workspace);
            activations = workspace;
        }
        std::uint8_t* const scratch = workspace + scratch_offset_;
        if (head_) {
            auto* const head_y = reinterpret_cast<float*>(workspace + head_offset_);
            multiply(*head_, split_.head_group(), activations, head_y, PackedLayout::group_rows, scratch);
            for (std::int64_t t = 0; t < a.tokens; ++t)
                std::memcpy(a.y + t * a.y_stride, head_y + t * PackedLayout::group_rows + split_.skipped,
                            static_cast<std::size_t>(split_.head) * sizeof(float));
        }
        if (body_) multiply(*body_, split_.body_group(), activations, a.y + split_.head, a.y_stride, scratch);
    }

  private:
    ProductKernel kernel(std::int64_t rows) const {
        return core_.product(matrix_.format, rows, matrix_.columns, arguments_.tokens);
    }

    void multiply(const ProductKernel& product, std::int64_t group, const std::uint8_t* activations, float* y,
                  std::int64_t y_stride, std::uint8_t* scratch) const {
        const auto* const weights = static_cast<const std::uint8_t*>(arguments_.matrix->packed) +
                                    static_cast<std::size_t>(group) * matrix_.group_bytes();
        core_.run(product.items, [&](std::int64_t item, int thread) {
            (*product.kernel)(QGemmCall{.weights = weights,
                                        .activations = activations,
                                        .output = y,
                                        .output_stride = y_stride,
                                        .item = item,
                                        .scratch = scratch + static_cast<std::size_t>(thread) * scratch_stride_});
        });
    }

    ContextCore& core_;
    const quern_qgemm_arguments& arguments_;
    const MatrixShape matrix_;
    RowSplit split_;
    std::optional<ProductKernel> head_, body_;
    std::size_t activation_bytes_ = 0, head_offset_ = 0, scratch_offset_ = 0, scratch_stride_ = 0, workspace_bytes_ = 0;
};

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

quern_status quern_activations_size(int64_t tokens, int64_t columns, size_t* bytes) {
    return guarded(QUERN_BAD_SHAPE, [&] {
        require(bytes, "bytes");
        *bytes = activation_bytes(tokens, columns);
    });
}

quern_status quern_quantize(quern_context* context, int64_t tokens, int64_t columns, const float* x, int64_t x_stride,
                            void* activations, size_t activations_bytes) {
    return on_handle(context, "context", QUERN_BAD_SHAPE, [&](quern_context& handle) {
        const std::size_t bytes = activation_bytes(tokens, columns);
        const Extent input = float_rows(x, tokens, columns, x_stride, "x", "x_stride");
        require_aligned(activations, QUERN_ALIGNMENT, "activations");
        require_at_least(activations_bytes, bytes, "activations_bytes");
        require_apart({activations, bytes, "activations"}, input);
        quantize(*handle.core, tokens, columns, x, x_stride, static_cast<std::uint8_t*>(activations));
    });
}

quern_status quern_qgemm_workspace_size(quern_context* context, const quern_qgemm_arguments* arguments, size_t* bytes) {
    return on_handle(context, "context", QUERN_BAD_SHAPE, [&](quern_context& handle) {
        require(arguments, "arguments");
        require(bytes, "bytes");
        *bytes = Product(*handle.core, *arguments).workspace_bytes();
    });
}

quern_status quern_qgemm(quern_context* context, const quern_qgemm_arguments* arguments) {
    return on_handle(context, "context", QUERN_BAD_SHAPE, [&](quern_context& handle) {
        require(arguments, "arguments");
        const Product product(*handle.core, *arguments);
        product.check_operands();
        if (arguments->workspace != nullptr) {
            product.run(static_cast<std::uint8_t*>(arguments->workspace));
        } else {
            const LentWorkspace workspace(*handle.core, product.workspace_bytes());
            product.run(workspace.data());
        }
    });
}
