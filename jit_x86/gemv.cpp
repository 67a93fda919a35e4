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
/// Of every row that the inner loop reads a turn.
constexpr int turn_bytes = 128;
/// Of a row: the same for any number of rows, so that its result is too.
constexpr int row_sums = 2;

/// Rows of A times x, or x[row] * A[row] summed into y (see GemvPlan). The rows read side by side lie a share of all
/// rows apart, so each of the streams they make runs on where a row ends:
///
///     A, 2 at once    0 1 2 3 | 4 5 6 7        first 0 and 4, then 1 and 5, ...
class GemvEmitter : DenseEmitter {
  public:
    explicit GemvEmitter(const GemvPlan& plan)
        : DenseEmitter(most_code_bytes, plan.machine.isa, plan.spec.type), plan_(plan) {}

    EmittedCode emit() {
        Xbyak::Label next_rows, few_rows, next_row, done;
        mark("gemv",
             "rdi call; rsi row 0, rdx x, rcx y, r8 rounds of rows left, rax rows left over, r11 bytes between the "
             "rows side by side, r15 between their elements of y (transposed: x)");
        emit_prologue();
        test(rounds_left_, rounds_left_);
        jz(few_rows, T_NEAR);
        L(next_rows);
        emit_rows(plan_.rows);
        dec(rounds_left_);
        jnz(next_rows, T_NEAR);
        L(few_rows);
        if (plan_.rows > 1) {
            // Behind the last stream are the rows left over.
            imul(columns_left_, distance_, plan_.rows - 1);
            add(a_, columns_left_);
            imul(columns_left_, element_distance_, plan_.rows - 1);
            add(row_elements(), columns_left_);
            L(next_row);
            test(rows_left_over_, rows_left_over_);
            jz(done, T_NEAR);
            emit_rows(1);
            dec(rows_left_over_);
            jmp(next_row, T_NEAR);
        }
        L(done);
        emit_epilogue();
        emit_mask_table();
        return take_code(plan_.text());
    }

  private:
    void emit_prologue() {
        for (const Register& saved : {rbx, rbp, r12, r13, r14, r15}) push(saved);
        mov(a_, ptr[call_ + offsetof(GemvCall, a)]);
        if (plan_.tail_columns() > 0) set_mask(plan_.tail_columns(), mask_vector());  // overwrites rax
        emit_rounds();
        mov(distance_, ptr[call_ + offsetof(GemvCall, a_row_bytes)]);
        imul(distance_, rounds_left_);
        lea(distance_3_, ptr[distance_ + distance_ * 2]);
        imul(element_distance_, rounds_left_, element_bytes_);
        mov(x_, ptr[call_ + offsetof(GemvCall, x)]);
        mov(y_, ptr[call_ + offsetof(GemvCall, y)]);
        mov(columns_, ptr[call_ + offsetof(GemvCall, columns)]);
    }

    // rounds_left_ <- rows / plan_.rows, an odd number of them: streams a power of two apart would fall into the same
    // banks of memory and close each other's rows there. rows_left_over_ <- the others.
    void emit_rounds() {
        Xbyak::Label none;
        mov(rax, ptr[call_ + offsetof(GemvCall, rows)]);
        xor_(edx, edx);
        mov(ecx, plan_.rows);
        div(rcx);
        mov(rounds_left_, rax);
        if (plan_.rows > 1) {
            test(rounds_left_, rounds_left_);
            jz(none);
            dec(rounds_left_);
            or_(rounds_left_, 1);
            L(none);
        }
        mov(rows_left_over_, ptr[call_ + offsetof(GemvCall, rows)]);
        imul(rcx, rounds_left_, plan_.rows);
        sub(rows_left_over_, rcx);
    }

    void emit_epilogue() {
        vzeroupper();
        for (const Register& saved : {r15, r14, r13, r12, rbp, rbx}) pop(saved);
        ret();
    }

    /// Every column of `rows` rows side by side; then a_, and x_ or y_, are at the next row.
    void emit_rows(int rows) {
        const std::string name = "rows_" + std::to_string(rows);
        mark(name, plan_.spec.transposed ? "y += x[row] * A[row] for " + std::to_string(rows) + " rows"
                                         : "y[row] = A[row] . x for " + std::to_string(rows) + " rows");
        for (int base = 0; base < base_count(rows); ++base)
            base == 0 ? mov(a_base(0), a_) : lea(a_base(base), ptr[a_base(base - 1) + distance_3_]);
        mov(cursor_, plan_.spec.transposed ? y_ : x_);
        if (plan_.spec.transposed)
            emit_each_row_element(rows, [this](int row, Register x) { broadcast(factor(row), x); });
        else
            for (int i = 0; i < rows * row_sums; ++i) zero(vector(i));

        Xbyak::Label next_lines, next_vectors, next_vector, tail, end;
        const int turn_columns = turn_vectors() * lanes();
        mov(columns_left_, columns_);
        sub(columns_left_, turn_columns);
        jl(next_vectors, T_NEAR);
        align(64);
        L(next_lines);
        mark(name + "_columns", "the inner loop, " + std::to_string(turn_vectors()) + " vectors of every row a turn");
        for (int u = 0; u < turn_vectors(); ++u) emit_vector(rows, u, false);
        if (plan_.prefetch_bytes > 0)
            for (int row = 0; row < rows; ++row)
                for (int byte = 0; byte < turn_bytes; byte += cache_line)
                    prefetcht0(ptr[a_row(row) + plan_.prefetch_bytes + byte]);
        advance(rows, turn_vectors());
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
        if (!plan_.spec.transposed) emit_store_sums(rows);
        add(row_elements(), element_bytes_);
        add(a_, ptr[call_ + offsetof(GemvCall, a_row_bytes)]);
    }

    /// Vector `u` of the turn, of every row.
    void emit_vector(int rows, int u, bool masked) {
        const int offset = u * vector_bytes_;
        const Vector moving = plan_.spec.transposed ? y_vector(u) : x_vector(u);
        masked ? load_masked(moving, cursor_, mask_vector()) : load(moving, cursor_ + offset);
        for (int row = 0; row < rows; ++row) {
            const Vector sum = plan_.spec.transposed ? moving : vector(row * row_sums + u % row_sums);
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
        emit_each_row_element(rows, [this](int row, Register y) {
            const Vector sum = vector(row * row_sums);
            for (int i = 1; i < row_sums; ++i) add_elements(sum, sum, vector(row * row_sums + i));
            horizontal_sum(sum, loaded());
            store_element(y, sum);
        });
    }

    void advance(int rows, int vectors) {
        for (int base = 0; base < base_count(rows); ++base) add(a_base(base), vectors * vector_bytes_);
        add(cursor_, vectors * vector_bytes_);
    }

    /// What there is one of a row: y's element, or, transposed, x's.
    Register row_elements() const { return plan_.spec.transposed ? x_ : y_; }
    /// each(row, register with the address of its element)
    template <class Each>
    void emit_each_row_element(int rows, const Each& each) {
        mov(columns_left_, row_elements());
        for (int row = 0; row < rows; ++row) {
            each(row, columns_left_);
            if (row + 1 < rows) add(columns_left_, element_distance_);
        }
    }

    int turn_vectors() const { return turn_bytes / vector_bytes_; }
    static int base_count(int rows) { return (rows + 2) / 3; }
    Register a_base(int base) const { return bases_[base]; }
    Xbyak::RegExp a_row(int row) const {
        const Register base = a_base(row / 3);
        if (row % 3 == 0) return base;
        return base + distance_ * (row % 3);
    }

    // Vectors: 0 to 7 sums or factors; from the last down: mask, a masked load, vectors of x or y.
    Vector factor(int row) const { return vector(row); }
    Vector mask_vector() const { return vector(15); }
    Vector loaded() const { return vector(14); }
    Vector x_vector(int u) const { return vector(8 + u % 6); }
    Vector y_vector(int u) const { return vector(8 + u % 6); }

    const GemvPlan& plan_;

    const Register call_{rdi}, a_{rsi}, x_{rdx}, y_{rcx}, rounds_left_{r8}, columns_{r9}, columns_left_{r10};
    const Register distance_{r11}, distance_3_{rbx}, element_distance_{r15}, rows_left_over_{rax}, cursor_{rbp};
    const Register bases_[3] = {r12, r13, r14};
};

}  // namespace

EmittedCode emit_gemv(const GemvPlan& plan) {
    return emit_or_fail(plan.spec, [&] { return GemvEmitter(plan).emit(); });
}

}  // namespace quern
