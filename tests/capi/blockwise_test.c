/* Block-quantized weights: quantizing, packing codes and multiplying, against plain loops; and every misuse. */
#include <math.h>

#include "operands.h"

enum { rows = 37, columns = 51, block = 8, width = 19, weights = rows * columns };

static const double nf4_levels[16] = {-1.0,
                                      -0.6961928009986877,
                                      -0.5250730514526367,
                                      -0.39491748809814453,
                                      -0.28444138169288635,
                                      -0.18477343022823334,
                                      -0.09105003625154495,
                                      0.0,
                                      0.07958029955625534,
                                      0.16093020141124725,
                                      0.24611230194568634,
                                      0.33791524171829224,
                                      0.44070982933044434,
                                      0.5626170039176941,
                                      0.7229568362236023,
                                      1.0};
static const quern_code_format formats[] = {QUERN_NF4, QUERN_NF4_PACKED, QUERN_INT4, QUERN_INT4_PACKED, QUERN_INT8};

static int is_nf4(quern_code_format format) { return format == QUERN_NF4 || format == QUERN_NF4_PACKED; }
static int is_packed(quern_code_format format) { return format == QUERN_NF4_PACKED || format == QUERN_INT4_PACKED; }

static double value_of(const quern_blockwise_matrix *w, size_t i) {
    int code;
    if (is_packed(w->format)) {
        code = ((const uint8_t *)w->codes)[i / 2] >> (i % 2 * 4) & 15;
        if (!is_nf4(w->format) && code > 7) code -= 16;
    } else {
        code = ((const int8_t *)w->codes)[i];
    }
    return (is_nf4(w->format) ? nf4_levels[code] : code) * w->scales[i / (size_t)w->block];
}

static double next_double(uint32_t *state) { return (double)next_float(state); }

static double *doubles(size_t count, uint32_t seed) {
    double *values = malloc(count * sizeof *values);
    CHECK(values != NULL);
    for (size_t i = 0; i < count; ++i) values[i] = next_double(&seed);
    return values;
}

static quern_blockwise_matrix quantized(quern_code_format format, const double *dense) {
    quern_blockwise_matrix w = {.format = format, .rows = rows, .columns = columns, .block = block};
    OK(quern_blockwise_size(format, weights, block, &w.codes_bytes, &w.scale_count));
    CHECK(w.codes_bytes == (is_packed(format) ? (weights + 1) / 2 : weights));
    CHECK(w.scale_count == (weights + block - 1) / block);
    void *codes = malloc(w.codes_bytes);
    double *scales = malloc(w.scale_count * sizeof *scales);
    CHECK(codes != NULL && scales != NULL);
    OK(quern_blockwise_quantize(format, dense, weights, block, codes, w.codes_bytes, scales, w.scale_count));
    w.codes = codes;
    w.scales = scales;
    return w;
}

static void free_matrix(quern_blockwise_matrix *w) {
    free((void *)(uintptr_t)w->codes);
    free((void *)(uintptr_t)w->scales);
}

/* 4 eps of the sum of |w||x|. */
static void check_near(double is, double wanted, double magnitude) {
    CHECK(fabs(is - wanted) <= 4 * 2.220446049250313e-16 * magnitude);
}

static void products_are_right(quern_context *context, quern_code_format format) {
    double *dense = doubles(weights, 3);
    quern_blockwise_matrix w = quantized(format, dense);
    /* The weights come back near: half of a grid's widest step of a block's largest magnitude. */
    const double widest = is_nf4(format) ? 0.16 : format == QUERN_INT8 ? 0.5 / 127 : 0.5 / 7;
    for (size_t i = 0; i < weights; ++i) CHECK(fabs(value_of(&w, i) - dense[i]) <= widest * 1.0001);

    enum { x_stride = width + 2, y_stride = width + 5 };
    double *x = doubles((size_t)columns * x_stride, 5), y[rows];
    OK(quern_blockwise_gemv(context, &w, x, y));
    for (size_t i = 0; i < rows; ++i) {
        double sum = 0, magnitude = 0;
        for (size_t k = 0; k < columns; ++k) {
            const double product = value_of(&w, i * columns + k) * x[k];
            sum += product;
            magnitude += fabs(product);
        }
        check_near(y[i], sum, magnitude);
    }
    if (is_nf4(format)) {
        double wide[rows * y_stride];
        for (size_t i = 0; i < rows * y_stride; ++i) wide[i] = -77;
        OK(quern_blockwise_gemm(context, &w, width, x, x_stride, wide, y_stride));
        for (size_t i = 0; i < rows; ++i)
            for (size_t j = 0; j < y_stride; ++j) {
                if (j >= width) { /* between the rows: as it was */
                    CHECK(wide[i * y_stride + j] == -77);
                    continue;
                }
                double sum = 0, magnitude = 0;
                for (size_t k = 0; k < columns; ++k) {
                    const double product = value_of(&w, i * columns + k) * x[k * x_stride + j];
                    sum += product;
                    magnitude += fabs(product);
                }
                check_near(wide[i * y_stride + j], sum, magnitude);
            }
    }
    free(x);
    free_matrix(&w);
    free(dense);
}

/* Packed codes are the others, two a byte, whichever way they came about. */
static void codes_are_packed(void) {
    double *dense = doubles(weights, 9);
    for (int nf4 = 0; nf4 < 2; ++nf4) {
        quern_blockwise_matrix bytes = quantized(nf4 ? QUERN_NF4 : QUERN_INT4, dense);
        quern_blockwise_matrix packed = quantized(nf4 ? QUERN_NF4_PACKED : QUERN_INT4_PACKED, dense);
        unsigned char again[(weights + 1) / 2];
        OK(quern_blockwise_pack_codes(packed.format, bytes.codes, weights, again, sizeof again));
        CHECK(packed.codes_bytes == sizeof again && memcmp(again, packed.codes, sizeof again) == 0);
        CHECK(memcmp(bytes.scales, packed.scales, bytes.scale_count * sizeof(double)) == 0);
        CHECK(again[sizeof again - 1] >> 4 == 0);
        free_matrix(&bytes);
        free_matrix(&packed);
    }
    free(dense);
}

static void misuse_of_quantizing(void) {
    size_t bytes = 7, scale_count = 8;
    FAILS(quern_blockwise_size(0, 10, 4, &bytes, &scale_count), QUERN_BAD_VALUE, "format");
    FAILS(quern_blockwise_size(6, 10, 4, &bytes, &scale_count), QUERN_BAD_VALUE, "format");
    FAILS(quern_blockwise_size(QUERN_NF4, 0, 4, &bytes, &scale_count), QUERN_BAD_SHAPE, "count");
    FAILS(quern_blockwise_size(QUERN_NF4, INT64_MAX, 4, &bytes, &scale_count), QUERN_BAD_SHAPE, "count");
    FAILS(quern_blockwise_size(QUERN_NF4, 10, 0, &bytes, &scale_count), QUERN_BAD_SHAPE, "block");
    FAILS(quern_blockwise_size(QUERN_NF4, 10, 1025, &bytes, &scale_count), QUERN_BAD_SHAPE, "block");
    FAILS(quern_blockwise_size(QUERN_NF4, 10, 4, NULL, NULL), QUERN_NULL_ARGUMENT, "codes_bytes");
    CHECK(bytes == 7 && scale_count == 8);
    OK(quern_blockwise_size(QUERN_INT8, 10, 4, NULL, &scale_count));
    OK(quern_blockwise_size(QUERN_INT4_PACKED, 11, 4, &bytes, NULL));
    CHECK(bytes == 6 && scale_count == 3);

    double in[10] = {0}, scales[4] = {5, 5, 5, 5};
    int8_t codes[10 + 8] = {7};
    FAILS(quern_blockwise_quantize(9, in, 10, 4, codes, 10, scales, 3), QUERN_BAD_VALUE, "format");
    FAILS(quern_blockwise_quantize(QUERN_NF4, NULL, 10, 4, codes, 10, scales, 3), QUERN_NULL_ARGUMENT, "weights");
    FAILS(quern_blockwise_quantize(QUERN_NF4, in, 10, 4, NULL, 10, scales, 3), QUERN_NULL_ARGUMENT, "codes");
    FAILS(quern_blockwise_quantize(QUERN_NF4, in, 10, 4, codes, 10, NULL, 3), QUERN_NULL_ARGUMENT, "scales");
    FAILS(quern_blockwise_quantize(QUERN_NF4, in, -1, 4, codes, 10, scales, 3), QUERN_BAD_SHAPE, "count");
    FAILS(quern_blockwise_quantize(QUERN_NF4, in, 10, -4, codes, 10, scales, 3), QUERN_BAD_SHAPE, "block");
    FAILS(quern_blockwise_quantize(QUERN_NF4, in, 10, 4, codes, 9, scales, 3), QUERN_BAD_BUFFER_SIZE, "codes_bytes");
    FAILS(quern_blockwise_quantize(QUERN_NF4, in, 10, 4, codes, 10, scales, 4), QUERN_BAD_BUFFER_SIZE, "scale_count");
    FAILS(quern_blockwise_quantize(QUERN_NF4, (const double *)((char *)in + 4), 9, 4, codes, 9, scales, 3), QUERN_MISALIGNED,
          "weights");
    FAILS(quern_blockwise_quantize(QUERN_NF4, in, 10, 4, codes, 10, (double *)((char *)scales + 1), 3), QUERN_MISALIGNED,
          "scales");
    FAILS(quern_blockwise_quantize(QUERN_NF4, in, 10, 4, in + 1, 10, scales, 3), QUERN_ALIASED, "codes overlaps weights");
    FAILS(quern_blockwise_quantize(QUERN_NF4, in, 10, 4, codes, 10, in + 9, 3), QUERN_ALIASED, "scales overlaps weights");
    FAILS(quern_blockwise_quantize(QUERN_NF4, in, 10, 4, scales, 10, scales, 3), QUERN_ALIASED, "codes overlaps scales");
    in[9] = NAN;
    FAILS(quern_blockwise_quantize(QUERN_INT8, in, 10, 4, codes, 10, scales, 3), QUERN_NOT_FINITE, "weights");
    in[9] = -INFINITY;
    FAILS(quern_blockwise_quantize(QUERN_NF4_PACKED, in, 10, 4, codes, 5, scales, 3), QUERN_NOT_FINITE, "weights");
    CHECK(codes[0] == 7 && scales[0] == 5); /* as they were */

    int8_t good[5] = {0, 15, 7, 8, 1};
    uint8_t packed[4] = {9, 9, 9, 9};
    FAILS(quern_blockwise_pack_codes(QUERN_NF4, good, 5, packed, 3), QUERN_BAD_VALUE, "format");
    FAILS(quern_blockwise_pack_codes(-1, good, 5, packed, 3), QUERN_BAD_VALUE, "format");
    FAILS(quern_blockwise_pack_codes(QUERN_NF4_PACKED, NULL, 5, packed, 3), QUERN_NULL_ARGUMENT, "codes");
    FAILS(quern_blockwise_pack_codes(QUERN_NF4_PACKED, good, 5, NULL, 3), QUERN_NULL_ARGUMENT, "packed");
    FAILS(quern_blockwise_pack_codes(QUERN_NF4_PACKED, good, 0, packed, 0), QUERN_BAD_SHAPE, "count");
    FAILS(quern_blockwise_pack_codes(QUERN_NF4_PACKED, good, 5, packed, 4), QUERN_BAD_BUFFER_SIZE, "packed_bytes");
    FAILS(quern_blockwise_pack_codes(QUERN_NF4_PACKED, good, 5, good, 3), QUERN_ALIASED, "packed overlaps codes");
    FAILS(quern_blockwise_pack_codes(QUERN_INT4_PACKED, good, 5, packed, 3), QUERN_BAD_CODE, "codes");
    good[4] = -1;
    FAILS(quern_blockwise_pack_codes(QUERN_NF4_PACKED, good, 5, packed, 3), QUERN_BAD_CODE, "codes");
    CHECK(packed[0] == 9);
}

static void codes_off_the_grid_are_refused(quern_context *context) {
    double *dense = doubles(weights, 4), *x = doubles((size_t)columns * width, 5), y[rows * width];
    static const struct {
        quern_code_format format;
        int8_t code;
    } cases[] = {{QUERN_NF4, 16}, {QUERN_NF4, -1}, {QUERN_INT4, 8}, {QUERN_INT4, -9}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; ++i)
        for (size_t at = 0; at < weights; at += weights - 1) { /* the first code, the last */
            quern_blockwise_matrix w = quantized(cases[i].format, dense);
            int8_t codes[weights];
            memcpy(codes, w.codes, weights);
            codes[at] = cases[i].code;
            quern_blockwise_matrix wrong = w;
            wrong.codes = codes;
            FAILS(quern_blockwise_gemv(context, &wrong, x, y), QUERN_BAD_CODE, "w->codes");
            if (is_nf4(w.format))
                FAILS(quern_blockwise_gemm(context, &wrong, width, x, width, y, width), QUERN_BAD_CODE, "w->codes");
            free_matrix(&w);
        }
    free(x);
    free(dense);
}

static void misuse_of_the_products(quern_context *context) {
    double *dense = doubles(weights, 4), *x = doubles((size_t)columns * width, 5), y[rows * width] = {0};
    const quern_blockwise_matrix good = quantized(QUERN_NF4, dense);
    quern_blockwise_matrix w = good;
    FAILS(quern_blockwise_gemv(NULL, &w, x, y), QUERN_NULL_ARGUMENT, "context");
    FAILS(quern_blockwise_gemv(context, NULL, x, y), QUERN_NULL_ARGUMENT, "w");
    FAILS(quern_blockwise_gemv(context, &w, NULL, y), QUERN_NULL_ARGUMENT, "x");
    FAILS(quern_blockwise_gemv(context, &w, x, NULL), QUERN_NULL_ARGUMENT, "y");
    FAILS(quern_blockwise_gemv(context, &w, (const double *)((char *)x + 4), y), QUERN_MISALIGNED, "x");
    FAILS(quern_blockwise_gemv(context, &w, x, (double *)((char *)y + 1)), QUERN_MISALIGNED, "y");
    FAILS(quern_blockwise_gemv(context, &w, x, x + 2), QUERN_ALIASED, "y overlaps x");
    FAILS(quern_blockwise_gemv(context, &w, x, (double *)(uintptr_t)w.scales), QUERN_ALIASED, "y overlaps w->scales");
    double codes[weights / 8 + 1] = {0}; /* aligned for y */
    w.codes = codes;
    FAILS(quern_blockwise_gemv(context, &w, x, codes), QUERN_ALIASED, "y overlaps w->codes");
#define WRONG(field, value, status, word)                                                              \
    do {                                                                                               \
        w = good;                                                                                      \
        w.field = (value);                                                                             \
        FAILS(quern_blockwise_gemv(context, &w, x, y), (status), word);                                \
        FAILS(quern_blockwise_gemm(context, &w, width, x, width, y, width), (status), word);           \
    } while (0)
    WRONG(format, 0, QUERN_BAD_VALUE, "w->format");
    WRONG(rows, 0, QUERN_BAD_SHAPE, "w->rows");
    WRONG(rows, INT64_MAX, QUERN_BAD_SHAPE, "w->rows");
    WRONG(columns, -1, QUERN_BAD_SHAPE, "w->columns");
    WRONG(columns, INT32_MAX + INT64_C(1), QUERN_BAD_SHAPE, "w->columns");
    WRONG(block, 0, QUERN_BAD_SHAPE, "w->block");
    WRONG(block, 1025, QUERN_BAD_SHAPE, "w->block");
    WRONG(codes, NULL, QUERN_NULL_ARGUMENT, "w->codes");
    WRONG(codes_bytes, weights - 1, QUERN_BAD_BUFFER_SIZE, "w->codes_bytes");
    WRONG(scales, NULL, QUERN_NULL_ARGUMENT, "w->scales");
    WRONG(scales, (const double *)((const char *)good.scales + 2), QUERN_MISALIGNED, "w->scales");
    WRONG(scale_count, 1, QUERN_BAD_BUFFER_SIZE, "w->scale_count");
    w = good;
    w.rows = w.columns = INT32_MAX; /* each in its range, too many together */
    FAILS(quern_blockwise_gemv(context, &w, x, y), QUERN_BAD_SHAPE, "w->columns");
    w = good;
    FAILS(quern_blockwise_gemm(NULL, &w, width, x, width, y, width), QUERN_NULL_ARGUMENT, "context");
    FAILS(quern_blockwise_gemm(context, &w, 0, x, width, y, width), QUERN_BAD_SHAPE, "n");
    FAILS(quern_blockwise_gemm(context, &w, width, NULL, width, y, width), QUERN_NULL_ARGUMENT, "x");
    FAILS(quern_blockwise_gemm(context, &w, width, x, width, NULL, width), QUERN_NULL_ARGUMENT, "y");
    FAILS(quern_blockwise_gemm(context, &w, width, x, width - 1, y, width), QUERN_BAD_STRIDE, "x_stride");
    FAILS(quern_blockwise_gemm(context, &w, width, x, width, y, width - 1), QUERN_BAD_STRIDE, "y_stride");
    FAILS(quern_blockwise_gemm(context, &w, width, x, INT64_MAX, y, width), QUERN_BAD_STRIDE, "x_stride");
    FAILS(quern_blockwise_gemm(context, &w, width, x, width, x, width), QUERN_ALIASED, "y overlaps x");
    quern_blockwise_matrix integers = quantized(QUERN_INT8, dense);
    FAILS(quern_blockwise_gemm(context, &integers, width, x, width, y, width), QUERN_BAD_VALUE, "w->format");
    for (int i = 0; i < rows * width; ++i) CHECK(y[i] == 0);
    free_matrix(&integers);
    w = good;
    free_matrix(&w);
    free(x);
    free(dense);
}

/* Whatever the threads. */
static void bits_are_those_of_one_thread(quern_context *context, quern_context *one) {
    double *dense = doubles(weights, 8), *x = doubles((size_t)columns * width, 5);
    for (size_t f = 0; f < sizeof formats / sizeof *formats; ++f) {
        quern_blockwise_matrix w = quantized(formats[f], dense);
        double y[rows * width], wanted[rows * width];
        OK(quern_blockwise_gemv(context, &w, x, y));
        OK(quern_blockwise_gemv(one, &w, x, wanted));
        CHECK(memcmp(y, wanted, rows * sizeof *y) == 0);
        if (is_nf4(formats[f])) {
            OK(quern_blockwise_gemm(context, &w, width, x, width, y, width));
            OK(quern_blockwise_gemm(one, &w, width, x, width, wanted, width));
            CHECK(memcmp(y, wanted, sizeof y) == 0);
        }
        free_matrix(&w);
    }
    free(x);
    free(dense);
}

static void backwards(void *user, int64_t items, quern_parallel_body body, void *work) {
    (void)user;
    for (int64_t i = items; i-- > 0;) body(work, i);
}

int main(void) {
    const quern_context_options options[] = {
        {.threads = 3}, {.threads = 2, .parallel_for = backwards}, {.threads = 1, .isa = "avx2"}};
    quern_context *one = NULL;
    OK(quern_context_create(&(quern_context_options){.threads = 1}, &one));
    codes_are_packed();
    misuse_of_quantizing();
    for (size_t i = 0; i < sizeof options / sizeof *options; ++i) {
        quern_context *context = NULL;
        OK(quern_context_create(&options[i], &context));
        for (size_t f = 0; f < sizeof formats / sizeof *formats; ++f) products_are_right(context, formats[f]);
        codes_off_the_grid_are_refused(context);
        misuse_of_the_products(context);
        if (options[i].isa == NULL) bits_are_those_of_one_thread(context, one);
        OK(quern_context_free(context));
    }
    OK(quern_context_free(one));
    return 0;
}
