#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

#include "gen/error.hpp"

namespace quern {

/// Little-endian reads from bytes that nobody has checked. Every error begins with the file's name and the place being
/// read.
class ByteReader {
  public:
    ByteReader(std::span<const std::uint8_t> bytes, std::string_view file) : bytes_(bytes), file_(file) {}

    std::size_t position() const { return position_; }
    std::size_t left() const { return bytes_.size() - position_; }

    /// What is being read, for errors: `key "general.name"`.
    void set_place(std::string place) { place_ = std::move(place); }
    /// Which item of an array there, from 1; 0 for none.
    void set_item(std::uint64_t item, std::uint64_t count) { item_ = item, item_count_ = count; }

    /// The next number. `what` names it in errors.
    template <typename T>
    T number(std::string_view what) {
        static_assert(std::is_arithmetic_v<T> && !std::is_same_v<T, bool>);
        T value;
        std::memcpy(&value, take(sizeof(T), what), sizeof(T));
        return value;
    }

    /// A GGUF string: its length in 8 bytes, then that many bytes, which stay where they are.
    std::string_view text(std::string_view what, std::uint64_t max_bytes) {
        const auto length = number<std::uint64_t>(what);
        if (length > max_bytes)
            fail(std::string(what) + " has a length of " + std::to_string(length) + " bytes, the limit is " +
                 std::to_string(max_bytes));
        return {reinterpret_cast<const char*>(take(length, what)), static_cast<std::size_t>(length)};
    }

    [[noreturn]] void fail(const std::string& message) const {
        std::string where = file_ + ": ";
        if (!place_.empty()) where += place_ + ": ";
        if (item_ > 0) where += "item " + std::to_string(item_) + " of " + std::to_string(item_count_) + ": ";
        throw Error(where + message);
    }

  private:
    const std::uint8_t* take(std::uint64_t size, std::string_view what) {
        if (size > left())
            fail("truncated in " + std::string(what) + ": it needs " + std::to_string(size) + " bytes, the file has " +
                 std::to_string(left()) + " more");
        const std::uint8_t* start = bytes_.data() + position_;
        position_ += static_cast<std::size_t>(size);
        return start;
    }

    std::span<const std::uint8_t> bytes_;
    std::string file_, place_;
    std::uint64_t item_ = 0, item_count_ = 0;
    std::size_t position_ = 0;
};

}  // namespace quern
