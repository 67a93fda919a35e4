/* The model level: tensors of a file, tokens, logits, generations stepped, run, cancelled. Takes the bundled model's path. */
#include <math.h>
#include <pthread.h>

#include "operands.h"

static const char *model_path;

static void tensors_are_found(void) {
    quern_gguf *file = NULL;
    FAILS(quern_gguf_open(NULL, &file), QUERN_NULL_ARGUMENT, "path");
    FAILS(quern_gguf_open(model_path, NULL), QUERN_NULL_ARGUMENT, "file");
    FAILS(quern_gguf_open("/none.gguf", &file), QUERN_BAD_FILE, "/none.gguf");
    CHECK(file == NULL);
    OK(quern_gguf_open(model_path, &file));
    quern_gguf_tensor tensor;
    FAILS(quern_gguf_find(NULL, "x", &tensor), QUERN_NULL_ARGUMENT, "file");
    FAILS(quern_gguf_find(file, NULL, &tensor), QUERN_NULL_ARGUMENT, "name");
    FAILS(quern_gguf_find(file, "x", NULL), QUERN_NULL_ARGUMENT, "tensor");
    FAILS(quern_gguf_find(file, "no.such", &tensor), QUERN_NOT_FOUND, "no.such");
    OK(quern_gguf_find(file, "blk.0.attn_q.weight", &tensor));
    size_t bytes;
    OK(quern_blocks_size((quern_weight_format)tensor.type, tensor.rows * tensor.columns, &bytes));
    CHECK(bytes == tensor.blocks_bytes);
    OK(quern_gguf_free(file));
    OK(quern_gguf_free(NULL));
}

static void models_are_checked(quern_context *context) {
    quern_model *model = NULL;
    FAILS(quern_model_load(NULL, model_path, &model), QUERN_NULL_ARGUMENT, "context");
    FAILS(quern_model_load(context, NULL, &model), QUERN_NULL_ARGUMENT, "path");
    FAILS(quern_model_load(context, model_path, NULL), QUERN_NULL_ARGUMENT, "model");
    FAILS(quern_model_load(context, "/none.gguf", &model), QUERN_BAD_FILE, "/none.gguf");
    FAILS(quern_model_load(context, "/proc/self/exe", &model), QUERN_BAD_FILE, "/proc/self/exe");
    CHECK(model == NULL);
    OK(quern_model_free(NULL));
}

static void tokens_come_and_go(quern_model *model) {
    static const char text[] = "Once upon a time, <|eot_id|> a fox";
    int32_t tokens[64];
    size_t count = 0, again = 0, bytes = 0;
    char back[256];
    OK(quern_tokenize(model, text, strlen(text), 0, NULL, 0, &count));
    CHECK(count > 5 && count < 64);
    FAILS(quern_tokenize(model, text, strlen(text), 0, tokens, count - 1, &again), QUERN_BAD_BUFFER_SIZE, "capacity");
    CHECK(again == count);
    OK(quern_tokenize(model, "x", 1, 1, tokens, 64, &again)); /* the chat form */
    CHECK(again > 5);
    OK(quern_tokenize(model, text, strlen(text), 1, NULL, 0, &again));
    CHECK(again > count);
    OK(quern_tokenize(model, NULL, 0, 0, tokens, 64, &again));
    FAILS(quern_tokenize(NULL, text, 1, 0, tokens, 64, &again), QUERN_NULL_ARGUMENT, "model");
    FAILS(quern_tokenize(model, NULL, 1, 0, tokens, 64, &again), QUERN_NULL_ARGUMENT, "text");
    FAILS(quern_tokenize(model, text, 1, 0, NULL, 64, &again), QUERN_NULL_ARGUMENT, "tokens");
    FAILS(quern_tokenize(model, text, 1, 0, tokens, 64, NULL), QUERN_NULL_ARGUMENT, "count is");

    static const char plain[] = "Once upon a time";
    OK(quern_tokenize(model, plain, strlen(plain), 0, tokens, 64, &count));
    OK(quern_detokenize(model, tokens, count, NULL, 0, &bytes));
    OK(quern_detokenize(model, tokens, count, back, sizeof back, &bytes));
    CHECK(bytes >= strlen(plain) && memcmp(back + bytes - strlen(plain), plain, strlen(plain)) == 0);
    FAILS(quern_detokenize(model, tokens, count, back, 2, &bytes), QUERN_BAD_BUFFER_SIZE, "capacity");
    FAILS(quern_detokenize(NULL, tokens, count, back, 2, &bytes), QUERN_NULL_ARGUMENT, "model");
    FAILS(quern_detokenize(model, NULL, count, back, 2, &bytes), QUERN_NULL_ARGUMENT, "tokens");
    FAILS(quern_detokenize(model, tokens, count, NULL, 2, &bytes), QUERN_NULL_ARGUMENT, "text");
    FAILS(quern_detokenize(model, tokens, count, back, 2, NULL), QUERN_NULL_ARGUMENT, "text_bytes is");
    tokens[1] = -7;
    FAILS(quern_detokenize(model, tokens, count, back, sizeof back, &bytes), QUERN_BAD_RANGE, "tokens[1]");
    OK(quern_detokenize(model, NULL, 0, back, sizeof back, &bytes));
    CHECK(bytes == 0);
}

static void logits_are_checked(quern_model *model) {
    quern_model_info info;
    FAILS(quern_model_describe(NULL, &info), QUERN_NULL_ARGUMENT, "model");
    FAILS(quern_model_describe(model, NULL), QUERN_NULL_ARGUMENT, "info");
    OK(quern_model_describe(model, &info));
    CHECK(strcmp(info.architecture, "llada") == 0 && info.vocabulary > info.mask_token && info.packed_bytes > 0);
    const size_t vocabulary = (size_t)info.vocabulary, room = 2 * vocabulary;
    int32_t tokens[3] = {5, 6, info.mask_token}, rows[2] = {2, 0};
    float *logits = malloc(room * sizeof *logits);
    CHECK(logits != NULL);
    OK(quern_model_logits(model, tokens, 3, rows, 2, logits, room));
    for (size_t i = 0; i < room; ++i) CHECK(isfinite(logits[i]));
    FAILS(quern_model_logits(NULL, tokens, 3, rows, 2, logits, room), QUERN_NULL_ARGUMENT, "model");
    FAILS(quern_model_logits(model, NULL, 3, rows, 2, logits, room), QUERN_NULL_ARGUMENT, "tokens");
    FAILS(quern_model_logits(model, tokens, 3, NULL, 2, logits, room), QUERN_NULL_ARGUMENT, "rows");
    FAILS(quern_model_logits(model, tokens, 3, rows, 2, NULL, room), QUERN_NULL_ARGUMENT, "logits");
    FAILS(quern_model_logits(model, tokens, 3, rows, 2, logits, room - 1), QUERN_BAD_BUFFER_SIZE, "logit_count");
    FAILS(quern_model_logits(model, tokens, 0, rows, 2, logits, room), QUERN_BAD_RANGE, "canvas");
    FAILS(quern_model_logits(model, tokens, SIZE_MAX, rows, 2, logits, room), QUERN_BAD_RANGE, "tokens");
    FAILS(quern_model_logits(model, tokens, (size_t)info.context_length + 1, rows, 2, logits, room), QUERN_BAD_RANGE,
          "token_count"); /* no token is read past the array */
    FAILS(quern_model_logits(model, tokens, 3, rows, 0, logits, 0), QUERN_BAD_RANGE, "row_count");
    rows[1] = 3;
    FAILS(quern_model_logits(model, tokens, 3, rows, 2, logits, room), QUERN_BAD_RANGE, "row 3");
    rows[1] = 0;
    tokens[0] = (int32_t)info.vocabulary;
    FAILS(quern_model_logits(model, tokens, 3, rows, 2, logits, room), QUERN_BAD_RANGE, "tokens[0]");
    free(logits);
}

static const quern_generation_options short_canvas = {.max_tokens = 16, .block_length = 8, .steps = 8};

static quern_generation *new_generation(quern_model *model) {
    static const char prompt[] = "What is 2 plus 3?";
    int32_t tokens[64];
    size_t count;
    OK(quern_tokenize(model, prompt, strlen(prompt), 1, tokens, 64, &count));
    quern_generation *generation = NULL;
    OK(quern_generation_create(model, tokens, count, &short_canvas, &generation));
    return generation;
}

typedef struct watcher {
    quern_generation *generation;
    int64_t steps, commits, stop_at;
} watcher;

static int watch(void *user, const quern_progress *progress) {
    watcher *w = user;
    CHECK(progress->step == ++w->steps && progress->step <= progress->planned_steps && progress->canvas_length == 16);
    for (int64_t i = 0; i < progress->commit_count; ++i) {
        const quern_commit *commit = &progress->commits[i];
        CHECK(progress->canvas[commit->position] == commit->token && commit->confidence > 0);
    }
    w->commits += progress->commit_count;
    FAILS(quern_generation_step(w->generation, NULL), QUERN_BUSY, "at work");
    FAILS(quern_generation_run(w->generation, NULL, NULL), QUERN_BUSY, "at work");
    FAILS(quern_generation_free(w->generation), QUERN_BUSY, "in use");
    size_t bytes;
    OK(quern_generation_text(w->generation, NULL, 0, &bytes));
    return w->steps == w->stop_at;
}

static void running_equals_stepping(quern_model *model) {
    quern_generation *run = new_generation(model), *stepped = new_generation(model);
    watcher w = {run, 0, 0, -1};
    OK(quern_generation_run(run, watch, &w));
    quern_progress progress = {0};
    int64_t steps = 0;
    while (!progress.finished) {
        OK(quern_generation_step(stepped, &progress));
        ++steps;
    }
    CHECK(steps == w.steps && progress.step == steps && w.commits > 0);
    OK(quern_generation_step(stepped, &progress)); /* nothing more happens */
    CHECK(progress.finished && progress.step == steps && progress.commit_count == 0);
    char a[256], b[256];
    size_t a_bytes, b_bytes;
    OK(quern_generation_text(run, a, sizeof a, &a_bytes));
    OK(quern_generation_text(stepped, b, sizeof b, &b_bytes));
    CHECK(a_bytes == b_bytes && memcmp(a, b, a_bytes) == 0 && memchr(a, '5', a_bytes) != NULL);
    FAILS(quern_generation_text(run, a, 0, &a_bytes), QUERN_BAD_BUFFER_SIZE, "capacity");
    FAILS(quern_generation_text(run, a, sizeof a, NULL), QUERN_NULL_ARGUMENT, "text_bytes is");
    FAILS(quern_generation_text(NULL, a, sizeof a, &a_bytes), QUERN_NULL_ARGUMENT, "generation");
    OK(quern_generation_free(run));
    OK(quern_generation_free(stepped));
}

static void *cancel(void *generation) {
    OK(quern_generation_cancel(generation));
    return NULL;
}

static void generations_can_be_cancelled(quern_model *model) {
    quern_generation *generation = new_generation(model);
    watcher w = {generation, 0, 0, 2};
    FAILS(quern_generation_run(generation, watch, &w), QUERN_CANCELLED, "cancelled");
    CHECK(w.steps == 2);
    FAILS(quern_generation_run(generation, watch, &w), QUERN_CANCELLED, "cancelled");
    FAILS(quern_generation_step(generation, NULL), QUERN_CANCELLED, "cancelled");
    CHECK(w.steps == 2);
    OK(quern_generation_free(generation));

    generation = new_generation(model);
    pthread_t other;
    CHECK(pthread_create(&other, NULL, cancel, generation) == 0);
    quern_status status;
    quern_progress progress = {0};
    do status = quern_generation_step(generation, &progress);
    while (status == QUERN_OK);
    CHECK(status == QUERN_CANCELLED);
    CHECK(pthread_join(other, NULL) == 0);
    OK(quern_generation_free(generation));
}

static void generation_options_are_checked(quern_model *model) {
    quern_generation *generation = NULL;
    int32_t prompt[2] = {5, 6};
#define WRONG(status, word, ...)                                                                          \
    FAILS(quern_generation_create(model, prompt, 2, &(quern_generation_options){__VA_ARGS__}, &generation), status, word)
    WRONG(QUERN_BAD_VALUE, "max_tokens", .max_tokens = -1);
    WRONG(QUERN_BAD_RANGE, "context", .max_tokens = 1 << 30, .block_length = 1 << 30);
    WRONG(QUERN_BAD_VALUE, "block_length", .max_tokens = 16, .block_length = 5);
    WRONG(QUERN_BAD_VALUE, "steps", .max_tokens = 16, .block_length = 8, .steps = 3);
    WRONG(QUERN_BAD_VALUE, "temperature", .temperature = -1);
    WRONG(QUERN_BAD_VALUE, "temperature", .temperature = (double)NAN);
    WRONG(QUERN_BAD_VALUE, "remasking", .remasking = (quern_remasking)9);
    FAILS(quern_generation_create(NULL, prompt, 2, NULL, &generation), QUERN_NULL_ARGUMENT, "model");
    FAILS(quern_generation_create(model, NULL, 2, NULL, &generation), QUERN_NULL_ARGUMENT, "prompt");
    FAILS(quern_generation_create(model, prompt, 2, NULL, NULL), QUERN_NULL_ARGUMENT, "generation");
    FAILS(quern_generation_create(model, prompt, INT32_MAX, NULL, &generation), QUERN_BAD_RANGE, "prompt_length");
    prompt[0] = -1;
    FAILS(quern_generation_create(model, prompt, 2, NULL, &generation), QUERN_BAD_RANGE, "prompt[0]");
    CHECK(generation == NULL);
    FAILS(quern_generation_step(NULL, NULL), QUERN_NULL_ARGUMENT, "generation");
    FAILS(quern_generation_run(NULL, NULL, NULL), QUERN_NULL_ARGUMENT, "generation");
    FAILS(quern_generation_cancel(NULL), QUERN_NULL_ARGUMENT, "generation");
    OK(quern_generation_free(NULL));
}

static void backwards(void *user, int64_t items, quern_parallel_body body, void *work) {
    (void)user;
    for (int64_t i = items; i-- > 0;) body(work, i);
}

/* On a caller's parallel-for, handles freed from the outside in: the same answer. */
static void a_generation_outlives_model_and_context(void) {
    quern_context *context = NULL;
    quern_model *model = NULL;
    OK(quern_context_create(&(quern_context_options){.threads = 1, .parallel_for = backwards}, &context));
    OK(quern_model_load(context, model_path, &model));
    OK(quern_context_free(context));
    quern_generation *generation = new_generation(model);
    OK(quern_model_free(model));
    OK(quern_generation_run(generation, NULL, NULL));
    char text[256];
    size_t bytes;
    OK(quern_generation_text(generation, text, sizeof text, &bytes));
    CHECK(memchr(text, '5', bytes) != NULL);
    OK(quern_generation_free(generation));
}

typedef struct nesting {
    quern_model *model;
    float *logits;
    size_t room;
    quern_status within;
} nesting;

static void asks_for_logits_within(void *user, int64_t items, quern_parallel_body body, void *work) {
    nesting *n = user;
    const int32_t token = 5, row = 0;
    if (n->model != NULL && n->within == QUERN_OK)
        n->within = quern_model_logits(n->model, &token, 1, &row, 1, n->logits, n->room);
    for (int64_t i = 0; i < items; ++i) body(work, i);
}

/* Passes of a model take turns: one made from inside another's parallel-for would wait for itself. */
static void logits_within_logits_are_refused(void) {
    nesting n = {NULL, NULL, 0, QUERN_OK};
    quern_context *context = NULL;
    quern_model *model = NULL;
    quern_model_info info;
    OK(quern_context_create(&(quern_context_options){.parallel_for = asks_for_logits_within, .parallel_for_user = &n},
                            &context));
    OK(quern_model_load(context, model_path, &model));
    OK(quern_model_describe(model, &info));
    n.room = (size_t)info.vocabulary;
    n.logits = malloc(n.room * sizeof *n.logits);
    float *again = malloc(n.room * sizeof *again);
    CHECK(n.logits != NULL && again != NULL);
    const int32_t token = 5, row = 0;
    OK(quern_model_logits(model, &token, 1, &row, 1, n.logits, n.room));
    n.model = model;
    OK(quern_model_logits(model, &token, 1, &row, 1, again, n.room));
    CHECK(n.within == QUERN_BUSY);
    CHECK(memcmp(again, n.logits, n.room * sizeof *again) == 0);
    free(again);
    free(n.logits);
    OK(quern_model_free(model));
    OK(quern_context_free(context));
}

int main(int argc, char **argv) {
    CHECK(argc == 2);
    model_path = argv[1];
    quern_context *context = NULL;
    quern_model *model = NULL;
    OK(quern_context_create(&(quern_context_options){.threads = 2}, &context));
    tensors_are_found();
    models_are_checked(context);
    OK(quern_model_load(context, model_path, &model));
    tokens_come_and_go(model);
    logits_are_checked(model);
    generation_options_are_checked(model);
    running_equals_stepping(model);
    generations_can_be_cancelled(model);
    OK(quern_model_free(model));
    OK(quern_context_free(context));
    a_generation_outlives_model_and_context();
    logits_within_logits_are_refused();
    return 0;
}
