#pragma once

#include <cstddef>
#include <string_view>
#include <type_traits>

namespace quern {

/// What the elements of a dense matrix are.
enum class ElementType { f64, f32 };

constexpr std::string_view element_type_name(ElementType type) {
    return type == ElementType::f64 ? "f64" : "f32";
}
constexpr int element_bytes(ElementType type) {
    return type == ElementType::f64 ? 8 : 4;
}
/// Of double or float.
template <class T>
constexpr ElementType element_type_of() {
    static_assert(std::is_same_v<T, double> || std::is_same_v<T, float>);
    return std::is_same_v<T, double> ? ElementType::f64 : ElementType::f32;
}

/// Order of a matrix's elements in memory.
enum class MatrixLayout { row_major, column_major };

constexpr std::string_view matrix_layout_name(MatrixLayout layout) {
    return layout == MatrixLayout::row_major ? "row_major" : "column_major";
}

}  // namespace quern
