// Weight matrices: packed and multiplied.
#include "tests/fuzz/capi_input.hpp"

namespace quern_fuzz {

void fuzz_matrices(Input& input, quern_context* context, Arena& arena) {
    static constexpr quern_weight_format formats[] = {QUERN_Q4_K, QUERN_Q5_K, QUERN_Q6_K, QUERN_F32};
    quern_matrix matrix{};
    matrix.format = static_cast<quern_weight_format>(input.near(formats[input.byte() % 4]));
    matrix.rows = input.near(1 + input.byte() % 80);
    matrix.columns = input.near(matrix.format == QUERN_F32 ? 1 + input.byte() : 256 * (1 + input.byte() % 3));
    std::size_t bytes = 0, left = 0;
    if (quern_packed_size(&matrix, &bytes) != QUERN_OK) bytes = 64;
    matrix.packed = arena.place(input, &left);
    matrix.packed_bytes = static_cast<std::size_t>(input.near(static_cast<std::int64_t>(bytes)));
    if (bytes > left) return;

    const std::int64_t first = input.near(0), count = input.near(matrix.rows);
    std::size_t blocks_bytes = 0;
    if (count > 0 && count < 4096 && matrix.columns > 0 && matrix.columns < 65536)
        (void)quern_blocks_size(matrix.format, count * matrix.columns, &blocks_bytes);
    const unsigned char* const blocks = arena.place(input, &left);
    if (blocks_bytes <= left)
        judge(quern_pack(context, &matrix, first, count, blocks,
                         static_cast<std::size_t>(input.near(static_cast<std::int64_t>(blocks_bytes)))));

    quern_qgemm_arguments arguments{};
    arguments.matrix = input.byte() < 250 ? &matrix : nullptr;
    arguments.first_row = input.near(input.byte() % 80);
    arguments.row_count = input.near(matrix.rows > 0 ? 1 + input.byte() % 80 : 1);
    arguments.tokens = input.near(1 + input.byte() % 20);
    if (input.byte() % 2 == 0) {
        arguments.x = reinterpret_cast<const float*>(arena.place(input, &left));
        arguments.x_stride = input.near(matrix.columns);
        if (!fits(arguments.tokens, matrix.columns, arguments.x_stride, left, sizeof(float))) return;
    } else {
        arguments.activations = arena.place(input, &left);
        arguments.activations_bytes = static_cast<std::size_t>(input.near(static_cast<std::int64_t>(left)));
        if (arguments.activations_bytes > left) return;
    }
    arguments.y = reinterpret_cast<float*>(arena.place(input, &left));
    arguments.y_stride = input.near(arguments.row_count);
    if (!fits(arguments.tokens, arguments.row_count, arguments.y_stride, left, sizeof(float))) return;
    if (quern_qgemm_workspace_size(context, &arguments, &bytes) == QUERN_OK && input.byte() % 2 == 0) {
        arguments.workspace = arena.place(input, &left);
        arguments.workspace_bytes = static_cast<std::size_t>(input.near(static_cast<std::int64_t>(bytes)));
        if (arguments.workspace_bytes > left) return;
    }
    judge(quern_qgemm(context, &arguments));
}

}  // namespace quern_fuzz
