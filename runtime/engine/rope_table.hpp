#pragma once

#include <cstdint>
#include <vector>

namespace quern {

/// cos and sin of RoPE's angles, position * base^(-2i / head_size), computed in f64 and rounded to f32. Rows are made
/// when a canvas first needs them.
class RopeTable {
  public:
    RopeTable(double base, std::int64_t head_size) : base_(base), head_size_(head_size) {}

    /// Makes sure of positions [0, positions).
    void extend(std::int64_t positions);
    const float* cosine() const { return cosine_.data(); }  ///< [position][head_size / 2]
    const float* sine() const { return sine_.data(); }      ///< [position][head_size / 2]

  private:
    double base_;
    std::int64_t head_size_, positions_ = 0;
    std::vector<float> cosine_, sine_;
};

}  // namespace quern
