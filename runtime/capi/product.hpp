#pragma once

#include <memory>

#include "runtime/capi/context_core.hpp"
#include "runtime/capi/matrix.hpp"

namespace quern::capi {

constexpr std::size_t round_up(std::size_t bytes) {
    return (bytes + QUERN_ALIGNMENT - 1) / QUERN_ALIGNMENT * QUERN_ALIGNMENT;
}

/// A call of quern_qgemm() by the kernels of its matrix's format. Made where its shapes are right; throws StatusError
/// naming what is wrong.
class Product {
  public:
    virtual ~Product() = default;
    Product(const Product&) = delete;
    Product& operator=(const Product&) = delete;

    std::size_t workspace_bytes() const { return workspace_bytes_; }
    /// Checks what workspace_bytes() does not depend on: where everything lies.
    void check_operands() const;
    /// All of it checked; `workspace` is of workspace_bytes(), QUERN_ALIGNMENT aligned.
    virtual void run(std::uint8_t* workspace) const = 0;

  protected:
    Product(ContextCore& core, const quern_qgemm_arguments& arguments, const MatrixShape& matrix);

    ContextCore& core_;
    const quern_qgemm_arguments& arguments_;
    const MatrixShape matrix_;
    std::size_t workspace_bytes_ = QUERN_ALIGNMENT;  ///< at least
};

std::unique_ptr<const Product> make_quantized_product(ContextCore& core, const quern_qgemm_arguments& arguments,
                                                      const MatrixShape& matrix);
std::unique_ptr<const Product> make_f32_product(ContextCore& core, const quern_qgemm_arguments& arguments,
                                                const MatrixShape& matrix);

}  // namespace quern::capi
