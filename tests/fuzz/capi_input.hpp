#pragma once

#include <quern/quern.h>

#include <cstddef>
#include <cstdint>

/// What the C API's fuzzer calls with: numbers out of the input, and memory as large as what is declared, so that
/// whatever a call accepts it must be able to do.
namespace quern_fuzz {

/// Numbers out of the input, zeros after its end.
class Input {
  public:
    Input(const std::uint8_t* data, std::size_t size) : data_(data), size_(size) {}
    std::uint8_t byte() { return size_ > 0 ? (--size_, *data_++) : std::uint8_t{0}; }
    /// Mostly small, sometimes extreme.
    std::int64_t number() {
        static constexpr std::int64_t extremes[] = {-1,        0,         INT64_MAX, INT64_MIN,
                                                    INT32_MAX, INT32_MIN, 1 << 20,   std::int64_t{1} << 40};
        const std::uint8_t kind = byte();
        if (kind >= 248) return extremes[kind - 248];
        if (kind >= 200) return std::int64_t{256} * (kind - 199) % 1024;
        return kind;
    }
    bool flag() { return byte() % 2 == 1; }
    bool empty() const { return size_ == 0; }
    /// A value, off by something now and then.
    std::int64_t near(std::int64_t value) { return byte() < 224 ? value : number(); }

  private:
    const std::uint8_t* data_;
    std::size_t size_;
};

/// Memory that operands share: they may overlap.
class Arena {
  public:
    static constexpr std::size_t bytes = std::size_t{1} << 20;
    Arena();
    ~Arena();
    Arena(const Arena&) = delete;
    Arena& operator=(const Arena&) = delete;

    /// A place, aligned or not, and what is `left` of the arena there; or NULL.
    unsigned char* place(Input& input, std::size_t* left);

  private:
    unsigned char* memory_;
};

/// Whether what is left bounds what a call may be told of: rows at a stride, of elements of some bytes.
bool fits(std::int64_t rows, std::int64_t width, std::int64_t stride, std::size_t left, std::size_t element_bytes);

/// Ends the process where a failure has no message, or is quern's own fault.
void judge(quern_status status);

void fuzz_matrices(Input& input, quern_context* context, Arena& arena);
void fuzz_dense(Input& input, quern_context* context, Arena& arena);
void fuzz_blockwise(Input& input, quern_context* context, Arena& arena);
void fuzz_model(Input& input, quern_model* model);

}  // namespace quern_fuzz
