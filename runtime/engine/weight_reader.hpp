#pragma once

#include <cstdint>
#include <functional>
#include <set>
#include <string>
#include <vector>

#include "runtime/engine/model_shape.hpp"

namespace quern {

class GgufFile;
struct GgufTensor;

/// "FILE: tensor "NAME"", as errors begin.
std::string tensor_place(const GgufFile& file, const GgufTensor& tensor);

/// A model's tensors, checked as they are read; remembers which were, so that those left over can be named.
class WeightReader {
  public:
    /// `file` must outlive it.
    explicit WeightReader(const GgufFile& file) : file_(file) {}

    /// Throws Error naming file and tensor where it is missing, has another shape or a type quern has no row for.
    const GgufTensor& tensor(const std::string& name, std::int64_t rows, std::int64_t columns);
    /// An f32 vector. Throws Error naming file and tensor where it is missing, of another size or type, or holds a
    /// number that is not finite.
    std::vector<float> norm(const std::string& name, std::int64_t width);
    /// The seven matrices of a layer, in the order of layer_projections().
    std::vector<const GgufTensor*> layer_matrices(std::int64_t layer, const ModelShape& shape);
    /// Throws Error naming the first tensor of the file that was not read: a bias or a table of RoPE factors, say,
    /// would make the file another computation.
    void refuse_others() const;

  private:
    const GgufFile& file_;
    std::set<std::string, std::less<>> used_;
};

}  // namespace quern
