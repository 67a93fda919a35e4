#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "tests/support/ptx_device.hpp"

namespace quern::test {

/// The operands of one lane: the bits of up to four sources.
using LaneOperands = std::array<std::uint64_t, 4>;

/// Runs one instruction in as many lanes as there are operands and gives the bits of its destination. `signature` names
/// the registers, the destination first: r b32, d b64, h b16, f f32, e f64, q predicate; `tail` is what follows the
/// operands ("" or ", 0xe2"). The instruction runs once in all lanes and once where only every other lane of a warp is
/// active: both must agree, and the lanes that are not must keep what was in their destination.
std::vector<std::uint64_t> run_lanes(PtxDevice& device, std::string_view opcode, std::string_view signature,
                                     const std::vector<LaneOperands>& operands, std::string_view tail = "");

/// Runs an instruction on edge cases and random bits and compares with `reference`.
void check_lanes(PtxDevice& device, std::string_view opcode, std::string_view signature,
                 const std::function<std::uint64_t(std::uint64_t, std::uint64_t, std::uint64_t)>& reference,
                 std::string_view tail = "");

/// Edge cases and random bits for the sources of a signature.
std::vector<LaneOperands> interesting_operands(std::string_view signature);

inline std::uint64_t bits(float value) {
    return std::bit_cast<std::uint32_t>(value);
}
inline std::uint64_t bits(double value) {
    return std::bit_cast<std::uint64_t>(value);
}
inline float as_float(std::uint64_t lane) {
    return std::bit_cast<float>(static_cast<std::uint32_t>(lane));
}
inline double as_double(std::uint64_t lane) {
    return std::bit_cast<double>(lane);
}

}  // namespace quern::test
