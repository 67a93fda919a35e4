#include <string>

#include "gen/error.hpp"
#include "jit_x86/blockwise_emitter.hpp"

namespace quern {

namespace {

/// y[row] = the sum over W's runs of scale * (values . x); see BlockwisePlan.
class BlockwiseGemvEmitter : BlockwiseEmitter {
  public:
    explicit BlockwiseGemvEmitter(const BlockwisePlan& plan) : BlockwiseEmitter(plan) {}

    EmittedCode emit() {
        mark("blockwise_gemv", "rdi call; rsi codes, rdx x, rcx y, r8 rows left, r9 scales");
        for (const Register& saved : {rbx, rbp, r12, r13}) push(saved);
        mov(codes_, ptr[call_ + offsetof(BlockwiseCall, codes)]);
        mov(scales_, ptr[call_ + offsetof(BlockwiseCall, scales)]);
        mov(y_, ptr[call_ + offsetof(BlockwiseCall, y)]);
        mov(rows_left_, ptr[call_ + offsetof(BlockwiseCall, rows)]);
        if (plan_.byte_tables()) {
            load_byte_tables(byte_table());
        } else {
            load_tables();
            load_shifts(shifts());
        }
        if (plan_.regular())
            emit_row_groups([this](int rows) { emit_regular_rows(rows); });
        else
            emit_irregular();
        vzeroupper();
        for (const Register& saved : {r13, r12, rbp, rbx}) pop(saved);
        ret();
        emit_constants();
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
        const std::int64_t step = codes_a_turn();
        const std::int64_t turns = plan_.spec.block / step;
        bool first = true;
        if (turns > 1) {
            // The first turn multiplies where the others add: sums need no zeroing.
            emit_step(rows, step, true);
            first = false;
            if (turns > 2) mov(steps_left_, turns - 1);
            L(next_step);
            mark(name + "_codes", "the inner loop, " + std::to_string(step) + " codes of every row a turn");
            emit_step(rows, step, false);
            if (turns > 2) {
                dec(steps_left_);
                jnz(next_step, T_NEAR);
            }
            mark(name + "_codes_end");
        } else if (turns == 1) {
            emit_step(rows, step, true);
            first = false;
        }
        if (plan_.spec.block % step != 0) emit_step(rows, codes_a_step, first);
        for (int row = 0; row < rows; ++row) emit_scale(row, scales_ + displacement(row * blocks * 8));
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

    /// `codes` codes of every row.
    void emit_step(int rows, std::int64_t codes, bool first) {
        const int vectors = static_cast<int>(codes) / lanes();
        if (wide())
            for (int v = 0; v < vectors; ++v) load(x_vector(v), x_ + v * vector_bytes_);
        for (int row = 0; row < rows; ++row) {
            const Xbyak::RegExp at = codes_ + displacement(row * plan_.row_bytes());
            if (plan_.byte_tables()) {
                sum_of_32(sum(row), at, x_, first, value(row));
                continue;
            }
            if (codes == 16)
                values_of_16(value(row), at);
            else
                values(value(row), at, temporary());
            for (int v = 0; v < vectors; ++v) {
                const Vector values = vector(value(row) + v);
                if (wide())
                    first&& v == 0 ? multiply(sum(row), values, x_vector(v)) : fma(sum(row), values, x_vector(v));
                else if (first && v == 0)
                    vmulpd(sum(row), values, vector_at(x_));
                else
                    fma(sum(row), values, vector_at(x_ + v * vector_bytes_));
            }
        }
        add(codes_, step_bytes(static_cast<int>(codes)));
        add(x_, static_cast<int>(codes) * 8);
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
        zero(sum(1));
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
        add_elements(sum(0), sum(0), sum(1));
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
        const Xbyak::Xmm single(value(0)), sum_of_singles(sum(1).getIdx());
        one_value(single, false);
        vfmadd231sd(sum_of_singles, single, qword[x_]);
        add(x_, 8);
        dec(run_left_);
    }

    int codes_a_turn() const {
        if (plan_.byte_tables()) return 32;
        return wide() && plan_.packed() && plan_.spec.block >= 16 ? 16 : codes_a_step;
    }
    static int displacement(std::int64_t bytes) { return static_cast<int>(bytes); }
    void add_large(const Register& to, std::int64_t bytes) {
        mov(rax, bytes);
        add(to, rax);
    }

    // Vectors, avx512_vnni: 0 to 7 totals, 8 to 15 sums, 16 to 23 values of four rows, 24, 25 x, 28, 29 shifts, 30, 31
    // tables; avx2: 0 to 3 totals, 4 to 7 sums, 8, 9 values, 10, 11 temporaries, 12, 13 shifts, 14, 15 tables, or with
    // tables of bytes 8 to 12 temporaries, 13 to 15 tables.
    Vector total(int row) const { return vector(row); }
    Vector sum(int row) const { return vector((wide() ? 8 : 4) + row); }
    int value(int row) const { return wide() ? 16 + 2 * (row % 4) : 8; }
    Vector x_vector(int v) const { return vector(24 + v); }
    int temporary() const { return wide() ? 26 : 10; }
    int shifts() const { return wide() ? 28 : 12; }
    int byte_table() const { return 13; }

    const Register columns_left_{r10}, run_left_{rbp}, left_in_block_{r12}, blocks_left_{r10}, steps_left_{r13};
};

}  // namespace

EmittedCode emit_blockwise_gemv(const BlockwisePlan& plan) {
    return emit_or_fail(plan.spec, [&] { return BlockwiseGemvEmitter(plan).emit(); });
}

}  // namespace quern
