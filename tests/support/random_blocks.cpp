#include "tests/support/random_blocks.hpp"

#include <array>
#include <cstring>

namespace quern {

namespace {

std::uint16_t finite_half(std::mt19937& random) {
    constexpr std::array<std::uint16_t, 5> extremes{0x0000, 0x0001, 0x03ff, 0x0400, 0x7bff};
    const auto bits = static_cast<std::uint32_t>(random());
    const std::uint32_t sign = bits & 0x8000;
    if (bits >> 16 & 3) {
        const std::uint32_t magnitude = bits & 0x7fff;
        return static_cast<std::uint16_t>(sign | (magnitude < 0x7c00 ? magnitude : magnitude - 0x0400));
    }
    return static_cast<std::uint16_t>(sign | extremes[(bits >> 18) % extremes.size()]);
}

}  // namespace

std::vector<std::uint8_t> random_blocks(const WeightFormat& format, std::size_t count, std::mt19937& random) {
    const auto block_bytes = static_cast<std::size_t>(format.block_bytes);
    std::vector<std::uint8_t> blocks(count * block_bytes);
    for (std::uint8_t& byte : blocks) byte = static_cast<std::uint8_t>(random());
    const auto put_half = [&](std::size_t at) {
        const std::uint16_t half = finite_half(random);
        std::memcpy(&blocks[at], &half, sizeof half);
    };
    for (std::size_t b = 0; b < count; ++b) {
        put_half(b * block_bytes + static_cast<std::size_t>(format.d_offset));
        if (format.has_mins) put_half(b * block_bytes + static_cast<std::size_t>(format.dmin_offset));
    }
    return blocks;
}

}  // namespace quern
