#include "jit_cuda/occupancy.hpp"

#include <algorithm>

namespace quern::cuda {

namespace {

constexpr int warp_threads = 32, register_unit = 256, warp_unit = 4, shared_unit = 128, reserved_shared_bytes = 1024;

constexpr int round_up(int value, int unit) {
    return (value + unit - 1) / unit * unit;
}

}  // namespace

Occupancy occupancy(Isa isa, int threads, const KernelResources& resources) {
    const GpuTraits& gpu = isa_traits(isa).gpu;
    const int warps_per_block = round_up(threads, warp_threads) / warp_threads;
    const int warp_registers = round_up(std::max(1, resources.registers) * warp_threads, register_unit);
    const int warps_by_registers = gpu.registers / warp_registers / warp_unit * warp_unit;
    const int blocks_by_registers = warps_by_registers / round_up(warps_per_block, warp_unit);
    const int blocks_by_shared =
        gpu.shared_bytes / round_up(resources.shared_bytes + reserved_shared_bytes, shared_unit);
    const int most_warps = gpu.threads / warp_threads;
    Occupancy result;
    result.blocks = std::min({gpu.blocks, most_warps / warps_per_block, blocks_by_registers, blocks_by_shared});
    result.warps = result.blocks * warps_per_block;
    result.share = static_cast<double>(result.warps) / most_warps;
    return result;
}

}  // namespace quern::cuda
