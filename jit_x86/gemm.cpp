#include <string>

#include "gen/error.hpp"
#include "gen/gemm_plan.hpp"
#include "jit_x86/dense_emitter.hpp"
#include "jit_x86/kernel.hpp"

namespace quern {

namespace {

/// Room for the largest kernel; pages untouched are never committed.
constexpr std::size_t most_code_bytes = 1 << 17;
/// Bytes ahead of its use that a row of A is fetched where it lies.
constexpr int in_place_prefetch_bytes = 512;

/// One panel of A times every panel of a packed block of B.
///
///     for each panel of B:
///         sums = 0
///         for each step of depth:  sums[row][vector] += A[row][step] * B[step][vector]
///         C's tile = alpha * sums + beta * C's tile, or alpha * sums where beta is 0
///
/// A panel has tile.rows or tail_rows rows, a panel of B tile.vectors or tail_vectors vectors: up to four
/// micro-kernels.
class GemmEmitter : DenseEmitter {
  public:
    explicit GemmEmitter(const GemmPlan& plan)
        : DenseEmitter(most_code_bytes, plan.machine.isa, plan.spec.type), plan_(plan) {}

    EmittedCode emit() {
        mark("panel", "rdi call; rsi A, rdx B's panel, rcx C's tile, r8 depth, r9 panels left");
        emit_prologue();
        const bool whole_rows = plan_.spec.m >= plan_.tile.rows;
        Xbyak::Label tail_rows;
        if (whole_rows && plan_.tail_rows() > 0) {
            cmp(qword[call_ + offsetof(GemmCall, rows)], plan_.tile.rows);
            jne(tail_rows, T_NEAR);
        }
        if (whole_rows) emit_panels(plan_.tile.rows);
        if (plan_.tail_rows() > 0) {
            L(tail_rows);
            emit_panels(plan_.tail_rows());
        }
        emit_mask_table();
        return take_code(plan_.text());
    }

  private:
    bool in_place() const { return plan_.a_panel == APanel::in_place; }

    void emit_prologue() {
        for (const Register& saved : {rbx, rbp, r12, r13, r14}) push(saved);
        mov(a_, ptr[call_ + offsetof(GemmCall, a)]);
        mov(b_, ptr[call_ + offsetof(GemmCall, b)]);
        mov(c_, ptr[call_ + offsetof(GemmCall, c)]);
        mov(depth_, ptr[call_ + offsetof(GemmCall, depth)]);
        mov(panels_left_, ptr[call_ + offsetof(GemmCall, panels)]);
        mov(c_row_bytes_, ptr[call_ + offsetof(GemmCall, c_row_bytes)]);
        if (!in_place()) {
            xor_(fetched_panels_, fetched_panels_);
            mov(next_a_step_bytes_, ptr[call_ + offsetof(GemmCall, next_a_step_bytes)]);
            if (plan_.packed_ahead) imul(panel_bytes_, depth_, ahead_panel_bytes);
        } else {
            mov(a_row_bytes_, ptr[call_ + offsetof(GemmCall, a_row_bytes)]);
            lea(a_3_row_bytes_, ptr[a_row_bytes_ + a_row_bytes_ * 2]);
        }
    }

    void emit_epilogue() {
        vzeroupper();
        for (const Register& saved : {r14, r13, r12, rbp, rbx}) pop(saved);
        ret();
    }

    void emit_panels(int rows) {
        Xbyak::Label next_panel, tail;
        if (plan_.spec.n >= plan_.tile_columns()) {
            test(panels_left_, panels_left_);
            jz(tail, T_NEAR);
            L(next_panel);
            emit_micro_kernel(rows, plan_.tile.vectors, false);
            add_bytes(c_, plan_.tile.vectors * vector_bytes_);
            dec(panels_left_);
            jnz(next_panel, T_NEAR);
        }
        L(tail);
        if (plan_.tail_columns() > 0) {
            Xbyak::Label done;
            cmp(qword[call_ + offsetof(GemmCall, tail_panel)], 0);
            je(done, T_NEAR);
            emit_micro_kernel(rows, plan_.tail_vectors(), plan_.tail_columns() % lanes() != 0);
            L(done);
        }
        emit_epilogue();
    }

    // In: b_ the panel, c_ the tile. Out: b_ the next panel.
    void emit_micro_kernel(int rows, int vectors, bool partial) {
        const std::string name = "micro_kernel_" + std::to_string(rows) + "x" + std::to_string(vectors);
        Xbyak::Label next_steps, single_steps, next_step, finish;
        mark(name, range(0, rows * vectors) + " sums [row][vector], " + range(b_row(0).getIdx(), vectors) +
                       " a row of B, the rest elements of A");
        emit_prefetch_tile(rows, vectors);
        for (int i = 0; i < rows * vectors; ++i) zero(vector(i));
        mov(a_cursor_, a_);
        // Further bases for the rows that 0 to 2 strides do not reach.
        if (in_place())
            for (int base = 1; base < base_count(rows); ++base)
                lea(a_base(base), ptr[a_base(base - 1) + a_3_row_bytes_]);
        if (!in_place()) emit_start_fetch();
        mov(steps_left_, depth_);
        shr(steps_left_, 3);
        jz(single_steps, T_NEAR);
        align(64);
        L(next_steps);
        mark(name + "_depth", "the inner loop, " + std::to_string(depth_unroll) + " steps of depth a turn");
        for (int step = 0; step < depth_unroll; ++step) emit_step(rows, vectors, step, step);
        if (in_place()) {
            for (int row = 0; row < rows; ++row) prefetcht0(ptr[a_row(row) + in_place_prefetch_bytes]);
        } else {
            prefetcht1(ptr[next_a_]);
            add(next_a_, next_a_step_bytes_);
        }
        add_bytes(b_, depth_unroll * b_step_bytes(vectors));
        advance_a(rows, in_place() ? depth_unroll * element_bytes_ : depth_unroll * rows * element_bytes_);
        dec(steps_left_);
        jnz(next_steps, T_NEAR);
        mark(name + "_depth_end");
        L(single_steps);
        mark(name + "_last_steps", "what is left of the depth, a step a turn");
        mov(steps_left_, depth_);
        and_(steps_left_, depth_unroll - 1);
        jz(finish, T_NEAR);
        L(next_step);
        emit_step(rows, vectors, 0, 0);
        add_bytes(b_, b_step_bytes(vectors));
        advance_a(rows, plan_.a_panel == APanel::packed_columns ? rows * element_bytes_ : element_bytes_);
        dec(steps_left_);
        jnz(next_step, T_NEAR);
        L(finish);
        if (vectors > panel_vectors(vectors)) add(b_, panel_bytes_);
        mark(name + "_store", "C = alpha * sums + beta * C");
        emit_store(rows, vectors, partial);
    }

    void emit_step(int rows, int vectors, int a_step, int b_step) {
        for (int v = 0; v < vectors; ++v) load(b_row(v), b_at(v, b_step, vectors));
        // Elements of A take turns in the registers left over.
        for (int row = 0; row < rows; ++row) {
            const Vector element = a_element(row);
            broadcast(element, a_at(row, a_step, rows));
            for (int v = 0; v < vectors; ++v) fma(vector(row * vectors + v), element, b_row(v));
        }
    }

    // A tile of a B packed ahead spans two panels at most.
    int panel_vectors(int vectors) const { return plan_.packed_ahead ? plan_.panel_vectors() : vectors; }
    int b_step_bytes(int vectors) const { return panel_vectors(vectors) * vector_bytes_; }
    Xbyak::RegExp b_at(int v, int step, int vectors) const {
        const int width = panel_vectors(vectors);
        const Xbyak::RegExp in_panel = b_ + step * b_step_bytes(vectors) + v % width * vector_bytes_;
        return v < width ? in_panel : in_panel + panel_bytes_;
    }

    Xbyak::RegExp a_at(int row, int step, int rows) const {
        switch (plan_.a_panel) {
            case APanel::packed_rows:
                return a_cursor_ + (row * depth_unroll + step) * element_bytes_;
            case APanel::packed_columns:
                return a_cursor_ + (step * rows + row) * element_bytes_;
            default:
                return a_row(row) + step * element_bytes_;
        }
    }

    Register a_base(int base) const { return base == 0 ? a_cursor_ : more_bases_[base - 1]; }
    static int base_count(int rows) { return (rows + 2) / 3; }
    Xbyak::RegExp a_row(int row) const {
        const Register base = a_base(row / 3);
        if (row % 3 == 0) return base;
        return base + a_row_bytes_ * (row % 3);
    }
    void advance_a(int rows, int bytes) {
        for (int base = 0; base < (in_place() ? base_count(rows) : 1); ++base) add_bytes(a_base(base), bytes);
    }

    // next_a_ <- where this panel's share of the next panel of A begins.
    void emit_start_fetch() {
        mov(next_a_, fetched_panels_);
        and_(next_a_, depth_unroll - 1);
        imul(next_a_, ptr[call_ + offsetof(GemmCall, next_a_panel_bytes)]);
        add(next_a_, ptr[call_ + offsetof(GemmCall, next_a)]);
        inc(fetched_panels_);
    }

    void emit_prefetch_tile(int rows, int vectors) {
        mov(c_row_, c_);
        for (int row = 0; row < rows; ++row) {
            for (int byte = 0; byte < vectors * vector_bytes_; byte += 64) prefetcht0(ptr[c_row_ + byte]);
            prefetcht0(ptr[c_row_ + vectors * vector_bytes_ - 1]);
            if (row + 1 < rows) add(c_row_, c_row_bytes_);
        }
    }

    void emit_store(int rows, int vectors, bool partial) {
        Xbyak::Label overwrite, stored;
        const Vector alpha = spare(0), beta = spare(1), mask = spare(2), old = spare(3);
        broadcast_double(alpha, call_ + offsetof(GemmCall, alpha));
        for (int i = 0; i < rows * vectors; ++i) multiply(vector(i), vector(i), alpha);
        if (partial) set_mask(plan_.tail_columns() % lanes(), mask);
        mov(steps_left_, ptr[call_ + offsetof(GemmCall, beta)]);
        add(steps_left_, steps_left_);  // +0 and -0 alike
        mov(c_row_, c_);
        jz(overwrite, T_NEAR);
        broadcast_double(beta, call_ + offsetof(GemmCall, beta));
        emit_rows_of_tile(rows, vectors, partial, [&](Vector sum, const Xbyak::RegExp& c, bool masked) {
            masked ? load_masked(old, c, mask) : load(old, c);
            fma(sum, beta, old);
            masked ? store_masked(c, sum, mask) : store(c, sum);
        });
        jmp(stored, T_NEAR);
        L(overwrite);
        emit_rows_of_tile(rows, vectors, partial, [&](Vector sum, const Xbyak::RegExp& c, bool masked) {
            masked ? store_masked(c, sum, mask) : store(c, sum);
        });
        L(stored);
    }

    template <class Each>
    void emit_rows_of_tile(int rows, int vectors, bool partial, const Each& each) {
        for (int row = 0; row < rows; ++row) {
            for (int v = 0; v < vectors; ++v)
                each(vector(row * vectors + v), c_row_ + v * vector_bytes_, partial && v == vectors - 1);
            if (row + 1 < rows) add(c_row_, c_row_bytes_);
        }
    }

    void add_bytes(Register to, std::int64_t bytes) { add(to, static_cast<std::uint32_t>(bytes)); }

    // Behind the largest tile's sums: a row of B, then elements of A.
    int tile_sums() const { return plan_.tile.rows * plan_.tile.vectors; }
    int register_count() const { return isa_traits(plan_.machine.isa).vector_registers; }
    Vector b_row(int v) const { return vector(tile_sums() + v); }
    Vector a_element(int row) const {
        const int first = tile_sums() + plan_.tile.vectors;
        return vector(first + row % (register_count() - first));
    }
    /// Beyond the sums, where no product is under way.
    Vector spare(int i) const { return vector(tile_sums() + i % (register_count() - tile_sums())); }

    const GemmPlan& plan_;

    const Register call_{rdi}, a_{rsi}, b_{rdx}, c_{rcx}, depth_{r8}, panels_left_{r9};
    const Register c_row_bytes_{r10}, a_row_bytes_{r11}, a_3_row_bytes_{rbx}, steps_left_{rbp}, c_row_{rax};
    const Register a_cursor_{r12};
    const Register more_bases_[2] = {r13, r14};
    // Not in_place, in the registers of its strides and bases.
    const Register next_a_{r13}, next_a_step_bytes_{r14}, fetched_panels_{r11};
    const Register panel_bytes_{rbx};  // of a B packed ahead
};

}  // namespace

EmittedCode emit_gemm(const GemmPlan& plan) {
    return emit_or_fail(plan.spec, [&] { return GemmEmitter(plan).emit(); });
}

}  // namespace quern
