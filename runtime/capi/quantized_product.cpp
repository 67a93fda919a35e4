#include <algorithm>
#include <cstring>
#include <optional>

#include "runtime/capi/activations.hpp"
#include "runtime/capi/product.hpp"

namespace quern::capi {

namespace {

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

/// What its workspace holds: activations, the head's output, scratch.
class QuantizedProduct : public Product {
  public:
    QuantizedProduct(ContextCore& core, const quern_qgemm_arguments& arguments, const MatrixShape& matrix)
        : Product(core, arguments, matrix), split_(arguments.first_row, arguments.row_count) {
        if (split_.head > 0) head_ = kernel(split_.skipped + split_.head);
        if (split_.body > 0) body_ = kernel(split_.body);
        const std::size_t threads = static_cast<std::size_t>(core.threads());
        head_offset_ = arguments.x != nullptr ? round_up(activation_bytes(arguments.tokens, matrix.columns)) : 0;
        const auto head_floats = static_cast<std::size_t>(head_ ? arguments.tokens * PackedLayout::group_rows : 0);
        scratch_offset_ = head_offset_ + round_up(head_floats * sizeof(float));
        scratch_stride_ = std::max(head_ ? head_->scratch_stride : 0, body_ ? body_->scratch_stride : 0);
        workspace_bytes_ = std::max<std::size_t>(QUERN_ALIGNMENT, scratch_offset_ + scratch_stride_ * threads);
    }

    void run(std::uint8_t* workspace) const override {
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

    const RowSplit split_;
    std::optional<ProductKernel> head_, body_;
    std::size_t head_offset_ = 0, scratch_offset_ = 0, scratch_stride_ = 0;
};

}  // namespace

std::unique_ptr<const Product> make_quantized_product(ContextCore& core, const quern_qgemm_arguments& arguments,
                                                      const MatrixShape& matrix) {
    return std::make_unique<QuantizedProduct>(core, arguments, matrix);
}

}  // namespace quern::capi
