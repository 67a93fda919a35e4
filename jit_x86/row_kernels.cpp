#include <algorithm>
#include <cstddef>
#include <string>

#include "gen/activation_layout.hpp"
#include "gen/error.hpp"
#include "jit_x86/kernel.hpp"
#include "jit_x86/lane_emitter.hpp"

namespace quern {

namespace {

using Xbyak::Label;
using Xbyak::Reg64;
using Xbyak::RegExp;
using Xbyak::Xmm;
using Xbyak::Ymm;

constexpr int super_block = ActivationLayout::super_block;
constexpr int super_block_bytes = super_block * 4;
// Column offsets are 32-bit immediates.
constexpr std::int64_t largest_width = std::int64_t{1} << 28;

/// The row-wise ops are a reduction (the norms' sum of squares), a value per column, and what becomes of the values:
/// stored, or quantized a super-block at a time. Fused and unfused kernels come from the same three pieces, which is
/// why they agree bit for bit.
class RowKernelEmitter : LaneEmitter {
  public:
    RowKernelEmitter(const KernelSpec& spec, const MachineTraits& machine)
        : LaneEmitter(machine.isa),
          op_(spec.op),
          width_(static_cast<int>(spec.k)),
          whole_bytes_(width_ / lane_count * register_bytes),
          tail_(width_ % lane_count) {}

    EmittedCode emit(const MachineTraits& machine) {
        Label next_token, done;
        mark("rows", "rdi call, rsi token, up to call.end");
        enter_function(stack_bytes);
        mov(token, ptr[call + offsetof(RowCall, begin)]);
        L(next_token);
        mark("row_pointers", row_pointer_meanings());
        cmp(token, ptr[call + offsetof(RowCall, end)]);
        jge(done, T_NEAR);
        emit_row_pointers();
        if (normalizes()) emit_inverse_norm();
        if (quantizes()) {
            emit_quantized_row();
        } else {
            emit_stored_row();
        }
        inc(token);
        jmp(next_token, T_NEAR);
        L(done);
        mark("return");
        leave_function();
        return {finish(), plan_text(machine), 0, take_marks()};
    }

  private:
    bool adds() const { return op_ == Op::add_rmsnorm_quantize; }
    bool normalizes() const { return adds() || op_ == Op::rmsnorm || op_ == Op::rmsnorm_quantize; }
    bool gates() const { return op_ == Op::silu_mul || op_ == Op::silu_mul_quantize; }
    bool quantizes() const { return op_ != Op::rmsnorm && op_ != Op::silu_mul; }

    /// pointer = call.base + token * call.stride
    void emit_row_pointer(const Reg64& pointer, std::size_t base, std::size_t stride) {
        mov(pointer, ptr[call + stride]);
        imul(pointer, token);
        shl(pointer, 2);
        add(pointer, ptr[call + base]);
    }

    void emit_row_pointers() {
        emit_row_pointer(x_row, offsetof(RowCall, x), offsetof(RowCall, x_stride));
        if (adds()) emit_row_pointer(residual_row, offsetof(RowCall, residual), offsetof(RowCall, residual_stride));
        if (gates()) emit_row_pointer(second_row, offsetof(RowCall, second), offsetof(RowCall, second_stride));
        if (normalizes()) mov(weight, ptr[call + offsetof(RowCall, weight)]);
        if (quantizes()) {
            imul(record, token, ActivationLayout::record_bytes);
            add(record, ptr[call + offsetof(RowCall, activations)]);
            imul(record_stride, ptr[call + offsetof(RowCall, tokens)], ActivationLayout::record_bytes);
        } else {
            emit_row_pointer(output_row, offsetof(RowCall, output), offsetof(RowCall, output_stride));
        }
    }

    /// sum += v * v over 16 columns; where the op adds, v = residual + x goes back to the residual.
    void emit_square(const RegExp& offset, int count) {
        load_first(value, x_row + offset, count);
        if (adds()) {
            load_first(operand, residual_row + offset, count);
            add_f32(value, operand, value);
            store_first(residual_row + offset, value, count, operand);
        }
        fma_231(sum, value, value);
    }

    /// inverse_norm = 1 / sqrt(sum of squares / k + eps), kept on the stack.
    void emit_inverse_norm() {
        mark("sum_of_squares",
             std::string(adds() ? "residual += x; " : "") + "16 columns a turn, rbx byte offset in the row");
        set_zero(sum);
        for_steps(column, whole_bytes_, register_bytes, [&] { emit_square(column, lane_count); });
        if (tail_ > 0) emit_square(column, tail_);
        mark("inverse_norm", "1 / sqrt(sum of squares / k + eps) to the stack");
        const Xmm total = horizontal_sum(sum, operand);
        vdivss(total, total, scalar(constant(static_cast<float>(width_))));
        vaddss(total, total, ptr[call + offsetof(RowCall, eps)]);
        vsqrtss(total, total, total);
        const Xmm inverse(part(value, 0).getIdx());
        vmovss(inverse, scalar(constant(1.0f)));
        vdivss(inverse, inverse, total);
        vmovss(ptr[inverse_norm_slot()], inverse);
    }

    /// value = the op's result in 16 columns.
    void emit_value(const RegExp& offset, int count) {
        const Reg64& source_row = adds() ? residual_row : x_row;
        load_first(value, source_row + offset, count);
        if (normalizes()) {
            mul_f32(value, value, inverse_norm);
            emit_product(weight + offset, count);
        }
        if (gates()) {
            xor_bits(exponential, value, constant_bits(0x80000000));
            exp_f32(exponential, temporary0, temporary1, temporary2);
            add_f32(exponential, exponential, constant(1.0f));
            div_f32(value, value, exponential);
            emit_product(second_row + offset, count);
        }
    }

    void emit_product(const RegExp& factor, int count) {
        if (count == lane_count) {
            mul_f32(value, value, factor);
        } else {
            load_first(operand, factor, count);
            mul_f32(value, value, operand);
        }
    }

    void emit_stored_row() {
        mark("columns", "16 columns a turn to the output row, rbx byte offset in the row");
        if (normalizes()) broadcast(inverse_norm, inverse_norm_slot());
        const auto emit_columns = [&](int count) {
            emit_value(column, count);
            store_first(output_row + column, value, count, operand);
        };
        for_steps(column, whole_bytes_, register_bytes, [&] { emit_columns(lane_count); });
        if (tail_ > 0) emit_columns(tail_);
    }

    /// Super-block by super-block: its values and their largest magnitude, then its record.
    void emit_quantized_row() {
        const LaneConstant magnitude_bits = constant_bits(0x7fffffff);
        for_steps(block, whole_bytes_, super_block_bytes, [&] {
            mark("super_block_values", op_ == Op::quantize
                                           ? "largest magnitude of 256 columns, 16 a turn"
                                           : "256 values to the stack, 16 a turn, and their largest magnitude");
            if (normalizes()) broadcast(inverse_norm, inverse_norm_slot());
            set_zero(largest);
            lea(column, ptr[block]);
            for_steps(within, super_block_bytes, register_bytes, [&] {
                emit_value(column, lane_count);
                if (op_ != Op::quantize) store(rsp + within, value);
                and_bits(value, value, magnitude_bits);
                max_f32(largest, value, largest);
                add(column, register_bytes);
            });
            if (op_ == Op::quantize) {
                lea(values, ptr[x_row + block]);
            } else {
                mov(values, rsp);
            }
            emit_record();
            add(record, record_stride);
        });
    }

    /// The record of the 256 floats at `values`, whose largest magnitude is in the lanes of `largest`.
    void emit_record() {
        Label tiny, done;
        mark("scale", "of the 256 values at r12: largest magnitude / 127, to the record at r10");
        const Xmm amax = horizontal_max(largest, operand);
        vcomiss(amax, scalar(constant(ActivationLayout::smallest_amax)));
        jb(tiny, T_NEAR);
        const Xmm inverse(part(value, 0).getIdx());
        vmovss(inverse, scalar(constant(127.0f)));
        vdivss(inverse, inverse, amax);
        emit_scale(inverse);
        mark("codes", "int8 codes and their sums of 16 and 32 to the record");
        emit_codes(inverse);
        jmp(done, T_NEAR);

        L(tiny);
        mark("tiny_super_block", "a record of zeros");
        const Ymm zero(0);
        vpxor(zero, zero, zero);
        for (int offset = 0; offset < ActivationLayout::record_bytes; offset += 32)
            vmovdqu(ptr[record + static_cast<std::size_t>(offset)], zero);
        L(done);
        mark("next_super_block");
    }

    /// scale = 1 / inverse; a scalar load zeroes the lanes above, which become the pad.
    void emit_scale(const Xmm& inverse) {
        const Xmm scale(part(operand, 0).getIdx());
        vmovss(scale, scalar(constant(1.0f)));
        vdivss(scale, scale, inverse);
        vmovups(ptr[record + ActivationLayout::scale_offset], scale);
    }

    /// Codes, 32 at a time, and their sums. The ymm are the same on every ISA; virtual registers 0 to 2 lie in
    /// ymm0-5, the others are free here.
    void emit_codes(const Xmm& inverse) {
        const Lanes scale{0}, low{1}, high{2};
        const Ymm ones_u8(14), ones_i16(15);
        broadcast(scale, inverse);
        vmovdqu(ones_u8, ptr[rip + table(std::vector<std::uint32_t>(8, 0x01010101))]);
        vmovdqu(ones_i16, ptr[rip + table(std::vector<std::uint32_t>(8, 0x00010001))]);
        for (int group = 0; group < 8; ++group) {
            const Ymm quads(6 + group);  // codes, then sums of four
            const auto from = static_cast<std::size_t>(group * 32 * 4);
            mul_f32(low, scale, values + from);
            mul_f32(high, scale, values + (from + register_bytes));
            to_i32(low, low);
            to_i32(high, high);
            pack_int8(quads, low, high);
            vmovdqu(ptr[record + static_cast<std::size_t>(group * 32)], quads);
            vpmaddubsw(quads, ones_u8, quads);
            vpmaddwd(quads, quads, ones_i16);
        }
        // Sums of 16, as int32: groups 0 2 4 6 | 1 3 5 7 of a register, its 128-bit halves being neighbours.
        for (const int first : {6, 10}) {
            vphaddd(Ymm(first), Ymm(first), Ymm(first + 1));
            vphaddd(Ymm(first + 2), Ymm(first + 2), Ymm(first + 3));
            vphaddd(Ymm(first), Ymm(first), Ymm(first + 2));
        }
        const Ymm sums(6);
        const Xmm even(6), odd(7), interleaved(8);
        vpackssdw(sums, sums, Ymm(10));
        vextracti128(odd, sums, 1);
        vpunpcklwd(interleaved, even, odd);
        vmovdqu(ptr[record + ActivationLayout::sum16_offset], interleaved);
        vpunpckhwd(interleaved, even, odd);
        vmovdqu(ptr[record + (ActivationLayout::sum16_offset + 16)], interleaved);
        vpaddw(even, even, odd);
        vmovdqu(ptr[record + ActivationLayout::sum32_offset], even);
    }

    std::string row_pointer_meanings() const {
        std::string text = "of the next token: rax x";
        if (gates()) text += ", rdx second factor";
        if (normalizes()) text += ", rcx norm weights";
        if (adds()) text += ", r8 residual";
        return text +
               (quantizes() ? ", r10 record, r11 bytes from one super-block's records to the next's" : ", r9 output");
    }

    std::string plan_text(const MachineTraits& machine) const {
        const IsaTraits& isa = isa_traits(machine.isa);
        std::string text = "isa = \"" + std::string(isa.name) + "\"\n";
        text += "register_lanes = " + std::to_string(isa.lanes()) + "\n";
        text += "reduction_lanes = " + std::to_string(lane_count) + "\n";
        text += "tail_columns = " + std::to_string(tail_) + "\n";
        if (quantizes()) text += "columns_per_pass = " + std::to_string(super_block) + "\n";
        text += "over_read_bytes = 0\n";
        return text;
    }

    /// One super-block of values, then the norm.
    static constexpr int stack_bytes = super_block_bytes + register_bytes;
    RegExp inverse_norm_slot() const { return rsp + super_block_bytes; }

    const Op op_;
    const int width_, whole_bytes_, tail_;

    const Reg64 call = rdi, token = rsi;
    const Reg64 x_row = rax, second_row = rdx, weight = rcx, residual_row = r8, output_row = r9;
    const Reg64 record = r10, record_stride = r11, values = r12;
    const Reg64 column = rbx, block = r13, within = r14;  // byte offsets in a row, and in a super-block of it

    const Lanes value{0}, operand{1}, largest{2}, sum{2}, inverse_norm{3};
    const Lanes exponential{4}, temporary0{5}, temporary1{6}, temporary2{7};
};

}  // namespace

EmittedCode emit_row_kernel(const KernelSpec& spec, const MachineTraits& machine) {
    if (spec.k <= 0 || spec.k > largest_width)
        throw Error("kernel \"" + spec.name + "\": k = " + std::to_string(spec.k) + " is not in 1.." +
                    std::to_string(largest_width));
    const bool stores_floats = spec.op == Op::rmsnorm || spec.op == Op::silu_mul;
    if (!stores_floats && spec.k % super_block != 0)
        throw Error("kernel \"" + spec.name + "\": k = " + std::to_string(spec.k) +
                    " is no multiple of 256, which quantizing needs");
    return RowKernelEmitter(spec, machine).emit(machine);
}

}  // namespace quern
