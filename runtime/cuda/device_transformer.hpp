#pragma once

#include <memory>

#include "runtime/engine/forward_pass.hpp"

namespace quern {
class GgufFile;
class ThreadPool;
}  // namespace quern

namespace quern::cuda {

class DeviceKernelCache;

/// The forward pass of a bidirectional transformer with quantized weights, on CUDA kernels. Weights are copied to the
/// device at construction. A step copies token ids there, and logits, or four numbers a row, back.
class DeviceTransformer : public ForwardPass {
  public:
    /// `file`, `cache` and `pool`, which compiles kernels, must outlive it. Throws Error naming file and tensor where
    /// the file is no model quern can run, and Error with what is needed and what is free where the device has too
    /// little memory. `tile` forces the token tile of every projection; 0 is auto. With `time_operations` every
    /// operation is timed by events, which costs a little each; else time_split() is zero.
    DeviceTransformer(const GgufFile& file, DeviceKernelCache& cache, ThreadPool& pool, int tile = 0,
                      bool time_operations = false);
    ~DeviceTransformer() override;

    const ModelShape& shape() const override;
    std::size_t packed_bytes() const override;
    /// Throws Error, too, for a failure of the device.
    void logits(std::span<const std::int32_t> tokens, std::span<const std::int32_t> rows,
                std::span<float> out) override;
    void row_statistics(std::span<const std::int32_t> tokens, std::span<const std::int32_t> rows,
                        std::span<quern::RowStatistics> out);
    StatisticsFunction statistics_function() override;
    const TimeSplit& time_split() const override;
    double load_seconds() const override;

  private:
    struct State;
    std::unique_ptr<State> state_;
};

}  // namespace quern::cuda
