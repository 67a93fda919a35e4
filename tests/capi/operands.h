/* Random operands of a product with a weight matrix, and the product of the dequantized weights as a judge. */
#ifndef QUERN_TESTS_OPERANDS_H
#define QUERN_TESTS_OPERANDS_H

#include <math.h>

#include "check.h"

typedef struct operands {
    quern_matrix matrix; /* packed */
    void *blocks;
    size_t blocks_bytes;
    int64_t tokens;
    float *x; /* [tokens][columns] */
    float *y; /* [tokens][rows] */
} operands;

static inline uint32_t next_random(uint32_t *state) {
    *state = *state * 1664525u + 1013904223u;
    return *state >> 8;
}

/* Where a format keeps its half-precision scales, and the size of its blocks of 256. */
static inline size_t block_layout(quern_weight_format format, size_t *d, size_t *dmin) {
    *d = format == QUERN_Q6_K ? 208 : 0;
    *dmin = format == QUERN_Q6_K ? 208 : 2;
    return format == QUERN_Q4_K ? 144 : format == QUERN_Q5_K ? 176 : 210;
}

/* In [-1, 1). */
static inline float next_float(uint32_t *state) { return (float)next_random(state) / (1 << 23) - 1.0f; }

static inline void fill_blocks(quern_weight_format format, unsigned char *blocks, size_t bytes) {
    uint32_t random = 7;
    if (format == QUERN_F32) {
        float *weights = (float *)(void *)blocks;
        for (size_t i = 0; i < bytes / sizeof *weights; ++i) weights[i] = next_float(&random);
        return;
    }
    size_t d, dmin, block = block_layout(format, &d, &dmin);
    for (size_t i = 0; i < bytes; ++i) blocks[i] = (unsigned char)next_random(&random);
    for (size_t at = 0; at < bytes; at += block) { /* 2^-12; mins that centre the weights */
        blocks[at + d] = 0;
        blocks[at + d + 1] = 3 << 2;
        if (dmin == d) continue;
        blocks[at + dmin] = 0;
        blocks[at + dmin + 1] = format == QUERN_Q4_K ? 6 << 2 : 7 << 2;
    }
}

static inline operands make_operands(quern_context *context, quern_weight_format format, int64_t rows, int64_t columns,
                                     int64_t tokens) {
    operands o = {.matrix = {.format = format, .rows = rows, .columns = columns}, .tokens = tokens};
    OK(quern_blocks_size(format, rows * columns, &o.blocks_bytes));
    o.blocks = malloc(o.blocks_bytes);
    CHECK(o.blocks != NULL);
    fill_blocks(format, o.blocks, o.blocks_bytes);
    OK(quern_packed_size(&o.matrix, &o.matrix.packed_bytes));
    o.matrix.packed = aligned(o.matrix.packed_bytes);
    OK(quern_pack(context, &o.matrix, 0, rows, o.blocks, o.blocks_bytes));
    o.x = malloc((size_t)(tokens * columns) * sizeof *o.x);
    o.y = calloc((size_t)(tokens * rows), sizeof *o.y);
    CHECK(o.x != NULL && o.y != NULL);
    uint32_t random = 11;
    for (int64_t i = 0; i < tokens * columns; ++i) o.x[i] = next_float(&random);
    return o;
}

static inline void free_operands(operands *o) {
    free(o->blocks);
    free(o->matrix.packed);
    free(o->x);
    free(o->y);
}

/* The arguments of the whole product. */
static inline quern_qgemm_arguments whole(const operands *o) {
    return (quern_qgemm_arguments){.matrix = &o->matrix,
                                   .row_count = o->matrix.rows,
                                   .tokens = o->tokens,
                                   .x = o->x,
                                   .x_stride = o->matrix.columns,
                                   .y = o->y,
                                   .y_stride = o->matrix.rows};
}

/* |y - y_ref| / |y_ref|, y_ref in f64 over the dequantized weights: where they are quantized, the rounding of the activations
   to 8 bits is in it. */
static inline double relative_error(const operands *o) {
    const size_t columns = (size_t)o->matrix.columns, rows = (size_t)o->matrix.rows, tokens = (size_t)o->tokens;
    const size_t row_bytes = o->blocks_bytes / rows;
    float *weights = malloc(columns * sizeof *weights);
    CHECK(weights != NULL);
    double error = 0, norm = 0;
    for (size_t n = 0; n < rows; ++n) {
        OK(quern_dequantize(o->matrix.format, (const char *)o->blocks + n * row_bytes, row_bytes, weights,
                            o->matrix.columns));
        for (size_t t = 0; t < tokens; ++t) {
            double sum = 0;
            for (size_t k = 0; k < columns; ++k) sum += (double)weights[k] * (double)o->x[t * columns + k];
            const double difference = (double)o->y[t * rows + n] - sum;
            error += difference * difference;
            norm += sum * sum;
        }
    }
    free(weights);
    return sqrt(error / norm);
}

#endif
