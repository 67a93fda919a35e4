#include "gen/plan.hpp"

#include <algorithm>
#include <sstream>

#include "gen/divide_up.hpp"
#include "gen/error.hpp"

namespace quern {

namespace {

/// The widest token tiles chosen unasked. Where weights are unpacked in registers its activations (25 KiB a
/// super-block) stay in L1 beside the packed weights. Where they are unpacked to scratch a wider one, whose activations
/// (55 KiB) stream from L2, unpacks less often.
constexpr std::int64_t widest_auto_tile = 80, widest_auto_unpacked_tile = 176;
constexpr std::int64_t widest_tile = widest_token_tile;
constexpr std::int64_t candidate_tiles[] = {32, 64, 80, 128, 192};
constexpr std::int64_t candidate_direct_tiles[] = {32, 80, 192};
/// Work items wanted at least, so that a few threads stay evenly loaded.
constexpr std::int64_t fewest_items = 16;
constexpr int most_auto_row_tiles = 4, most_row_tiles = 16;
constexpr int most_row_registers = 4;

/// Masks, shifts and merges that make the codes of a step out of their planes.
int unpack_instructions(const WeightFormat& format, Isa isa, int step) {
    int instructions = 0;
    for (const CodePlane& plane : format.planes()) {
        const bool is_first = &plane == format.planes().data();
        const bool is_shifted = plane.bits * (step % (8 / plane.bits)) != plane.code_shift;
        // A zmm masks and merges in one instruction.
        const bool merges_apart = !is_first && isa_traits(isa).vector_bytes < PackedLayout::vector_bytes;
        instructions += 1 + (is_shifted ? 1 : 0) + (merges_apart ? 1 : 0);
    }
    return instructions;
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

[[noreturn]] void fail(const KernelSpec& spec, const std::string& message) {
    throw Error("kernel \"" + spec.name + "\": " + message);
}

void check_range(const KernelSpec& spec, const char* name, std::int64_t value, std::int64_t largest) {
    if (value < 1 || value > largest)
        fail(spec, std::string(name) + " " + std::to_string(value) + " is not in 1 to " + std::to_string(largest));
}

void check_spec(const KernelSpec& spec, const MachineTraits& machine) {
    validate(spec);
    if (spec.op != Op::qgemm) throw Error("kernel \"" + spec.name + "\" is no qgemm");
    if (isa_traits(machine.isa).backend != Backend::x86)
        fail(spec, std::string(isa_traits(machine.isa).name) + " is not an x86 ISA");
    if (spec.tile) check_range(spec, "tile", *spec.tile, widest_tile);
}

/// Vector registers a micro-kernel holds values in: sums, the weights of a step, an activation, a temporary, and what
/// the ISA's dot product and unpacking in registers need besides.
int registers_needed(const MicroKernelShape& shape, bool direct, const WeightFormat& format, const IsaTraits& isa) {
    const int sums = shape.row_registers * shape.micro_tokens;
    const int float_sums = shape.float_accumulators == FloatAccumulators::registers ? sums : 0;
    const int ones = isa.dot == DotProduct::vpmaddubsw ? 1 : 0;
    return sums + float_sums + shape.row_registers + 2 + ones + (direct ? format.plane_count : 0);
}

/// Row registers the direct path can serve: it holds the packed blocks of two row groups.
int most_direct_row_registers(const IsaTraits& isa) {
    return 2 * PackedLayout::group_rows / isa.lanes();
}

void check_choice(const PlanChoice& choice, const KernelSpec& spec, const IsaTraits& isa) {
    const MicroKernelShape& shape = choice.shape;
    check_range(spec, "token tile", choice.token_tile, std::min(spec.tokens, widest_tile));
    if (spec.tile && choice.token_tile != std::min<std::int64_t>(*spec.tile, spec.tokens))
        fail(spec, "a token tile of " + std::to_string(choice.token_tile) + " is not the " +
                       std::to_string(*spec.tile) + " asked for");
    check_range(spec, "micro-kernel tokens", shape.micro_tokens,
                std::min<std::int64_t>(choice.token_tile, isa.vector_registers));
    check_range(spec, "row registers", shape.row_registers,
                choice.direct ? most_direct_row_registers(isa) : most_row_registers);
    if (isa.lanes() < PackedLayout::group_rows && shape.row_registers % 2 != 0)
        fail(spec, "row registers " + std::to_string(shape.row_registers) + " are no whole row groups");
    check_range(spec, "row tiles an item", choice.row_tiles_per_item, most_row_tiles);
    const int needed = registers_needed(shape, choice.direct, *spec.weight, isa);
    if (needed > isa.vector_registers)
        fail(spec, "a micro-kernel of " + std::to_string(shape.row_registers) + " x " +
                       std::to_string(shape.micro_tokens) + " needs " + std::to_string(needed) + " vector registers; " +
                       std::string(isa.name) + " has " + std::to_string(isa.vector_registers));
}

/// The tokens in as many tiles as tiles of `width` would be, of one width: a whole number of micro-kernels each but the
/// last.
std::int64_t even_tile(std::int64_t tokens, std::int64_t width, int micro_tokens) {
    const std::int64_t even = divide_up(tokens, divide_up(tokens, width));
    return std::min({tokens, divide_up(even, micro_tokens) * micro_tokens, widest_tile});
}

/// `shape` with the token tile of `width` tokens: the one asked for where the spec does.
PlanChoice tiled_choice(const KernelSpec& spec, MicroKernelShape shape, std::int64_t width, int row_tiles) {
    PlanChoice choice;
    choice.token_tile =
        spec.tile ? std::min<std::int64_t>(*spec.tile, spec.tokens) : even_tile(spec.tokens, width, shape.micro_tokens);
    shape.micro_tokens = static_cast<int>(std::min<std::int64_t>(shape.micro_tokens, choice.token_tile));
    choice.shape = shape;
    choice.row_tiles_per_item = row_tiles;
    return choice;
}

/// On the direct path: as many of the shape's tokens a micro-kernel as the registers hold beside the plane masks.
PlanChoice direct_choice(const KernelSpec& spec, MicroKernelShape shape, std::int64_t width, int row_tiles,
                         const IsaTraits& isa) {
    while (shape.micro_tokens > 1 && registers_needed(shape, true, *spec.weight, isa) > isa.vector_registers)
        --shape.micro_tokens;
    PlanChoice choice = tiled_choice(spec, shape, width, row_tiles);
    choice.direct = true;
    return choice;
}

/// Where unpacking in registers, anew for every micro-kernel, beats unpacking once to scratch: where masks and shifts
/// have pipes beside the dot product's (Zen) that int16 sums do not fill; for codes of several planes on a zmm alone,
/// which leaves half of those pipes idle, and up to one token tile. (One micro-kernel alone unpacks no more than that
/// anywhere, and stores nothing.)
bool repeated_unpacking_pays(const KernelSpec& spec, const MachineTraits& machine) {
    const IsaTraits& isa = isa_traits(machine.isa);
    if (machine.convert_shares_dot_ports || isa.dot == DotProduct::vpmaddubsw) return false;
    const bool is_wide = isa.vector_bytes == PackedLayout::vector_bytes;
    return spec.weight->plane_count == 1 || (is_wide && spec.tokens <= widest_auto_tile);
}

/// The first candidate; but where the first keeps its f32 sums in L1 and many sub-blocks fold into them (16 weights
/// each), Zen, whose ymm stores are half as many as its loads, is faster with fewer sums that stay in registers.
const MicroKernelShape& default_shape(const WeightFormat& format, const MachineTraits& machine) {
    const std::span<const MicroKernelShape> shapes = micro_kernel_candidates(machine.isa);
    if (!machine.convert_shares_dot_ports && format.sub_block == 16 &&
        shapes.front().float_accumulators == FloatAccumulators::l1_scratch)
        for (const MicroKernelShape& shape : shapes)
            if (shape.float_accumulators == FloatAccumulators::registers) return shape;
    return shapes.front();
}

int default_row_tiles(const KernelSpec& spec, const MicroKernelShape& shape, const IsaTraits& isa) {
    // Sharing an activation slice in L1 pays where it is reused.
    const std::int64_t row_tiles = divide_up(spec.n, std::int64_t{shape.row_registers} * isa.lanes());
    return static_cast<int>(std::clamp<std::int64_t>(row_tiles / fewest_items, 1, most_auto_row_tiles));
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

PlanChoice default_choice(const KernelSpec& spec, const MachineTraits& machine) {
    check_spec(spec, machine);
    const IsaTraits& isa = isa_traits(machine.isa);
    const MicroKernelShape& shape = default_shape(*spec.weight, machine);
    const int row_tiles = default_row_tiles(spec, shape, isa);
    const PlanChoice one_micro_kernel = direct_choice(spec, shape, widest_auto_tile, 1, isa);
    if (spec.tokens <= one_micro_kernel.shape.micro_tokens) return one_micro_kernel;
    if (repeated_unpacking_pays(spec, machine)) return direct_choice(spec, shape, widest_auto_tile, row_tiles, isa);
    return tiled_choice(spec, shape, widest_auto_unpacked_tile, row_tiles);
}

std::vector<PlanChoice> plan_candidates(const KernelSpec& spec, const MachineTraits& machine) {
    std::vector<PlanChoice> candidates{default_choice(spec, machine)};
    const IsaTraits& isa = isa_traits(machine.isa);
    const auto add = [&candidates](const PlanChoice& choice) {
        if (std::find(candidates.begin(), candidates.end(), choice) == candidates.end()) candidates.push_back(choice);
    };
    for (const MicroKernelShape& shape : micro_kernel_candidates(machine.isa)) {
        const int row_tiles = default_row_tiles(spec, shape, isa);
        if (shape.row_registers <= most_direct_row_registers(isa))
            for (const std::int64_t width : candidate_direct_tiles)
                for (const int tiles : {1, row_tiles}) add(direct_choice(spec, shape, width, tiles, isa));
        for (const std::int64_t width : candidate_tiles) add(tiled_choice(spec, shape, width, row_tiles));
        // How many row tiles share the activations hardly depends on how wide their token tile is.
        for (const int others : {1, 2, 4})
            if (others <= row_tiles) add(tiled_choice(spec, shape, widest_auto_tile, others));
    }
    return candidates;
}

PlanChoice scale_choice(const PlanChoice& choice, std::int64_t measured_tokens, const KernelSpec& spec) {
    PlanChoice scaled = choice;
    const std::int64_t tiles = divide_up(measured_tokens, choice.token_tile);
    scaled.token_tile = even_tile(spec.tokens, divide_up(spec.tokens, tiles), choice.shape.micro_tokens);
    scaled.shape.micro_tokens = static_cast<int>(std::min<std::int64_t>(choice.shape.micro_tokens, scaled.token_tile));
    return scaled;
}

QGemmPlan plan_qgemm(const KernelSpec& spec, const MachineTraits& machine, const PlanChoice& choice) {
    check_spec(spec, machine);
    const IsaTraits& isa = isa_traits(machine.isa);
    check_choice(choice, spec, isa);

    QGemmPlan plan;
    plan.spec = spec;
    plan.machine = machine;
    plan.layout = packed_layout(*spec.weight);
    plan.direct = choice.direct;
    plan.row_registers = choice.shape.row_registers;
    plan.micro_tokens = choice.shape.micro_tokens;
    plan.float_accumulators = choice.shape.float_accumulators;
    plan.token_tile = choice.token_tile;
    plan.full_token_tiles = spec.tokens / plan.token_tile;
    plan.last_tile_tokens = spec.tokens % plan.token_tile;
    plan.row_tiles_per_item = choice.row_tiles_per_item;
    if (isa.dot == DotProduct::vpmaddubsw) {
        // |u8 * i8 + u8 * i8| <= 2 * max_code * 127 a step.
        const int steps = spec.weight->sub_block / PackedLayout::step_weights;
        plan.steps_per_int16_sum = std::min(steps, 32767 / (2 * spec.weight->max_code() * 127));
        while (steps % plan.steps_per_int16_sum != 0) --plan.steps_per_int16_sum;
    }
    plan.scratch = lay_out_scratch(plan);
    return plan;
}

QGemmPlan plan_qgemm(const KernelSpec& spec, const MachineTraits& machine) {
    return plan_qgemm(spec, machine, default_choice(spec, machine));
}

VectorWork QGemmPlan::vector_work() const {
    const WeightFormat& format = *spec.weight;
    const double sub_blocks = format.sub_blocks();
    VectorWork work;
    work.dots = PackedLayout::steps;
    // The offset term is a dot product a pair of sub-blocks, a convert and an FMA; the token scale's FMA adds into C.
    work.pair_dots = sub_blocks / 2;
    work.fmas = sub_blocks + 2;
    work.converts = sub_blocks + 1;
    if (steps_per_int16_sum > 0) {
        // An add a dot product, as in the peak loop; each int16 sum is widened, and pairs are added apart.
        work.dot_adds = work.dots + work.pair_dots;
        work.pair_dots += work.dots / steps_per_int16_sum;
    }
    if (direct) {
        int masks = 0;
        for (int step = 0; step < PackedLayout::steps; ++step) masks += unpack_instructions(format, machine.isa, step);
        work.masks = static_cast<double>(masks) / micro_tokens;
    }
    return work;
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
        << "\nceiling = " << ceiling().share << "\nceiling_resource = \"" << ceiling().resource << "\"\n";
    return out.str();
}

}  // namespace quern
