#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "gen/error.hpp"
#include "gen/weight_format.hpp"

namespace quern {

/// A metadata value. Integers of every width are widened to 64 bits, floats to double; nested arrays are refused.
using GgufValue =
    std::variant<std::uint64_t, std::int64_t, double, bool, std::string, std::vector<std::uint64_t>,
                 std::vector<std::int64_t>, std::vector<double>, std::vector<bool>, std::vector<std::string>>;

/// What a value is, for messages: "a string", "an array of booleans".
std::string_view gguf_value_kind(const GgufValue& value);

struct GgufTensor {
    std::string name;
    std::vector<std::int64_t> dimensions;  ///< as in the file: columns first, then rows
    std::uint32_t ggml_type = 0;
    std::uint64_t offset = 0;            ///< of the data, bytes from the start of the file
    std::span<const std::uint8_t> data;  ///< in the mapped file, aligned to 8 bytes at least

    std::int64_t columns() const { return dimensions.empty() ? 1 : dimensions[0]; }
    std::int64_t rows() const { return dimensions.size() < 2 ? 1 : dimensions[1]; }
    /// Product of the dimensions past the second.
    std::int64_t matrices() const;
    std::int64_t elements() const { return columns() * rows() * matrices(); }
    /// The dimensions as text, columns first: "256 x 962".
    std::string shape() const;
    /// As ggml spells it: "q4_K".
    std::string_view type_name() const;
    /// The row of the format table, or nullptr for a type quern has no row for (the file may still be inspected).
    const WeightFormat* format() const { return weight_format_by_ggml_type(ggml_type); }
};

/// A GGUF file, version 2 or 3, over a read-only memory map. Everything is checked before it is read: an Error names
/// the file, the key or tensor and what is wrong with it.
class GgufFile {
  public:
    static GgufFile open(const std::filesystem::path& path);
    /// Reads a file image from memory (tests, fuzzing); `name` stands in for the path in errors. `bytes` must outlive
    /// the result.
    static GgufFile parse(std::span<const std::uint8_t> bytes, std::string name);
    GgufFile(GgufFile&&) noexcept;
    GgufFile& operator=(GgufFile&&) noexcept;
    ~GgufFile();

    const std::string& name() const;
    std::uint32_t version() const;
    std::size_t file_bytes() const;

    /// Metadata in file order.
    std::span<const std::pair<std::string, GgufValue>> metadata() const;
    const GgufValue* find(std::string_view key) const;

    /// Typed access. The first form throws Error "FILE: missing key ..." where the key is absent, the others return
    /// `fallback`; all throw where it has another type or does not fit.
    std::int64_t integer(std::string_view key) const;
    std::int64_t integer(std::string_view key, std::int64_t fallback) const;
    double real(std::string_view key) const;
    double real(std::string_view key, double fallback) const;
    bool boolean(std::string_view key, bool fallback) const;
    std::string_view text(std::string_view key) const;
    std::string_view text(std::string_view key, std::string_view fallback) const;
    std::span<const std::string> texts(std::string_view key) const;
    /// Integer arrays of any width.
    std::vector<std::int64_t> integers(std::string_view key) const;

    std::span<const GgufTensor> tensors() const;
    const GgufTensor* find_tensor(std::string_view name) const;
    /// The tensor, its shape checked: throws Error naming file and tensor where it is missing, has another shape, or a
    /// type quern has no row for.
    const GgufTensor& tensor(std::string_view name, std::int64_t rows, std::int64_t columns) const;

    /// The error of a key whose value is wrong: "FILE: key "KEY": MESSAGE". To be thrown by whoever finds it.
    Error key_error(std::string_view key, const std::string& message) const;

    /// Tells the system that a tensor's pages will not be read again (after repacking). A no-op for parse().
    void release_pages(const GgufTensor& tensor) const;

  private:
    struct State;
    explicit GgufFile(std::unique_ptr<State> state);
    std::unique_ptr<State> state_;
};

}  // namespace quern
