#include "tests/ptx/shared_memory.hpp"

#include <algorithm>

namespace quern::ptx {

namespace {

constexpr std::uint32_t banks = 32;

// The bytes of the word at `word` that [address, address + width) covers.
std::uint8_t byte_mask(std::uint32_t word, std::uint32_t address, std::uint32_t width) {
    const std::uint32_t begin = std::max(address, word * 4), end = std::min(address + width, word * 4 + 4);
    return static_cast<std::uint8_t>(((1U << (end - begin)) - 1) << (begin - word * 4));
}

std::string at(std::uint32_t address) {
    return "shared memory at byte " + std::to_string(address);
}

}  // namespace

void SharedMemory::reset(std::uint32_t bytes) {
    bytes_.assign(bytes, 0xA5);
    words_.assign((bytes + 3) / 4, Word{});
    epoch_ = 1;
}

void SharedMemory::note_read(std::uint32_t address, std::uint32_t width, std::uint32_t warp) {
    for (std::uint32_t index = address / 4; index * 4 < address + width; ++index) {
        Word& word = words_[index];
        const std::uint8_t bytes = byte_mask(index, address, width);
        if ((word.initialized & bytes) != bytes) throw Violation(Fault::launch, "a read of unwritten " + at(address));
        if (word.write_epoch == epoch_ && word.writer != warp && (word.written & bytes) != 0)
            throw Violation(Fault::launch, "a race: warp " + std::to_string(warp) + " reads " + at(address) +
                                               " that warp " + std::to_string(word.writer) +
                                               " wrote since the last barrier");
        if (word.read_epoch != epoch_) word.readers = 0;
        word.read_epoch = epoch_;
        word.readers |= 1U << warp;
    }
}

void SharedMemory::note_write(std::uint32_t address, std::uint32_t width, std::uint32_t warp) {
    for (std::uint32_t index = address / 4; index * 4 < address + width; ++index) {
        Word& word = words_[index];
        const std::uint8_t bytes = byte_mask(index, address, width);
        const bool written_now = word.write_epoch == epoch_;
        if (written_now && word.writer != warp && (word.written & bytes) != 0)
            throw Violation(Fault::launch, "a race: warps " + std::to_string(word.writer) + " and " +
                                               std::to_string(warp) + " write " + at(address) +
                                               " with no barrier between");
        if (word.read_epoch == epoch_ && (word.readers & ~(1U << warp)) != 0)
            throw Violation(Fault::launch, "a race: warp " + std::to_string(warp) + " writes " + at(address) +
                                               " that another warp read since the last barrier");
        word.written = written_now && word.writer == warp ? static_cast<std::uint8_t>(word.written | bytes) : bytes;
        word.writer = static_cast<std::uint8_t>(warp);
        word.write_epoch = epoch_;
        word.initialized = static_cast<std::uint8_t>(word.initialized | bytes);
    }
}

std::uint32_t SharedMemory::conflicts(const std::uint32_t addresses[warp_lanes], std::uint32_t mask,
                                      std::uint32_t width) {
    const std::uint32_t words = std::max(width / 4, 1U);  // a lane's
    const int phase_lanes = warp_lanes / static_cast<int>(words);
    std::uint32_t total = 0;
    for (int first = 0; first < warp_lanes; first += phase_lanes) {
        // Distinct words a bank must give, found by keeping those seen a bank.
        std::uint32_t seen[banks][warp_lanes];
        std::uint32_t count[banks] = {};
        std::uint32_t worst = 0;
        for (int lane = first; lane < first + phase_lanes; ++lane) {
            if ((mask >> lane & 1) == 0) continue;
            for (std::uint32_t part = 0; part < words; ++part) {
                const std::uint32_t word = addresses[lane] / 4 + part, bank = word % banks;
                const std::uint32_t* end = seen[bank] + count[bank];
                if (std::find(static_cast<const std::uint32_t*>(seen[bank]), end, word) != end) continue;
                seen[bank][count[bank]++] = word;
                worst = std::max(worst, count[bank]);
            }
        }
        if (worst > 1) total += worst - 1;
    }
    return total;
}

}  // namespace quern::ptx
