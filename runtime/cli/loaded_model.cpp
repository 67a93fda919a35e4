#include "runtime/cli/loaded_model.hpp"

#include "runtime/cli/kernel_table.hpp"
#include "runtime/cuda/device_transformer.hpp"
#include "runtime/engine/transformer.hpp"

namespace quern::cli {

LoadedModel::LoadedModel(const GgufFile& file, const MachineOptions& options, int tile, bool time_operations)
    : pool_(options.thread_count()) {
    if (options.on_cuda()) {
        cuda_.emplace(options);
        pass_ = std::make_unique<cuda::DeviceTransformer>(file, cuda_->kernels(), pool_, tile, time_operations);
        return;
    }
    processor_kernels_.emplace(options.machine(), pool_.threads());
    warn_of_ignored_file(processor_kernels_->tuning());
    pass_ = std::make_unique<Transformer>(file, pool_, *processor_kernels_, tile);
}

}  // namespace quern::cli
