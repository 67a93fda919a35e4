#include <algorithm>
#include <bit>
#include <cmath>
#include <cstddef>
#include <limits>
#include <string>
#include <vector>

#include "gen/error.hpp"
#include "jit_x86/kernel.hpp"
#include "jit_x86/lane_emitter.hpp"

namespace quern {

namespace {

using Xbyak::Address;
using Xbyak::Label;
using Xbyak::Operand;
using Xbyak::Reg64;
using Xbyak::RegExp;
using Xbyak::Xmm;

/// Keys taken at a time. Part of the order of accumulation, hence the same on every ISA.
constexpr int key_block = 64;
/// Queries that share a transposed key block, at most; more are taken in turns. Changes no bit of the result.
constexpr int query_tile = 192;
/// Query rows of a micro-kernel.
constexpr int group_rows = 6;
static_assert(query_tile % group_rows == 0);

/// Attention with online softmax (Milakov and Gimelshein 2018; tiled as in FlashAttention, Dao et al. 2022):
///
///     for each query tile:
///         queries scaled by 1 / sqrt(head size); maximum = -inf, sum = 0, output = 0
///         for each block of 64 keys:
///             K transposed to [dimension][key], V copied                              into scratch
///             for each group of 6 queries:
///                 score[key] = fma over the dimensions in order                       lanes are keys
///                 maximum' = max(maximum, scores); factor = exp(maximum - maximum')
///                 score = exp(score - maximum')
///                 sum[lane] = sum[lane] * factor + scores of keys lane, 16 + lane, ... in order
///                 output = output * factor, then fma(score[key], V[key]) in order     lanes are dimensions
///         output / (sum over the 16 lanes, by the tree of LaneEmitter)
///
/// Keys past the end of the last block score -inf. A query's arithmetic depends on no other query.
class AttentionEmitter : LaneEmitter {
  public:
    AttentionEmitter(const KernelSpec& spec, const MachineTraits& machine)
        : LaneEmitter(machine.isa),
          head_size_(spec.head_size),
          row_bytes_(head_size_ * float_bytes),
          pass_units_(zmm_lanes() ? 4 : 1),
          pass_bytes_(pass_units_ * register_bytes) {
        int offset = 0;
        const auto reserve = [&](int bytes) {
            const int start = offset;
            offset += (bytes + register_bytes - 1) / register_bytes * register_bytes;
            return start;
        };
        queries_ = reserve(query_tile * row_bytes_);
        outputs_ = reserve(query_tile * row_bytes_);
        keys_ = reserve(key_block * row_bytes_);
        values_ = reserve(key_block * row_bytes_);
        scores_ = reserve(group_rows * score_row_bytes);
        sums_ = reserve(query_tile * register_bytes);
        maxima_ = reserve(query_tile * float_bytes);
        factors_ = reserve(group_rows * float_bytes);
        scratch_bytes_ = offset;
    }

    EmittedCode emit(const MachineTraits& machine) {
        Label next_tile, next_block, next_group, tile_done, done;
        enter_function(register_bytes);
        mov(scratch, ptr[call + offsetof(AttentionCall, scratch)]);
        mov(rax, ptr[call + offsetof(AttentionCall, begin)]);
        mov(tile_first(), rax);

        L(next_tile);
        mov(tile_rows, ptr[call + offsetof(AttentionCall, end)]);
        sub(tile_rows, tile_first());
        jle(done, T_NEAR);
        emit_at_most(tile_rows, query_tile);
        emit_start_queries();

        xor_(key.cvt32(), key.cvt32());
        L(next_block);
        mov(block_keys, ptr[call + offsetof(AttentionCall, keys)]);
        sub(block_keys, key);
        jle(tile_done, T_NEAR);
        emit_at_most(block_keys, key_block);
        emit_transpose_keys();
        emit_copy_values();

        xor_(group.cvt32(), group.cvt32());
        lea(group_queries, ptr[at(scratch, queries_)]);
        L(next_group);
        emit_scores();
        emit_softmax();
        emit_weigh_values();
        advance(group_queries, group_rows * row_bytes_);
        add(group, group_rows);
        cmp(group, tile_rows);
        jl(next_group, T_NEAR);

        add(key, key_block);
        jmp(next_block, T_NEAR);

        L(tile_done);
        emit_store_outputs();
        add(tile_first(), query_tile);
        jmp(next_tile, T_NEAR);
        L(done);
        leave_function();
        return {finish(), plan_text(machine), static_cast<std::size_t>(scratch_bytes_)};
    }

  private:
    static constexpr int float_bytes = 4;
    static constexpr int score_row_bytes = key_block * float_bytes;

    void emit_at_most(const Reg64& value, int limit) {
        mov(eax, static_cast<std::uint32_t>(limit));
        cmp(value, rax);
        cmovg(value, rax);
    }

    /// pointer = call.base + row * call.stride, step = call.stride, in bytes
    void emit_matrix_row(const Reg64& pointer, const Reg64& step, const Operand& row, std::size_t base,
                         std::size_t stride) {
        mov(step, ptr[call + stride]);
        shl(step, 2);
        mov(pointer, row);
        imul(pointer, step);
        add(pointer, ptr[call + base]);
    }

    /// Scaled queries into scratch, and their state as before any key; rows past the tile's last up to a whole group
    /// become zeros.
    void emit_start_queries() {
        const Reg64 source = rax, step = rcx, row = rdx, target = rbx, row_sums = r12;
        const Lanes scale{0}, zero{1}, query{2};
        Label next_group_rows, next_row, past_last, started;
        emit_matrix_row(source, step, tile_first(), offsetof(AttentionCall, q), offsetof(AttentionCall, q_stride));
        load(scale, constant(static_cast<float>(1 / std::sqrt(static_cast<double>(head_size_)))));
        set_zero(zero);
        xor_(row.cvt32(), row.cvt32());
        lea(target, ptr[at(scratch, queries_)]);
        lea(row_sums, ptr[at(scratch, sums_)]);

        L(next_group_rows);
        const Reg64 group_end = r13;
        lea(group_end, ptr[row + group_rows]);
        L(next_row);
        cmp(row, tile_rows);
        jge(past_last, T_NEAR);
        for (int chunk = 0; chunk < row_bytes_; chunk += register_bytes) {
            mul_f32(query, scale, at(source, chunk));
            store(at(target, chunk), query);
        }
        add(source, step);
        jmp(started, T_NEAR);
        L(past_last);
        for (int chunk = 0; chunk < row_bytes_; chunk += register_bytes) store(at(target, chunk), zero);
        L(started);
        for (int chunk = 0; chunk < row_bytes_; chunk += register_bytes)
            store(at(target, outputs_ - queries_ + chunk), zero);
        store(row_sums, zero);
        mov(dword[at(scratch + row * float_bytes, maxima_)], minus_infinity);
        advance(target, row_bytes_);
        advance(row_sums, register_bytes);
        inc(row);
        cmp(row, group_end);
        jl(next_row, T_NEAR);
        cmp(row, tile_rows);
        jl(next_group_rows, T_NEAR);
    }

    /// K rows of the block into [pass][dimension][pass_units * 16 keys]; keys past the block's last, up to a whole
    /// unit of 16, are zeros.
    void emit_transpose_keys() {
        const Reg64 source = rax, step = rcx, left = rdx, target = rbx, dimension = r12, source_row = r13,
                    target_row = r14;
        Label next_unit;
        emit_matrix_row(source, step, key, offsetof(AttentionCall, k), offsetof(AttentionCall, k_stride));
        mov(left, block_keys);
        lea(target, ptr[at(scratch, keys_)]);

        L(next_unit);
        for (int part = 0; part < lane_count / vector_lanes(); ++part) {
            lea(target_row, ptr[at(target, part * vector_bytes())]);
            for_steps(dimension, row_bytes_, vector_bytes(), [&] {
                Label loaded;
                for (int i = 0; i < vector_lanes(); ++i) zero_vector(vector(i));
                lea(source_row, ptr[source + dimension]);
                for (int i = 0; i < vector_lanes(); ++i) {
                    compare(left, i);
                    jle(loaded, T_NEAR);
                    load_vector(vector(i), source_row);
                    add(source_row, step);
                }
                L(loaded);
                emit_transpose_square();
                for (int i = 0; i < vector_lanes(); ++i) {
                    store_vector(target_row, transposed(i));
                    advance(target_row, pass_bytes_);
                }
            });
            advance(left, -vector_lanes());
            mov(dimension, step);
            imul(dimension, dimension, vector_lanes());
            add(source, dimension);
        }
        advance(target, pass_units_ == 1 ? register_bytes * head_size_ : register_bytes);
        test(left, left);
        jg(next_unit, T_NEAR);
    }

    /// Register that holds column i after emit_transpose_square.
    Xmm transposed(int i) const { return vector(zmm_lanes() ? i : 8 + i); }

    /// Transposes the square of floats in vectors 0 .. vector_lanes() - 1, rows to columns, through the registers
    /// above them.
    void emit_transpose_square() {
        // In 128-bit quarters (zmm) or halves (ymm): 4 x 4 blocks by two rounds of interleaving.
        const int count = vector_lanes();
        for (int i = 0; i < count; i += 2) {
            vunpcklps(vector(count + i), vector(i), vector(i + 1));
            vunpckhps(vector(count + i + 1), vector(i), vector(i + 1));
        }
        for (int i = 0; i < count; i += 4) {
            vunpcklpd(vector(i), vector(count + i), vector(count + i + 2));
            vunpckhpd(vector(i + 1), vector(count + i), vector(count + i + 2));
            vunpcklpd(vector(i + 2), vector(count + i + 1), vector(count + i + 3));
            vunpckhpd(vector(i + 3), vector(count + i + 1), vector(count + i + 3));
        }
        // Vector 4 r + c now has column 4 q + c of rows 4 r .. 4 r + 3 in quarter q: transpose the quarters.
        using Xbyak::Ymm, Xbyak::Zmm;
        if (!zmm_lanes()) {
            for (int c = 0; c < 4; ++c) {
                vperm2f128(Ymm(8 + c), Ymm(c), Ymm(4 + c), 0x20);
                vperm2f128(Ymm(12 + c), Ymm(c), Ymm(4 + c), 0x31);
            }
            return;
        }
        constexpr std::uint8_t even_quarters = 0b10'00'10'00, odd_quarters = 0b11'01'11'01;
        for (int c = 0; c < 4; ++c) {
            vshuff32x4(Zmm(16 + c), Zmm(c), Zmm(4 + c), even_quarters);
            vshuff32x4(Zmm(20 + c), Zmm(c), Zmm(4 + c), odd_quarters);
            vshuff32x4(Zmm(24 + c), Zmm(8 + c), Zmm(12 + c), even_quarters);
            vshuff32x4(Zmm(28 + c), Zmm(8 + c), Zmm(12 + c), odd_quarters);
        }
        for (int c = 0; c < 4; ++c) {
            vshuff32x4(Zmm(c), Zmm(16 + c), Zmm(24 + c), even_quarters);
            vshuff32x4(Zmm(4 + c), Zmm(20 + c), Zmm(28 + c), even_quarters);
            vshuff32x4(Zmm(8 + c), Zmm(16 + c), Zmm(24 + c), odd_quarters);
            vshuff32x4(Zmm(12 + c), Zmm(20 + c), Zmm(28 + c), odd_quarters);
        }
    }

    /// V rows of the block into [dimensions in passes][key][pass_units * 16 dimensions], where neighbouring keys do not
    /// compete for cache sets; zero rows make the number of keys a multiple of key_unroll.
    void emit_copy_values() {
        const Reg64 source = rax, step = rcx, row = rdx, target = rbx;
        const Lanes value{0}, zero{1};
        Label next_row, past_last, next_zero_row, copied;
        emit_matrix_row(source, step, key, offsetof(AttentionCall, v), offsetof(AttentionCall, v_stride));
        set_zero(zero);
        const auto for_row = [&](auto store_chunk) {
            // Keys of the last, narrower panel lie closer together.
            for (int chunk = 0; chunk < row_bytes_; chunk += register_bytes) {
                const int panel = chunk / pass_bytes_, width = panel_bytes(panel);
                const int offset = values_ + panel * key_block * pass_bytes_ + chunk % pass_bytes_;
                const RegExp to =
                    width == pass_bytes_ ? at(scratch + target, offset) : at(scratch + narrow_target, offset);
                store_chunk(chunk, to);
            }
            advance(target, pass_bytes_);
            if (narrow_bytes() > 0) advance(narrow_target, narrow_bytes());
            inc(row);
        };
        xor_(row.cvt32(), row.cvt32());
        xor_(target.cvt32(), target.cvt32());
        xor_(narrow_target.cvt32(), narrow_target.cvt32());
        L(next_row);
        for_row([&](int chunk, const RegExp& to) {
            load(value, at(source, chunk));
            store(to, value);
        });
        add(source, step);
        cmp(row, block_keys);
        jl(next_row, T_NEAR);
        L(next_zero_row);
        test(row, key_unroll - 1);
        jz(copied, T_NEAR);
        for_row([&](int, const RegExp& to) { store(to, zero); });
        jmp(next_zero_row, T_NEAR);
        L(copied);
    }

    /// Scores of a group of queries with the block's keys, a pass of up to pass_units units of 16 keys at a time.
    void emit_scores() {
        const Reg64 pass_keys = rdx, units = rbx;
        Label next_pass, remainder;
        // A window into zeros followed by -inf: the sums of keys past the block's last start at -inf.
        std::vector<std::uint32_t> start(2 * key_block, 0);
        std::fill(start.begin() + key_block, start.end(), minus_infinity);
        lea(score_start, ptr[rip + table(start)]);
        lea(score_start, ptr[score_start + key_block * float_bytes]);
        mov(units, block_keys);
        shl(units, 2);
        sub(score_start, units);
        lea(units, ptr[block_keys + lane_count - 1]);
        shr(units, 4);
        lea(pass_keys, ptr[at(scratch, keys_)]);
        xor_(score_offset.cvt32(), score_offset.cvt32());

        L(next_pass);
        compare(units, pass_units_);
        jl(remainder, T_NEAR);
        emit_score_pass(pass_keys, pass_units_);
        advance(score_offset, pass_bytes_);
        advance(units, -pass_units_);
        jmp(next_pass, T_NEAR);
        L(remainder);
        for (int count = 1; count < pass_units_; ++count) {
            Label other;
            compare(units, count);
            jne(other, T_NEAR);
            emit_score_pass(pass_keys, count);
            L(other);
        }
    }

    /// Micro-kernel: group_rows queries x `units` units of keys. Leaves pass_keys at the next pass.
    void emit_score_pass(const Reg64& pass_keys, int units) {
        const Reg64 dimension = r12;
        const int columns = units * lane_count / vector_lanes();
        const auto score = [&](int row, int column) { return vector(row * columns + column); };
        const auto keys = [&](int column) { return vector(group_rows * columns + column); };
        const Xmm query = vector((group_rows + 1) * columns);
        for (int column = 0; column < columns; ++column)
            for (int row = 0; row < group_rows; ++row)
                load_vector(score(row, column), at(score_start + score_offset, column * vector_bytes()));
        constexpr int unroll = 4;
        for_steps(dimension, row_bytes_, unroll * float_bytes, [&] {
            for (int step = 0; step < unroll; ++step) {
                for (int column = 0; column < columns; ++column)
                    load_vector(keys(column), at(pass_keys, step * pass_bytes_ + column * vector_bytes()));
                for (int row = 0; row < group_rows; ++row) {
                    vbroadcastss(query, ptr[at(group_queries + dimension, row * row_bytes_ + step * float_bytes)]);
                    for (int column = 0; column < columns; ++column)
                        vfmadd231ps(score(row, column), query, keys(column));
                }
            }
            advance(pass_keys, unroll * pass_bytes_);
        });
        for (int row = 0; row < group_rows; ++row)
            for (int column = 0; column < columns; ++column)
                store_vector(at(scratch + score_offset, scores_ + row * score_row_bytes + column * vector_bytes()),
                             score(row, column));
    }

    /// Scores to weights, row by row, with the running maximum and sums.
    void emit_softmax() {
        const Reg64 row_scores = rax, row_factor = rdx, row_maximum = rbx, row_sums = r12, row = r13;
        const Lanes weight{0}, temporary0{1}, temporary1{2}, temporary2{3}, maximum{4}, factor{5}, sum{6};
        constexpr int units = key_block / lane_count;
        lea(row_scores, ptr[at(scratch, scores_)]);
        lea(row_factor, ptr[at(scratch, factors_)]);
        lea(row_maximum, ptr[at(scratch + group * float_bytes, maxima_)]);
        mov(row_sums, group);
        shl(row_sums, 6);
        static_assert(register_bytes == 1 << 6);
        lea(row_sums, ptr[at(scratch + row_sums, sums_)]);
        for_steps(row, group_rows, 1, [&] {
            Label found, weighed;
            load(maximum, row_scores);
            for (int unit = 1; unit < units; ++unit) {
                compare(block_keys, unit * lane_count);
                jle(found, T_NEAR);
                max_f32(maximum, maximum, at(row_scores, unit * register_bytes));
            }
            L(found);
            const Xmm largest = horizontal_max(maximum, temporary0);
            const Xmm old(part(factor, 0).getIdx());
            vmovss(old, ptr[row_maximum]);
            vmaxss(largest, largest, old);
            vmovss(ptr[row_maximum], largest);
            broadcast(maximum, largest);
            broadcast(factor, old);
            sub_f32(factor, factor, maximum);
            exp_f32(factor, temporary0, temporary1, temporary2);
            vmovss(ptr[row_factor], Xmm(part(factor, 0).getIdx()));
            mul_f32(sum, factor, row_sums);
            for (int unit = 0; unit < units; ++unit) {
                if (unit > 0) {
                    compare(block_keys, unit * lane_count);
                    jle(weighed, T_NEAR);
                }
                load(weight, at(row_scores, unit * register_bytes));
                sub_f32(weight, weight, maximum);
                exp_f32(weight, temporary0, temporary1, temporary2);
                store(at(row_scores, unit * register_bytes), weight);
                add_f32(sum, sum, weight);
            }
            L(weighed);
            store(row_sums, sum);
            advance(row_scores, score_row_bytes);
            advance(row_factor, float_bytes);
            advance(row_maximum, float_bytes);
            advance(row_sums, register_bytes);
        });
    }

    /// Width in bytes of panel `panel` of V: the last one may be narrower than a pass.
    int panel_bytes(int panel) const { return std::min(pass_bytes_, row_bytes_ - panel * pass_bytes_); }
    int narrow_bytes() const { return row_bytes_ % pass_bytes_; }

    /// output = output * factor + weights * V for a group of queries, a panel of dimensions at a time.
    void emit_weigh_values() {
        const Reg64 panel_values = rdx, panel_outputs = rbx, panel = r12;
        const int whole_panels = row_bytes_ / pass_bytes_;
        lea(panel_outputs, ptr[at(group_queries, outputs_ - queries_)]);
        lea(panel_values, ptr[at(scratch, values_)]);
        for_steps(panel, whole_panels, 1, [&] {
            emit_weigh_panel(panel_values, panel_outputs, pass_bytes_);
            advance(panel_values, key_block * pass_bytes_);
            advance(panel_outputs, pass_bytes_);
        });
        if (narrow_bytes() > 0) emit_weigh_panel(panel_values, panel_outputs, narrow_bytes());
    }

    /// Micro-kernel: group_rows queries x width_bytes of dimensions.
    void emit_weigh_panel(const Reg64& panel_values, const Reg64& panel_outputs, int width_bytes) {
        const Reg64 weights = rax, value_row = r13, left = r14;
        const int columns = width_bytes / vector_bytes();
        const auto output = [&](int row, int column) { return vector(row * columns + column); };
        const auto value = [&](int column) { return vector(group_rows * columns + column); };
        const Xmm weight = vector((group_rows + 1) * columns);
        for (int row = 0; row < group_rows; ++row) {
            vbroadcastss(weight, ptr[at(scratch, factors_ + row * float_bytes)]);
            for (int column = 0; column < columns; ++column)
                vmulps(output(row, column), weight, ptr[at(panel_outputs, row * row_bytes_ + column * vector_bytes())]);
        }
        Label next_keys;
        lea(weights, ptr[at(scratch, scores_)]);
        mov(value_row, panel_values);
        mov(left, block_keys);
        L(next_keys);
        for (int step = 0; step < key_unroll; ++step) {
            for (int column = 0; column < columns; ++column)
                load_vector(value(column), at(value_row, step * width_bytes + column * vector_bytes()));
            for (int row = 0; row < group_rows; ++row) {
                vbroadcastss(weight, ptr[at(weights, row * score_row_bytes + step * float_bytes)]);
                for (int column = 0; column < columns; ++column)
                    vfmadd231ps(output(row, column), weight, value(column));
            }
        }
        advance(weights, key_unroll * float_bytes);
        advance(value_row, key_unroll * width_bytes);
        advance(left, -key_unroll);
        jg(next_keys, T_NEAR);
        for (int row = 0; row < group_rows; ++row)
            for (int column = 0; column < columns; ++column)
                store_vector(at(panel_outputs, row * row_bytes_ + column * vector_bytes()), output(row, column));
    }

    void emit_store_outputs() {
        const Reg64 target = rax, step = rcx, row_sums = rdx, row_outputs = rbx, left = r12;
        const Lanes sum{0}, temporary{1}, output{2};
        Label next_row;
        emit_matrix_row(target, step, tile_first(), offsetof(AttentionCall, output),
                        offsetof(AttentionCall, output_stride));
        lea(row_sums, ptr[at(scratch, sums_)]);
        lea(row_outputs, ptr[at(scratch, outputs_)]);
        mov(left, tile_rows);
        L(next_row);
        load(sum, row_sums);
        broadcast(sum, horizontal_sum(sum, temporary));
        for (int chunk = 0; chunk < row_bytes_; chunk += register_bytes) {
            load(output, at(row_outputs, chunk));
            div_f32(output, output, sum);
            store(at(target, chunk), output);
        }
        add(target, step);
        advance(row_sums, register_bytes);
        advance(row_outputs, row_bytes_);
        dec(left);
        jnz(next_row, T_NEAR);
    }

    std::string plan_text(const MachineTraits& machine) const {
        const IsaTraits& isa = isa_traits(machine.isa);
        std::string text = "isa = \"" + std::string(isa.name) + "\"\n";
        text += "register_lanes = " + std::to_string(isa.lanes()) + "\n";
        text += "key_block = " + std::to_string(key_block) + "\n";
        text += "query_tile = " + std::to_string(query_tile) + "\n";
        text += "micro_queries = " + std::to_string(group_rows) + "\n";
        text += "micro_columns = " + std::to_string(pass_units_ * lane_count) + "\n";
        text += "scratch_bytes = " + std::to_string(scratch_bytes_) + "\n";
        text += "over_read_bytes = 0\n";
        return text;
    }

    static constexpr std::uint32_t minus_infinity =
        std::bit_cast<std::uint32_t>(-std::numeric_limits<float>::infinity());
    static constexpr int key_unroll = 4;

    /// First query of the tile, on the stack.
    Address tile_first() { return qword[rsp]; }

    const int head_size_, row_bytes_;
    /// Units of 16 keys, or of 16 dimensions of V, that a micro-kernel takes; bytes of that many floats.
    const int pass_units_, pass_bytes_;
    /// Offsets in scratch. Sums have 16 lanes a query, scores and factors are of one group.
    int queries_, outputs_, keys_, values_, scores_, sums_, maxima_, factors_, scratch_bytes_;

    const Reg64 call = rdi, scratch = rsi, tile_rows = r9, key = r10, block_keys = r11;
    const Reg64 group = r8, group_queries = rcx;
    const Reg64 score_start = r15, score_offset = r14, narrow_target = r12;
};

}  // namespace

EmittedCode emit_attention(const KernelSpec& spec, const MachineTraits& machine) {
    if (spec.head_size < 16 || spec.head_size > 256 || spec.head_size % 16 != 0)
        throw Error("kernel \"" + spec.name +
                    "\": attention takes a head_size that is a multiple of 16, 16 to 256, not " +
                    std::to_string(spec.head_size));
    return AttentionEmitter(spec, machine).emit(machine);
}

}  // namespace quern
