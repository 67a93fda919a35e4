#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "gen/weight_format.hpp"
#include "runtime/capi/status.hpp"

/// Checks of arguments at the C boundary. Each throws a StatusError that names the argument.
namespace quern::capi {

/// Limits that keep every offset a kernel forms within its integers; quern.h states them.
inline constexpr std::int64_t most_rows = INT32_MAX, most_columns = std::int64_t{1} << 24,
                              most_tokens = std::int64_t{1} << 20, most_stride = std::int64_t{1} << 36;
/// What a process can address on x86-64: no operand has more.
inline constexpr std::int64_t most_bytes = std::int64_t{1} << 47;

void require(const void* pointer, const char* name);
/// value in [least, most], else `status`.
void require_range(std::int64_t value, std::int64_t least, std::int64_t most, const char* name,
                   quern_status status = QUERN_BAD_SHAPE);
void require_aligned(const void* pointer, std::size_t alignment, const char* name);
void require_at_least(std::size_t bytes, std::size_t needed, const char* name);
void require_exactly(std::size_t bytes, std::size_t needed, const char* name);
/// [first, first + count) within [0, total), count positive.
void require_rows(std::int64_t first, std::int64_t count, std::int64_t total);

/// The bytes an operand covers.
struct Extent {
    const void* begin;
    std::size_t bytes;
    const char* name;
};
/// `rows` rows of `width` elements, `stride` elements apart, all checked; rows and width were.
Extent strided_rows(const void* data, std::size_t element_bytes, std::int64_t rows, std::int64_t width,
                    std::int64_t stride, const char* name, const char* stride_name);
/// Of float or double.
template <class T>
Extent rows_of(const T* data, std::int64_t rows, std::int64_t width, std::int64_t stride, const char* name,
               const char* stride_name) {
    return strided_rows(data, sizeof(T), rows, width, stride, name, stride_name);
}
/// Throws ALIASED where an output shares a byte with another operand.
void require_apart(const Extent& output, const Extent& other);

/// The format's row. Throws BAD_VALUE for numbers that are none.
const WeightFormat& format_of(quern_weight_format format, const char* name);

}  // namespace quern::capi
