/* Contexts: options, the caller's parallel-for, many threads on one matrix, freeing under work. */
#define _POSIX_C_SOURCE 200809L
#include <pthread.h>
#include <stdatomic.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

#include "operands.h"

enum { rows = 300, columns = 512, tokens = 9 };

static void in_order(void *user, int64_t items, quern_parallel_body body, void *work) {
    ++*(int *)user;
    for (int64_t i = 0; i < items; ++i) body(work, i);
}

static void backwards(void *user, int64_t items, quern_parallel_body body, void *work) {
    ++*(int *)user;
    for (int64_t i = items; i-- > 0;) body(work, i);
}

typedef struct share {
    quern_parallel_body body;
    void *work;
    int64_t begin, items;
} share;

static void *every_third(void *argument) {
    const share *s = argument;
    for (int64_t i = s->begin; i < s->items; i += 3) s->body(s->work, i);
    return NULL;
}

/* More threads than the context was told of. */
static void three_threads(void *user, int64_t items, quern_parallel_body body, void *work) {
    ++*(int *)user;
    share shares[3];
    pthread_t threads[3];
    for (int i = 0; i < 3; ++i) {
        shares[i] = (share){body, work, i, items};
        CHECK(pthread_create(&threads[i], NULL, every_third, &shares[i]) == 0);
    }
    for (int i = 0; i < 3; ++i) CHECK(pthread_join(threads[i], NULL) == 0);
}

static void a_callers_loop_gives_the_same_bits(void) {
    quern_context *own = NULL;
    OK(quern_context_create(NULL, &own));
    operands o = make_operands(own, QUERN_Q4_K, rows, columns, tokens);
    const quern_qgemm_arguments arguments = whole(&o);
    OK(quern_qgemm(own, &arguments));
    const quern_parallel_for loops[] = {in_order, backwards, three_threads};
    for (int i = 0; i < 3; ++i) {
        int calls = 0;
        quern_context *context = NULL;
        const quern_context_options options = {.threads = 2, .parallel_for = loops[i], .parallel_for_user = &calls};
        OK(quern_context_create(&options, &context));
        operands other = make_operands(context, QUERN_Q4_K, rows, columns, tokens);
        const quern_qgemm_arguments again = whole(&other);
        OK(quern_qgemm(context, &again));
        CHECK(calls >= 4); /* two of packing, quantizing, multiplying */
        CHECK(memcmp(o.matrix.packed, other.matrix.packed, o.matrix.packed_bytes) == 0);
        CHECK(memcmp(o.y, other.y, sizeof(float) * rows * tokens) == 0);
        free_operands(&other);
        OK(quern_context_free(context));
    }
    free_operands(&o);
    OK(quern_context_free(own));
}

static void forgets_the_last(void *user, int64_t items, quern_parallel_body body, void *work) {
    (void)user;
    for (int64_t i = 0; i + 1 < items; ++i) body(work, i);
}

static void repeats_the_first(void *user, int64_t items, quern_parallel_body body, void *work) {
    (void)user;
    for (int64_t i = 0; i < items; ++i) body(work, 0);
}

static void goes_too_far(void *user, int64_t items, quern_parallel_body body, void *work) {
    (void)user;
    for (int64_t i = 0; i <= items; ++i) body(work, i);
    body(work, -1);
}

static void a_broken_loop_is_told(void) {
    const struct {
        quern_parallel_for loop;
        const char *word;
    } broken[] = {{forgets_the_last, "items"}, {repeats_the_first, "twice"}, {goes_too_far, "ran item"}};
    quern_context *good = NULL;
    OK(quern_context_create(NULL, &good));
    operands o = make_operands(good, QUERN_Q4_K, rows, columns, tokens);
    for (int i = 0; i < 3; ++i) {
        quern_context *context = NULL;
        const quern_context_options options = {.threads = 1, .parallel_for = broken[i].loop};
        OK(quern_context_create(&options, &context));
        const quern_qgemm_arguments arguments = whole(&o);
        FAILS(quern_qgemm(context, &arguments), QUERN_BAD_PARALLEL_FOR, broken[i].word);
        OK(quern_context_free(context));
    }
    free_operands(&o);
    OK(quern_context_free(good));
}

static quern_status freed_within = QUERN_OK;
static void frees_its_context(void *user, int64_t items, quern_parallel_body body, void *work) {
    freed_within = quern_context_free(*(quern_context **)user);
    for (int64_t i = 0; i < items; ++i) body(work, i);
}

static void freeing_within_a_call_is_refused(void) {
    quern_context *context = NULL;
    const quern_context_options options = {.threads = 1, .parallel_for = frees_its_context, .parallel_for_user = &context};
    OK(quern_context_create(&options, &context));
    operands o = make_operands(context, QUERN_Q4_K, rows, columns, tokens);
    CHECK(freed_within == QUERN_BUSY);
    CHECK(strstr(quern_last_error(), "in use") != NULL);
    OK(quern_context_free(context));
    free_operands(&o);
}

/* Dense and block-quantized products take turns: one made from inside another's parallel-for would wait for itself. */
typedef struct nesting {
    quern_context *context;
    quern_status dense, blockwise, quantized;
    int calls;
    const operands *o;
} nesting;

static void multiplies_within(void *user, int64_t items, quern_parallel_body body, void *work) {
    nesting *n = user;
    if (n->o != NULL && n->calls++ == 0) {
        static const double a[4] = {1, 2, 3, 4}, x[2] = {1, 1};
        static const int8_t codes[4] = {1, 2, 3, 4};
        double y[2];
        const quern_blockwise_matrix w = {QUERN_INT8, 2, 2, 4, codes, sizeof codes, a, 1};
        const quern_qgemm_arguments arguments = whole(n->o);
        n->dense = quern_gemv_f64(n->context, 2, 2, 0, a, x, y);
        CHECK(strstr(quern_last_error(), "context") != NULL);
        n->blockwise = quern_blockwise_gemv(n->context, &w, x, y);
        n->quantized = quern_qgemm(n->context, &arguments);
    }
    for (int64_t i = 0; i < items; ++i) body(work, i);
}

static void products_within_a_product_do_not_wait_for_themselves(void) {
    nesting n = {NULL, QUERN_OK, QUERN_OK, QUERN_BUSY, 0, NULL};
    const quern_context_options options = {.threads = 1, .parallel_for = multiplies_within, .parallel_for_user = &n};
    OK(quern_context_create(&options, &n.context));
    operands o = make_operands(n.context, QUERN_Q4_K, rows, columns, tokens);
    n.o = &o;
    static const double a[4] = {1, 2, 3, 4}, x[2] = {1, 1};
    double y[2];
    OK(quern_gemv_f64(n.context, 2, 2, 0, a, x, y));
    CHECK(y[0] == 3 && y[1] == 7);
    CHECK(n.dense == QUERN_BUSY && n.blockwise == QUERN_BUSY && n.quantized == QUERN_OK);
    CHECK(relative_error(&o) < 0.02);
    OK(quern_gemv_f64(n.context, 2, 2, 1, a, x, y)); /* and the turn is free again */
    CHECK(y[0] == 4 && y[1] == 6);
    free_operands(&o);
    OK(quern_context_free(n.context));
}

typedef struct user_thread {
    quern_context *context;
    const operands *shared;
    int closing; /* a context that is being freed is an answer, too */
    atomic_int *begun;
} user_thread;

static void *multiply_often(void *argument) {
    const user_thread *u = argument;
    float *y = malloc(sizeof(float) * rows * tokens);
    CHECK(y != NULL);
    for (int i = 0; i < 20; ++i) {
        quern_qgemm_arguments arguments = whole(u->shared);
        arguments.y = y;
        memset(y, 0, sizeof(float) * rows * tokens);
        const quern_status status = quern_qgemm(u->context, &arguments);
        if (u->closing && status == QUERN_CLOSING) break;
        CHECK(status == QUERN_OK);
        atomic_fetch_add(u->begun, 1);
        CHECK(memcmp(y, u->shared->y, sizeof(float) * rows * tokens) == 0);
        if (u->closing) break; /* the handle may be gone */
    }
    free(y);
    return NULL;
}

static void many_threads_share_a_matrix(int context_threads) {
    quern_context *context = NULL;
    const quern_context_options options = {.threads = context_threads};
    OK(quern_context_create(&options, &context));
    operands o = make_operands(context, QUERN_Q5_K, rows, columns, tokens);
    const quern_qgemm_arguments arguments = whole(&o);
    OK(quern_qgemm(context, &arguments));
    atomic_int begun = 0;
    user_thread user = {context, &o, 0, &begun};
    pthread_t threads[4];
    for (int i = 0; i < 4; ++i) CHECK(pthread_create(&threads[i], NULL, multiply_often, &user) == 0);
    for (int i = 0; i < 4; ++i) CHECK(pthread_join(threads[i], NULL) == 0);
    CHECK(begun == 80);
    free_operands(&o);
    OK(quern_context_free(context));
}

/* A parallel-for that holds its call until it is told to go on. */
typedef struct held {
    atomic_int entered, released;
} held;

static void hold(void *user, int64_t items, quern_parallel_body body, void *work) {
    held *h = user;
    atomic_store(&h->entered, 1);
    while (!atomic_load(&h->released)) nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL);
    for (int64_t i = 0; i < items; ++i) body(work, i);
}

static void *free_context(void *context) {
    OK(quern_context_free(context));
    return NULL;
}

static void freeing_waits_for_calls_under_way(void) {
    quern_context *good = NULL, *context = NULL;
    OK(quern_context_create(NULL, &good));
    operands o = make_operands(good, QUERN_Q4_K, rows, columns, tokens);
    const quern_qgemm_arguments arguments = whole(&o);
    OK(quern_qgemm(good, &arguments));
    held h = {0, 0};
    const quern_context_options options = {.threads = 1, .parallel_for = hold, .parallel_for_user = &h};
    OK(quern_context_create(&options, &context));
    atomic_int begun = 0;
    user_thread user = {context, &o, 1, &begun};
    pthread_t worker, freer;
    CHECK(pthread_create(&worker, NULL, multiply_often, &user) == 0);
    while (!atomic_load(&h.entered)) nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL);
    CHECK(pthread_create(&freer, NULL, free_context, context) == 0);
    /* The handle lives while the call is held; one that comes now is turned away, before or after free began. */
    quern_context_info info;
    while (quern_context_describe(context, &info) != QUERN_CLOSING) nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL);
    CHECK(begun == 0);
    atomic_store(&h.released, 1);
    CHECK(pthread_join(worker, NULL) == 0);
    CHECK(pthread_join(freer, NULL) == 0);
    CHECK(begun == 1);
    free_operands(&o);
    OK(quern_context_free(good));
}

static void options_are_checked(void) {
    quern_context *context = NULL;
    FAILS(quern_context_create(NULL, NULL), QUERN_NULL_ARGUMENT, "context");
    FAILS(quern_context_create(&(quern_context_options){.threads = -1}, &context), QUERN_BAD_VALUE, "threads");
    FAILS(quern_context_create(&(quern_context_options){.threads = 100000}, &context), QUERN_BAD_VALUE, "threads");
    FAILS(quern_context_create(&(quern_context_options){.isa = "sm_80"}, &context), QUERN_BAD_VALUE, "isa");
    FAILS(quern_context_create(&(quern_context_options){.isa = "mmx"}, &context), QUERN_BAD_VALUE, "isa");
    CHECK(context == NULL);
    OK(quern_context_free(NULL));
    OK(quern_context_create(&(quern_context_options){.threads = 3, .isa = "auto", .ignore_tuned_plans = 1}, &context));
    quern_context_info info;
    FAILS(quern_context_describe(context, NULL), QUERN_NULL_ARGUMENT, "info");
    FAILS(quern_context_describe(NULL, &info), QUERN_NULL_ARGUMENT, "context");
    OK(quern_context_describe(context, &info));
    CHECK(info.threads == 3 && info.kernels == 0 && strncmp(info.isa, "avx", 3) == 0);
    OK(quern_context_free(context));
}

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
static void threads_that_cannot_start_are_told(void) {} /* they need their address space */
#else
/* Threads of the dense products are started when the first is asked for: a stack each. */
static void threads_that_cannot_start_are_told(void) {
    quern_context *context = NULL, *other = NULL;
    const quern_context_options options = {.threads = 200};
    OK(quern_context_create(&options, &context));
    static const double a[4] = {1, 2, 3, 4}, x[2] = {1, 1};
    double y[2] = {-7, -7};
    struct rlimit before, tight;
    CHECK(getrlimit(RLIMIT_AS, &before) == 0);
    FILE *file = fopen("/proc/self/statm", "r");
    unsigned long pages = 0;
    CHECK(file != NULL && fscanf(file, "%lu", &pages) == 1 && fclose(file) == 0);
    tight = before;
    tight.rlim_cur = (rlim_t)pages * (rlim_t)sysconf(_SC_PAGESIZE) + (64u << 20);
    CHECK(setrlimit(RLIMIT_AS, &tight) == 0);
    FAILS(quern_gemv_f64(context, 2, 2, 0, a, x, y), QUERN_OUT_OF_MEMORY, "thread");
    FAILS(quern_context_create(&options, &other), QUERN_OUT_OF_MEMORY, "thread");
    CHECK(setrlimit(RLIMIT_AS, &before) == 0);
    CHECK(other == NULL && y[0] == -7);
    OK(quern_gemv_f64(context, 2, 2, 0, a, x, y));
    CHECK(y[0] == 3 && y[1] == 7);
    OK(quern_context_free(context));
}
#endif

static void names_and_versions(void) {
    char version[32];
    snprintf(version, sizeof version, "%d.%d.%d", QUERN_VERSION_MAJOR, QUERN_VERSION_MINOR, QUERN_VERSION_PATCH);
    CHECK(strcmp(quern_version(), version) == 0);
    for (int status = QUERN_OK; status <= QUERN_BAD_CODE; ++status)
        CHECK(strncmp(quern_status_name((quern_status)status), "QUERN_", 6) == 0);
    CHECK(strcmp(quern_status_name((quern_status)1000), "unknown status") == 0);
    CHECK(strcmp(quern_last_error(), "") == 0);
}

int main(void) {
    names_and_versions();
    options_are_checked();
    a_callers_loop_gives_the_same_bits();
    a_broken_loop_is_told();
    freeing_within_a_call_is_refused();
    products_within_a_product_do_not_wait_for_themselves();
    threads_that_cannot_start_are_told();
    many_threads_share_a_matrix(1);
    many_threads_share_a_matrix(2);
    freeing_waits_for_calls_under_way();
    return 0;
}
