#include <string>

#include "gen/error.hpp"
#include "gen/gemv_plan.hpp"
#include "jit_x86/dense_emitter.hpp"
#include "jit_x86/kernel.hpp"

namespace quern {

namespace {

/// Room for the largest kernel; pages untouched are never committed.
constexpr std::size_t most_code_bytes = 1 << 16;
constexpr int cache_line = 64;

/// Rows of A times x, or x[row] * A[row] summed into y (see GemvPlan).
class GemvEmitter : DenseEmitter {
  public:
    explicit GemvEmitter(const GemvPlan& plan)
        : DenseEmitter(most_code_bytes, plan.machine.isa, plan.spec.type), plan_(plan) {}

    EmittedCode emit() {
        Xbyak::Label next_rows, few_rows, next_row, done;
        mark("gemv", "rdi call; rsi row 0, rdx x, rcx y, r8 rows left, r11 a row's bytes");
        emit_prologue();
        L(next_rows);
        cmp(rows_left_, plan_.rows);
        jl(few_rows, T_NEAR);
        emit_rows(plan_.rows);
        sub(rows_left_, plan_.rows);
        jmp(next_rows, T_NEAR);
        L(few_rows);
        if (plan_.rows > 1) {
            L(next_row);
            test(rows_left_, rows_left_);
            jz(done, T_NEAR);
            emit_rows(1);
            dec(rows_left_);
            jmp(next_row, T_NEAR);
        }
        L(done);
        emit_epilogue();
        emit_mask_table();
        ready(Xbyak::CodeArray::PROTECT_RW);

        EmittedCode result;
        result.code.assign(getCode(), getCode() + getSize());
        result.plan_text = plan_.text();
        result.marks = take_marks();
        return result;
    }

  private:
    void emit_prologue() {
        for (const Register& saved : {rbx, rbp, r12, r13, r14, r15}) push(saved);
        mov(a_, ptr[call_ + offsetof(GemvCall, a)]);
        mov(x_, ptr[call_ + offsetof(GemvCall, x)]);
        mov(y_, ptr[call_ + offsetof(GemvCall, y)]);
        mov(rows_left_, ptr[call_ + offsetof(GemvCall, rows)]);
        mov(columns_, ptr[call_ + offsetof(GemvCall, columns)]);
        mov(row_bytes_, ptr[call_ + offsetof(GemvCall, a_row_bytes)]);
        lea(row_bytes_3_, ptr[row_bytes_ + row_bytes_ * 2]);
        if (plan_.tail_columns() > 0) set_mask(plan_.tail_columns(), mask_vector());
    }

    void emit_epilogue() {
        vzeroupper();
        for (const Register& saved : {r15, r14, r13, r12, rbp, rbx}) pop(saved);
        ret();
    }

    /// Every column of `rows` rows; then a_ is at the rows behind them.
    void emit_rows(int rows) {
        const std::string name = "rows_" + std::to_string(rows);
        mark(name, plan_.spec.transposed ? "y += x[row] * A[row] for " + std::to_string(rows) + " rows"
                                         : "y[row] = A[row] . x for " + std::to_string(rows) + " rows");
        for (int base = 0; base < base_count(rows); ++base)
            base == 0 ? mov(a_base(0), a_) : lea(a_base(base), ptr[a_base(base - 1) + row_bytes_3_]);
        mov(cursor_, plan_.spec.transposed ? y_ : x_);
        if (plan_.spec.transposed)
            for (int row = 0; row < rows; ++row) broadcast(factor(row), x_ + row * element_bytes_);
        else
            for (int i = 0; i < rows * unroll(rows); ++i) zero(vector(i));

        Xbyak::Label next_lines, next_vectors, next_vector, tail, end;
        const int turn_columns = unroll(rows) * lanes();
        mov(columns_left_, columns_);
        sub(columns_left_, turn_columns);
        jl(next_vectors, T_NEAR);
        align(64);
        L(next_lines);
        mark(name + "_columns", "the inner loop, " + std::to_string(unroll(rows)) + " vectors of every row a turn");
        for (int u = 0; u < unroll(rows); ++u) emit_vector(rows, u, false);
        if (plan_.prefetch_bytes > 0)
            for (int row = 0; row < rows; ++row)
                for (int byte = 0; byte < unroll(rows) * vector_bytes_; byte += cache_line)
                    prefetcht0(ptr[a_row(row) + plan_.prefetch_bytes + byte]);
        advance(rows, unroll(rows));
        sub(columns_left_, turn_columns);
        jge(next_lines, T_NEAR);
        mark(name + "_columns_end");
        L(next_vectors);
        mark(name + "_last_columns");
        add(columns_left_, turn_columns - lanes());
        jl(tail, T_NEAR);
        L(next_vector);
        emit_vector(rows, 0, false);
        advance(rows, 1);
        sub(columns_left_, lanes());
        jge(next_vector, T_NEAR);
        L(tail);
        if (plan_.tail_columns() > 0) {
            cmp(columns_left_, -lanes());
            je(end, T_NEAR);
            emit_vector(rows, 0, true);
            L(end);
        }
        if (plan_.spec.transposed) {
            add(x_, rows * element_bytes_);
        } else {
            emit_store_sums(rows);
            add(y_, rows * element_bytes_);
        }
        rows == 1 ? add(a_, row_bytes_) : emit_add_row_bytes(rows);
    }

    /// Vector `u` of the turn, of every row.
    void emit_vector(int rows, int u, bool masked) {
        const int offset = u * vector_bytes_;
        const Vector moving = plan_.spec.transposed ? y_vector(u) : x_vector(u);
        masked ? load_masked(moving, cursor_, mask_vector()) : load(moving, cursor_ + offset);
        for (int row = 0; row < rows; ++row) {
            const Vector sum = plan_.spec.transposed ? moving : vector(row * unroll(rows) + u);
            const Vector factor_of_row = plan_.spec.transposed ? factor(row) : moving;
            if (masked) {
                load_masked(loaded(), a_row(row), mask_vector());
                fma(sum, factor_of_row, loaded());
            } else {
                fma(sum, factor_of_row, vector_at(a_row(row) + offset));
            }
        }
        if (!plan_.spec.transposed) return;
        masked ? store_masked(cursor_, moving, mask_vector()) : store(cursor_ + offset, moving);
    }

    void emit_store_sums(int rows) {
        for (int row = 0; row < rows; ++row) {
            const Vector sum = vector(row * unroll(rows));
            for (int u = 1; u < unroll(rows); ++u) add_elements(sum, sum, vector(row * unroll(rows) + u));
            horizontal_sum(sum, loaded());
            store_element(y_ + row * element_bytes_, sum);
        }
    }

    void advance(int rows, int vectors) {
        for (int base = 0; base < base_count(rows); ++base) add(a_base(base), vectors * vector_bytes_);
        add(cursor_, vectors * vector_bytes_);
    }

    void emit_add_row_bytes(int rows) {
        imul(columns_left_, row_bytes_, rows);
        add(a_, columns_left_);
    }

    /// Sums enough to hide an FMA's latency without more registers than there are.
    int unroll(int rows) const {
        if (plan_.spec.transposed) return 2;
        return rows >= 8 ? 1 : rows >= 4 ? 2 : 8 / rows;
    }
    static int base_count(int rows) { return (rows + 2) / 3; }
    Register a_base(int base) const { return bases_[base]; }
    Xbyak::RegExp a_row(int row) const {
        const Register base = a_base(row / 3);
        if (row % 3 == 0) return base;
        return base + row_bytes_ * (row % 3);
    }

    // Vectors: 0 to 7 sums or factors; from the last down: mask, a masked load, vectors of x or y.
    Vector factor(int row) const { return vector(row); }
    Vector mask_vector() const { return vector(15); }
    Vector loaded() const { return vector(14); }
    Vector x_vector(int u) const { return vector(8 + u % 6); }
    Vector y_vector(int u) const { return vector(8 + u % 6); }

    const GemvPlan& plan_;

    const Register call_{rdi}, a_{rsi}, x_{rdx}, y_{rcx}, rows_left_{r8}, columns_{r9}, columns_left_{r10};
    const Register row_bytes_{r11}, row_bytes_3_{rbx}, cursor_{rbp};
    const Register bases_[3] = {r12, r13, r14};
};

}  // namespace

EmittedCode emit_gemv(const GemvPlan& plan) {
    try {
        return GemvEmitter(plan).emit();
    } catch (const Xbyak::Error& error) {
        throw Error("kernel \"" + plan.spec.name + "\" cannot be generated: " + error.what());
    }
}

}  // namespace quern
