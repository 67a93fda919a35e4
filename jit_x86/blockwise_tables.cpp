#include <bit>

#include "gen/codebook.hpp"
#include "jit_x86/blockwise_tables.hpp"

namespace quern {

namespace {

std::uint8_t byte_of(double value, int byte) {
    return static_cast<std::uint8_t>(std::bit_cast<std::uint64_t>(value) >> (8 * byte));
}

}  // namespace

void TableEmitter::load_byte_tables(int first) {
    byte_tables_ = first;
    for (int table = 0; table < byte_table_count; ++table)
        vmovups(vector(first + table), yword[rip + table_constants_ + table * 32]);
}

void TableEmitter::add_32_codes(Vector sum, const Xbyak::RegExp& codes, const Xbyak::RegExp& x, bool set,
                                int temporary) {
    const auto table = [this](int index) { return vector(byte_tables_ + index); };
    const Vector upper_table = table(0), lower_table = table(1), half = table(2), word_1 = table(3), word_2 = table(4),
                 word_3 = table(5);
    const Vector upper = vector(temporary), lower = vector(temporary + 1), words = vector(temporary + 2),
                 values = vector(temporary + 3);
    vbroadcasti128(Xbyak::Ymm(lower.getIdx()), ptr[codes]);
    vpshufb(lower, lower, yword[rip + spread_]);
    vpsrlvd(lower, lower, yword[rip + halves_]);
    vpand(lower, lower, half);
    vpshufb(upper, upper_table, lower);
    vpshufb(lower, lower_table, lower);
    vpunpcklbw(words, lower, upper);
    vpunpckhbw(upper, lower, upper);
    for (int four = 0; four < 8; ++four) {
        const Vector from = four < 4 ? words : upper;
        switch (four % 4) {
            case 0:
                vpsllq(values, from, 48);
                break;
            case 1:
                vpshufb(values, from, word_1);
                break;
            case 2:
                vpshufb(values, from, word_2);
                break;
            default:
                vpand(values, from, word_3);
        }
        const Vector to = vector(sum.getIdx() + four % byte_table_sums);
        if (set && four < byte_table_sums)
            vmulpd(to, values, vector_at(x + four * vector_bytes_));
        else
            fma(to, values, vector_at(x + four * vector_bytes_));
    }
}

void TableEmitter::emit_table_constants() {
    mark_constants();
    plan_.lookup() == CodeLookup::byte_tables ? emit_byte_tables() : emit_pair_table();
    emit_mask_table();
}

void TableEmitter::emit_byte_tables() {
    align(32);
    L(table_constants_);
    for (const int byte : {7, 6})
        for (int lane = 0; lane < 2; ++lane)
            for (const double level : int4_levels) db(byte_of(level, byte));
    for (int i = 0; i < 32; ++i) db(0x0F);
    for (const int word : {1, 2})
        for (int i = 0; i < 32; ++i) db(i % 8 < 6 ? 0x80 : i % 16 / 8 * 8 + word * 2 + i % 2);
    for (int i = 0; i < 4; ++i) dq(0xFFFF000000000000);
    // Codes 0 4 8 12 1 5 9 13 .. in the lower lane, 2 6 10 14 3 7 11 15 .. in the upper: four words apart follow each
    // other.
    L(spread_);
    for (int lane = 0; lane < 2; ++lane)
        for (int i = 0; i < 16; ++i) db(i / 8 * 8 + i % 4 * 2 + lane);
    L(halves_);
    for (int i = 0; i < 8; ++i) dd(i % 2 * 4);
}

void TableEmitter::load_pair_table(const Register& table) {
    lea(table, ptr[rip + table_constants_]);
}

void TableEmitter::add_8_codes(Vector sum, const Xbyak::RegExp& codes, const Register& table, int x, bool set) {
    constexpr std::uint32_t index_mask = 0xFF0;  // 256 pairs of 16 bytes
    mov(eax, dword[codes]);
    for (int pair = 0; pair < pair_table_sums; ++pair) {
        const Xbyak::Reg32 index = pair == 0 ? ebx : pair == 1 ? ebp : pair == 2 ? r12d : eax;
        if (pair == 0) {
            mov(index, eax);
            shl(index, 4);
        } else {
            rorx(index, eax, static_cast<std::uint8_t>(8 * pair - 4));
        }
        and_(index, index_mask);
        const Xbyak::Xmm to(sum.getIdx() + pair), two_x(x + pair);
        const Xbyak::Address two_values = xword[table + index.cvt64()];
        if (set)
            vmulpd(to, two_x, two_values);
        else
            vfmadd231pd(to, two_x, two_values);
    }
}

void TableEmitter::emit_pair_table() {
    const auto& levels = plan_.grid() == CodeGrid::nf4 ? nf4_levels : int4_levels;
    align(64);
    L(table_constants_);
    for (const double second : levels)
        for (const double first : levels) {
            dq(std::bit_cast<std::uint64_t>(first));
            dq(std::bit_cast<std::uint64_t>(second));
        }
}

}  // namespace quern
