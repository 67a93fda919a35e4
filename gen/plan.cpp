#include "gen/plan.hpp"

#include <algorithm>
#include <sstream>

#include "gen/error.hpp"

namespace quern {

namespace {

/// Tokens up to which unpacking in registers beats unpacking to scratch: the weights' bytes, not the dot products, set
/// the time.
constexpr std::int64_t most_direct_tokens = 4;
/// The widest token tile chosen unasked: its activations (25 KiB a super-block) stay in L1 beside the unpacked weights'
/// lines.
constexpr std::int64_t widest_auto_tile = 80;
/// The widest token tile accepted; wider ones push C and activations out of any L2.
constexpr std::int64_t widest_tile = 1024;
/// Work items wanted at least, so that a few threads stay evenly loaded.
constexpr std::int64_t fewest_items = 16;
constexpr int most_row_tiles_per_item = 4;

constexpr std::int64_t divide_up(std::int64_t a, std::int64_t b) {
    return (a + b - 1) / b;
}

// As many int32 accumulators as the registers hold beside R weight registers, a broadcast and a temporary.
constexpr MicroKernelShape avx2_shapes[] = {
    {2, 4, FloatAccumulators::l1_scratch},
    {2, 5, FloatAccumulators::l1_scratch},
    {4, 2, FloatAccumulators::l1_scratch},
};
constexpr MicroKernelShape avx_vnni_shapes[] = {
    {2, 6, FloatAccumulators::l1_scratch},
    {2, 5, FloatAccumulators::l1_scratch},
    {4, 2, FloatAccumulators::l1_scratch},
    {2, 3, FloatAccumulators::registers},
};
constexpr MicroKernelShape avx512_vnni_shapes[] = {
    {2, 6, FloatAccumulators::registers},  {1, 12, FloatAccumulators::registers},
    {1, 8, FloatAccumulators::registers},  {2, 12, FloatAccumulators::l1_scratch},
    {3, 8, FloatAccumulators::l1_scratch}, {4, 6, FloatAccumulators::l1_scratch},
};

void choose_token_tiles(QGemmPlan& plan) {
    const std::int64_t tokens = plan.spec.tokens;
    if (plan.direct)
        plan.token_tile = tokens;
    else if (plan.spec.tile)
        plan.token_tile = std::min<std::int64_t>(*plan.spec.tile, tokens);
    else {
        // Tiles of one width, a whole number of micro-kernels each but the last.
        const std::int64_t even = divide_up(tokens, divide_up(tokens, widest_auto_tile));
        plan.token_tile = std::min(tokens, divide_up(even, plan.micro_tokens) * plan.micro_tokens);
    }
    plan.micro_tokens = static_cast<int>(std::min<std::int64_t>(plan.micro_tokens, plan.token_tile));
    plan.full_token_tiles = tokens / plan.token_tile;
    plan.last_tile_tokens = tokens % plan.token_tile;
}

QGemmScratch lay_out_scratch(const QGemmPlan& plan) {
    const WeightFormat& format = *plan.spec.weight;
    const auto vector = static_cast<std::size_t>(isa_traits(plan.machine.isa).vector_bytes);
    const auto registers = static_cast<std::size_t>(plan.row_registers);
    const auto tile_vectors = registers * static_cast<std::size_t>(plan.micro_tokens);
    const auto sub_blocks = static_cast<std::size_t>(format.sub_blocks());
    QGemmScratch scratch;
    std::size_t end = 0;
    const auto reserve = [&end, vector](std::size_t vectors) {
        const std::size_t at = end;
        end += (vectors * vector + 63) / 64 * 64;
        return at;
    };
    scratch.codes = reserve(plan.direct ? 0 : registers * PackedLayout::steps);
    scratch.scales = reserve(registers * sub_blocks);
    scratch.offset_pairs = reserve(registers * sub_blocks / 2);
    scratch.offset_factor = reserve(registers);
    scratch.float_sums = reserve(tile_vectors);
    scratch.int_sums = reserve(tile_vectors);
    scratch.output = reserve(registers * static_cast<std::size_t>(plan.row_tiles_per_item * plan.token_tile));
    scratch.bytes = end;
    return scratch;
}

}  // namespace

std::span<const MicroKernelShape> micro_kernel_candidates(Isa isa) {
    switch (isa) {
        case Isa::avx2:
            return avx2_shapes;
        case Isa::avx_vnni:
            return avx_vnni_shapes;
        case Isa::avx512_vnni:
            return avx512_vnni_shapes;
        default:
            return {};
    }
}

QGemmPlan plan_qgemm(const KernelSpec& spec, const MachineTraits& machine, const MicroKernelShape* shape) {
    validate(spec);
    if (spec.op != Op::qgemm) throw Error("kernel \"" + spec.name + "\" is no qgemm");
    const IsaTraits& isa = isa_traits(machine.isa);
    if (isa.backend != Backend::x86)
        throw Error("kernel \"" + spec.name + "\": " + std::string(isa.name) + " is not an x86 ISA");
    if (spec.tile && (*spec.tile < 1 || *spec.tile > widest_tile))
        throw Error("kernel \"" + spec.name + "\": tile " + std::to_string(*spec.tile) + " is not in 1 to " +
                    std::to_string(widest_tile));

    QGemmPlan plan;
    plan.spec = spec;
    plan.machine = machine;
    plan.layout = packed_layout(*spec.weight);
    plan.direct = spec.tokens <= most_direct_tokens && !spec.tile;
    if (!shape || plan.direct) shape = micro_kernel_candidates(machine.isa).data();
    plan.row_registers = shape->row_registers;
    plan.micro_tokens = shape->micro_tokens;
    plan.float_accumulators = shape->float_accumulators;
    choose_token_tiles(plan);
    // Sharing an activation slice in L1 pays where it is reused; a direct kernel streams its weights instead.
    if (!plan.direct)
        plan.row_tiles_per_item = static_cast<int>(std::clamp<std::int64_t>(
            divide_up(spec.n, plan.rows_per_tile()) / fewest_items, 1, most_row_tiles_per_item));
    if (isa.dot == DotProduct::vpmaddubsw) {
        // |u8 * i8 + u8 * i8| <= 2 * max_code * 127 a step.
        const int steps = spec.weight->sub_block / PackedLayout::step_weights;
        plan.steps_per_int16_sum = std::min(steps, 32767 / (2 * spec.weight->max_code() * 127));
        while (steps % plan.steps_per_int16_sum != 0) --plan.steps_per_int16_sum;
    }
    plan.scratch = lay_out_scratch(plan);
    return plan;
}

double QGemmPlan::ceiling() const {
    const WeightFormat& format = *spec.weight;
    const IsaTraits& isa = isa_traits(machine.isa);
    const double steps = PackedLayout::steps, sub_blocks = format.sub_blocks();
    // Per vector of rows, token and super-block. The offset term: a dot product a pair of sub-blocks, a convert and an
    // FMA; then the token scale's FMA into C. A vpmaddubsw step is two instructions, as in its peak loop; widening adds
    // one a sum.
    const double converts = machine.convert_shares_dot_ports ? sub_blocks + 1 : 0;
    const double offset_terms = sub_blocks / 2;
    if (isa.dot == DotProduct::vpmaddubsw) {
        const double widening = steps / steps_per_int16_sum;
        return 2 * steps / (2 * steps + widening + sub_blocks + converts + 2 * offset_terms + 2);
    }
    return steps / (steps + sub_blocks + converts + offset_terms + 2);
}

std::string QGemmPlan::text() const {
    std::ostringstream out;
    out << "op = \"qgemm\"\n"
        << "isa = \"" << isa_traits(machine.isa).name << "\"\n"
        << "weight = \"" << spec.weight->name << "\"\n"
        << "n = " << spec.n << "\nk = " << spec.k << "\ntokens = " << spec.tokens << "\n"
        << "path = \"" << (direct ? "direct" : "unpacked") << "\"\n"
        << "row_registers = " << row_registers << "\n"
        << "micro_tokens = " << micro_tokens << "\n"
        << "token_tile = " << token_tile << "\n"
        << "full_token_tiles = " << full_token_tiles << "\n"
        << "last_tile_tokens = " << last_tile_tokens << "\n"
        << "row_tiles_per_item = " << row_tiles_per_item << "\n"
        << "items = " << items() << "\n"
        << "float_accumulators = \""
        << (float_accumulators == FloatAccumulators::registers ? "registers" : "l1_scratch") << "\"\n";
    if (steps_per_int16_sum > 0) out << "steps_per_int16_sum = " << steps_per_int16_sum << "\n";
    if (machine.evex_ymm_dot) out << "dot_encoding = \"evex\"\n";
    out << "scratch_bytes = " << scratch.bytes << "\nover_read_bytes = " << over_read_bytes
        << "\nceiling = " << ceiling() << "\n";
    return out.str();
}

}  // namespace quern
