#include "gen/isa.hpp"

#include <array>

namespace quern {

namespace {

constexpr std::array<IsaTraits, 9> isa_rows{{
    {Isa::avx2, "avx2", Backend::x86, DotProduct::vpmaddubsw, 16, 32},
    {Isa::avx_vnni, "avx_vnni", Backend::x86, DotProduct::vpdpbusd, 16, 32},
    {Isa::avx512_vnni, "avx512_vnni", Backend::x86, DotProduct::vpdpbusd, 32, 64},
    {Isa::sm_80, "sm_80", Backend::cuda, DotProduct::mma, 0, 0, {80, 65536, 2048, 32, 164 * 1024, 2048, 64, 64}},
    {Isa::sm_86, "sm_86", Backend::cuda, DotProduct::mma, 0, 0, {86, 65536, 1536, 16, 100 * 1024, 1024, 128, 64}},
    {Isa::sm_89, "sm_89", Backend::cuda, DotProduct::mma, 0, 0, {89, 65536, 1536, 24, 100 * 1024, 1024, 128, 64}},
    {Isa::sm_90, "sm_90", Backend::cuda, DotProduct::mma, 0, 0, {90, 65536, 2048, 32, 228 * 1024, 4096, 128, 64}},
    {Isa::sm_100, "sm_100", Backend::cuda, DotProduct::mma, 0, 0, {100, 65536, 2048, 32, 228 * 1024, 8192, 128, 64}},
    {Isa::sm_120, "sm_120", Backend::cuda, DotProduct::mma, 0, 0, {120, 65536, 1536, 24, 100 * 1024, 1024, 128, 64}},
}};

}  // namespace

const IsaTraits& isa_traits(Isa isa) {
    return isa_rows[static_cast<std::size_t>(isa)];
}

std::span<const IsaTraits> all_isas() {
    return isa_rows;
}

std::optional<Isa> isa_by_name(std::string_view name) {
    for (const IsaTraits& row : isa_rows)
        if (row.name == name) return row.isa;
    return std::nullopt;
}

}  // namespace quern
