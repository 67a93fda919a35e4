/*
 * quern: matrix kernels of quantized language models, generated at run time, and diffusion language models run on them.
 * The C API. Link with -lquern (pkg-config quern; CMake: find_package(quern), target quern::quern).
 *
 * Engines bring their own tensors, threads and memory:
 *
 *     quern_context *context;
 *     quern_context_create(NULL, &context);                        as many threads as cores
 *     quern_matrix w = {QUERN_Q4_K, rows, columns, NULL, 0};
 *     quern_packed_size(&w, &w.packed_bytes);
 *     w.packed = aligned_alloc(QUERN_ALIGNMENT, w.packed_bytes);
 *     quern_pack(context, &w, 0, rows, gguf_blocks, gguf_bytes);   once
 *     quern_qgemm(context, &(quern_qgemm_arguments){.matrix = &w, .tokens = tokens, .row_count = rows,
 *                                                   .x = x, .x_stride = columns, .y = y, .y_stride = rows});
 *
 * Errors. Every function that can fail returns a quern_status. Whatever it is given, no function exits, prints, throws or
 * leaves a result half made unless its comment says so: on failure outputs keep what they held. quern_last_error() says in
 * a sentence what was wrong and names the argument. Where an argument is wrong, nothing has been read or written through
 * the others.
 *
 * Threads. Every function may be called from any thread, and any number of threads may use one context, one packed matrix,
 * one model at once; what a function writes (packed rows, y, a workspace) is the caller's to keep apart. Steps of a
 * generation exclude each other.
 *
 * Results. A product has the same bits whatever the threads, the caller's parallel-for, the instruction set, the plan, the
 * range of rows it is computed by, and whether its activations were quantized before; but that of a dense or block-quantized
 * matrix with a vector, or of a block-quantized one with a matrix, may be rounded in another order on another instruction set.
 * This holds where every thread that works rounds to nearest and keeps denormal numbers, as threads do unless told otherwise
 * (-ffast-math tells them otherwise): quern leaves the floating-point environment as it finds it.
 *
 * Sizes count elements unless the name ends in _bytes; strides count elements. Sizes, counts and lengths of arrays that
 * are zero are errors unless said otherwise.
 *
 * Lifetime. Handles are opaque. A free function takes NULL, waits for the calls that other threads have under way on
 * the handle, and then frees it; calls that come while it waits fail with QUERN_CLOSING. What was made from a handle
 * (a model from a context, a generation from a model) stays usable after it is freed.
 *
 * State. The library has none of its own but the cache of generated kernels, shared by the contexts of one instruction
 * set and number of threads for as long as one of them lives, and each thread's last error. Several copies of the library
 * in one process do not meet.
 *
 * Environment. QUERN_CACHE_DIR (else XDG_CACHE_HOME, HOME) is where tuned plans are kept. QUERN_DUMP=DIR and QUERN_PERF=map or
 * jitdump have every kernel that is generated written out and told to perf, as with the command line; a call that cannot do
 * what they ask gives QUERN_BAD_FILE.
 */
/* clang-format off */
#ifndef QUERN_QUERN_H
#define QUERN_QUERN_H

#include <stddef.h>
#include <stdint.h>

#define QUERN_VERSION_MAJOR 0
#define QUERN_VERSION_MINOR 1
#define QUERN_VERSION_PATCH 0

#if defined(__GNUC__)
#define QUERN_API __attribute__((visibility("default")))
#else
#define QUERN_API
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Status ------------------------------------------------------------------------------------------------------- */

/* Numbers, not enumerations: what a caller passes may be anything, and is checked. */
typedef int32_t quern_status;
enum {
    QUERN_OK = 0,
    QUERN_NULL_ARGUMENT = 1,    /* a pointer that must not be NULL */
    QUERN_BAD_VALUE = 2,        /* an enumerator, flag, name or number that is none of those allowed */
    QUERN_BAD_SHAPE = 3,        /* rows, columns, tokens: not positive, no whole super-blocks, too large */
    QUERN_BAD_RANGE = 4,        /* a range or index outside of what it is taken from */
    QUERN_BAD_STRIDE = 5,       /* a stride shorter than a row */
    QUERN_BAD_BUFFER_SIZE = 6,  /* a buffer smaller than what it must hold, or of another size than exactly that */
    QUERN_MISALIGNED = 7,       /* a pointer that is not aligned as required */
    QUERN_ALIASED = 8,          /* an output that overlaps another operand */
    QUERN_NOT_FINITE = 9,       /* a weight's scale that is infinite or not a number */
    QUERN_BAD_SPEC = 10,        /* a kernel spec that does not read or describes no kernel */
    QUERN_BAD_FILE = 11,        /* a file that cannot be read or written, or holds something wrong */
    QUERN_NOT_FOUND = 12,       /* a tensor or kernel of that name */
    QUERN_UNSUPPORTED = 13,     /* this processor or this build cannot do it */
    QUERN_OUT_OF_MEMORY = 14,
    QUERN_BAD_PARALLEL_FOR = 15, /* the caller's parallel-for did not run every item exactly once */
    QUERN_BUSY = 16,            /* asked from inside a callback of the very call it would have to wait for */
    QUERN_CLOSING = 17,         /* the handle is being freed */
    QUERN_CANCELLED = 18,       /* by quern_generation_cancel() or a callback */
    QUERN_INTERNAL_ERROR = 19,  /* a fault of quern itself */
    QUERN_BAD_CODE = 20         /* a code of a block-quantized weight outside its grid */
};

/* The status' name as it is spelled here, "QUERN_OK"; "unknown status" for any other number. Never NULL. */
QUERN_API const char *quern_status_name(quern_status status);

/* What the calling thread's last failed call had to say, at most 1023 bytes; "" before the first. Calls that succeed leave
   it. Valid until the thread's next failed call. */
QUERN_API const char *quern_last_error(void);

/* The version of the library linked, "0.1.0"; the macros above are those of the header. */
QUERN_API const char *quern_version(void);

/* ---- Context ------------------------------------------------------------------------------------------------------ */

/* Where work runs and which instruction set it is generated for. */
typedef struct quern_context quern_context;

/* One item of work, items in any order, at most once each, from any thread. */
typedef void (*quern_parallel_body)(void *work, int64_t item);

/* The caller's own parallel-for: calls body(work, i) for every i in [0, items) exactly once, in any order, on any threads,
   one or many, and returns when all of these calls have returned. Called from the thread that called quern, from several
   at once where the caller does that, and never nested. Calls it makes of its own on the context or model at work give BUSY
   where they would wait for that work: freeing it, dense and block-quantized products within one, logits and steps within
   those; so on the thread that called quern, while on another they do wait. May not leave by an exception or longjmp. */
typedef void (*quern_parallel_for)(void *user, int64_t items, quern_parallel_body body, void *work);

/* All zero (or no options at all): the defaults. */
typedef struct quern_context_options {
    /* Threads that work on one call, the caller's included; 1 to 1024. 0: the physical cores that the process may use.
       With a parallel_for: how many bodies of one call may run at once (more wait for each other). */
    int threads;
    /* NULL: threads of the context's own. */
    quern_parallel_for parallel_for;
    void *parallel_for_user;
    /* "avx2", "avx_vnni", "avx512_vnni"; NULL or "auto": the best that this processor has. */
    const char *isa;
    /* Not 0: plan kernels by default, whatever `quern tune` has stored on this machine. */
    int ignore_tuned_plans;
} quern_context_options;

/* BAD_VALUE for options out of their ranges, UNSUPPORTED where the processor lacks the instruction set, OUT_OF_MEMORY where
   a thread cannot start. */
QUERN_API quern_status quern_context_create(const quern_context_options *options, quern_context **context);

/* BUSY from inside the parallel_for of a call on this context. */
QUERN_API quern_status quern_context_free(quern_context *context);

typedef struct quern_context_info {
    const char *isa;       /* static text */
    int threads;
    uint64_t kernels;      /* in the kernel cache the context shares */
    uint64_t cache_hits, cache_misses, code_bytes;
} quern_context_info;
QUERN_API quern_status quern_context_describe(quern_context *context, quern_context_info *info);

/* ---- Weight matrices ----------------------------------------------------------------------------------------------- */

/* Alignment of packed matrices, quantized activations and workspaces, bytes. */
#define QUERN_ALIGNMENT 64

/* Weight formats, numbered as in GGUF tensor infos. */
typedef int32_t quern_weight_format;
enum { QUERN_F32 = 0, QUERN_Q4_K = 12, QUERN_Q5_K = 13, QUERN_Q6_K = 14 };

/* A weight matrix W in quern's packed layout, in the caller's memory. A plain description: copy it as you like. The layout is
   the same on every instruction set and for every number of tokens. */
typedef struct quern_matrix {
    quern_weight_format format;
    int64_t rows;               /* 1 to 2^31 - 1; f32: to 2^31 - 17 */
    int64_t columns;            /* to 2^24, (rows + 16) columns to 2^46 (f32: 2^45); quantized: a multiple of 256 */
    void *packed;               /* QUERN_ALIGNMENT; only quern_pack() writes to it */
    size_t packed_bytes;        /* exactly quern_packed_size() */
} quern_matrix;

/* Bytes of GGUF blocks that `count` weights of a format take: whole blocks (f32: any number). */
QUERN_API quern_status quern_blocks_size(quern_weight_format format, int64_t count, size_t *bytes);

/* Bytes of the packed matrix; reads format, rows and columns alone. Somewhat more than the GGUF blocks (f32: no more), rows
   rounded up to 16. */
QUERN_API quern_status quern_packed_size(const quern_matrix *matrix, size_t *bytes);

/* Packs rows [first_row, first_row + row_count) from their GGUF blocks (`blocks`, rows one after another, `blocks_bytes`
   exactly; of f32 the floats themselves, aligned as such, whatever their values). Ranges may come in any order and of any
   length, and ranges that do not overlap may be packed by several threads at once; the matrix is ready when each row has been
   packed. NOT_FINITE where a block's scale is not a finite number: then nothing has been written. */
QUERN_API quern_status quern_pack(quern_context *context, const quern_matrix *matrix, int64_t first_row, int64_t row_count,
                                  const void *blocks, size_t blocks_bytes);

/* Weights of whole blocks as f32, bit for bit what ggml gives: `count` of them, `blocks_bytes` exactly those of `count`. */
QUERN_API quern_status quern_dequantize(quern_weight_format format, const void *blocks, size_t blocks_bytes, float *weights,
                                        int64_t count);

/* ---- Quantized activations ---------------------------------------------------------------------------------------- */

/* Activations as the quantized products take them: 8 bits each, one scale for 256 (llama.cpp's Q8_K scheme). To be made once
   where several matrices read the same ones. The layout is quern's own: [columns / 256][tokens]. Bytes of `tokens` rows of
   `columns`, a multiple of 256. */
QUERN_API quern_status quern_activations_size(int64_t tokens, int64_t columns, size_t *bytes);

/* x is [tokens][x_stride] f32; where a value is infinite or not a number, the products of its token are of no use, and no
   error. `activations` is QUERN_ALIGNMENT aligned, `activations_bytes` at least quern_activations_size(), and overlaps x
   nowhere. */
QUERN_API quern_status quern_quantize(quern_context *context, int64_t tokens, int64_t columns, const float *x,
                                      int64_t x_stride, void *activations, size_t activations_bytes);

/* ---- Product with a weight matrix ---------------------------------------------------------------------------------- */

/* y[t][j] = sum over k of W[first_row + j][k] x[t][k], for t in [0, tokens), j in [0, row_count). Of a quantized W over
   activations of 8 bits; of f32 in f32, with the bits that quern_gemm_f32() gives of x and W's transpose, but without packing
   W again in every call. */
typedef struct quern_qgemm_arguments {
    const quern_matrix *matrix;
    int64_t first_row, row_count; /* any range of rows; only these columns of y are written */
    int64_t tokens;               /* 1 to 2^20 */
    /* Exactly one of the two. x: [tokens][x_stride], x_stride >= columns; where W is quantized it is too, inside. activations:
       from quern_quantize(), of the same tokens and columns; not where W is f32. */
    const float *x;
    int64_t x_stride;
    const void *activations;
    size_t activations_bytes;
    float *y;         /* [tokens][y_stride]; overlaps no other operand */
    int64_t y_stride; /* >= row_count; strides are at most 2^36 */
    /* Scratch of quern_qgemm_workspace_size() bytes at least, QUERN_ALIGNMENT aligned, one for each call under way. NULL:
       the context keeps one of its own for each. */
    void *workspace;
    size_t workspace_bytes;
} quern_qgemm_arguments;

/* Workspace of a product with these arguments; y, the contents of x or activations, and the workspace itself are not looked
   at. */
QUERN_API quern_status quern_qgemm_workspace_size(quern_context *context, const quern_qgemm_arguments *arguments,
                                                  size_t *bytes);

/* Generates the kernel of a shape when it is first met (well under a millisecond), then runs it. Where another thread has
   the context's threads at work, the call runs on the calling thread alone. */
QUERN_API quern_status quern_qgemm(quern_context *context, const quern_qgemm_arguments *arguments);

/* ---- Dense products ------------------------------------------------------------------------------------------------ */

/* C = alpha A B + beta C, row-major: A is m x k, B k x n, C m x n, row strides a_stride >= k, b_stride >= n, c_stride >= n. C
   overlaps neither A nor B, and is not read where beta is 0. BAD_VALUE where alpha or beta is not finite. Calls of one
   context take turns. Sizes are at most 2^31 - 1. */
QUERN_API quern_status quern_gemm_f64(quern_context *context, int64_t m, int64_t n, int64_t k, double alpha, const double *a,
                                      int64_t a_stride, const double *b, int64_t b_stride, double beta, double *c,
                                      int64_t c_stride);
QUERN_API quern_status quern_gemm_f32(quern_context *context, int64_t m, int64_t n, int64_t k, float alpha, const float *a,
                                      int64_t a_stride, const float *b, int64_t b_stride, float beta, float *c,
                                      int64_t c_stride);

/* y = A x, or A^T x where `transposed` is not 0. A is m x n, row-major without gaps, at most 2^47 bytes; x has n elements and y
   m, transposed the other way round. */
QUERN_API quern_status quern_gemv_f64(quern_context *context, int64_t m, int64_t n, int transposed, const double *a,
                                      const double *x, double *y);
QUERN_API quern_status quern_gemv_f32(quern_context *context, int64_t m, int64_t n, int transposed, const float *a,
                                      const float *x, float *y);

/* ---- Block-quantized products --------------------------------------------------------------------------------------- */

/* What the codes of a block-quantized weight stand for, and how they lie. Two a byte: code 2i in the low half of byte i, code
   2i + 1 in the high one, a last high half of 0. */
typedef int32_t quern_code_format;
enum {
    QUERN_NF4 = 1,         /* 0 to 15, levels of NF4's codebook (QLoRA, appendix E), int8_t each */
    QUERN_NF4_PACKED = 2,  /* the same, two a byte */
    QUERN_INT4 = 3,        /* -8 to 7, int8_t each */
    QUERN_INT4_PACKED = 4, /* the same, two a byte */
    QUERN_INT8 = 5         /* -128 to 127, int8_t each */
};

/* A block-quantized weight W in the caller's memory. Weight (i, j) is value(code) * scales[(i * columns + j) / block]: blocks
   are of the flattened row-major order, wherever rows begin, and the last may be shorter. */
typedef struct quern_blockwise_matrix {
    quern_code_format format;
    int64_t rows, columns; /* 1 to 2^31 - 1 each, at most 2^44 weights together */
    int64_t block;         /* 1 to 1024 */
    const void *codes;
    size_t codes_bytes;    /* exactly quern_blockwise_size() */
    const double *scales;
    size_t scale_count;    /* exactly quern_blockwise_size() */
} quern_blockwise_matrix;

/* What `count` weights take. Either of codes_bytes and scale_count may be NULL. */
QUERN_API quern_status quern_blockwise_size(quern_code_format format, int64_t count, int64_t block, size_t *codes_bytes,
                                            size_t *scale_count);

/* Codes and scales of `count` weights; sizes exactly those of quern_blockwise_size(). A block's scale is its largest magnitude,
   over 7 (int4) or 127 (int8); a code is the nearest level, of two as near the lower (NF4) or even one. NOT_FINITE for a
   weight that is infinite or not a number: then nothing has been written. */
QUERN_API quern_status quern_blockwise_quantize(quern_code_format format, const double *weights, int64_t count, int64_t block,
                                                void *codes, size_t codes_bytes, double *scales, size_t scale_count);

/* `count` codes, int8_t each, to two a byte. `format` is that of the result, QUERN_NF4_PACKED or QUERN_INT4_PACKED;
   packed_bytes is (count + 1) / 2. BAD_CODE for a code outside the grid. */
QUERN_API quern_status quern_blockwise_pack_codes(quern_code_format format, const int8_t *codes, int64_t count, void *packed,
                                                  size_t packed_bytes);

/* y = W x in f64: x has columns elements, y rows, and y overlaps nothing else. W is read where it lies, once, and never stored
   dense. BAD_CODE for a code outside the grid: then, as codes are checked as they are read, y holds nothing of use. Calls of
   one context take turns with each other and with the dense products. */
QUERN_API quern_status quern_blockwise_gemv(quern_context *context, const quern_blockwise_matrix *w, const double *x,
                                            double *y);

/* Y = W X, else as quern_blockwise_gemv(): X is columns x n, Y rows x n, row-major, row strides x_stride, y_stride >= n. W is
   NF4, packed or not: BAD_VALUE else. */
QUERN_API quern_status quern_blockwise_gemm(quern_context *context, const quern_blockwise_matrix *w, int64_t n,
                                            const double *x, int64_t x_stride, double *y, int64_t y_stride);

/* ---- Kernels by themselves ---------------------------------------------------------------------------------------- */

/* A generated kernel, as the command line's `quern compile` makes it. */
typedef struct quern_kernel quern_kernel;

/* Generates, or takes from the cache, one kernel of a spec: TOML [[kernel]] tables, `spec_bytes` of UTF-8, as in quern's
   specs/. `name` is that of the kernel wanted; NULL where the text holds one alone. Its isa must be unset, "auto" or the
   context's. BAD_SPEC with line and column, NOT_FOUND. */
QUERN_API quern_status quern_kernel_generate(quern_context *context, const char *spec, size_t spec_bytes, const char *name,
                                             quern_kernel **kernel);
QUERN_API quern_status quern_kernel_free(quern_kernel *kernel);

/* Pointers live as long as the kernel. */
typedef struct quern_kernel_info {
    const char *name;
    const char *isa;
    const char *plan;   /* TOML */
    const void *code;   /* machine code, constants included */
    size_t code_bytes;
    size_t scratch_bytes; /* of each thread that runs it */
    double compile_seconds;
} quern_kernel_info;
QUERN_API quern_status quern_kernel_describe(quern_kernel *kernel, quern_kernel_info *info);

/* Writes NAME.toml (spec, plan, instruction counts), NAME.s (annotated listing) and NAME.bin into `directory`, which is made
   where it does not exist. NAME is the kernel's. BAD_FILE where one cannot be written. */
QUERN_API quern_status quern_kernel_dump(quern_kernel *kernel, const char *directory);

typedef struct quern_tune_result {
    double ratio;       /* time of the plan found over the default plan's; 1 where the default stays */
    size_t candidates;  /* plans measured */
    int default_stays;
} quern_tune_result;

/* Measures every plan worth trying for a quantized product of a spec (as in quern_kernel_generate()), for seconds, on the
   context's threads, uses the fastest from then on in this context and those made later, and stores it in the machine's
   tuning file where `store` is not 0 (see `quern tune`). Changes how fast products are and no bit of a result. BAD_SPEC
   where the kernel is no qgemm or asks for a tile of its own. `result` may be NULL. */
QUERN_API quern_status quern_tune(quern_context *context, const char *spec, size_t spec_bytes, const char *name, int store,
                                  quern_tune_result *result);

/* ---- GGUF files --------------------------------------------------------------------------------------------------- */

/* For engines without a reader of their own. A file is mapped, and checked before anything of it is used. */
typedef struct quern_gguf quern_gguf;

QUERN_API quern_status quern_gguf_open(const char *path, quern_gguf **file);
QUERN_API quern_status quern_gguf_free(quern_gguf *file);

typedef struct quern_gguf_tensor {
    uint32_t type;      /* GGUF's number: a quern_weight_format where quern can use it */
    int64_t rows, columns;
    const void *blocks; /* lives as long as the file */
    size_t blocks_bytes;
} quern_gguf_tensor;

/* NOT_FOUND, and UNSUPPORTED where the tensor is no matrix or vector. */
QUERN_API quern_status quern_gguf_find(quern_gguf *file, const char *name, quern_gguf_tensor *tensor);

/* ---- Diffusion language models ------------------------------------------------------------------------------------ */

/* A GGUF model, its tokenizer and its packed weights. */
typedef struct quern_model quern_model;

/* BAD_FILE, naming file, key or tensor, for a file that is no model quern can run. */
QUERN_API quern_status quern_model_load(quern_context *context, const char *path, quern_model **model);
QUERN_API quern_status quern_model_free(quern_model *model);

typedef struct quern_model_info {
    const char *architecture; /* lives as long as the model */
    int64_t layers, width, vocabulary, context_length;
    int64_t canvas_length;    /* tokens generated unless told otherwise */
    int32_t mask_token;
    size_t packed_bytes;      /* weights held */
} quern_model_info;
QUERN_API quern_status quern_model_describe(quern_model *model, quern_model_info *info);

/* Tokenizes `text_bytes` (0 is allowed) of UTF-8; any bytes are accepted. Where `chat` is not 0 the text becomes one user
   message in the model's chat form, and cannot forge another; else BOS where the model asks for it, then the text with
   special tokens parsed. `*count` becomes the number of ids. `tokens` may be NULL with capacity 0, to ask for it; a capacity
   that is too small is BAD_BUFFER_SIZE, with *count set and no id written. */
QUERN_API quern_status quern_tokenize(quern_model *model, const char *text, size_t text_bytes, int chat, int32_t *tokens,
                                      size_t capacity, size_t *count);

/* The text of ids, special tokens left out, without a terminating zero; sizes as in quern_tokenize(). `count` may be 0. */
QUERN_API quern_status quern_detokenize(quern_model *model, const int32_t *tokens, size_t count, char *text, size_t capacity,
                                        size_t *text_bytes);

/* One pass over a canvas: the logits of `rows` (positions, in any order), f32 [row_count][vocabulary], into `logits` of
   exactly that many floats. BAD_RANGE for a token, row or canvas that does not fit the model. */
QUERN_API quern_status quern_model_logits(quern_model *model, const int32_t *tokens, size_t token_count, const int32_t *rows,
                                          size_t row_count, float *logits, size_t logit_count);

/* A canvas being denoised. */
typedef struct quern_generation quern_generation;

typedef int32_t quern_remasking;
enum { QUERN_LOW_CONFIDENCE = 0, QUERN_RANDOM = 1 };

/* All zero (or no options at all): the model's defaults, seed 42. */
typedef struct quern_generation_options {
    int64_t max_tokens;   /* the canvas; 0: the model's canvas_length */
    int64_t block_length; /* divides max_tokens; 0: 32, or max_tokens where that is less */
    int64_t steps;        /* a multiple of the number of blocks; 0: max_tokens */
    double temperature;   /* 0: greedy */
    quern_remasking remasking;
    int use_seed;         /* not 0: `seed` counts */
    uint64_t seed;
} quern_generation_options;

/* BAD_VALUE for options that contradict each other, BAD_RANGE where prompt and canvas are more than the model's context or
   an id is outside the vocabulary. `prompt_length` may be 0. */
QUERN_API quern_status quern_generation_create(quern_model *model, const int32_t *prompt, size_t prompt_length,
                                               const quern_generation_options *options, quern_generation **generation);
/* BUSY from inside its own callback. */
QUERN_API quern_status quern_generation_free(quern_generation *generation);

/* A token put in its place. */
typedef struct quern_commit {
    int64_t position; /* in the canvas, the prompt not counted */
    int32_t token;
    double confidence;
} quern_commit;

/* Where a generation stands. Pointers live until its next step, or its end. */
typedef struct quern_progress {
    const int32_t *canvas; /* masked positions hold the model's mask_token */
    int64_t canvas_length;
    const quern_commit *commits; /* of this step, the most confident first */
    int64_t commit_count;
    int64_t step, planned_steps; /* steps done */
    int finished;                /* not 0: no step is left, or none could change the text */
} quern_progress;

/* One step; `progress` (may be NULL) is filled with what is then the case. A generation that is finished stays as it is,
   with no commits. CANCELLED, without a step, once it has been cancelled. */
QUERN_API quern_status quern_generation_step(quern_generation *generation, quern_progress *progress);

/* Called after each step, on the thread that runs. Anything but 0 cancels the generation. May call any function but
   quern_generation_step(), _run() and _free() of this generation: those give BUSY. May not leave by an exception or
   longjmp. */
typedef int (*quern_step_callback)(void *user, const quern_progress *progress);

/* Steps to the end. `callback` may be NULL. CANCELLED where it was cancelled: what is committed stays. */
QUERN_API quern_status quern_generation_run(quern_generation *generation, quern_step_callback callback, void *user);

/* From any thread; a step under way is finished first. For good. */
QUERN_API quern_status quern_generation_cancel(quern_generation *generation);

/* The text so far: the tokens before the first end token, masks left out. Sizes as in quern_detokenize(). */
QUERN_API quern_status quern_generation_text(quern_generation *generation, char *text, size_t capacity, size_t *text_bytes);

#ifdef __cplusplus
}
#endif

#endif /* QUERN_QUERN_H */
