#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <tuple>
#include <vector>

#include "runtime/cuda/device_kernel_cache.hpp"
#include "runtime/engine/model_shape.hpp"

namespace quern {
class GgufFile;
class ThreadPool;
}  // namespace quern

namespace quern::cuda {

struct DeviceMatrix;

/// The kernels of one model on a device.
class DeviceModelKernels {
  public:
    using KernelPointer = std::shared_ptr<const DeviceKernel>;

    /// Compiles all but the projections. `tile` forces their token tile; 0 is auto. Throws Error naming the file where
    /// a matrix of it has no kernel, before anything is compiled. `cache` and `pool` must outlive it.
    DeviceModelKernels(const GgufFile& file, const ModelShape& shape, DeviceKernelCache& cache, ThreadPool& pool,
                       int tile);

    /// Compiles the projections that canvases of `tokens` tokens need of which `rows` are asked for.
    void prepare(std::int64_t tokens, std::int64_t rows);
    /// The kernel of a matrix for a token count that prepare() saw.
    const DeviceKernel& projection(const DeviceMatrix& matrix, std::int64_t tokens) const;

    KernelPointer embed_rows, rmsnorm_quantize, add_rmsnorm_quantize, quantize, silu_mul_quantize, rope, attention,
        gather_rows, row_statistics;

  private:
    /// Matrices that share kernels.
    struct Shape {
        const WeightFormat* weight;
        std::int64_t rows, columns;
        std::string name;  ///< of one of their roles
        bool head;         ///< the output projection, which sees the rows asked for alone
    };
    using Key = std::tuple<const WeightFormat*, std::int64_t, std::int64_t, int>;  // weight, rows, columns, tile

    int tile_of(std::int64_t tokens) const;
    KernelSpec projection_spec(const Shape& shape, int tile) const;

    DeviceKernelCache& cache_;
    ThreadPool& pool_;
    int tile_;
    std::vector<Shape> shapes_;
    std::map<Key, KernelPointer> projections_;
};

}  // namespace quern::cuda
