#pragma once

#include <cstddef>
#include <cstdint>

#include "gen/weight_format.hpp"
#include "runtime/system/aligned_buffer.hpp"

namespace quern {

class GgufFile;
class ThreadPool;
struct GgufTensor;

/// A quantized matrix in PackedLayout, ready for the kernels.
class PackedMatrix {
  public:
    PackedMatrix() = default;
    /// Packs a tensor of `file` in parallel, then releases its pages of the file. Throws Error naming file and tensor
    /// where its format is not quantized or its columns are no multiple of 256.
    PackedMatrix(const GgufFile& file, const GgufTensor& tensor, ThreadPool& pool);

    const WeightFormat& format() const { return *format_; }
    std::int64_t rows() const { return rows_; }
    std::int64_t columns() const { return columns_; }
    const std::uint8_t* data() const { return packed_.data(); }
    std::size_t bytes() const { return packed_.size(); }

  private:
    const WeightFormat* format_ = nullptr;
    std::int64_t rows_ = 0, columns_ = 0;
    AlignedBuffer<std::uint8_t> packed_;
};

}  // namespace quern
