#include "gen/gemm_plan.hpp"

#include <algorithm>
#include <sstream>

#include "gen/divide_up.hpp"
#include "gen/error.hpp"

namespace quern {

namespace {

constexpr GemmTile tiles_of_16_registers[] = {{6, 2}, {4, 3}, {12, 1}};
constexpr GemmTile tiles_of_32_registers[] = {{8, 3}, {12, 2}, {6, 4}, {14, 2}, {24, 1}};
/// Of a B packed ahead: a panel or two, so that what is left over of any run of panels is at most one.
constexpr GemmTile ahead_tile_of_16_registers{6, 2}, ahead_tile_of_32_registers{12, 2};
/// Independent sums that hide an FMA's latency on any processor: 4 cycles, 2 a cycle.
constexpr int latency_sums = 8;
/// Panels of B up to which A is read where it lies: each of its elements is used so few times that packing does not
/// pay.
constexpr std::int64_t most_in_place_panels = 4;
/// Rows whose addresses fit the registers where A is read in place.
constexpr int most_in_place_rows = 9;
/// FMA slots that packing an element of A takes.
constexpr double packing_slots = 0.25;
constexpr std::int64_t widest_column_block = 1 << 16;
/// A row of A's panel: panels of 8 rows are half of a 32 KiB L1.
constexpr std::int64_t depth_block_bytes = 2048;
/// The same where a row of C is narrow: A, read once or twice, sets the time, and streams better in long runs.
constexpr std::int64_t narrow_depth_block_bytes = 8192, narrow_row_bytes = 512;

[[noreturn]] void fail(const KernelSpec& spec, const std::string& message) {
    throw Error("kernel \"" + spec.name + "\": " + message);
}

void check_spec(const KernelSpec& spec, const MachineTraits& machine) {
    validate(spec);
    if (spec.op != Op::gemm) throw Error("kernel \"" + spec.name + "\" is no gemm");
    if (isa_traits(machine.isa).backend != Backend::x86)
        fail(spec, std::string(isa_traits(machine.isa).name) + " is not an x86 ISA");
}

int lanes_of(const KernelSpec& spec, const MachineTraits& machine) {
    return isa_traits(machine.isa).vector_bytes / element_bytes(spec.type);
}

/// Sums, a row of B's panel, and what elements of A are broadcast to.
int registers_needed(const GemmTile& tile) {
    return tile.rows * tile.vectors + tile.vectors + 1;
}

/// FMA slots one step of depth takes for a tile: its FMAs, or its loads where those are more (FMAs and loads of a
/// vector have as many ports), or the latency of an FMA where the sums are too few to hide it. Of two tiles as good,
/// the one with fewer loads has more slack.
double tile_slots(std::int64_t rows, std::int64_t vectors) {
    constexpr double load_weight = 0.1;
    const std::int64_t loads = rows + vectors;
    return static_cast<double>(std::max({rows * vectors, loads, std::int64_t{latency_sums}})) +
           load_weight * static_cast<double>(loads);
}

bool suits_in_place(const KernelSpec& spec, const GemmTile& tile, int lanes) {
    return spec.a_layout == MatrixLayout::row_major && tile.rows <= most_in_place_rows &&
           divide_up(spec.n, std::int64_t{tile.vectors} * lanes) <= most_in_place_panels;
}

/// FMA slots one step of depth takes for all of C.
double slots(const KernelSpec& spec, const GemmTile& tile, int lanes) {
    const std::int64_t columns = std::int64_t{tile.vectors} * lanes;
    const std::int64_t tail_vectors = divide_up(spec.n % columns, lanes);
    const auto panel = [&](std::int64_t vectors) {
        if (vectors == 0) return 0.0;
        const std::int64_t tail_rows = spec.m % tile.rows;
        return static_cast<double>(spec.m / tile.rows) * tile_slots(tile.rows, vectors) +
               (tail_rows > 0 ? tile_slots(tail_rows, vectors) : 0);
    };
    const double packing = suits_in_place(spec, tile, lanes) ? 0 : packing_slots * static_cast<double>(spec.m);
    return static_cast<double>(spec.n / columns) * panel(tile.vectors) + panel(tail_vectors) + packing;
}

/// `total` in as many blocks as blocks of `most` would be, of one length, a multiple of `unit`.
std::int64_t even_block(std::int64_t total, std::int64_t most, std::int64_t unit) {
    const std::int64_t blocks = divide_up(total, std::max(most, unit));
    return divide_up(divide_up(total, blocks), unit) * unit;
}

/// Whole tiles of a B block that fit in three quarters of L2, one at least.
std::int64_t widest_block(std::int64_t depth_block, ElementType type, const MachineTraits& machine,
                          std::int64_t tile_columns) {
    const std::int64_t widest =
        static_cast<std::int64_t>(machine.l2_bytes) * 3 / 4 / (depth_block * element_bytes(type));
    return std::max(widest / tile_columns, std::int64_t{1}) * tile_columns;
}

GemmChoice choice_of_tile(const KernelSpec& spec, const MachineTraits& machine, const GemmTile& tile) {
    const std::int64_t columns = std::int64_t{tile.vectors} * lanes_of(spec, machine);
    GemmChoice choice;
    choice.tile = tile;
    choice.a_panel = spec.a_layout == MatrixLayout::column_major ? APanel::packed_columns : APanel::packed_rows;
    if (suits_in_place(spec, tile, lanes_of(spec, machine))) choice.a_panel = APanel::in_place;
    const std::int64_t most = std::min(widest_block(gemm_depth_block(spec), spec.type, machine, columns),
                                       widest_column_block / columns * columns);
    choice.column_block = even_block(spec.n, most, columns);
    return choice;
}

}  // namespace

std::span<const GemmTile> gemm_tile_candidates(Isa isa) {
    if (isa_traits(isa).vector_registers == 32) return tiles_of_32_registers;
    return tiles_of_16_registers;
}

GemmChoice default_gemm_choice(const KernelSpec& spec, const MachineTraits& machine) {
    check_spec(spec, machine);
    const int lanes = lanes_of(spec, machine);
    const std::span<const GemmTile> tiles = gemm_tile_candidates(machine.isa);
    const GemmTile& best = *std::min_element(tiles.begin(), tiles.end(), [&](const GemmTile& a, const GemmTile& b) {
        return slots(spec, a, lanes) < slots(spec, b, lanes);
    });
    return choice_of_tile(spec, machine, best);
}

std::vector<GemmChoice> gemm_choice_candidates(const KernelSpec& spec, const MachineTraits& machine) {
    std::vector<GemmChoice> choices{default_gemm_choice(spec, machine)};
    const int lanes = lanes_of(spec, machine);
    const auto add = [&choices](const GemmChoice& choice) {
        if (std::find(choices.begin(), choices.end(), choice) == choices.end()) choices.push_back(choice);
    };
    for (const GemmTile& tile : gemm_tile_candidates(machine.isa)) {
        const GemmChoice choice = choice_of_tile(spec, machine, tile);
        add(choice);
        GemmChoice other = choice;
        if (spec.a_layout == MatrixLayout::row_major) {
            other.a_panel = choice.a_panel == APanel::in_place ? APanel::packed_rows : APanel::in_place;
            if (tile.rows <= most_in_place_rows) add(other);
        }
        other = choice;
        other.column_block = even_block(spec.n, choice.column_block / 2, std::int64_t{tile.vectors} * lanes);
        add(other);
    }
    return choices;
}

GemmPlan plan_gemm(const KernelSpec& spec, const MachineTraits& machine, const GemmChoice& choice) {
    check_spec(spec, machine);
    const IsaTraits& isa = isa_traits(machine.isa);
    if (choice.tile.rows < 1 || choice.tile.vectors < 1 || choice.tile.rows > isa.vector_registers ||
        choice.tile.vectors > isa.vector_registers || registers_needed(choice.tile) > isa.vector_registers)
        fail(spec, "a tile of " + std::to_string(choice.tile.rows) + " x " + std::to_string(choice.tile.vectors) +
                       " does not fit the " + std::to_string(isa.vector_registers) + " vector registers of " +
                       std::string(isa.name));
    GemmPlan plan{spec, machine, choice.tile, choice.a_panel, gemm_depth_block(spec), choice.column_block};
    if (choice.column_block < 1 || choice.column_block > widest_column_block + plan.tile_columns() ||
        choice.column_block % plan.tile_columns() != 0)
        fail(spec, "a column block of " + std::to_string(choice.column_block) + " is no whole number of tiles of " +
                       std::to_string(plan.tile_columns()) + " columns up to " + std::to_string(widest_column_block));
    if (choice.a_panel == APanel::in_place && choice.tile.rows > most_in_place_rows)
        fail(spec, "A is read in place by tiles of up to " + std::to_string(most_in_place_rows) + " rows, not " +
                       std::to_string(choice.tile.rows));
    if ((choice.a_panel == APanel::packed_columns) != (spec.a_layout == MatrixLayout::column_major))
        fail(spec, "the plan's A panel is not of a " + std::string(matrix_layout_name(spec.a_layout)) + " A");
    return plan;
}

GemmPlan plan_gemm(const KernelSpec& spec, const MachineTraits& machine) {
    return plan_gemm(spec, machine, default_gemm_choice(spec, machine));
}

GemmPlan in_depth_blocks_of(GemmPlan plan, std::int64_t columns) {
    KernelSpec other = plan.spec;
    other.n = columns;
    plan.depth_block = gemm_depth_block(other);
    plan.column_block =
        std::min(plan.column_block, widest_block(plan.depth_block, plan.spec.type, plan.machine, plan.tile_columns()));
    return plan;
}

std::int64_t gemm_depth_block(const KernelSpec& spec) {
    const bool narrow = spec.n <= narrow_row_bytes / element_bytes(spec.type);
    return even_block(spec.k, (narrow ? narrow_depth_block_bytes : depth_block_bytes) / element_bytes(spec.type),
                      depth_unroll);
}

GemmPlan plan_gemm_packed_ahead(const KernelSpec& spec, const MachineTraits& machine) {
    check_spec(spec, machine);
    const bool many = isa_traits(machine.isa).vector_registers == 32;
    GemmChoice choice = choice_of_tile(spec, machine, many ? ahead_tile_of_32_registers : ahead_tile_of_16_registers);
    if (choice.a_panel == APanel::in_place) choice.a_panel = APanel::packed_rows;
    GemmPlan plan = plan_gemm(spec, machine, choice);
    plan.packed_ahead = true;
    return plan;
}

int GemmPlan::panel_vectors() const {
    return packed_ahead ? ahead_panel_bytes / isa_traits(machine.isa).vector_bytes : tile.vectors;
}

double GemmPlan::ceiling() const {
    const auto n = static_cast<double>(spec.n), k = static_cast<double>(spec.k);
    const double alpha_and_beta = 2 * static_cast<double>(divide_up(spec.k, depth_block));
    return n / static_cast<double>(packed_columns(spec.n)) * k / (k + alpha_and_beta);
}

std::string GemmPlan::text() const {
    std::ostringstream out;
    out << "op = \"gemm\"\n"
        << "isa = \"" << isa_traits(machine.isa).name << "\"\n"
        << "type = \"" << element_type_name(spec.type) << "\"\n"
        << "m = " << spec.m << "\nn = " << spec.n << "\nk = " << spec.k << "\n"
        << "a_layout = \"" << matrix_layout_name(spec.a_layout) << "\"\n"
        << "b_layout = \"" << matrix_layout_name(spec.b_layout) << "\"\n"
        << "tile_rows = " << tile.rows << "\n"
        << "tile_vectors = " << tile.vectors << "\n"
        << "tile_columns = " << tile_columns() << "\n"
        << "tail_rows = " << tail_rows() << "\n"
        << "tail_columns = " << tail_columns() << "\n"
        << "a_panel = \"" << a_panel_names[static_cast<std::size_t>(a_panel)] << "\"\n"
        << "depth_block = " << depth_block << "\n"
        << "column_block = " << column_block << "\n"
        << "ceiling = " << ceiling() << "\n";
    if (packed_ahead) out << "packed_ahead = true\n";
    return out.str();
}

}  // namespace quern
