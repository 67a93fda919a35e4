#include <algorithm>
#include <vector>

#include "jit_x86/attention_emitter.hpp"

namespace quern {

using Xbyak::Label;
using Xbyak::Reg64;
using Xbyak::Xmm;

void AttentionEmitter::emit_scores() {
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

void AttentionEmitter::emit_score_pass(const Reg64& pass_keys, int units) {
    const Reg64 dimension = r12;
    const int columns = units * lane_count / vector_lanes();
    const auto score = [&](int row, int column) { return vector(row * columns + column); };
    const auto keys = [&](int column) { return vector(group_rows * columns + column); };
    const Xmm query = vector((group_rows + 1) * columns);
    const std::string name = "scores_" + std::to_string(units * lane_count) + "_keys";
    mark(name, "micro-kernel: " + std::to_string(group_rows) + " queries x " + std::to_string(units * lane_count) +
                   " keys, sums from vector register 0 on [query][keys]");
    for (int column = 0; column < columns; ++column)
        for (int row = 0; row < group_rows; ++row)
            load_vector(score(row, column), at(score_start + score_offset, column * vector_bytes()));
    for_steps(dimension, row_bytes_, dimension_unroll * float_bytes, [&] {
        mark(name + "_dimensions", "the inner loop: " + std::to_string(dimension_unroll) +
                                       " dimensions a turn, r12 byte offset in the query's row, rdx keys");
        for (int step = 0; step < dimension_unroll; ++step) {
            for (int column = 0; column < columns; ++column)
                load_vector(keys(column), at(pass_keys, step * pass_bytes_ + column * vector_bytes()));
            for (int row = 0; row < group_rows; ++row) {
                vbroadcastss(query, ptr[at(group_queries + dimension, row * row_bytes_ + step * float_bytes)]);
                for (int column = 0; column < columns; ++column) vfmadd231ps(score(row, column), query, keys(column));
            }
        }
        advance(pass_keys, dimension_unroll * pass_bytes_);
    });
    mark(name + "_dimensions_end");
    mark(name + "_store", "scores to scratch");
    for (int row = 0; row < group_rows; ++row)
        for (int column = 0; column < columns; ++column)
            store_vector(at(scratch + score_offset, scores_ + row * score_row_bytes + column * vector_bytes()),
                         score(row, column));
}

void AttentionEmitter::emit_softmax() {
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

void AttentionEmitter::emit_weigh_values() {
    const Reg64 panel_values = rdx, panel_outputs = rbx, panel = r12;
    const int whole_panels = row_bytes_ / pass_bytes_;
    lea(panel_outputs, ptr[at(group_queries, outputs_ - queries_)]);
    lea(panel_values, ptr[at(scratch, values_)]);
    for_steps(panel, whole_panels, 1, [&] {
        emit_weigh_panel(panel_values, panel_outputs, pass_bytes_);
        advance(panel_values, key_block * pass_bytes_);
        advance(panel_outputs, pass_bytes_);
    });
    if (narrow_panel_bytes() > 0) emit_weigh_panel(panel_values, panel_outputs, narrow_panel_bytes());
}

void AttentionEmitter::emit_weigh_panel(const Reg64& panel_values, const Reg64& panel_outputs, int width_bytes) {
    const Reg64 weights = rax, value_row = r13, left = r14;
    const int columns = width_bytes / vector_bytes();
    const auto output = [&](int row, int column) { return vector(row * columns + column); };
    const auto value = [&](int column) { return vector(group_rows * columns + column); };
    const Xmm weight = vector((group_rows + 1) * columns);
    const std::string name = "weigh_" + std::to_string(width_bytes / float_bytes) + "_dimensions";
    mark(name, "micro-kernel: " + std::to_string(group_rows) + " queries x " +
                   std::to_string(width_bytes / float_bytes) +
                   " dimensions, outputs from vector register 0 on [query][dimensions]");
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
    mark(name + "_keys",
         "the inner loop: " + std::to_string(key_unroll) + " keys a turn, rax weights, r13 V, r14 keys left");
    for (int step = 0; step < key_unroll; ++step) {
        for (int column = 0; column < columns; ++column)
            load_vector(value(column), at(value_row, step * width_bytes + column * vector_bytes()));
        for (int row = 0; row < group_rows; ++row) {
            vbroadcastss(weight, ptr[at(weights, row * score_row_bytes + step * float_bytes)]);
            for (int column = 0; column < columns; ++column) vfmadd231ps(output(row, column), weight, value(column));
        }
    }
    advance(weights, key_unroll * float_bytes);
    advance(value_row, key_unroll * width_bytes);
    advance(left, -key_unroll);
    jg(next_keys, T_NEAR);
    mark(name + "_keys_end");
    mark(name + "_store", "outputs to scratch");
    for (int row = 0; row < group_rows; ++row)
        for (int column = 0; column < columns; ++column)
            store_vector(at(panel_outputs, row * row_bytes_ + column * vector_bytes()), output(row, column));
}

}  // namespace quern
