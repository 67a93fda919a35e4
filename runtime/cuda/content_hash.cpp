#include "runtime/cuda/content_hash.hpp"

#include <cstdint>

namespace quern::cuda {

std::string content_hash(std::string_view text) {
    using Word = unsigned __int128;
    constexpr Word prime = (Word{1} << 88) + 0x13b;
    Word hash = (Word{0x6c62272e07bb0142} << 64) + 0x62b821756295c58d;
    for (const char each : text) {
        hash ^= static_cast<unsigned char>(each);
        hash *= prime;
    }
    constexpr std::string_view digits = "0123456789abcdef";
    std::string hexadecimal;
    for (int shift = 124; shift >= 0; shift -= 4)
        hexadecimal += digits[static_cast<std::size_t>(static_cast<std::uint64_t>(hash >> shift) & 15)];
    return hexadecimal;
}

}  // namespace quern::cuda
