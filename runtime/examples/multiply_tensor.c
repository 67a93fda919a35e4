/* multiply_tensor MODEL.gguf TENSOR: multiplies a tensor of a GGUF file with random activations, and checks the product against
   that of the dequantized weights in f64. */
#include <math.h>
#include <quern/quern.h>
#include <stdio.h>
#include <stdlib.h>

enum { tokens = 16 };

/* Rounding activations to 8 bits costs about 0.5%; a wrong scale or nibble far more than this. */
static const double largest_error = 0.02;

static void check(quern_status status) {
    if (status == QUERN_OK) return;
    fprintf(stderr, "error: %s\n", quern_last_error());
    exit(1);
}

static void *allocate(size_t bytes) {
    void *memory = aligned_alloc(QUERN_ALIGNMENT, (bytes + QUERN_ALIGNMENT - 1) / QUERN_ALIGNMENT * QUERN_ALIGNMENT);
    if (memory != NULL) return memory;
    fprintf(stderr, "error: out of memory\n");
    exit(1);
}

/* |y - y_ref| / |y_ref| */
static double relative_error(const quern_gguf_tensor *tensor, const float *x, const float *y) {
    const size_t rows = (size_t)tensor->rows, columns = (size_t)tensor->columns;
    const size_t row_bytes = tensor->blocks_bytes / rows;
    float *weights = allocate(columns * sizeof *weights);
    double error = 0, norm = 0;
    for (size_t n = 0; n < rows; ++n) {
        check(quern_dequantize((quern_weight_format)tensor->type, (const char *)tensor->blocks + n * row_bytes, row_bytes,
                               weights, tensor->columns));
        for (size_t t = 0; t < tokens; ++t) {
            double sum = 0;
            for (size_t k = 0; k < columns; ++k) sum += (double)weights[k] * x[t * columns + k];
            error += (y[t * rows + n] - sum) * (y[t * rows + n] - sum);
            norm += sum * sum;
        }
    }
    free(weights);
    return sqrt(error / norm);
}

int main(int argc, char **argv) {
    if (argc != 3) {
        fprintf(stderr, "usage: multiply_tensor MODEL.gguf TENSOR\n");
        return 2;
    }
    quern_gguf *file;
    quern_gguf_tensor tensor;
    check(quern_gguf_open(argv[1], &file));
    check(quern_gguf_find(file, argv[2], &tensor));

    quern_context *context;
    check(quern_context_create(NULL, &context));
    quern_matrix matrix = {
        .format = (quern_weight_format)tensor.type, .rows = tensor.rows, .columns = tensor.columns};
    check(quern_packed_size(&matrix, &matrix.packed_bytes));
    matrix.packed = allocate(matrix.packed_bytes);
    check(quern_pack(context, &matrix, 0, matrix.rows, tensor.blocks, tensor.blocks_bytes));

    float *x = allocate((size_t)(tokens * matrix.columns) * sizeof *x);
    float *y = allocate((size_t)(tokens * matrix.rows) * sizeof *y);
    for (int64_t i = 0; i < tokens * matrix.columns; ++i) x[i] = (float)rand() / (float)RAND_MAX - 0.5f;
    check(quern_qgemm(context, &(quern_qgemm_arguments){.matrix = &matrix,
                                                        .row_count = matrix.rows,
                                                        .tokens = tokens,
                                                        .x = x,
                                                        .x_stride = matrix.columns,
                                                        .y = y,
                                                        .y_stride = matrix.rows}));

    const double error = relative_error(&tensor, x, y);
    printf("%s: %lld x %lld, %d tokens, relative error %.4f\n", argv[2], (long long)matrix.rows,
           (long long)matrix.columns, tokens, error);
    free(y);
    free(x);
    free(matrix.packed);
    check(quern_context_free(context));
    check(quern_gguf_free(file));
    if (error < largest_error) return 0;
    fprintf(stderr, "error: the product is not that of the dequantized weights\n");
    return 1;
}
