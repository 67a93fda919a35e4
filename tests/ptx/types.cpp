#include "tests/ptx/types.hpp"

#include <array>

namespace quern::ptx {

namespace {

constexpr std::array<TypeTraits, 20> rows{{
    {"", 0},
    {"pred", 1},
    {"b8", 1},
    {"u8", 1},
    {"s8", 1, true},
    {"b16", 2},
    {"u16", 2},
    {"s16", 2, true},
    {"f16", 2, true, true},
    {"bf16", 2, true, true},
    {"b32", 4},
    {"u32", 4},
    {"s32", 4, true},
    {"f32", 4, true, true},
    {"f16x2", 4, true, true},
    {"bf16x2", 4, true, true},
    {"b64", 8},
    {"u64", 8},
    {"s64", 8, true},
    {"f64", 8, true, true},
}};

}  // namespace

const TypeTraits& traits(Type type) {
    return rows[static_cast<std::size_t>(type)];
}

Type type_by_name(std::string_view name) {
    for (std::size_t row = 1; row < rows.size(); ++row)
        if (rows[row].name == name) return static_cast<Type>(row);
    return Type::none;
}

}  // namespace quern::ptx
