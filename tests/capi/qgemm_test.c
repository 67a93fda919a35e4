/* Packing, quantizing and multiplying: right, the same bits on every way, and every misuse refused. */
#include <float.h>

#include "operands.h"

static const quern_weight_format formats[] = {QUERN_Q4_K, QUERN_Q5_K, QUERN_Q6_K, QUERN_F32};
enum { rows = 75, columns = 512 };

static void products_are_right(quern_context *context) {
    for (size_t f = 0; f < 4; ++f)
        for (int64_t tokens = 1; tokens <= 33; tokens += 16) {
            operands o = make_operands(context, formats[f], rows, columns, tokens);
            const quern_qgemm_arguments arguments = whole(&o);
            OK(quern_qgemm(context, &arguments));
            CHECK(relative_error(&o) < (formats[f] == QUERN_F32 ? 1e-6 : 0.02));
            free_operands(&o);
        }
}

/* Any range of rows, packed in any pieces, quantized before or not, any workspace: the same bits, nothing else touched. */
static void every_way_gives_the_same_bits(quern_context *context) {
    enum { tokens = 7, stride = rows + 5 };
    for (size_t f = 0; f < 4; ++f) {
        operands o = make_operands(context, formats[f], rows, columns, tokens);
        const quern_qgemm_arguments all = whole(&o);
        OK(quern_qgemm(context, &all));

        quern_matrix pieces = o.matrix;
        pieces.packed = aligned(pieces.packed_bytes);
        memset(pieces.packed, 0xA5, pieces.packed_bytes);
        const size_t row_bytes = o.blocks_bytes / rows;
        static const int cuts[] = {40, 75, 0, 3, 3, 16, 17, 40, 16, 17}; /* pairs: [begin, end) */
        for (size_t i = 0; i < sizeof cuts / sizeof *cuts; i += 2)
            OK(quern_pack(context, &pieces, cuts[i], cuts[i + 1] - cuts[i],
                          (const char *)o.blocks + (size_t)cuts[i] * row_bytes,
                          (size_t)(cuts[i + 1] - cuts[i]) * row_bytes));
        CHECK(memcmp(pieces.packed, o.matrix.packed, pieces.packed_bytes) == 0);

        size_t activations_bytes;
        OK(quern_activations_size(tokens, columns, &activations_bytes));
        void *activations = aligned(activations_bytes);
        OK(quern_quantize(context, tokens, columns, o.x, columns, activations, activations_bytes));

        float *y = malloc(sizeof(float) * tokens * stride);
        CHECK(y != NULL);
        static const int ranges[][2] = {{0, rows}, {0, 1}, {1, 1}, {5, 6}, {5, 30}, {16, 32}, {16, 59}, {31, 44}, {74, 1}};
        for (size_t r = 0; r < sizeof ranges / sizeof *ranges; ++r)
            for (int quantized = 0; quantized < (formats[f] == QUERN_F32 ? 1 : 2); ++quantized) {
                quern_qgemm_arguments part = all;
                part.matrix = &pieces;
                part.first_row = ranges[r][0];
                part.row_count = ranges[r][1];
                part.y = y;
                part.y_stride = stride;
                if (quantized) {
                    part.x = NULL;
                    part.activations = activations;
                    part.activations_bytes = activations_bytes;
                }
                OK(quern_qgemm_workspace_size(context, &part, &part.workspace_bytes));
                if (r % 2 == 0) part.workspace = aligned(part.workspace_bytes);
                for (int i = 0; i < tokens * stride; ++i) y[i] = FLT_MAX;
                OK(quern_qgemm(context, &part));
                for (int t = 0; t < tokens; ++t)
                    for (int j = 0; j < stride; ++j) {
                        const float wanted =
                            j < ranges[r][1] ? o.y[t * rows + ranges[r][0] + j] : FLT_MAX;
                        CHECK(memcmp(&y[t * stride + j], &wanted, sizeof wanted) == 0);
                    }
                free(part.workspace);
            }
        free(y);
        free(activations);
        free(pieces.packed);
        free_operands(&o);
    }
}

/* Activations that are no numbers spoil their own token alone. */
static void a_token_that_is_no_number_spoils_no_other(quern_context *context) {
    enum { tokens = 5, spoilt = 2 };
    operands o = make_operands(context, QUERN_Q6_K, rows, columns, tokens);
    operands other = make_operands(context, QUERN_Q6_K, rows, columns, tokens);
    quern_qgemm_arguments arguments = whole(&o);
    OK(quern_qgemm(context, &arguments));
    const float values[] = {NAN, INFINITY, -INFINITY};
    for (int i = 0; i < 3; ++i) {
        other.x[spoilt * columns + 77] = values[i];
        arguments = whole(&other);
        OK(quern_qgemm(context, &arguments));
        for (int t = 0; t < tokens; ++t)
            CHECK(t == spoilt || memcmp(o.y + t * rows, other.y + t * rows, sizeof(float) * rows) == 0);
    }
    free_operands(&o);
    free_operands(&other);
}

static void sizes_are_checked(quern_context *context) {
    /* The largest of all: what has a size has a workspace. */
    for (int f32 = 0; f32 < 2; ++f32) {
        size_t huge = 0;
        quern_matrix m = {.format = f32 ? QUERN_F32 : QUERN_Q4_K, .rows = 1 << 24, .columns = 1 << 24};
        FAILS(quern_packed_size(&m, &huge), QUERN_BAD_SHAPE, "matrix->columns");
        CHECK(huge == 0);
        m.columns = f32 ? 1 << 20 : 1 << 21;
        m.rows = (INT64_C(1) << 25) - 16;
        OK(quern_packed_size(&m, &huge));
        CHECK(huge > (size_t)1 << 45);
        const quern_qgemm_arguments arguments = {.matrix = &m, .row_count = m.rows, .tokens = 1, .x = (const float *)&m};
        OK(quern_qgemm_workspace_size(context, &arguments, &huge));
        ++m.rows;
        FAILS(quern_packed_size(&m, &huge), QUERN_BAD_SHAPE, "matrix->columns");
    }
    size_t bytes = 99;
    FAILS(quern_blocks_size((quern_weight_format)99, 256, &bytes), QUERN_BAD_VALUE, "format");
    FAILS(quern_blocks_size((quern_weight_format)-1, 256, &bytes), QUERN_BAD_VALUE, "format");
    FAILS(quern_blocks_size(QUERN_Q4_K, 255, &bytes), QUERN_BAD_SHAPE, "count");
    FAILS(quern_blocks_size(QUERN_Q4_K, 0, &bytes), QUERN_BAD_SHAPE, "count");
    FAILS(quern_blocks_size(QUERN_Q4_K, INT64_MAX, &bytes), QUERN_BAD_SHAPE, "count");
    FAILS(quern_blocks_size(QUERN_Q4_K, 256, NULL), QUERN_NULL_ARGUMENT, "bytes");
    OK(quern_blocks_size(QUERN_F32, 3, &bytes));
    CHECK(bytes == 12);

    quern_matrix matrix = {.format = QUERN_Q4_K, .rows = rows, .columns = columns};
    FAILS(quern_packed_size(NULL, &bytes), QUERN_NULL_ARGUMENT, "matrix");
    FAILS(quern_packed_size(&matrix, NULL), QUERN_NULL_ARGUMENT, "bytes");
    matrix.rows = 0;
    FAILS(quern_packed_size(&matrix, &bytes), QUERN_BAD_SHAPE, "rows");
    matrix.rows = INT64_MAX;
    FAILS(quern_packed_size(&matrix, &bytes), QUERN_BAD_SHAPE, "rows");
    matrix.rows = rows;
    matrix.columns = 300;
    FAILS(quern_packed_size(&matrix, &bytes), QUERN_BAD_SHAPE, "columns");
    matrix.columns = -256;
    FAILS(quern_packed_size(&matrix, &bytes), QUERN_BAD_SHAPE, "columns");
    matrix.columns = columns;
    matrix.format = (quern_weight_format)1;
    FAILS(quern_packed_size(&matrix, &bytes), QUERN_BAD_VALUE, "format");

    FAILS(quern_activations_size(0, columns, &bytes), QUERN_BAD_SHAPE, "tokens");
    FAILS(quern_activations_size(1, 100, &bytes), QUERN_BAD_SHAPE, "columns");
    FAILS(quern_activations_size(1, columns, NULL), QUERN_NULL_ARGUMENT, "bytes");
    CHECK(bytes == 12); /* as it was */
    (void)context;
}

static void misuse_of_packing(quern_context *context) {
    operands o = make_operands(context, QUERN_Q4_K, rows, columns, 1);
    const size_t row_bytes = o.blocks_bytes / rows;
    quern_matrix m = o.matrix;
    FAILS(quern_pack(NULL, &m, 0, rows, o.blocks, o.blocks_bytes), QUERN_NULL_ARGUMENT, "context");
    FAILS(quern_pack(context, NULL, 0, rows, o.blocks, o.blocks_bytes), QUERN_NULL_ARGUMENT, "matrix");
    FAILS(quern_pack(context, &m, 0, rows, NULL, o.blocks_bytes), QUERN_NULL_ARGUMENT, "blocks");
    FAILS(quern_pack(context, &m, 0, rows, o.blocks, o.blocks_bytes - 1), QUERN_BAD_BUFFER_SIZE, "blocks_bytes");
    FAILS(quern_pack(context, &m, -1, 2, o.blocks, 2 * row_bytes), QUERN_BAD_RANGE, "first_row");
    FAILS(quern_pack(context, &m, rows, 1, o.blocks, row_bytes), QUERN_BAD_RANGE, "first_row");
    FAILS(quern_pack(context, &m, 1, rows, o.blocks, o.blocks_bytes), QUERN_BAD_RANGE, "row_count");
    FAILS(quern_pack(context, &m, 0, 0, o.blocks, 0), QUERN_BAD_RANGE, "row_count");
    FAILS(quern_pack(context, &m, 1, INT64_MAX, o.blocks, row_bytes), QUERN_BAD_RANGE, "row_count");
    m.packed = (char *)o.matrix.packed + 4;
    FAILS(quern_pack(context, &m, 0, rows, o.blocks, o.blocks_bytes), QUERN_MISALIGNED, "packed");
    m.packed = NULL;
    FAILS(quern_pack(context, &m, 0, rows, o.blocks, o.blocks_bytes), QUERN_NULL_ARGUMENT, "packed");
    m = o.matrix;
    ++m.packed_bytes;
    FAILS(quern_pack(context, &m, 0, rows, o.blocks, o.blocks_bytes), QUERN_BAD_BUFFER_SIZE, "packed_bytes");
    m = o.matrix;
    FAILS(quern_pack(context, &m, 0, rows, m.packed, o.blocks_bytes), QUERN_ALIASED, "packed");
    /* An infinite scale in the last block: nothing is written. */
    unsigned char *blocks = o.blocks;
    blocks[o.blocks_bytes - 144 + 1] = 0x7C;
    memset(m.packed, 0x5A, m.packed_bytes);
    FAILS(quern_pack(context, &m, 0, rows, blocks, o.blocks_bytes), QUERN_NOT_FINITE, "blocks");
    for (size_t i = 0; i < m.packed_bytes; ++i) CHECK(((unsigned char *)m.packed)[i] == 0x5A);

    float weights[256];
    FAILS(quern_dequantize((quern_weight_format)5, blocks, 144, weights, 256), QUERN_BAD_VALUE, "format");
    FAILS(quern_dequantize(QUERN_Q4_K, NULL, 144, weights, 256), QUERN_NULL_ARGUMENT, "blocks");
    FAILS(quern_dequantize(QUERN_Q4_K, blocks, 144, NULL, 256), QUERN_NULL_ARGUMENT, "weights");
    FAILS(quern_dequantize(QUERN_Q4_K, blocks, 143, weights, 256), QUERN_BAD_BUFFER_SIZE, "blocks_bytes");
    FAILS(quern_dequantize(QUERN_Q4_K, blocks, 144, weights, 255), QUERN_BAD_SHAPE, "count");
    FAILS(quern_dequantize(QUERN_F32, weights, 1024, weights, 256), QUERN_ALIASED, "weights");
    free_operands(&o);
}

static void misuse_of_quantizing(quern_context *context) {
    enum { tokens = 3 };
    static float x[tokens * columns];
    size_t bytes;
    OK(quern_activations_size(tokens, columns, &bytes));
    char *out = aligned(bytes + QUERN_ALIGNMENT);
    FAILS(quern_quantize(NULL, tokens, columns, x, columns, out, bytes), QUERN_NULL_ARGUMENT, "context");
    FAILS(quern_quantize(context, tokens, columns, NULL, columns, out, bytes), QUERN_NULL_ARGUMENT, "x");
    FAILS(quern_quantize(context, tokens, columns, x, columns, NULL, bytes), QUERN_NULL_ARGUMENT, "activations");
    FAILS(quern_quantize(context, 0, columns, x, columns, out, bytes), QUERN_BAD_SHAPE, "tokens");
    FAILS(quern_quantize(context, tokens, 1, x, columns, out, bytes), QUERN_BAD_SHAPE, "columns");
    FAILS(quern_quantize(context, tokens, columns, x, columns - 1, out, bytes), QUERN_BAD_STRIDE, "x_stride");
    FAILS(quern_quantize(context, tokens, columns, x, INT64_MAX, out, bytes), QUERN_BAD_STRIDE, "x_stride");
    FAILS(quern_quantize(context, tokens, columns, x, columns, out, bytes - 1), QUERN_BAD_BUFFER_SIZE, "activations_bytes");
    FAILS(quern_quantize(context, tokens, columns, x, columns, out + 8, bytes), QUERN_MISALIGNED, "activations");
    FAILS(quern_quantize(context, tokens, columns, (const float *)((const char *)x + 1), columns, out, bytes),
          QUERN_MISALIGNED, "x");
    FAILS(quern_quantize(context, 1, columns, (const float *)(void *)out, columns, out, bytes), QUERN_ALIASED,
          "activations");
    free(out);
}

static void misuse_of_the_product(quern_context *context) {
    operands o = make_operands(context, QUERN_Q6_K, rows, columns, 3);
    const quern_qgemm_arguments good = whole(&o);
    quern_qgemm_arguments a = good;
    size_t bytes;
    FAILS(quern_qgemm(NULL, &a), QUERN_NULL_ARGUMENT, "context");
    FAILS(quern_qgemm(context, NULL), QUERN_NULL_ARGUMENT, "arguments");
    FAILS(quern_qgemm_workspace_size(NULL, &a, &bytes), QUERN_NULL_ARGUMENT, "context");
    FAILS(quern_qgemm_workspace_size(context, NULL, &bytes), QUERN_NULL_ARGUMENT, "arguments");
    FAILS(quern_qgemm_workspace_size(context, &a, NULL), QUERN_NULL_ARGUMENT, "bytes");
#define WRONG(field, value, status, word)                \
    do {                                                 \
        a = good;                                        \
        a.field = (value);                               \
        FAILS(quern_qgemm(context, &a), (status), word); \
    } while (0)
    WRONG(matrix, NULL, QUERN_NULL_ARGUMENT, "matrix");
    WRONG(x, NULL, QUERN_NULL_ARGUMENT, "x and activations");
    WRONG(activations, o.matrix.packed, QUERN_BAD_VALUE, "x and activations");
    WRONG(y, NULL, QUERN_NULL_ARGUMENT, "y");
    WRONG(y, (float *)((char *)o.y + 2), QUERN_MISALIGNED, "y");
    WRONG(x, (float *)((char *)o.x + 1), QUERN_MISALIGNED, "x");
    WRONG(tokens, 0, QUERN_BAD_SHAPE, "tokens");
    WRONG(tokens, INT64_MAX, QUERN_BAD_SHAPE, "tokens");
    WRONG(first_row, -1, QUERN_BAD_RANGE, "first_row");
    WRONG(first_row, 1, QUERN_BAD_RANGE, "row_count");
    WRONG(row_count, 0, QUERN_BAD_RANGE, "row_count");
    WRONG(row_count, INT64_MAX, QUERN_BAD_RANGE, "row_count");
    WRONG(x_stride, columns - 1, QUERN_BAD_STRIDE, "x_stride");
    WRONG(y_stride, rows - 1, QUERN_BAD_STRIDE, "y_stride");
    WRONG(y_stride, INT64_MAX, QUERN_BAD_STRIDE, "y_stride");
    WRONG(y, o.x + 5, QUERN_ALIASED, "overlaps x");
    WRONG(y, o.matrix.packed, QUERN_ALIASED, "overlaps matrix->packed");
    OK(quern_qgemm_workspace_size(context, &good, &bytes));
    char *workspace = aligned(bytes + QUERN_ALIGNMENT);
    WRONG(workspace, workspace, QUERN_BAD_BUFFER_SIZE, "workspace_bytes");
    a.workspace_bytes = bytes;
    a.workspace = workspace + 1;
    FAILS(quern_qgemm(context, &a), QUERN_MISALIGNED, "workspace");
    a.workspace = o.matrix.packed;
    FAILS(quern_qgemm(context, &a), QUERN_ALIASED, "workspace overlaps matrix->packed");
    a.workspace = workspace;
    a.y = (float *)(void *)workspace;
    FAILS(quern_qgemm(context, &a), QUERN_ALIASED, "workspace overlaps y");

    size_t activations_bytes;
    OK(quern_activations_size(3, columns, &activations_bytes));
    char *activations = aligned(activations_bytes + QUERN_ALIGNMENT);
    a = good;
    a.x = NULL;
    a.activations = activations + 16;
    a.activations_bytes = activations_bytes;
    FAILS(quern_qgemm(context, &a), QUERN_MISALIGNED, "activations");
    a.activations = activations;
    --a.activations_bytes;
    FAILS(quern_qgemm(context, &a), QUERN_BAD_BUFFER_SIZE, "activations_bytes");
    a.activations_bytes = activations_bytes;
    a.y = (float *)(void *)activations;
    FAILS(quern_qgemm(context, &a), QUERN_ALIASED, "overlaps activations");

    quern_matrix m = o.matrix;
    --m.packed_bytes;
    WRONG(matrix, &m, QUERN_BAD_BUFFER_SIZE, "packed_bytes");
    m = o.matrix;
    m.format = (quern_weight_format)77;
    WRONG(matrix, &m, QUERN_BAD_VALUE, "format");
    for (int i = 0; i < 3 * rows; ++i) CHECK(o.y[i] == 0.0f);
    free(activations);
    free(workspace);
    free_operands(&o);
}

int main(void) {
    static const char *const isas[] = {"avx2", "avx_vnni", "avx512_vnni", NULL};
    for (int i = 0; i < 4; ++i) {
        quern_context *context = NULL;
        const quern_context_options options = {.threads = i == 3 ? 2 : 1, .isa = isas[i]};
        const quern_status status = quern_context_create(&options, &context);
        if (isas[i] != NULL && status == QUERN_UNSUPPORTED) continue; /* not this processor's */
        CHECK(status == QUERN_OK);
        products_are_right(context);
        every_way_gives_the_same_bits(context);
        a_token_that_is_no_number_spoils_no_other(context);
        if (isas[i] == NULL) {
            sizes_are_checked(context);
            misuse_of_packing(context);
            misuse_of_quantizing(context);
            misuse_of_the_product(context);
        }
        OK(quern_context_free(context));
    }
    return 0;
}
