#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "gen/kernel_spec.hpp"
#include "gen/plan.hpp"
#include "runtime/kernels/kernel_cache.hpp"

namespace quern {

class PackedMatrix;
class ThreadPool;

/// A generated qgemm and how many items its plan has.
struct ProjectionKernel {
    std::shared_ptr<const Kernel> kernel;
    std::int64_t items = 0;
};

/// The qgemm kernels of a model's matrices at the token counts met so far, so that a step looks them up by two numbers.
/// A shape is a weight format, rows and columns; matrices of one shape share kernels.
class ProjectionKernels {
  public:
    /// `tile` forces the token tile; 0 is auto.
    ProjectionKernels(KernelCache& cache, int tile) : cache_(cache), tile_(tile) {}

    /// Registers a matrix under the name of its role ("attn_q") and returns its shape's index.
    std::size_t add(const std::string& role, const PackedMatrix& matrix);

    struct Need {
        std::size_t shape;
        std::int64_t tokens;
    };
    /// Generates what is missing, in parallel. Throws Error where a kernel cannot be generated.
    void prepare(const std::vector<Need>& needs, ThreadPool& pool);
    /// A prepared kernel.
    const ProjectionKernel& get(std::size_t shape, std::int64_t tokens) const { return by_tokens_.at(tokens)[shape]; }
    /// Bytes of scratch a thread needs for any prepared kernel.
    std::size_t scratch_bytes() const { return scratch_bytes_; }

    /// For every shape and token count prepared: which matrices they are, and which ISA and plan they run and why.
    std::vector<std::pair<std::string, std::string>> describe() const;

  private:
    KernelSpec spec(std::size_t shape, std::int64_t tokens) const;

    struct Shape {
        const WeightFormat* format;
        std::int64_t rows, columns;
        std::set<std::string> roles;
    };
    KernelCache& cache_;
    int tile_;
    std::size_t scratch_bytes_ = 0;
    std::vector<Shape> shapes_;
    std::map<std::int64_t, std::vector<ProjectionKernel>> by_tokens_;  // [tokens][shape]
};

}  // namespace quern
