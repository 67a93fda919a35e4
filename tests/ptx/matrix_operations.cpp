#include <cstring>

#include "tests/ptx/elementwise.hpp"
#include "tests/ptx/half.hpp"
#include "tests/ptx/memory_access.hpp"

namespace quern::ptx {

namespace {

// Fragments, as the PTX ISA's section "Matrix fragments for mma.m16n8k..." lays them out. With group = lane / 4 and
// member = lane % 4, a register of A or B holds the 4 bytes (two f16, four int8) at
//
//     A: row group + 8 * (register % 2), word member + 4 * (register / 2)        of 16 rows
//     B: column group,                   word member + 4 * register              of 8 columns
//     C, D: row group + 8 * (register / 2), column 2 * member + register % 2
constexpr std::size_t rows = 16, columns = 8;

// d = slots 0..3, a = slots 4..7, b = slots 8..9, c = slots 10..13
constexpr std::size_t a_slot = 4, b_slot = 8, c_slot = 10;

template <std::size_t Words>
void gather(Warp& warp, const Instruction& instruction, std::uint32_t (&a)[rows][Words],
            std::uint32_t (&b)[columns][Words]) {
    for (std::size_t part = 0; part < Words / 4; ++part)
        for (std::size_t half = 0; half < 2; ++half) {
            const std::uint32_t* from = warp.lanes<std::uint32_t>(instruction.slot[a_slot + 2 * part + half]);
            for (std::size_t lane = 0; lane < warp_lanes; ++lane)
                a[lane / 4 + 8 * half][lane % 4 + 4 * part] = from[lane];
        }
    for (std::size_t part = 0; part < Words / 4; ++part) {
        const std::uint32_t* from = warp.lanes<std::uint32_t>(instruction.slot[b_slot + part]);
        for (std::size_t lane = 0; lane < warp_lanes; ++lane) b[lane / 4][lane % 4 + 4 * part] = from[lane];
    }
}

// One element of D after the other: `element(row, column, c)`.
template <class Element>
void accumulate(Warp& warp, const Instruction& instruction, const Element& element) {
    for (std::size_t index = 0; index < 4; ++index) {
        std::uint32_t* to = warp.lanes<std::uint32_t>(instruction.slot[index]);
        const std::uint32_t* from = warp.lanes<std::uint32_t>(instruction.slot[c_slot + index]);
        for (std::size_t lane = 0; lane < warp_lanes; ++lane)
            to[lane] = element(lane / 4 + 8 * (index / 2), 2 * (lane % 4) + index % 2, from[lane]);
    }
}

void begin(Warp& warp, const Instruction& instruction, std::uint32_t mask) {
    if (mask != all_lanes) throw Violation(Fault::launch, "a part of a warp reached a matrix instruction");
    ++warp.block().counters->matrix[instruction.counter];
    warp.block().shared.meet(warp.index(), false);
}

template <std::size_t Words, class A, class B>
void multiply_bytes(Warp& warp, const Instruction& instruction, std::uint32_t mask) {
    begin(warp, instruction, mask);
    std::uint32_t a[rows][Words], b[columns][Words];
    gather<Words>(warp, instruction, a, b);
    // 16 bits hold every int8 and uint8, and the host multiplies and adds pairs of them at once.
    constexpr std::size_t k = 4 * Words;
    std::int16_t wide_a[rows][k], wide_b[columns][k];
    const auto widen = [](const auto& from, auto& to, auto kind) {
        const auto* bytes = reinterpret_cast<const std::uint8_t*>(from);
        std::int16_t* out = &to[0][0];
        for (std::size_t index = 0; index < sizeof from; ++index)
            out[index] = static_cast<std::int16_t>(static_cast<decltype(kind)>(bytes[index]));
    };
    widen(a, wide_a, A{});
    widen(b, wide_b, B{});
    accumulate(warp, instruction, [&](std::size_t row, std::size_t column, std::uint32_t c) {
        std::int32_t sum = 0;
        for (std::size_t index = 0; index < k; ++index) sum += wide_a[row][index] * wide_b[column][index];
        return c + static_cast<std::uint32_t>(sum);
    });
}

// Products are exact; their sum and C are added up in f64 and rounded once.
template <std::size_t Words, class Small>
void multiply_halves(Warp& warp, const Instruction& instruction, std::uint32_t mask) {
    begin(warp, instruction, mask);
    std::uint32_t a[rows][Words], b[columns][Words];
    gather<Words>(warp, instruction, a, b);
    constexpr std::size_t k = 2 * Words;
    float wide_a[rows][k], wide_b[columns][k];
    const auto widen = [](const auto& from, auto& to) {
        const auto* halves = reinterpret_cast<const std::uint16_t*>(from);
        float* out = &to[0][0];
        for (std::size_t index = 0; index < sizeof from / 2; ++index) {
            std::uint16_t bits;
            std::memcpy(&bits, halves + index, sizeof bits);
            out[index] = Small{bits}.value();
        }
    };
    widen(a, wide_a);
    widen(b, wide_b);
    accumulate(warp, instruction, [&](std::size_t row, std::size_t column, std::uint32_t c) {
        double sum = static_cast<double>(std::bit_cast<float>(c));
        for (std::size_t index = 0; index < k; ++index)
            sum += static_cast<double>(wide_a[row][index]) * static_cast<double>(wide_b[column][index]);
        return std::bit_cast<std::uint32_t>(static_cast<float>(sum));
    });
}

template <std::size_t Words>
Handler bytes_handler(Type a, Type b) {
    using S = std::int8_t;
    using U = std::uint8_t;
    if (a == Type::s8) return b == Type::s8 ? multiply_bytes<Words, S, S> : multiply_bytes<Words, S, U>;
    return b == Type::s8 ? multiply_bytes<Words, U, S> : multiply_bytes<Words, U, U>;
}

// mma.sync.aligned.SHAPE.row.col.D.A.B.C
void decode_multiply(Decoder& decoder) {
    const Statement& statement = decoder.statement();
    if (!statement.has("row") || !statement.has("col") || statement.has("satfinite")) return;
    const Type d = decoder.type(3), a = decoder.type(2), b = decoder.type(1), c = decoder.type(0);
    if (d != c || statement.parts.size() < 4) return;
    const std::string shape(statement.part(3));
    Instruction& instruction = decoder.instruction;
    instruction.counter = decoder.matrix_counter(shape);
    std::size_t a_registers = 0, b_registers = 0;
    const bool bytes = traits(a).bytes == 1 && traits(b).bytes == 1 && d == Type::s32;
    if (bytes && shape == "m16n8k32") {
        a_registers = 4;
        b_registers = 2;
        instruction.execute = bytes_handler<8>(a, b);
    } else if (bytes && shape == "m16n8k16") {
        a_registers = 2;
        b_registers = 1;
        instruction.execute = bytes_handler<4>(a, b);
    } else if (d == Type::f32 && a == b && (a == Type::f16 || a == Type::bf16)) {
        const bool half = a == Type::f16;
        if (shape == "m16n8k16") {
            a_registers = 4;
            b_registers = 2;
            instruction.execute = half ? multiply_halves<8, Half> : multiply_halves<8, BrainFloat>;
        } else if (shape == "m16n8k8") {
            a_registers = 2;
            b_registers = 1;
            instruction.execute = half ? multiply_halves<4, Half> : multiply_halves<4, BrainFloat>;
        }
    }
    if (instruction.execute == nullptr) return;
    const auto elements = [&](std::size_t index, std::size_t count) -> const std::vector<Operand>& {
        const std::vector<Operand>& found = decoder.operand(index).elements;
        if (found.size() != count) decoder.fail("a fragment has the wrong number of registers");
        return found;
    };
    for (std::size_t index = 0; index < 4; ++index) {
        instruction.slot[index] = decoder.destination(elements(0, 4)[index], Type::b32);
        instruction.slot[c_slot + index] = decoder.source(elements(3, 4)[index], Type::b32);
    }
    for (std::size_t index = 0; index < a_registers; ++index)
        instruction.slot[a_slot + index] = decoder.source(elements(1, a_registers)[index], Type::b32);
    for (std::size_t index = 0; index < b_registers; ++index)
        instruction.slot[b_slot + index] = decoder.source(elements(2, b_registers)[index], Type::b32);
}

// ldmatrix.sync.aligned.m8n8.xN{.trans}.shared.b16: lane 8m + r gives the address of row r of matrix m; lane l gets of
// matrix m the word l % 4 of row l / 4, or transposed the halves (2 * (l % 4), l / 4) and the one below.
template <bool Transposed>
void load_matrices(Warp& warp, const Instruction& instruction, std::uint32_t mask) {
    if (mask != all_lanes) throw Violation(Fault::launch, "a part of a warp reached a matrix instruction");
    const int count = instruction.flags >> 1;
    std::uint64_t addresses[warp_lanes];
    lane_addresses(warp, instruction, 0, addresses);
    for (int matrix = 0; matrix < count; ++matrix) {
        Access access;
        // Each matrix is a phase of its own: 8 rows of 16 bytes, a quarter of a warp.
        std::uint64_t rows_of[warp_lanes] = {};
        for (int row = 0; row < 8; ++row) rows_of[row] = addresses[8 * matrix + row];
        access_shared(warp, instruction, 0xff, 16, Direction::load, rows_of, access);
        std::uint32_t* to = warp.lanes<std::uint32_t>(instruction.slot[static_cast<std::size_t>(matrix) + 1]);
        for (int lane = 0; lane < warp_lanes; ++lane) {
            const int group = lane / 4, member = lane % 4;
            std::uint16_t low = 0, high = 0;
            if constexpr (Transposed) {
                std::memcpy(&low, access.bytes[2 * member] + 2 * group, 2);
                std::memcpy(&high, access.bytes[2 * member + 1] + 2 * group, 2);
            } else {
                std::memcpy(&low, access.bytes[group] + 4 * member, 2);
                std::memcpy(&high, access.bytes[group] + 4 * member + 2, 2);
            }
            to[lane] = std::uint32_t{high} << 16 | low;
        }
    }
    warp.block().shared.meet(warp.index(), false);
}

void decode_load_matrices(Decoder& decoder) {
    const Statement& statement = decoder.statement();
    if (!statement.has("m8n8") || !statement.has("b16") || !statement.has("shared")) return;
    Instruction& instruction = decoder.instruction;
    const std::vector<Operand>& to = decoder.operand(0).elements;
    const std::size_t count = statement.has("x4") ? 4 : statement.has("x2") ? 2 : statement.has("x1") ? 1 : 0;
    if (to.size() != count) decoder.fail("a fragment has the wrong number of registers");
    decoder.address(decoder.operand(1), 0);
    for (std::size_t index = 0; index < count; ++index)
        instruction.slot[index + 1] = decoder.destination(to[index], Type::b32);
    instruction.flags |= static_cast<std::uint16_t>(count << 1);
    instruction.execute = statement.has("trans") ? load_matrices<true> : load_matrices<false>;
}

}  // namespace

void add_matrix_operations(Operations& operations) {
    operations.any.insert({{"mma", decode_multiply}, {"ldmatrix", decode_load_matrices}});
    operations.floats.insert({{"mma", decode_multiply}});
}

}  // namespace quern::ptx
