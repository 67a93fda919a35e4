/* Kernels by themselves: generated from specs, described, dumped, tuned. */
#define _POSIX_C_SOURCE 200809L
#include <sys/stat.h>
#include <unistd.h>

#include "operands.h"

static const char two_specs[] =
    "[[kernel]]\nname = \"small\"\nop = \"qgemm\"\nweight = \"q4_k\"\nn = 64\nk = 256\ntokens = 3\n"
    "[[kernel]]\nname = \"norm\"\nop = \"rmsnorm\"\nk = 100\n";
static const char one_spec[] =
    "[[kernel]]\nname = \"small\"\nop = \"qgemm\"\nweight = \"q4_k\"\nn = 64\nk = 256\ntokens = 3\n";
static const char tiled_spec[] =
    "[[kernel]]\nname = \"tiled\"\nop = \"qgemm\"\nweight = \"q4_k\"\nn = 64\nk = 256\ntokens = 3\ntile = 2\n";

static quern_status generate(quern_context *context, const char *text, const char *name, quern_kernel **kernel) {
    return quern_kernel_generate(context, text, strlen(text), name, kernel);
}

static void specs_are_checked(quern_context *context) {
    quern_kernel *kernel = NULL;
    FAILS(quern_kernel_generate(NULL, one_spec, 4, NULL, &kernel), QUERN_NULL_ARGUMENT, "context");
    FAILS(quern_kernel_generate(context, NULL, 4, NULL, &kernel), QUERN_NULL_ARGUMENT, "spec");
    FAILS(quern_kernel_generate(context, one_spec, 0, NULL, &kernel), QUERN_BAD_BUFFER_SIZE, "spec_bytes");
    FAILS(quern_kernel_generate(context, one_spec, SIZE_MAX, NULL, &kernel), QUERN_BAD_BUFFER_SIZE, "spec_bytes");
    FAILS(generate(context, one_spec, NULL, NULL), QUERN_NULL_ARGUMENT, "kernel");
    FAILS(generate(context, "[[kernel", NULL, &kernel), QUERN_BAD_SPEC, "spec:1:");
    FAILS(generate(context, "[[kernel]]\nname = \"a\"\nop = \"dance\"\n", NULL, &kernel), QUERN_BAD_SPEC, "spec:3:");
    FAILS(generate(context, "[[kernel]]\nname = \"../up\"\nop = \"rmsnorm\"\nk = 100\n", NULL, &kernel), QUERN_BAD_SPEC,
          "../up");
    FAILS(generate(context, two_specs, NULL, &kernel), QUERN_NOT_FOUND, "2 kernels");
    FAILS(generate(context, two_specs, "none", &kernel), QUERN_NOT_FOUND, "none");
    CHECK(kernel == NULL);
    OK(quern_kernel_free(NULL));
}

static void kernels_are_described_and_dumped(quern_context *context) {
    quern_kernel *kernel = NULL;
    OK(generate(context, two_specs, "small", &kernel));
    quern_kernel_info info;
    FAILS(quern_kernel_describe(NULL, &info), QUERN_NULL_ARGUMENT, "kernel");
    FAILS(quern_kernel_describe(kernel, NULL), QUERN_NULL_ARGUMENT, "info");
    OK(quern_kernel_describe(kernel, &info));
    CHECK(strcmp(info.name, "small") == 0 && strstr(info.plan, "op = \"qgemm\"") != NULL);
    CHECK(info.code != NULL && info.code_bytes > 100 && info.compile_seconds > 0);

    char directory[] = "/tmp/quern-capi-XXXXXX", path[64];
    CHECK(mkdtemp(directory) != NULL);
    FAILS(quern_kernel_dump(NULL, directory), QUERN_NULL_ARGUMENT, "kernel");
    FAILS(quern_kernel_dump(kernel, NULL), QUERN_NULL_ARGUMENT, "directory");
    FAILS(quern_kernel_dump(kernel, "/proc/none/here"), QUERN_BAD_FILE, "/proc/none");
    OK(quern_kernel_dump(kernel, directory));
    static const char *const kinds[] = {"toml", "s", "bin"};
    for (int i = 0; i < 3; ++i) {
        struct stat status;
        snprintf(path, sizeof path, "%s/small.%s", directory, kinds[i]);
        CHECK(stat(path, &status) == 0 && status.st_size > 0);
        if (i == 2) CHECK((size_t)status.st_size == info.code_bytes);
        CHECK(remove(path) == 0);
    }
    CHECK(rmdir(directory) == 0);
    OK(quern_kernel_free(kernel));
}

static void tuning_changes_no_bit(quern_context *context) {
    operands o = make_operands(context, QUERN_Q4_K, 64, 256, 3), again = make_operands(context, QUERN_Q4_K, 64, 256, 3);
    quern_qgemm_arguments arguments = whole(&o);
    OK(quern_qgemm(context, &arguments));
    quern_tune_result result = {0, 0, 0};
    OK(quern_tune(context, one_spec, strlen(one_spec), NULL, 0, &result));
    CHECK(result.candidates > 1 && result.ratio > 0 && result.ratio <= 1);
    arguments = whole(&again);
    OK(quern_qgemm(context, &arguments));
    CHECK(memcmp(o.y, again.y, sizeof(float) * 64 * 3) == 0);
    free_operands(&o);
    free_operands(&again);
    FAILS(quern_tune(context, tiled_spec, strlen(tiled_spec), NULL, 0, NULL), QUERN_BAD_SPEC, "tile");
    FAILS(quern_tune(context, two_specs, strlen(two_specs), "norm", 0, NULL), QUERN_BAD_SPEC, "norm");
    FAILS(quern_tune(context, NULL, 1, NULL, 0, NULL), QUERN_NULL_ARGUMENT, "spec");
    FAILS(quern_tune(NULL, one_spec, strlen(one_spec), NULL, 0, NULL), QUERN_NULL_ARGUMENT, "context");
    CHECK(setenv("QUERN_CACHE_DIR", "/proc/none", 1) == 0);
    FAILS(quern_tune(context, one_spec, strlen(one_spec), NULL, 1, NULL), QUERN_BAD_FILE, "/proc/none");
}

/* What the environment asks of kernels in vain is not laid at an argument's door. */
static void the_environment_is_told_apart(void) {
    static const char *const settings[][2] = {{"QUERN_DUMP", "/proc/none"}, {"QUERN_PERF", "bogus"}};
    static const double a[4] = {1, 2, 3, 4}, x[2] = {1, 1};
    for (int i = 0; i < 2; ++i) {
        quern_context *context = NULL;
        quern_kernel *kernel = NULL;
        double y[2];
        OK(quern_context_create(&(quern_context_options){.threads = 1}, &context));
        CHECK(setenv(settings[i][0], settings[i][1], 1) == 0);
        FAILS(generate(context, two_specs, "norm", &kernel), QUERN_BAD_FILE, settings[i][0]);
        FAILS(quern_gemv_f64(context, 2, 2, 0, a, x, y), QUERN_BAD_FILE, settings[i][0]);
        CHECK(unsetenv(settings[i][0]) == 0 && kernel == NULL);
        OK(quern_gemv_f64(context, 2, 2, 0, a, x, y));
        CHECK(y[0] == 3 && y[1] == 7);
        OK(quern_context_free(context));
    }
}

static void kernels_outlive_their_context(void) {
    quern_context *context = NULL;
    quern_kernel *kernel = NULL;
    OK(quern_context_create(NULL, &context));
    OK(generate(context, one_spec, NULL, &kernel));
    OK(quern_context_free(context));
    quern_kernel_info info;
    OK(quern_kernel_describe(kernel, &info));
    CHECK(((const unsigned char *)info.code)[0] != 0);
    OK(quern_kernel_free(kernel));
}

int main(void) {
    the_environment_is_told_apart(); /* with no other context alive: their cache would have the kernels */
    quern_context *context = NULL;
    OK(quern_context_create(&(quern_context_options){.threads = 1}, &context));
    specs_are_checked(context);
    kernels_are_described_and_dumped(context);
    kernels_outlive_their_context();
    tuning_changes_no_bit(context);
    OK(quern_context_free(context));
    return 0;
}
