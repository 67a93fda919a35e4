#include <cmath>

#include "gen/error.hpp"
#include "jit_x86/attention_emitter.hpp"

namespace quern {

using Xbyak::Label;
using Xbyak::Operand;
using Xbyak::Reg64;
using Xbyak::Xmm;

AttentionEmitter::AttentionEmitter(const KernelSpec& spec, const MachineTraits& machine)
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

EmittedCode AttentionEmitter::emit(const MachineTraits& machine) {
    Label next_tile, next_block, next_group, tile_done, done;
    mark("queries", "rdi call, rsi scratch, [rsp] first query of the tile");
    enter_function(register_bytes);
    mov(scratch, ptr[call + offsetof(AttentionCall, scratch)]);
    mov(rax, ptr[call + offsetof(AttentionCall, begin)]);
    mov(tile_first(), rax);

    L(next_tile);
    mark("query_tile", "scaled queries to scratch, maxima = -inf, sums = 0, outputs = 0; r9 queries of the tile");
    mov(tile_rows, ptr[call + offsetof(AttentionCall, end)]);
    sub(tile_rows, tile_first());
    jle(done, T_NEAR);
    emit_at_most(tile_rows, query_tile);
    emit_start_queries();

    xor_(key.cvt32(), key.cvt32());
    L(next_block);
    mark("key_block", "r10 first key, r11 keys of the block");
    mov(block_keys, ptr[call + offsetof(AttentionCall, keys)]);
    sub(block_keys, key);
    jle(tile_done, T_NEAR);
    emit_at_most(block_keys, key_block);
    mark("transpose_keys", "K of the block to [panel][dimension][key] in scratch");
    emit_transpose_keys();
    mark("copy_values", "V of the block to [panel][key][dimension] in scratch");
    emit_copy_values();

    xor_(group.cvt32(), group.cvt32());
    lea(group_queries, ptr[at(scratch, queries_)]);
    L(next_group);
    mark("scores", "r8 first query of the group, rcx its scaled row");
    emit_scores();
    mark("softmax", "scores to weights, row by row: running maximum, factor of what came before, sum of 16 lanes");
    emit_softmax();
    mark("weigh_values", "outputs = factor * outputs + weights * V, a panel of dimensions at a time");
    emit_weigh_values();
    mark("next_queries");
    advance(group_queries, group_rows * row_bytes_);
    add(group, group_rows);
    cmp(group, tile_rows);
    jl(next_group, T_NEAR);

    add(key, key_block);
    jmp(next_block, T_NEAR);

    L(tile_done);
    mark("store_outputs", "outputs / sums");
    emit_store_outputs();
    add(tile_first(), query_tile);
    jmp(next_tile, T_NEAR);
    L(done);
    mark("return");
    leave_function();
    return {finish(), plan_text(machine), static_cast<std::size_t>(scratch_bytes_), take_marks()};
}

void AttentionEmitter::emit_at_most(const Reg64& value, int limit) {
    mov(eax, static_cast<std::uint32_t>(limit));
    cmp(value, rax);
    cmovg(value, rax);
}

void AttentionEmitter::emit_matrix_row(const Reg64& pointer, const Reg64& step, const Operand& row, std::size_t base,
                                       std::size_t stride) {
    mov(step, ptr[call + stride]);
    shl(step, 2);
    mov(pointer, row);
    imul(pointer, step);
    add(pointer, ptr[call + base]);
}

void AttentionEmitter::emit_start_queries() {
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

void AttentionEmitter::emit_store_outputs() {
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

std::string AttentionEmitter::plan_text(const MachineTraits& machine) const {
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

EmittedCode emit_attention(const KernelSpec& spec, const MachineTraits& machine) {
    if (spec.head_size < 16 || spec.head_size > 256 || spec.head_size % 16 != 0)
        throw Error("kernel \"" + spec.name +
                    "\": attention takes a head_size that is a multiple of 16, 16 to 256, not " +
                    std::to_string(spec.head_size));
    return AttentionEmitter(spec, machine).emit(machine);
}

}  // namespace quern
