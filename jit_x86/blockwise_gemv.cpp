#include <algorithm>
#include <string>

#include "gen/error.hpp"
#include "jit_x86/blockwise_tables.hpp"

namespace quern {

namespace {

/// y[row] = the sum over W's runs of scale * (values . x); see BlockwisePlan.
class BlockwiseGemvEmitter : TableEmitter {
  public:
    explicit BlockwiseGemvEmitter(const BlockwisePlan& plan) : TableEmitter(plan), lookup_(plan.lookup()) {}

    EmittedCode emit() {
        mark("blockwise_gemv", "rdi call; rsi codes, rdx x, rcx y, r8 rows left, r9 scales, r11 table of pairs");
        for (const Register& saved : {rbx, rbp, r12, r13}) push(saved);
        mov(codes_, ptr[call_ + offsetof(BlockwiseCall, codes)]);
        mov(scales_, ptr[call_ + offsetof(BlockwiseCall, scales)]);
        mov(y_, ptr[call_ + offsetof(BlockwiseCall, y)]);
        mov(rows_left_, ptr[call_ + offsetof(BlockwiseCall, rows)]);
        switch (lookup_) {
            case CodeLookup::permutes:
                load_tables();
                load_shifts(shifts());
                break;
            case CodeLookup::byte_tables:
                load_byte_tables(byte_tables());
                break;
            case CodeLookup::pair_table:
                load_pair_table(pair_table_);
        }
        if (plan_.regular())
            emit_row_groups([this](int rows) { emit_regular_rows(rows); });
        else
            emit_irregular();
        vzeroupper();
        for (const Register& saved : {r13, r12, rbp, rbx}) pop(saved);
        ret();
        lookup_ == CodeLookup::permutes ? emit_constants() : emit_table_constants();
        return take_code(plan_.text());
    }

  private:
    /// Where every run is a whole block.
    void emit_regular_rows(int rows) {
        const std::string name = "rows_" + std::to_string(rows);
        const std::int64_t blocks = plan_.columns() / plan_.spec.block;
        mark(name, "y[row] of " + std::to_string(rows) + " rows");
        mov(x_, ptr[call_ + offsetof(BlockwiseCall, x)]);
        for (int row = 0; row < rows; ++row) zero(total(row));
        mov(blocks_left_, blocks);
        Xbyak::Label next_block, next_step;
        align(64);
        L(next_block);
        mark(name + "_block");
        // The next rows' codes, a row group ahead: a row is too short for the processor's own prefetching to get going.
        for (int row = 0; row < rows; ++row) prefetcht0(ptr[codes_ + displacement((row + rows) * plan_.row_bytes())]);
        const std::int64_t turns = plan_.spec.block / codes_a_turn();
        const std::int64_t rest = plan_.spec.block % codes_a_turn();
        // The first turn multiplies where the others add: sums need no zeroing.
        emit_turn(rows, codes_a_turn(), true);
        if (turns > 1) {
            if (turns > 2) mov(steps_left_, turns - 1);
            L(next_step);
            mark(name + "_codes", "the inner loop, " + std::to_string(codes_a_turn()) + " codes of every row a turn");
            emit_turn(rows, codes_a_turn(), false);
            if (turns > 2) {
                dec(steps_left_);
                jnz(next_step, T_NEAR);
            }
            mark(name + "_codes_end");
        }
        if (rest > 0) emit_turn(rows, static_cast<int>(rest), false);
        for (int row = 0; row < rows; ++row) {
            for (int second = 1; second < sums_a_row(); second += 2)
                add_elements(sum(row, second - 1), sum(row, second - 1), sum(row, second));
            if (sums_a_row() == 4) add_elements(sum(row), sum(row), sum(row, 2));
            emit_scale(row, scales_ + displacement(row * blocks * 8));
        }
        add(scales_, 8);
        dec(blocks_left_);
        jnz(next_block, T_NEAR);
        mark(name + "_end");
        for (int row = 0; row < rows; ++row) {
            horizontal_sum(total(row), sum(row));
            store_element(y_ + row * 8, total(row));
        }
        add(y_, rows * 8);
        if (rows == 1) return;  // the cursors are at the next row
        add_large(codes_, (rows - 1) * plan_.row_bytes());
        add_large(scales_, (rows - 1) * blocks * 8);
    }

    /// `codes` codes of every row; the first ones of a block set the sums.
    void emit_turn(int rows, int codes, bool first) {
        for (int done = 0; done < codes;) {
            const int step = std::min(codes - done, codes_at_once());
            emit_step(rows, step, done, first && done == 0);
            done += step;
        }
        add(codes_, step_bytes(codes));
        add(x_, codes * 8);
    }

    /// `codes` codes of every row, `done` further on than the cursors.
    void emit_step(int rows, int codes, int done, bool first) {
        const int vectors = codes / lanes();
        const Xbyak::RegExp x = x_ + done * 8;
        if (wide())
            for (int v = 0; v < vectors; ++v) load(vector(x_vectors() + v), x + v * vector_bytes_);
        if (lookup_ == CodeLookup::pair_table)
            for (int pair = 0; pair < codes / 2; ++pair) vmovups(Xbyak::Xmm(x_vectors() + pair), xword[x + pair * 16]);
        for (int row = 0; row < rows; ++row) {
            const Xbyak::RegExp at = codes_ + (displacement(row * plan_.row_bytes()) + step_bytes(done));
            switch (lookup_) {
                case CodeLookup::permutes:
                    add_permuted(row, at, x, vectors, first);
                    break;
                case CodeLookup::byte_tables:
                    add_32_codes(sum(row), at, x, first, value(row));
                    break;
                case CodeLookup::pair_table:
                    add_8_codes(sum(row), at, pair_table_, x_vectors(), first);
            }
        }
    }

    void add_permuted(int row, const Xbyak::RegExp& codes, const Xbyak::RegExp& x, int vectors, bool first) {
        if (vectors * lanes() == 16)
            values_of_16(value(row), codes);
        else
            values(value(row), codes, temporary());
        for (int v = 0; v < vectors; ++v) {
            const Vector values = vector(value(row) + v);
            const bool sets = first && v == 0;
            if (wide()) {
                const Vector x_values = vector(x_vectors() + v);
                sets ? multiply(sum(row), values, x_values) : fma(sum(row), values, x_values);
            } else {
                const Xbyak::Address x_values = vector_at(x + v * vector_bytes_);
                sets ? vmulpd(sum(row), values, x_values) : fma(sum(row), values, x_values);
            }
        }
    }

    /// total += scale * sum
    void emit_scale(int row, const Xbyak::RegExp& scale) {
        if (wide()) {
            vfmadd231pd(total(row), sum(row), zword_b[scale]);
            return;
        }
        broadcast(vector(temporary()), scale);
        fma(total(row), sum(row), vector(temporary()));
    }

    // Runs end where a row or a block does.
    void emit_irregular() {
        Xbyak::Label next_row, next_run, whole_row, scaled, done, next_step, no_steps, next_single, no_single;
        mov(second_half_, ptr[call_ + offsetof(BlockwiseCall, second_half)]);
        mov(left_in_block_, ptr[call_ + offsetof(BlockwiseCall, left_in_block)]);
        L(next_row);
        test(rows_left_, rows_left_);
        jz(done, T_NEAR);
        mark("row", "r10 columns left, r12 codes left in the block, rbp codes left in the run");
        mov(x_, ptr[call_ + offsetof(BlockwiseCall, x)]);
        mov(columns_left_, plan_.columns());
        zero(total(0));
        L(next_run);
        mark("run");
        zero(sum(0));
        zero(singles());
        mov(run_left_, columns_left_);
        cmp(run_left_, left_in_block_);
        cmovg(run_left_, left_in_block_);
        sub(columns_left_, run_left_);
        sub(left_in_block_, run_left_);
        if (plan_.packed()) {
            test(second_half_, second_half_);
            jz(next_step, T_NEAR);
            emit_single();
        }
        L(next_step);
        sub(run_left_, codes_a_step);
        jl(no_steps, T_NEAR);
        Xbyak::Label turn;
        align(32);
        L(turn);
        mark("run_codes", "the inner loop, 8 codes a turn");
        values(value(0), codes_, temporary());
        for (int v = 0; v < value_vectors(); ++v) fma(sum(0), vector(value(0) + v), vector_at(x_ + v * vector_bytes_));
        add(codes_, step_bytes(codes_a_step));
        add(x_, codes_a_step * 8);
        sub(run_left_, codes_a_step);
        jge(turn, T_NEAR);
        mark("run_codes_end");
        L(no_steps);
        add(run_left_, codes_a_step);
        jz(no_single, T_NEAR);
        L(next_single);
        emit_single();
        test(run_left_, run_left_);
        jnz(next_single, T_NEAR);
        L(no_single);
        add_elements(sum(0), sum(0), singles());
        emit_scale(0, scales_);
        test(left_in_block_, left_in_block_);
        jnz(scaled, T_NEAR);
        mov(left_in_block_, plan_.spec.block);
        add(scales_, 8);
        L(scaled);
        test(columns_left_, columns_left_);
        jnz(next_run, T_NEAR);
        mark("row_end");
        horizontal_sum(total(0), sum(0));
        store_element(y_, total(0));
        add(y_, 8);
        dec(rows_left_);
        jmp(next_row, T_NEAR);
        L(done);
    }

    /// One code, into lane 0 of the second sum, whose other lanes are 0.
    void emit_single() {
        const Xbyak::Xmm single(value(0)), sum_of_singles(singles().getIdx());
        one_value(single, false);
        vfmadd231sd(sum_of_singles, single, qword[x_]);
        add(x_, 8);
        dec(run_left_);
    }

    int codes_at_once() const {
        return lookup_ == CodeLookup::byte_tables ? 32 : wide() && plan_.packed() ? 16 : codes_a_step;
    }
    /// Of the inner loop: few turns a block, whose number the processor then predicts.
    int codes_a_turn() const { return static_cast<int>(std::min<std::int64_t>(plan_.spec.block, 32)); }
    static int displacement(std::int64_t bytes) { return static_cast<int>(bytes); }
    void add_large(const Register& to, std::int64_t bytes) {
        mov(rax, bytes);
        add(to, rax);
    }

    // Vectors, first to last:
    //     avx512_vnni        4 totals, 4 sums, 4 x 2 values, 2 x, 2 temporaries, 2 shifts, 2 tables
    //     avx2, permutes     4 totals, 4 sums, 2 values, 2 temporaries, 2 shifts, 2 tables
    //     avx2, byte tables  2 totals, 2 x 2 sums, 4 temporaries, 6 tables
    //     avx2, pair table   2 totals, 2 x 4 sums, 4 x, 2 temporaries
    int most_rows() const { return lookup_ == CodeLookup::permutes ? 4 : 2; }
    int sums_a_row() const {
        return lookup_ == CodeLookup::permutes      ? 1
               : lookup_ == CodeLookup::byte_tables ? byte_table_sums
                                                    : pair_table_sums;
    }
    Vector total(int row) const { return vector(row); }
    Vector sum(int row, int second = 0) const { return vector(most_rows() + row * sums_a_row() + second); }
    Vector singles() const { return sum(1); }  ///< one row alone is irregular
    int value(int row) const { return lookup_ == CodeLookup::byte_tables ? 6 : wide() ? 8 + 2 * row : 8; }
    int x_vectors() const { return wide() ? 24 : 10; }
    int temporary() const { return wide() ? 26 : lookup_ == CodeLookup::pair_table ? 14 : value(0) + 2; }
    int shifts() const { return wide() ? 28 : 12; }
    int byte_tables() const { return 10; }

    const CodeLookup lookup_;
    const Register columns_left_{r10}, run_left_{rbp}, left_in_block_{r12}, blocks_left_{r10}, steps_left_{r13},
        pair_table_{r11};
};

}  // namespace

EmittedCode emit_blockwise_gemv(const BlockwisePlan& plan) {
    return emit_or_fail(plan.spec, [&] { return BlockwiseGemvEmitter(plan).emit(); });
}

}  // namespace quern
