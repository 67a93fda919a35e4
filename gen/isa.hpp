#pragma once

#include <optional>
#include <span>
#include <string_view>

namespace quern {

/// Instruction sets a kernel can be lowered to. The order within a backend is from oldest to newest.
enum class Isa { avx2, avx_vnni, avx512_vnni, sm_80, sm_86, sm_89, sm_90, sm_100, sm_120 };

enum class Backend { x86, cuda };

/// How four u8 x i8 products per 32-bit lane are summed.
enum class DotProduct {
    vpmaddubsw,  ///< pairs into int16 (must not overflow), then vpmaddwd into int32
    vpdpbusd,    ///< quads straight into int32
    mma,         ///< tensor cores
};

/// What one streaming multiprocessor of a GPU architecture holds and does (CUDA programming guide, "Technical
/// Specifications per Compute Capability" and "Throughput of Native Arithmetic Instructions"; the int8 rate from the
/// products' data sheets: operations a second over multiprocessors, clock and 2).
struct GpuTraits {
    int compute = 0;              ///< 86 for sm_86
    int registers = 0;            ///< 32-bit
    int threads = 0, blocks = 0;  ///< resident at most
    int shared_bytes = 0;         ///< for all resident blocks, with what the driver reserves of each
    int int8_multiplies = 0;      ///< multiply-adds of the tensor cores a cycle
    int float_operations = 0;     ///< f32 FMAs, multiplications or additions a cycle
    int conversions = 0;          ///< int32 to f32 a cycle
};

/// One row per ISA: everything a plan or an emitter may ask about it.
struct IsaTraits {
    Isa isa;
    std::string_view name;  ///< as in specs and on the command line
    Backend backend;
    DotProduct dot;
    int vector_registers;  ///< architectural vector registers (x86)
    int vector_bytes;      ///< 32 for ymm, 64 for zmm (x86)
    GpuTraits gpu = {};    ///< (CUDA)

    /// Rows of f32 or int32 one register holds.
    constexpr int lanes() const { return vector_bytes / 4; }
};

const IsaTraits& isa_traits(Isa isa);
std::span<const IsaTraits> all_isas();
/// The row named `name`, or nothing.
std::optional<Isa> isa_by_name(std::string_view name);

}  // namespace quern
