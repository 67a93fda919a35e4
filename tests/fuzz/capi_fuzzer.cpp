// libFuzzer target: the C API's arguments. Shapes, ranges, strides, sizes and offsets come from the input; memory is
// real and as large as what is declared, so that whatever a call accepts it must be able to do.
#include <quern/quern.h>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>

namespace {

/// Numbers out of the input, zeros after its end.
class Input {
  public:
    Input(const std::uint8_t* data, std::size_t size) : data_(data), size_(size) {}
    std::uint8_t byte() { return size_ > 0 ? (--size_, *data_++) : std::uint8_t{0}; }
    /// Mostly small, sometimes extreme.
    std::int64_t number() {
        static constexpr std::int64_t extremes[] = {-1,        0,         INT64_MAX, INT64_MIN,
                                                    INT32_MAX, INT32_MIN, 1 << 20,   std::int64_t{1} << 40};
        const std::uint8_t kind = byte();
        if (kind >= 248) return extremes[kind - 248];
        if (kind >= 200) return std::int64_t{256} * (kind - 199) % 1024;
        return kind;
    }
    /// A value, off by something now and then.
    std::int64_t near(std::int64_t value) { return byte() < 224 ? value : number(); }

  private:
    const std::uint8_t* data_;
    std::size_t size_;
};

constexpr std::size_t arena_bytes = std::size_t{1} << 20;

/// A place in the arena, aligned or not, or NULL.
unsigned char* place(Input& input, unsigned char* arena, std::size_t* left) {
    const std::uint8_t kind = input.byte();
    std::size_t offset = static_cast<std::size_t>(kind) * 4096 % arena_bytes;
    if (kind == 255) return nullptr;
    if (kind >= 240) offset += kind - 239;
    *left = arena_bytes - offset;
    return arena + offset;
}

/// What the arena has left bounds what a call may be told of: rows at a stride.
bool fits(std::int64_t rows, std::int64_t width, std::int64_t stride, std::size_t left) {
    if (rows <= 0 || width <= 0 || stride < width) return true;  // refused before it is read
    if (rows > 4096 || stride > 65536) return false;
    return static_cast<std::size_t>((rows - 1) * stride + width) * 4 <= left;
}

void fuzz(Input& input, quern_context* context, unsigned char* arena) {
    static constexpr quern_weight_format formats[] = {QUERN_Q4_K, QUERN_Q5_K, QUERN_Q6_K};
    quern_matrix matrix{};
    matrix.format = static_cast<quern_weight_format>(input.near(formats[input.byte() % 3]));
    matrix.rows = input.near(1 + input.byte() % 80);
    matrix.columns = input.near(256 * (1 + input.byte() % 3));
    std::size_t bytes = 0, left = 0;
    if (quern_packed_size(&matrix, &bytes) != QUERN_OK) bytes = 64;
    matrix.packed = place(input, arena, &left);
    matrix.packed_bytes = static_cast<std::size_t>(input.near(static_cast<std::int64_t>(bytes)));
    if (bytes > left) return;

    const std::int64_t first = input.near(0), count = input.near(matrix.rows);
    std::size_t blocks_bytes = 0;
    if (count > 0 && count < 4096 && matrix.columns > 0 && matrix.columns < 65536)
        (void)quern_blocks_size(matrix.format, count * matrix.columns, &blocks_bytes);
    const unsigned char* const blocks = place(input, arena, &left);
    if (blocks_bytes <= left)
        (void)quern_pack(context, &matrix, first, count, blocks,
                         static_cast<std::size_t>(input.near(static_cast<std::int64_t>(blocks_bytes))));

    quern_qgemm_arguments arguments{};
    arguments.matrix = input.byte() < 250 ? &matrix : nullptr;
    arguments.first_row = input.near(input.byte() % 80);
    arguments.row_count = input.near(matrix.rows > 0 ? 1 + input.byte() % 80 : 1);
    arguments.tokens = input.near(1 + input.byte() % 20);
    if (input.byte() % 2 == 0) {
        arguments.x = reinterpret_cast<const float*>(place(input, arena, &left));
        arguments.x_stride = input.near(matrix.columns);
        if (!fits(arguments.tokens, matrix.columns, arguments.x_stride, left)) return;
    } else {
        arguments.activations = place(input, arena, &left);
        arguments.activations_bytes = static_cast<std::size_t>(input.near(static_cast<std::int64_t>(left)));
        if (arguments.activations_bytes > left) return;
    }
    arguments.y = reinterpret_cast<float*>(place(input, arena, &left));
    arguments.y_stride = input.near(arguments.row_count);
    if (!fits(arguments.tokens, arguments.row_count, arguments.y_stride, left)) return;
    if (quern_qgemm_workspace_size(context, &arguments, &bytes) == QUERN_OK && input.byte() % 2 == 0) {
        arguments.workspace = place(input, arena, &left);
        arguments.workspace_bytes = static_cast<std::size_t>(input.near(static_cast<std::int64_t>(bytes)));
        if (arguments.workspace_bytes > left) return;
    }
    const quern_status status = quern_qgemm(context, &arguments);
    if (status != QUERN_OK && std::strlen(quern_last_error()) == 0) std::abort();
    if (status == QUERN_INTERNAL_ERROR) std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    static quern_context* const context = [] {
        quern_context* made = nullptr;
        quern_context_options options{};
        options.threads = 1;
        if (quern_context_create(&options, &made) != QUERN_OK) std::abort();
        return made;
    }();
    Input input(data, size);
    unsigned char* const arena = static_cast<unsigned char*>(std::aligned_alloc(4096, arena_bytes));
    std::memset(arena, 1, arena_bytes);
    fuzz(input, context, arena);
    std::free(arena);
    // A spec, of the rest of the input as it is.
    quern_kernel* kernel = nullptr;
    if (size > 64 &&
        quern_kernel_generate(context, reinterpret_cast<const char*>(data), size, nullptr, &kernel) == QUERN_OK)
        (void)quern_kernel_free(kernel);
    return 0;
}
