/* An f32 weight packed ahead: the product has the bits of the dense one, whatever the shape, the range of rows, the threads and
   the instruction set; and its misuse. */
#include "operands.h"

typedef struct shape {
    int64_t rows, columns, tokens;
} shape;

/* Whole panels and not, one pass over the depth and several, few and many rows of x. */
static const shape shapes[] = {{1, 1, 1},     {16, 16, 24}, {300, 1100, 1}, {300, 1100, 50}, {129, 513, 7},
                               {40, 5000, 30}, {128, 2048, 3}, {2000, 64, 2}};

/* x W^T by quern_gemm_f32(), W^T laid out by hand. */
static float *dense_product(quern_context *context, const operands *o) {
    const int64_t rows = o->matrix.rows, columns = o->matrix.columns, tokens = o->tokens;
    const float *weights = o->blocks;
    float *transposed = malloc((size_t)(rows * columns) * sizeof *transposed);
    float *y = malloc((size_t)(tokens * rows) * sizeof *y);
    CHECK(transposed != NULL && y != NULL);
    for (int64_t r = 0; r < rows; ++r)
        for (int64_t k = 0; k < columns; ++k) transposed[k * rows + r] = weights[r * columns + k];
    OK(quern_gemm_f32(context, tokens, rows, columns, 1, o->x, columns, transposed, rows, 0, y, rows));
    free(transposed);
    return y;
}

static void has_the_dense_products_bits(quern_context *context, const shape *s) {
    operands o = make_operands(context, QUERN_F32, s->rows, s->columns, s->tokens);
    float *dense = dense_product(context, &o);
    quern_qgemm_arguments arguments = whole(&o);
    OK(quern_qgemm(context, &arguments));
    CHECK(memcmp(o.y, dense, (size_t)(s->tokens * s->rows) * sizeof *dense) == 0);

    /* A range that begins and ends within panels, into wider rows. */
    arguments.first_row = s->rows / 3;
    arguments.row_count = (s->rows + 1) / 2;
    arguments.y_stride = s->rows + 3;
    arguments.y = malloc((size_t)(s->tokens * arguments.y_stride) * sizeof(float));
    CHECK(arguments.y != NULL);
    for (int64_t i = 0; i < s->tokens * arguments.y_stride; ++i) arguments.y[i] = -77;
    OK(quern_qgemm_workspace_size(context, &arguments, &arguments.workspace_bytes));
    arguments.workspace = aligned(arguments.workspace_bytes);
    OK(quern_qgemm(context, &arguments));
    for (int64_t t = 0; t < s->tokens; ++t)
        for (int64_t j = 0; j < arguments.y_stride; ++j) {
            const float wanted = j < arguments.row_count ? dense[t * s->rows + arguments.first_row + j] : -77;
            CHECK(memcmp(&arguments.y[t * arguments.y_stride + j], &wanted, sizeof wanted) == 0);
        }
    free(arguments.workspace);
    free(arguments.y);
    free(dense);
    free_operands(&o);
}

/* One packed form on every instruction set, whatever the ranges. */
static void packs_to_the_same(quern_context *context, const operands *o) {
    quern_matrix again = o->matrix;
    again.packed = aligned(again.packed_bytes);
    memset(again.packed, 0xA5, again.packed_bytes);
    for (int64_t row = again.rows; row > 0; row -= row < 7 ? row : 7) { /* from the end, across panels */
        const int64_t count = row < 7 ? row : 7;
        OK(quern_pack(context, &again, row - count, count, (const float *)o->blocks + (row - count) * again.columns,
                      (size_t)(count * again.columns) * sizeof(float)));
    }
    CHECK(memcmp(again.packed, o->matrix.packed, again.packed_bytes) == 0);
    free(again.packed);
}

static void misuse(quern_context *context) {
    quern_matrix m = {.format = QUERN_F32, .rows = INT32_MAX, .columns = 1};
    size_t bytes = 0;
    FAILS(quern_packed_size(&m, &bytes), QUERN_BAD_SHAPE, "rows");
    m.rows = 20;
    m.columns = (1 << 24) + 1;
    FAILS(quern_packed_size(&m, &bytes), QUERN_BAD_SHAPE, "columns");
    m.columns = 3;
    OK(quern_packed_size(&m, &bytes));
    CHECK(bytes == 32 * 3 * sizeof(float));

    operands o = make_operands(context, QUERN_F32, 20, 3, 2);
    m = o.matrix;
    float values[20 * 3 + 1] = {0};
    FAILS(quern_pack(context, &m, 0, 20, (const char *)values + 1, sizeof(float) * 60), QUERN_MISALIGNED, "blocks");
    FAILS(quern_pack(context, &m, 0, 20, values, sizeof(float) * 61), QUERN_BAD_BUFFER_SIZE, "blocks_bytes");
    FAILS(quern_pack(context, &m, 15, 6, values, sizeof(float) * 18), QUERN_BAD_RANGE, "row_count");
    FAILS(quern_pack(context, &m, 0, 1, m.packed, sizeof(float) * 3), QUERN_ALIASED, "packed");
    quern_qgemm_arguments a = whole(&o);
    a.x = NULL;
    FAILS(quern_qgemm(context, &a), QUERN_NULL_ARGUMENT, "x and activations");
    a.activations = o.matrix.packed;
    a.activations_bytes = o.matrix.packed_bytes;
    FAILS(quern_qgemm(context, &a), QUERN_BAD_VALUE, "activations must be NULL");
    a = whole(&o);
    a.x_stride = 2;
    FAILS(quern_qgemm(context, &a), QUERN_BAD_STRIDE, "x_stride");
    a = whole(&o);
    a.y = o.matrix.packed;
    FAILS(quern_qgemm(context, &a), QUERN_ALIASED, "overlaps matrix->packed");
    a = whole(&o);
    m.packed_bytes = sizeof(float) * 60;
    a.matrix = &m;
    FAILS(quern_qgemm(context, &a), QUERN_BAD_BUFFER_SIZE, "packed_bytes");
    for (int i = 0; i < 40; ++i) CHECK(o.y[i] == 0.0f);
    free_operands(&o);
}

static void backwards(void *user, int64_t items, quern_parallel_body body, void *work) {
    (void)user;
    for (int64_t i = items; i-- > 0;) body(work, i);
}

int main(void) {
    const quern_context_options options[] = {{.threads = 3},
                                             {.threads = 4, .parallel_for = backwards},
                                             {.threads = 1, .isa = "avx2"},
                                             {.threads = 1, .isa = "avx512_vnni"}};
    quern_context *first = NULL;
    OK(quern_context_create(&options[0], &first));
    operands packed = make_operands(first, QUERN_F32, 301, 700, 1);
    misuse(first);
    for (size_t i = 0; i < sizeof options / sizeof *options; ++i) {
        quern_context *context = NULL;
        const quern_status status = quern_context_create(&options[i], &context);
        if (options[i].isa != NULL && status == QUERN_UNSUPPORTED) continue; /* not this processor's */
        CHECK(status == QUERN_OK);
        for (size_t s = 0; s < sizeof shapes / sizeof *shapes; ++s) has_the_dense_products_bits(context, &shapes[s]);
        packs_to_the_same(context, &packed);
        OK(quern_context_free(context));
    }
    free_operands(&packed);
    OK(quern_context_free(first));
    return 0;
}
