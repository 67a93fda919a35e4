#pragma once

#include "gen/packed_layout.hpp"
#include "runtime/capi/arguments.hpp"
#include "runtime/dense/packed_weight.hpp"

namespace quern::capi {

/// A matrix description, its shape checked. Throws StatusError naming the field, as a field of `matrix`.
struct MatrixShape {
    explicit MatrixShape(const quern_matrix* matrix);

    const WeightFormat& format;
    std::int64_t rows, columns;
    PackedLayout layout;  ///< of a quantized format
    std::size_t packed_bytes;

    PackedWeightLayout f32_layout() const { return {rows, columns}; }
    /// Bytes of a row group.
    std::size_t group_bytes() const { return packed_bytes / static_cast<std::size_t>(row_groups(rows)); }
};

/// Checks where the packed weights lie.
void require_packed(const quern_matrix& matrix, const MatrixShape& shape);

}  // namespace quern::capi
