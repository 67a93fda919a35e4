#include "runtime/capi/arguments.hpp"

namespace quern::capi {

void require(const void* pointer, const char* name) {
    if (pointer == nullptr) throw StatusError(QUERN_NULL_ARGUMENT, std::string(name) + " is NULL");
}

void require_range(std::int64_t value, std::int64_t least, std::int64_t most, const char* name, quern_status status) {
    if (value < least || value > most)
        throw StatusError(status, std::string(name) + " = " + std::to_string(value) + " is not in " +
                                      std::to_string(least) + " to " + std::to_string(most));
}

void require_aligned(const void* pointer, std::size_t alignment, const char* name) {
    require(pointer, name);
    if (reinterpret_cast<std::uintptr_t>(pointer) % alignment != 0)
        throw StatusError(QUERN_MISALIGNED,
                          std::string(name) + " is not aligned to " + std::to_string(alignment) + " bytes");
}

void require_at_least(std::size_t bytes, std::size_t needed, const char* name) {
    if (bytes < needed)
        throw StatusError(QUERN_BAD_BUFFER_SIZE, std::string(name) + " = " + std::to_string(bytes) + ", but " +
                                                     std::to_string(needed) + " are needed");
}

void require_exactly(std::size_t bytes, std::size_t needed, const char* name) {
    if (bytes != needed)
        throw StatusError(QUERN_BAD_BUFFER_SIZE, std::string(name) + " = " + std::to_string(bytes) + ", not the " +
                                                     std::to_string(needed) + " that the shape asks for");
}

void require_rows(std::int64_t first, std::int64_t count, std::int64_t total) {
    if (first < 0 || first >= total)
        throw StatusError(QUERN_BAD_RANGE, "first_row = " + std::to_string(first) + " is not a row of the matrix's " +
                                               std::to_string(total));
    if (count < 1 || count > total - first)
        throw StatusError(QUERN_BAD_RANGE, "row_count = " + std::to_string(count) + " from row " +
                                               std::to_string(first) + " is no range of the matrix's " +
                                               std::to_string(total) + " rows");
}

Extent strided_rows(const void* data, std::size_t element_bytes, std::int64_t rows, std::int64_t width,
                    std::int64_t stride, const char* name, const char* stride_name) {
    require_aligned(data, element_bytes, name);
    const std::int64_t most_elements = most_bytes / static_cast<std::int64_t>(element_bytes);
    if (stride < width || stride > most_stride || rows - 1 > (most_elements - width) / stride)
        throw StatusError(QUERN_BAD_STRIDE, std::string(stride_name) + " = " + std::to_string(stride) + " is not in " +
                                                std::to_string(width) + " (a row) to " + std::to_string(most_stride) +
                                                ", or rows end past all memory");
    return {data, static_cast<std::size_t>((rows - 1) * stride + width) * element_bytes, name};
}

void require_apart(const Extent& output, const Extent& other) {
    const auto a = reinterpret_cast<std::uintptr_t>(output.begin), b = reinterpret_cast<std::uintptr_t>(other.begin);
    if (a < b ? b - a < output.bytes : a - b < other.bytes)
        throw StatusError(QUERN_ALIASED, std::string(output.name) + " overlaps " + other.name);
}

const WeightFormat& format_of(quern_weight_format format, const char* name) {
    const WeightFormat* const row =
        format < 0 ? nullptr : weight_format_by_ggml_type(static_cast<std::uint32_t>(format));
    if (row == nullptr)
        throw StatusError(QUERN_BAD_VALUE, std::string(name) + " = " + std::to_string(format) + " is no weight format");
    return *row;
}

}  // namespace quern::capi
