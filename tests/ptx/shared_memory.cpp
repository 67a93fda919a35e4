#include "tests/ptx/shared_memory.hpp"

#include <algorithm>
#include <bit>
#include <cstring>

namespace quern::ptx {

namespace {

constexpr std::uint32_t banks = 32;
constexpr std::uint8_t no_lane = 0xff, whole_word = 15;

// The bytes of the word at `word` that [address, address + width) covers.
std::uint8_t byte_mask(std::uint32_t word, std::uint32_t address, std::uint32_t width) {
    const std::uint32_t begin = std::max(address, word * 4), end = std::min(address + width, word * 4 + 4);
    return static_cast<std::uint8_t>(((1U << (end - begin)) - 1) << (begin - word * 4));
}

[[noreturn]] void race(const std::string& who, const char* does, std::uint32_t address, const std::string& other) {
    throw Violation(Fault::launch,
                    "a race: " + who + does + "shared memory at byte " + std::to_string(address) + " that " + other);
}
std::string name(const char* kind, std::uint32_t number) {
    return kind + std::to_string(number);
}

}  // namespace

void SharedMemory::reset(std::uint32_t bytes) {
    if (bytes != bytes_.size() || clock_ > 1U << 30) {
        bytes_.assign(bytes, 0xA5);
        words_.assign((bytes + 3) / 4, Word{});
        clock_ = 1;
    }
    barrier();
    block_time_ = clock_;
}

void SharedMemory::barrier() {
    barrier_time_ = ++clock_;
    std::fill(std::begin(met_), std::end(met_), clock_);
    std::fill(std::begin(ordered_), std::end(ordered_), clock_);
}

void SharedMemory::meet(std::uint32_t warp, bool orders_memory) {
    met_[warp] = ++clock_;
    if (orders_memory) ordered_[warp] = clock_;
}

void SharedMemory::note_read(std::uint32_t address, std::uint32_t width, std::uint32_t warp, std::uint32_t lane) {
    for (std::uint32_t index = address / 4; index * 4 < address + width; ++index) {
        Word& word = words_[index];
        const std::uint8_t bytes = width < 4 ? byte_mask(index, address, width) : whole_word;
        // Mostly a word that was written whole before the last barrier.
        const bool plain = word.initialized == whole_word && word.write_time >= block_time_ &&
                           word.write_time < barrier_time_ && word.update_time < barrier_time_;
        if (plain)
            remember_reader(word, bytes, warp, lane);
        else
            read_word(word, bytes, address, warp, lane);
    }
}

void SharedMemory::remember_reader(Word& word, std::uint8_t bytes, std::uint32_t warp, std::uint32_t lane) {
    if (word.read_time < barrier_time_) {
        word.readers = 0;
        word.read = 0;
    }
    if (word.reader != warp || word.read_time < met_[warp]) word.reader_lanes = 0;
    word.read_time = clock_;
    word.readers |= 1U << warp;
    word.reader = static_cast<std::uint8_t>(warp);
    word.reader_lanes |= 1U << lane;
    word.read = static_cast<std::uint8_t>(word.read | bytes);
}

void SharedMemory::read_word(Word& word, std::uint8_t bytes, std::uint32_t address, std::uint32_t warp,
                             std::uint32_t lane) {
    if (word.write_time < block_time_ || (word.initialized & bytes) != bytes)
        throw Violation(Fault::launch, "a read of unwritten shared memory at byte " + std::to_string(address));
    if (word.write_time >= barrier_time_ && (word.written & bytes) != 0) {
        if (word.writer != warp)
            race(name("warp ", warp), " reads ", address, name("warp ", word.writer) + " wrote since the last barrier");
        if (word.write_time >= ordered_[warp])
            for (int byte = 0; byte < 4; ++byte)
                if ((bytes & word.written) >> byte & 1)
                    if (const std::uint8_t other = word.writer_lane[byte]; other != lane && other != no_lane)
                        race(name("lane ", lane), " reads ", address,
                             name("lane ", other) + " of its warp wrote with no bar.warp.sync between");
    }
    if (word.update_time >= barrier_time_ && (word.updaters & ~(1U << warp)) != 0)
        race(name("warp ", warp), " reads ", address, "another warp's atomic changed since the last barrier");
    remember_reader(word, bytes, warp, lane);
}

void SharedMemory::write(std::uint32_t address, std::uint32_t width, std::uint32_t warp, std::uint32_t lane,
                         const std::uint8_t* value) {
    std::uint8_t* const to = bytes_.data() + address;
    const bool same_value = std::memcmp(to, value, width) == 0;
    for (std::uint32_t index = address / 4; index * 4 < address + width; ++index)
        write_word(words_[index], width < 4 ? byte_mask(index, address, width) : whole_word, address, warp, lane,
                   same_value);
    std::memcpy(to, value, width);
}

void SharedMemory::write_word(Word& word, std::uint8_t bytes, std::uint32_t address, std::uint32_t warp,
                              std::uint32_t lane, bool same_value) {
    const bool written_now = word.write_time >= barrier_time_;
    if (written_now && (word.written & bytes) != 0) {
        if (word.writer != warp)
            race(name("warp ", warp), " writes ", address,
                 name("warp ", word.writer) + " wrote with no barrier between");
        if (word.write_time >= ordered_[warp] && !same_value)
            for (int byte = 0; byte < 4; ++byte)
                if ((bytes & word.written) >> byte & 1)
                    if (const std::uint8_t other = word.writer_lane[byte]; other != lane && other != no_lane)
                        race(name("lane ", lane), " writes ", address,
                             name("lane ", other) + " of its warp wrote with no bar.warp.sync between");
    }
    if (word.read_time >= barrier_time_ && (word.read & bytes) != 0) {
        if ((word.readers & ~(1U << warp)) != 0)
            race(name("warp ", warp), " writes ", address, "another warp read since the last barrier");
        if (word.reader == warp && word.read_time >= met_[warp] && (word.reader_lanes & ~(1U << lane)) != 0)
            race(name("lane ", lane), " writes ", address,
                 "another lane of its warp read with no bar.warp.sync between");
    }
    if (word.update_time >= barrier_time_ && (word.updaters & ~(1U << warp)) != 0)
        race(name("warp ", warp), " writes ", address, "another warp's atomic changed since the last barrier");
    if (word.write_time < block_time_) word.initialized = 0;
    // Bytes of other warps' may stay: those share no byte with this one.
    if (!written_now || word.writer != warp) word.written = 0;
    if (word.write_time < ordered_[warp]) std::fill(std::begin(word.writer_lane), std::end(word.writer_lane), no_lane);
    for (int byte = 0; byte < 4; ++byte)
        if ((bytes >> byte & 1) != 0) word.writer_lane[byte] = static_cast<std::uint8_t>(lane);
    word.written = static_cast<std::uint8_t>(word.written | bytes);
    word.writer = static_cast<std::uint8_t>(warp);
    word.write_time = clock_;
    word.initialized = static_cast<std::uint8_t>(word.initialized | bytes);
}

void SharedMemory::note_update(std::uint32_t address, std::uint32_t width, std::uint32_t warp) {
    for (std::uint32_t index = address / 4; index * 4 < address + width; ++index) {
        Word& word = words_[index];
        if (word.write_time < block_time_ || word.initialized != whole_word)
            throw Violation(Fault::launch, "an atomic on unwritten shared memory at byte " + std::to_string(address));
        if (word.write_time >= barrier_time_ && word.writer != warp)
            race(name("an atomic of warp ", warp), " changes ", address,
                 name("warp ", word.writer) + " wrote since the last barrier");
        if (word.read_time >= barrier_time_ && (word.readers & ~(1U << warp)) != 0)
            race(name("an atomic of warp ", warp), " changes ", address, "another warp read since the last barrier");
        if (word.update_time < barrier_time_) word.updaters = 0;
        word.update_time = clock_;
        word.updaters |= 1U << warp;
    }
}

std::uint32_t SharedMemory::conflicts(const std::uint32_t addresses[warp_lanes], std::uint32_t mask,
                                      std::uint32_t width) {
    // A lane's aligned access covers one unit of a group of neighbouring banks.
    const std::uint32_t words = std::max(width / 4, 1U), groups = banks / words;
    const int unit_bits = std::countr_zero(4 * words), phase_lanes = warp_lanes / static_cast<int>(words);
    std::uint32_t total = 0;
    for (int first = 0; first < warp_lanes; first += phase_lanes) {
        // The distinct units a group must give: the first of each, and how many beyond it.
        std::uint32_t seen[banks], count[banks] = {}, more[warp_lanes], worst = 0;
        int more_count = 0;
        for (int lane = first; lane < first + phase_lanes; ++lane) {
            if ((mask >> lane & 1) == 0) continue;
            const std::uint32_t unit = addresses[lane] >> unit_bits, group = unit % groups;
            if (count[group] == 0) {
                seen[group] = unit;
                count[group] = 1;
            } else if (std::uint32_t* const end = more + more_count;
                       seen[group] != unit && std::find(more + 0, end, unit) == end) {
                more[more_count++] = unit;
                worst = std::max(worst, count[group]++);
            }
        }
        total += worst;
    }
    return total;
}

}  // namespace quern::ptx
