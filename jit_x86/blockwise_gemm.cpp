#include <string>

#include "gen/error.hpp"
#include "jit_x86/blockwise_emitter.hpp"

namespace quern {

namespace {

/// Rows of W times every panel of a packed X; see BlockwisePlan. X and Y are dense, W never is: its values live in
/// registers, scaled there, each broadcast to multiply a row of the panel.
class BlockwiseGemmEmitter : BlockwiseEmitter {
  public:
    explicit BlockwiseGemmEmitter(const BlockwisePlan& plan) : BlockwiseEmitter(plan) {}

    EmittedCode emit() {
        mark("blockwise_gemm", "rdi call; rsi codes, rdx x, rcx y, r8 rows left, r9 scales, r14 panels left");
        for (const Register& saved : {rbx, rbp, r12, r13, r14, r15}) push(saved);
        load_tables();
        if (wide()) {
            // lane_index(l): lane l in every lane.
            for (int lane = 0; lane < 8; ++lane) {
                mov(eax, lane);
                vpbroadcastq(Xbyak::Zmm(lane_index(lane)), rax);
            }
        }
        const int tail = plan_.tail_columns();
        if (wide() && tail % lanes() != 0) set_mask(tail % lanes(), vector(broadcasts()));
        Xbyak::Label next_panel, last_panel;
        mov(panels_left_, ptr[call_ + offsetof(BlockwiseCall, panels)]);
        mov(panel_, ptr[call_ + offsetof(BlockwiseCall, x)]);
        mov(panel_y_, ptr[call_ + offsetof(BlockwiseCall, y)]);
        L(next_panel);
        test(panels_left_, panels_left_);
        jz(last_panel, T_NEAR);
        emit_panel("panel", BlockwisePlan::vectors, 0);
        mov(rax, plan_.columns() * BlockwisePlan::vectors * vector_bytes_);
        add(panel_, rax);
        add(panel_y_, BlockwisePlan::vectors * vector_bytes_);
        dec(panels_left_);
        jmp(next_panel, T_NEAR);
        L(last_panel);
        if (tail > 0) emit_panel("tail_panel", (tail + lanes() - 1) / lanes(), tail % lanes());
        vzeroupper();
        for (const Register& saved : {r15, r14, r13, r12, rbp, rbx}) pop(saved);
        ret();
        emit_constants();
        return take_code(plan_.text());
    }

  private:
    /// Every row times one panel of `vectors`, of whose last one `masked` columns are stored (0: all).
    void emit_panel(const std::string& name, int vectors, int masked) {
        mark(name, "y of every row and " + std::to_string(vectors) + " vectors");
        mov(codes_, ptr[call_ + offsetof(BlockwiseCall, codes)]);
        mov(scales_, ptr[call_ + offsetof(BlockwiseCall, scales)]);
        mov(rows_left_, ptr[call_ + offsetof(BlockwiseCall, rows)]);
        mov(y_, panel_y_);
        if (!plan_.regular()) {
            mov(second_half_, ptr[call_ + offsetof(BlockwiseCall, second_half)]);
            mov(left_in_block_, ptr[call_ + offsetof(BlockwiseCall, left_in_block)]);
        }
        emit_row_groups([&](int rows) { emit_rows(name, rows, vectors, masked); });
    }

    void emit_rows(const std::string& panel, int rows, int vectors, int masked) {
        const std::string name = panel + "_rows_" + std::to_string(rows);
        mark(name);
        mov(x_, panel_);
        for (int i = 0; i < rows * vectors; ++i) zero(vector(i));
        plan_.regular() ? emit_blocks(name, rows, vectors) : emit_runs(name, vectors);
        mark(name + "_store");
        for (int row = 0; row < rows; ++row) {
            for (int v = 0; v < vectors; ++v) {
                const Xbyak::RegExp at = y_ + v * vector_bytes_;
                if (masked > 0 && v == vectors - 1)
                    store_masked(at, sum(row, v, vectors), mask_to_store());
                else
                    store(at, sum(row, v, vectors));
            }
            add(y_, ptr[call_ + offsetof(BlockwiseCall, y_row_bytes)]);
        }
    }

    void emit_blocks(const std::string& name, int rows, int vectors) {
        const std::int64_t blocks = plan_.columns() / plan_.spec.block;
        Xbyak::Label next_block, next_step;
        mov(blocks_left_, blocks);
        L(next_block);
        mov(steps_left_, plan_.spec.block / codes_a_step);
        align(32);
        L(next_step);
        mark(name + "_codes", "the inner loop, 8 codes of every row a turn");
        for (int row = 0; row < rows; ++row)
            scaled_values(row, codes_ + displacement(row * plan_.row_bytes()),
                          scales_ + displacement(row * blocks * 8));
        emit_products(rows, vectors);
        add(codes_, step_bytes(codes_a_step));
        add(x_, codes_a_step * vectors * vector_bytes_);
        dec(steps_left_);
        jnz(next_step, T_NEAR);
        mark(name + "_codes_end");
        add(scales_, 8);
        dec(blocks_left_);
        jnz(next_block, T_NEAR);
        if (rows == 1) return;
        mov(rax, (rows - 1) * plan_.row_bytes());
        add(codes_, rax);
        mov(rax, (rows - 1) * blocks * 8);
        add(scales_, rax);
    }

    void emit_runs(const std::string& name, int vectors) {
        Xbyak::Label next_run, next_step, no_steps, next_single, no_single, same_block;
        mov(columns_left_, plan_.columns());
        L(next_run);
        mov(run_left_, columns_left_);
        cmp(run_left_, left_in_block_);
        cmovg(run_left_, left_in_block_);
        sub(columns_left_, run_left_);
        sub(left_in_block_, run_left_);
        if (plan_.packed()) {
            Xbyak::Label even;
            test(second_half_, second_half_);
            jz(even, T_NEAR);
            emit_single(vectors);
            L(even);
        }
        sub(run_left_, codes_a_step);
        jl(no_steps, T_NEAR);
        L(next_step);
        mark(name + "_codes", "the inner loop, 8 codes a turn");
        scaled_values(0, codes_, scales_);
        emit_products(1, vectors);
        add(codes_, step_bytes(codes_a_step));
        add(x_, codes_a_step * vectors * vector_bytes_);
        sub(run_left_, codes_a_step);
        jge(next_step, T_NEAR);
        mark(name + "_codes_end");
        L(no_steps);
        add(run_left_, codes_a_step);
        jz(no_single, T_NEAR);
        L(next_single);
        emit_single(vectors);
        test(run_left_, run_left_);
        jnz(next_single, T_NEAR);
        L(no_single);
        test(left_in_block_, left_in_block_);
        jnz(same_block, T_NEAR);
        mov(left_in_block_, plan_.spec.block);
        add(scales_, 8);
        L(same_block);
        test(columns_left_, columns_left_);
        jnz(next_run, T_NEAR);
    }

    void scaled_values(int row, const Xbyak::RegExp& codes, const Xbyak::RegExp& scale) {
        values(value(row), codes, broadcasts());
        if (wide()) {
            vmulpd(vector(value(row)), vector(value(row)), zword_b[scale]);
            return;
        }
        broadcast(vector(broadcasts()), scale);
        for (int v = 0; v < value_vectors(); ++v)
            multiply(vector(value(row) + v), vector(value(row) + v), vector(broadcasts()));
    }

    /// The 8 values of every row times 8 rows of the panel.
    void emit_products(int rows, int vectors) {
        for (int code = 0; code < codes_a_step; ++code)
            for (int row = 0; row < rows; ++row) {
                const Vector everywhere = vector(broadcasts() + row % 2);
                if (wide())
                    vpermpd(Xbyak::Zmm(everywhere.getIdx()), Xbyak::Zmm(lane_index(code)), vector(value(row)));
                else
                    vpermpd(Xbyak::Ymm(everywhere.getIdx()), Xbyak::Ymm(value(row) + code / 4),
                            static_cast<std::uint8_t>(code % 4 * 0x55));
                for (int v = 0; v < vectors; ++v)
                    fma(sum(row, v, vectors), everywhere, vector_at(x_ + (code * vectors + v) * vector_bytes_));
            }
    }

    void emit_single(int vectors) {
        const Vector everywhere = vector(broadcasts()), scale = vector(broadcasts() + 1);
        one_value(everywhere, true);
        broadcast(scale, scales_);
        multiply(everywhere, everywhere, scale);
        for (int v = 0; v < vectors; ++v) fma(sum(0, v, vectors), everywhere, vector_at(x_ + v * vector_bytes_));
        add(x_, vectors * vector_bytes_);
        dec(run_left_);
    }

    static int displacement(std::int64_t bytes) { return static_cast<int>(bytes); }

    // The mask's register on avx2 holds values meanwhile.
    Vector mask_to_store() {
        const Vector mask = vector(broadcasts());
        if (!wide()) set_mask(plan_.tail_columns() % lanes(), mask);
        return mask;
    }

    // avx512_vnni: 0 to 15 sums, 16 to 19 values, 20 to 27 lane indices, 28, 29 broadcasts, 30, 31 tables;
    // avx2: 0 to 7 sums, 8 to 11 values, 12, 13 broadcasts, 14, 15 tables.
    Vector sum(int row, int v, int vectors) const { return vector(row * vectors + v); }
    int value(int row) const { return wide() ? 16 + row : 8 + 2 * row; }
    static int lane_index(int lane) { return 20 + lane; }
    int broadcasts() const { return wide() ? 28 : 12; }

    const Register columns_left_{r10}, run_left_{rbp}, left_in_block_{r12}, blocks_left_{r10}, steps_left_{rbp};
    const Register panel_{r13}, panels_left_{r14}, panel_y_{r15};
};

}  // namespace

EmittedCode emit_blockwise_gemm(const BlockwisePlan& plan) {
    return emit_or_fail(plan.spec, [&] { return BlockwiseGemmEmitter(plan).emit(); });
}

}  // namespace quern
