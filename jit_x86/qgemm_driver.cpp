#include <algorithm>
#include <string>

#include "gen/error.hpp"
#include "jit_x86/qgemm_emitter.hpp"

namespace quern {

namespace {

/// Room for the largest kernel; pages untouched are never committed.
constexpr std::size_t most_code_bytes = 1 << 19;

}  // namespace

EmittedCode emit_qgemm(const QGemmPlan& plan) {
    return emit_or_fail(plan.spec, [&] { return QGemmEmitter(plan).emit(); });
}

QGemmEmitter::QGemmEmitter(const QGemmPlan& plan)
    : MarkedCodeGenerator(most_code_bytes),
      plan_(plan),
      format_(*plan.spec.weight),
      vector_bytes_(isa_traits(plan.machine.isa).vector_bytes),
      halves_(PackedLayout::vector_bytes / vector_bytes_),
      steps_(format_.sub_block / PackedLayout::step_weights),
      sub_blocks_(format_.sub_blocks()),
      unpack_(static_cast<std::size_t>(halves_)) {
    for (const CodePlane& plane : format_.planes()) narrowest_plane_bits_ = std::min(narrowest_plane_bits_, plane.bits);
    if (plan.direct) turn_sub_blocks_ = std::max(1, 8 / narrowest_plane_bits_ / steps_);
    const int accumulators = plan.row_registers * plan.micro_tokens;
    int next = accumulators;
    if (plan.float_accumulators == FloatAccumulators::registers) {
        float_sum_base_ = next;
        next += accumulators;
    }
    for (int r = 0; r < plan.row_registers; ++r) code_[r] = vector(next++);
    activation_ = vector(next++);
    product_ = vector(next++);
    if (isa_traits(plan.machine.isa).dot == DotProduct::vpmaddubsw) ones_ = vector(next++);
    const int accumulator_end = next;
    // The unpack subroutines run between micro-kernels, so their plane masks may share the accumulators' registers
    // there.
    if (!plan.direct) next = 4;
    first_spare_vector_ = plan.direct ? next + format_.plane_count : accumulator_end;
    spare_vectors_ = isa_traits(plan.machine.isa).vector_registers - first_spare_vector_;
    for (std::size_t p = 0; p < format_.planes().size(); ++p) plane_mask_[p] = vector(next++);
}

EmittedCode QGemmEmitter::emit() {
    mark("work_item",
         "rbx call, rbp scratch, r12 activations, r13 row tile, r14 super-block offset, r15 C of the row tile");
    emit_prologue();
    if (plan_.full_token_tiles > 0) {
        Xbyak::Label next_token_tile;
        mov(local(tiles_left), static_cast<std::uint32_t>(plan_.full_token_tiles));
        L(next_token_tile);
        emit_token_tile(plan_.token_tile);
        dec(local(tiles_left));
        jnz(next_token_tile, T_NEAR);
    }
    if (plan_.last_tile_tokens > 0) emit_token_tile(plan_.last_tile_tokens);
    mark("return");
    emit_epilogue();
    emit_unpack_subroutines();
    emit_micro_kernel_subroutines();
    return take_code(plan_.text(), plan_.scratch.bytes);
}

void QGemmEmitter::emit_prologue() {
    for (const Register& saved : {rbx, rbp, r12, r13, r14, r15}) push(saved);
    sub(rsp, 8 * local_count);
    mov(call_, rdi);
    mov(scratch_, ptr[call_ + offsetof(QGemmCall, scratch)]);

    mov(rax, ptr[call_ + offsetof(QGemmCall, item)]);
    imul(rcx, rax, plan_.row_tiles_per_item);  // first row tile of the item
    imul(rdx, rcx, plan_.groups_per_tile());
    mov(local(first_group), rdx);
    const std::int64_t row_tiles = (plan_.spec.n + plan_.rows_per_tile() - 1) / plan_.rows_per_tile();
    mov(rax, row_tiles);
    sub(rax, rcx);
    mov(ecx, plan_.row_tiles_per_item);
    cmp(rax, rcx);
    cmovg(rax, rcx);
    mov(local(item_row_tiles), rax);

    mov(rax, ptr[call_ + offsetof(QGemmCall, activations)]);
    mov(local(tile_activations), rax);
    mov(rax, ptr[call_ + offsetof(QGemmCall, output)]);
    mov(local(tile_output), rax);
}

void QGemmEmitter::emit_epilogue() {
    vzeroupper();
    add(rsp, 8 * local_count);
    for (const Register& saved : {r15, r14, r13, r12, rbp, rbx}) pop(saved);
    ret();
}

void QGemmEmitter::emit_token_tile(std::int64_t tokens) {
    const std::string name = "token_tile_" + std::to_string(tokens);
    mark(name + "_clear", "C = 0");
    emit_clear_output(tokens);
    mark(name + "_super_blocks",
         "for each super-block, for each row tile: unpack, then a micro-kernel for every few tokens");
    emit_super_blocks(tokens);
    mark(name + "_store", "C to the output, rows past N left out");
    emit_store_output(tokens);
    add(local(tile_activations), static_cast<std::uint32_t>(tokens * ActivationLayout::record_bytes));
}

void QGemmEmitter::emit_clear_output(std::int64_t tokens) {
    Xbyak::Label clear;
    const std::int64_t row_tile_vectors = plan_.token_tile * plan_.row_registers;
    zero(vector(0));
    // Row tiles keep the full tile's distance; a shorter last tile clears what lies between them too.
    const std::int64_t vectors = (plan_.row_tiles_per_item - 1) * row_tile_vectors + tokens * plan_.row_registers;
    lea(rax, scratch(plan_.scratch.output));
    mov(ecx, static_cast<std::uint32_t>(vectors));
    L(clear);
    vmovaps(vector_at(rax), vector(0));
    add(rax, vector_bytes_);
    dec(ecx);
    jnz(clear);
}

void QGemmEmitter::emit_super_blocks(std::int64_t tokens) {
    Xbyak::Label next_super_block, next_row_tile;
    // As few micro-kernels as hold the tokens, their widths at most one apart: one much narrower than the others would
    // wait for its few sums' latency.
    const std::int64_t micro_kernels = (tokens + plan_.micro_tokens - 1) / plan_.micro_tokens;
    const std::int64_t wider = tokens % micro_kernels;
    const int narrow_tokens = static_cast<int>(tokens / micro_kernels);
    const auto token_output_bytes = static_cast<std::uint32_t>(plan_.row_registers * vector_bytes_);

    mov(activations_, local(tile_activations));
    xor_(super_block_bytes_, super_block_bytes_);
    L(next_super_block);
    {
        xor_(row_tile_, row_tile_);
        lea(output_, scratch(plan_.scratch.output));
        L(next_row_tile);
        {
            emit_unpack_row_tile();
            mov(record_, activations_);
            mov(output_tile_, output_);
            emit_micro_kernel_calls(wider, narrow_tokens + 1);
            emit_micro_kernel_calls(micro_kernels - wider, narrow_tokens);
        }
        add(output_, static_cast<std::uint32_t>(plan_.token_tile) * token_output_bytes);
        inc(row_tile_);
        cmp(row_tile_, local(item_row_tiles));
        jl(next_row_tile, T_NEAR);
    }
    // Of a very large product these do not fit an instruction's 32 bits.
    mov(rcx, plan_.spec.tokens * ActivationLayout::record_bytes);
    add(activations_, rcx);
    add(super_block_bytes_, plan_.layout.block_bytes);
    mov(rcx, group_bytes());
    cmp(super_block_bytes_, rcx);
    jl(next_super_block, T_NEAR);
}

void QGemmEmitter::emit_micro_kernel_calls(std::int64_t calls, int tokens) {
    if (calls == 0) return;
    Xbyak::Label next_tokens;
    mov(calls_left_, calls);
    L(next_tokens);
    call(micro_kernel_[tokens]);
    add(record_, tokens * ActivationLayout::record_bytes);
    add(output_tile_, tokens * plan_.row_registers * vector_bytes_);
    dec(calls_left_);
    jnz(next_tokens);
}

void QGemmEmitter::emit_locate_packed_block(int group) {
    const Register block = packed_block_[group % 2];
    imul(block, row_tile_, plan_.groups_per_tile());
    add(block, local(first_group));
    if (group > 0) add(block, group);
    // The last row tile may reach past the last row group: it computes that one again and stores nothing of it.
    if (row_groups(plan_.spec.n) % plan_.groups_per_tile() != 0) {
        mov(rcx, row_groups(plan_.spec.n) - 1);
        cmp(block, rcx);
        cmovg(block, rcx);
    }
    mov(rcx, group_bytes());
    imul(block, rcx);
    add(block, ptr[call_ + offsetof(QGemmCall, weights)]);
    add(block, super_block_bytes_);
}

void QGemmEmitter::emit_store_output(std::int64_t tokens) {
    Xbyak::Label next_row_tile, next_token, partial, next_partial_token, next_row, stored;
    const Register source = r8, destination = r10, stride_bytes = rsi, tokens_left = rdi, rows_left = rcx, row = r9;
    const std::int64_t tile_rows = plan_.rows_per_tile();
    const auto token_output_bytes = static_cast<std::uint32_t>(plan_.row_registers * vector_bytes_);

    mov(stride_bytes, ptr[call_ + offsetof(QGemmCall, output_stride)]);
    shl(stride_bytes, 2);
    xor_(row_tile_, row_tile_);
    lea(output_, scratch(plan_.scratch.output));
    L(next_row_tile);
    {
        mov(row, local(first_group));
        shl(row, 4);
        imul(rax, row_tile_, static_cast<int>(tile_rows));
        add(row, rax);
        mov(destination, local(tile_output));
        lea(destination, ptr[destination + row * 4]);
        mov(rows_left, plan_.spec.n);
        sub(rows_left, row);
        mov(source, output_);
        mov(tokens_left, tokens);
        if (plan_.spec.n % tile_rows != 0) {
            cmp(rows_left, static_cast<std::uint32_t>(tile_rows));
            jl(partial, T_NEAR);
        }
        L(next_token);
        for (int r = 0; r < plan_.row_registers; ++r) {
            vmovaps(vector(r), vector_at(source + r * vector_bytes_));
            vmovups(vector_at(destination + r * vector_bytes_), vector(r));
        }
        add(source, token_output_bytes);
        add(destination, stride_bytes);
        dec(tokens_left);
        jnz(next_token);
        if (plan_.spec.n % tile_rows != 0) {
            jmp(stored, T_NEAR);
            L(partial);  // the rows of a token are contiguous in C: copy those that exist
            L(next_partial_token);
            xor_(row, row);
            L(next_row);
            mov(eax, ptr[source + row * 4]);
            mov(ptr[destination + row * 4], eax);
            inc(row);
            cmp(row, rows_left);
            jl(next_row);
            add(source, token_output_bytes);
            add(destination, stride_bytes);
            dec(tokens_left);
            jnz(next_partial_token);
            L(stored);
        }
    }
    add(output_, static_cast<std::uint32_t>(plan_.token_tile) * token_output_bytes);
    inc(row_tile_);
    cmp(row_tile_, local(item_row_tiles));
    jl(next_row_tile, T_NEAR);

    imul(stride_bytes, stride_bytes, static_cast<int>(tokens));
    add(local(tile_output), stride_bytes);
}

QGemmEmitter::Vector QGemmEmitter::vector(int index) const {
    if (index >= isa_traits(plan_.machine.isa).vector_registers)
        throw Error("kernel \"" + plan_.spec.name + "\": the plan needs more vector registers than " +
                    std::string(isa_traits(plan_.machine.isa).name) + " has");
    if (wide()) return Xbyak::Zmm(index);
    return Xbyak::Ymm(index);
}

void QGemmEmitter::zero(Vector v) {
    if (wide())
        vpxord(v, v, v);
    else
        vpxor(v, v, v);
}

Xbyak::Address QGemmEmitter::scratch(std::size_t offset, std::int64_t vectors) const {
    return vector_at(scratch_ + static_cast<std::size_t>(static_cast<std::int64_t>(offset) + vectors * vector_bytes_));
}

Xbyak::Address QGemmEmitter::vector_at(const Xbyak::RegExp& address) const {
    return wide() ? zword[address] : yword[address];
}

}  // namespace quern
