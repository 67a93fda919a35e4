#include "runtime/capi/product.hpp"
#include "runtime/dense/packed_weight.hpp"

namespace quern::capi {

namespace {

/// What its workspace holds: each thread's scratch.
class F32Product : public Product {
  public:
    F32Product(ContextCore& core, const quern_qgemm_arguments& arguments, const MatrixShape& matrix)
        : Product(core, arguments, matrix),
          product_(matrix.f32_layout(), arguments.tokens, *core.cache()),
          scratch_stride_(round_up(product_.scratch_bytes())) {
        workspace_bytes_ = scratch_stride_ * static_cast<std::size_t>(core.threads());
    }

    void run(std::uint8_t* workspace) const override {
        const quern_qgemm_arguments& a = arguments_;
        const PackedWeightCall call{
            static_cast<const float*>(a.matrix->packed), a.first_row, a.row_count, a.x, a.x_stride, a.y, a.y_stride};
        const int threads = core_.threads();
        core_.run(product_.items(call, threads), [&](std::int64_t item, int thread) {
            auto* const scratch =
                reinterpret_cast<float*>(workspace + static_cast<std::size_t>(thread) * scratch_stride_);
            product_.run_item(call, threads, item, scratch);
        });
    }

  private:
    const PackedWeightProduct product_;
    const std::size_t scratch_stride_;
};

}  // namespace

std::unique_ptr<const Product> make_f32_product(ContextCore& core, const quern_qgemm_arguments& arguments,
                                                const MatrixShape& matrix) {
    return std::make_unique<F32Product>(core, arguments, matrix);
}

}  // namespace quern::capi
