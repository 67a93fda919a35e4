#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <random>
#include <string>
#include <vector>

#include "gen/activation_layout.hpp"
#include "gen/error.hpp"
#include "gen/oracle.hpp"
#include "jit_x86/kernel.hpp"
#include "tests/support/guarded_buffer.hpp"
#include "tests/support/host_isas.hpp"

namespace {

using namespace quern;
using quern::test::Guard;
using quern::test::GuardedBuffer;

constexpr std::array<Guard, 2> both_guards = {Guard::before, Guard::after};
constexpr float epsilon = 1e-5f;

Kernel compile_row_kernel(Op op, std::int64_t width, Isa isa) {
    KernelSpec spec;
    spec.name = std::string(op_name(op));
    spec.op = op;
    spec.k = width;
    const MachineTraits machine = host_machine(isa);
    return Kernel(spec, emit_row_kernel(spec, machine), 0);
}

/// What the rows hold: ordinary values, and those where a quantizer or a norm may go wrong.
enum class Values { normal, zero, tiny, huge, ties };
constexpr std::array<Values, 5> all_values = {Values::normal, Values::zero, Values::tiny, Values::huge, Values::ties};

std::vector<float> make_values(Values kind, std::size_t count, unsigned seed) {
    std::mt19937 random(seed);
    std::normal_distribution<float> normal;
    std::vector<float> values(count);
    for (std::size_t i = 0; i < count; ++i) switch (kind) {
            case Values::normal:
                values[i] = normal(random) * std::exp(normal(random));
                break;
            case Values::zero:
                values[i] = random() % 2 ? 0.0f : -0.0f;
                break;
            case Values::tiny:  // on both sides of ActivationLayout::smallest_amax
                values[i] = normal(random) * (i / 256 % 2 ? 0x1p-99f : 0x1p-104f);
                break;
            case Values::huge:
                values[i] = normal(random) * 0x1p40f;
                break;
            case Values::ties:  // largest magnitude 127: codes are the values, halves round to even
                values[i] = i % 256 == 7   ? 127.0f
                            : i % 256 == 9 ? -127.0f
                                           : static_cast<float>(random() % 509) / 2 - 127;
                break;
        }
    return values;
}

/// Rows [begin, end) of a matrix and nothing else: rows `stride` apart, the last one ending at the buffer's end.
class Rows {
  public:
    Rows(const std::vector<float>& all, std::int64_t width, std::int64_t begin, std::int64_t end, Guard guard)
        : width_(static_cast<std::size_t>(width)),
          begin_(begin),
          count_(static_cast<std::size_t>(end - begin)),
          buffer_(((count_ - 1) * stride_of(width_) + width_) * sizeof(float), sizeof(float), guard) {
        std::fill_n(buffer_.as<float>().begin(), buffer_.as<float>().size(), between_rows);
        const std::size_t first = static_cast<std::size_t>(begin) * width_;
        for (std::size_t r = 0; r < count_; ++r)
            for (std::size_t i = 0; i < width_; ++i)
                buffer_.as<float>()[r * stride_of(width_) + i] = all[first + r * width_ + i];
    }

    std::int64_t stride() const { return static_cast<std::int64_t>(stride_of(width_)); }
    /// Address of row 0, whether or not it is one of the rows here.
    float* base() {
        return reinterpret_cast<float*>(reinterpret_cast<std::uintptr_t>(buffer_.data()) -
                                        static_cast<std::uintptr_t>(begin_ * stride() * 4));
    }
    /// The rows without what lies between them, [rows][width].
    std::vector<float> values() const {
        std::vector<float> packed;
        for (std::size_t r = 0; r < count_; ++r)
            for (std::size_t i = 0; i < width_; ++i) packed.push_back(buffer_.as<float>()[r * stride_of(width_) + i]);
        return packed;
    }
    bool surroundings_intact() const {
        for (std::size_t i = 0; i < buffer_.as<float>().size(); ++i)
            if (i % stride_of(width_) >= width_ && buffer_.as<float>()[i] != between_rows) return false;
        return buffer_.check_canaries();
    }
    void make_read_only() { buffer_.make_read_only(); }

  private:
    static constexpr float between_rows = -7777.0f;
    static std::size_t stride_of(std::size_t width) { return width + 19; }

    std::size_t width_;
    std::int64_t begin_;
    std::size_t count_;
    GuardedBuffer buffer_;
};

struct Inputs {
    std::int64_t width = 0, tokens = 0, begin = 0, end = 0;
    std::vector<float> x, second, weight, residual;
};

Inputs make_inputs(Values kind, std::int64_t width, std::int64_t tokens, std::int64_t begin, std::int64_t end) {
    const auto count = static_cast<std::size_t>(width * tokens);
    Inputs inputs{width,
                  tokens,
                  begin,
                  end,
                  make_values(kind, count, 1),
                  make_values(Values::normal, count, 2),
                  make_values(Values::normal, static_cast<std::size_t>(width), 3),
                  make_values(kind, count, 4)};
    // A row of zeros among the others.
    if (tokens > 1) std::fill_n(inputs.x.begin() + static_cast<std::ptrdiff_t>(width), width, 0.0f);
    return inputs;
}

struct Outputs {
    std::vector<float> output, residual;    ///< rows [begin, end)
    std::vector<std::uint8_t> activations;  ///< all tokens
    bool operator==(const Outputs&) const = default;
};

bool writes_records(Op op) {
    return op != Op::rmsnorm && op != Op::silu_mul;
}

/// Runs the kernel with every operand at a page's edge and checks what it must not touch.
Outputs run_kernel(const Kernel& kernel, const Inputs& in, Guard guard) {
    const std::int64_t begin = in.begin, end = in.end;
    Rows x(in.x, in.width, begin, end, guard), second(in.second, in.width, begin, end, guard);
    Rows residual(in.residual, in.width, begin, end, guard), output(in.x, in.width, begin, end, guard);
    Rows weight(in.weight, in.width, 0, 1, guard);
    for (Rows* read : {&x, &second, &weight}) read->make_read_only();
    const bool records = writes_records(kernel.spec().op);
    GuardedBuffer activations(records ? ActivationLayout::bytes(in.tokens, in.width) : 64, 64, guard);
    constexpr std::uint8_t untouched = 0xEE;
    std::memset(activations.data(), untouched, activations.size());

    RowCall call{};
    call.x = x.base(), call.x_stride = x.stride();
    call.second = second.base(), call.second_stride = second.stride();
    call.weight = weight.base();
    call.residual = residual.base(), call.residual_stride = residual.stride();
    call.output = output.base(), call.output_stride = output.stride();
    call.activations = activations.data(), call.tokens = in.tokens;
    call.begin = begin, call.end = end, call.eps = epsilon;
    kernel(call);

    for (const Rows* rows : {&x, &second, &residual, &output, &weight}) REQUIRE(rows->surroundings_intact());
    REQUIRE(activations.check_canaries());
    bool others_untouched = true;
    for (std::size_t i = 0; records && i < activations.size(); ++i) {
        const auto token = static_cast<std::int64_t>(i / ActivationLayout::record_bytes) % in.tokens;
        if (token < begin || token >= end) others_untouched &= activations.data()[i] == untouched;
    }
    REQUIRE(others_untouched);
    return {output.values(), residual.values(), {activations.data(), activations.data() + activations.size()}};
}

/// What the oracle's quantizer makes of rows [begin, end), in a buffer like run_kernel's.
std::vector<std::uint8_t> reference_records(const std::vector<float>& rows, const Inputs& in) {
    std::vector<std::uint8_t> records(ActivationLayout::bytes(in.tokens, in.width), 0xEE);
    for (std::int64_t t = in.begin; t < in.end; ++t)
        quantize_activations(std::span(rows).subspan(static_cast<std::size_t>((t - in.begin) * in.width),
                                                     static_cast<std::size_t>(in.width)),
                             records.data() + t * ActivationLayout::record_bytes,
                             static_cast<std::size_t>(in.tokens) * ActivationLayout::record_bytes);
    return records;
}

/// The rows [begin, end) of `all`.
std::vector<float> rows_in_range(const std::vector<float>& all, const Inputs& in) {
    return {all.begin() + static_cast<std::ptrdiff_t>(in.begin * in.width),
            all.begin() + static_cast<std::ptrdiff_t>(in.end * in.width)};
}

struct Range {
    std::int64_t tokens, begin, end;
};
constexpr std::array<Range, 6> ranges = {{{1, 0, 1}, {2, 0, 2}, {5, 1, 4}, {5, 4, 5}, {33, 0, 33}, {33, 7, 20}}};
/// Widths of the real models, and some of every tail for the kernels that take any width.
constexpr std::array<std::int64_t, 5> quantized_widths = {256, 768, 3584, 4096, 12288};
constexpr std::array<std::int64_t, 8> float_widths = {1, 7, 15, 16, 25, 256, 1000, 4096};

/// Calls check(inputs) for every width, range and kind of values; the widest rows only few times.
template <class Widths, class Check>
void for_all_inputs(const Widths& widths, Check check) {
    for (const std::int64_t width : widths)
        for (const Range& range : ranges)
            for (const Values kind : all_values) {
                if (width > 1000 && (range.tokens > 5 || (range.tokens > 1 && kind != Values::normal))) continue;
                CAPTURE(width);
                CAPTURE(range.tokens);
                CAPTURE(range.begin);
                CAPTURE(range.end);
                CAPTURE(static_cast<int>(kind));
                check(make_inputs(kind, width, range.tokens, range.begin, range.end));
            }
}

/// check(inputs, outputs) on every ISA and guard; the outputs must be the same bits on all of them.
template <class Widths, class Check>
void check_op(Op op, const Widths& widths, Check check) {
    const std::vector<Isa> isas = test::host_isas();
    std::int64_t compiled_width = 0;
    std::vector<Kernel> kernels;
    for_all_inputs(widths, [&](const Inputs& in) {
        if (compiled_width != in.width) {
            kernels.clear();
            for (const Isa isa : isas) kernels.push_back(compile_row_kernel(op, in.width, isa));
            compiled_width = in.width;
        }
        Outputs first;
        for (std::size_t i = 0; i < isas.size(); ++i) {
            CAPTURE(isa_traits(isas[i]).name);
            for (const Guard guard : both_guards) {
                const Outputs outputs = run_kernel(kernels[i], in, guard);
                if (i == 0 && guard == both_guards[0]) {
                    check(in, outputs);
                    first = outputs;
                }
                const auto same_bits = [](const std::vector<float>& a, const std::vector<float>& b) {
                    return a.size() == b.size() && std::memcmp(a.data(), b.data(), a.size() * sizeof(float)) == 0;
                };
                REQUIRE(same_bits(outputs.output, first.output));
                REQUIRE(same_bits(outputs.residual, first.residual));
                REQUIRE(outputs.activations == first.activations);
            }
        }
    });
}

TEST_CASE("quantize gives the oracle's records") {
    check_op(Op::quantize, quantized_widths, [](const Inputs& in, const Outputs& out) {
        REQUIRE(out.activations == reference_records(rows_in_range(in.x, in), in));
    });
}

TEST_CASE("rmsnorm is close to the f64 norm") {
    check_op(Op::rmsnorm, float_widths, [](const Inputs& in, const Outputs& out) {
        for (std::int64_t t = in.begin; t < in.end; ++t) {
            const float* x = &in.x[static_cast<std::size_t>(t * in.width)];
            double squares = 0;
            for (std::int64_t i = 0; i < in.width; ++i) squares += static_cast<double>(x[i]) * x[i];
            const double inverse = 1 / std::sqrt(squares / static_cast<double>(in.width) + epsilon);
            std::int64_t wrong = 0;
            for (std::int64_t i = 0; i < in.width; ++i) {
                const double exact = x[i] * inverse * in.weight[static_cast<std::size_t>(i)];
                const double y = out.output[static_cast<std::size_t>((t - in.begin) * in.width + i)];
                wrong += !(std::fabs(y - exact) <= 6 * 0x1p-24 * std::fabs(exact) + 1e-44);
            }
            REQUIRE(wrong == 0);
        }
    });
}

TEST_CASE("silu_mul is close to the f64 product") {
    check_op(Op::silu_mul, float_widths, [](const Inputs& in, const Outputs& out) {
        std::int64_t wrong = 0;
        for (std::int64_t t = in.begin; t < in.end; ++t)
            for (std::int64_t i = 0; i < in.width; ++i) {
                const double x = in.x[static_cast<std::size_t>(t * in.width + i)];
                const double up = in.second[static_cast<std::size_t>(t * in.width + i)];
                const double exact = x / (1 + std::exp(-x)) * up;
                const double y = out.output[static_cast<std::size_t>((t - in.begin) * in.width + i)];
                // e^-x is inf from x = -88.7 on, where silu is -2e-37.
                wrong += !(std::fabs(y - exact) <= 6 * 0x1p-24 * std::fabs(exact) + 2.5e-37 * std::fabs(up) + 1e-44);
            }
        REQUIRE(wrong == 0);
    });
}

TEST_CASE("the fused norms equal their unfused chain exactly") {
    const Isa isa = test::host_isas().back();
    for (const Op op : {Op::rmsnorm_quantize, Op::add_rmsnorm_quantize})
        check_op(op, quantized_widths, [&](const Inputs& in, const Outputs& out) {
            Inputs chain = in;
            if (op == Op::add_rmsnorm_quantize) {
                for (std::size_t i = 0; i < in.x.size(); ++i) chain.x[i] = in.residual[i] + in.x[i];
                REQUIRE(out.residual == rows_in_range(chain.x, in));
            }
            const Outputs normalized = run_kernel(compile_row_kernel(Op::rmsnorm, in.width, isa), chain, Guard::after);
            REQUIRE(out.activations == reference_records(normalized.output, in));
        });
}

TEST_CASE("silu_mul_quantize equals its unfused chain exactly") {
    const Isa isa = test::host_isas().back();
    check_op(Op::silu_mul_quantize, quantized_widths, [&](const Inputs& in, const Outputs& out) {
        const Outputs product = run_kernel(compile_row_kernel(Op::silu_mul, in.width, isa), in, Guard::after);
        REQUIRE(out.activations == reference_records(product.output, in));
    });
}

TEST_CASE("an empty range touches nothing") {
    for (const Isa isa : test::host_isas())
        for (const Op op : {Op::quantize, Op::rmsnorm, Op::rmsnorm_quantize, Op::add_rmsnorm_quantize, Op::silu_mul,
                            Op::silu_mul_quantize}) {
            RowCall call{};  // null operands: any access faults
            call.begin = call.end = 3;
            compile_row_kernel(op, 256, isa)(call);
        }
}

TEST_CASE("a width that cannot be quantized is refused") {
    for (const IsaTraits& isa : all_isas())
        if (isa.backend == Backend::x86) {
            KernelSpec spec;
            spec.op = Op::rmsnorm_quantize;
            MachineTraits machine;
            machine.isa = isa.isa;
            for (const std::int64_t width :
                 {std::int64_t{0}, std::int64_t{-256}, std::int64_t{300}, std::int64_t{1} << 40}) {
                spec.k = width;
                CHECK_THROWS_AS(emit_row_kernel(spec, machine), Error);
            }
        }
}

}  // namespace
