#pragma once

#include "gen/packed_layout.hpp"
#include "runtime/capi/arguments.hpp"

namespace quern::capi {

/// A matrix description, its shape checked. Throws StatusError naming the field, as a field of `matrix`.
struct MatrixShape {
    explicit MatrixShape(const quern_matrix* matrix);

    const WeightFormat& format;
    PackedLayout layout;
    std::int64_t rows, columns;
    std::size_t packed_bytes;
    /// Bytes of a row group.
    std::size_t group_bytes() const { return packed_bytes / static_cast<std::size_t>(row_groups(rows)); }
};

/// Checks where the packed weights lie.
void require_packed(const quern_matrix& matrix, const MatrixShape& shape);

}  // namespace quern::capi
