#pragma once

#include <bit>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>
#include <type_traits>

namespace quern::ptx {

inline constexpr int warp_lanes = 32;
inline constexpr std::uint32_t all_lanes = 0xffffffffU;

/// PTX's fundamental types. Those a register of 32 bits or fewer holds live in 32-bit lanes, the others in 64-bit ones.
enum class Type {
    none,
    pred,
    b8,
    u8,
    s8,
    b16,
    u16,
    s16,
    f16,
    bf16,
    b32,
    u32,
    s32,
    f32,
    f16x2,
    bf16x2,
    b64,
    u64,
    s64,
    f64
};

struct TypeTraits {
    std::string_view name;
    int bytes = 0;
    bool is_signed = false, is_float = false;
};
const TypeTraits& traits(Type type);
/// The type a dotted part of an opcode names ("s32"), or Type::none.
Type type_by_name(std::string_view name);

/// PTX text that cannot be loaded. The message names the line.
class ParseError : public std::runtime_error {
  public:
    ParseError(int line, const std::string& what) : std::runtime_error("line " + std::to_string(line) + ": " + what) {}
};

enum class Fault { address, alignment, launch };

/// What a GPU would have answered with a failed launch, or would not have told at all.
class Violation : public std::runtime_error {
  public:
    Violation(Fault fault, const std::string& what) : std::runtime_error(what), fault(fault) {}
    Fault fault;
};

/// A register's lane as its bits are kept.
template <class T>
using Storage = std::conditional_t<sizeof(T) == 8, std::uint64_t, std::uint32_t>;

/// The unsigned integer of T's size.
template <std::size_t Bytes>
struct UnsignedOf;
template <>
struct UnsignedOf<1> {
    using type = std::uint8_t;
};
template <>
struct UnsignedOf<2> {
    using type = std::uint16_t;
};
template <>
struct UnsignedOf<4> {
    using type = std::uint32_t;
};
template <>
struct UnsignedOf<8> {
    using type = std::uint64_t;
};
template <class T>
using Bits = typename UnsignedOf<sizeof(T)>::type;

/// Reads a T out of the low bits of a lane, and stores one, extended as its sign tells: a register may be wider.
template <class T>
inline T from_lane(Storage<T> lane) {
    return std::bit_cast<T>(static_cast<Bits<T>>(lane));
}
template <class T>
inline Storage<T> to_lane(T value) {
    if constexpr (std::is_integral_v<T> && std::is_signed_v<T>)
        return static_cast<Storage<T>>(value);
    else
        return static_cast<Storage<T>>(std::bit_cast<Bits<T>>(value));
}

}  // namespace quern::ptx
