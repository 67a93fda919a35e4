/* A second copy of the library in the process (argv[1]: its path), opened beside the one linked: they share nothing. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <unistd.h>

#include "operands.h"

/* Reads a function out of the copy; ISO C has no cast from an object pointer to a function's. */
static void take(void *library, const char *name, void *function) {
    void *symbol = dlsym(library, name);
    CHECK(symbol != NULL);
    memcpy(function, &symbol, sizeof symbol);
}

static void copy_file(const char *from, const char *to) {
    FILE *in = fopen(from, "rb"), *out = fopen(to, "wb");
    CHECK(in != NULL && out != NULL);
    char buffer[65536];
    for (size_t got; (got = fread(buffer, 1, sizeof buffer, in)) > 0;) CHECK(fwrite(buffer, 1, got, out) == got);
    CHECK(fclose(in) == 0 && fclose(out) == 0);
}

int main(int argc, char **argv) {
    CHECK(argc == 2);
    char path[] = "/tmp/quern-copy-XXXXXX";
    const int descriptor = mkstemp(path);
    CHECK(descriptor >= 0);
    close(descriptor);
    copy_file(argv[1], path);
    void *copy = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    if (copy == NULL) fprintf(stderr, "%s\n", dlerror());
    CHECK(copy != NULL);
    CHECK(unlink(path) == 0);
    quern_status (*create)(const quern_context_options *, quern_context **);
    quern_status (*free_context)(quern_context *);
    quern_status (*describe)(quern_context *, quern_context_info *);
    quern_status (*qgemm)(quern_context *, const quern_qgemm_arguments *);
    const char *(*last_error)(void);
    take(copy, "quern_context_create", &create);
    take(copy, "quern_context_free", &free_context);
    take(copy, "quern_context_describe", &describe);
    take(copy, "quern_qgemm", &qgemm);
    take(copy, "quern_last_error", &last_error);
    CHECK(create != quern_context_create);

    quern_context *here = NULL, *there = NULL;
    const quern_context_options options = {.threads = 2};
    OK(quern_context_create(&options, &here));
    CHECK(create(&options, &there) == QUERN_OK);
    operands o = make_operands(here, QUERN_Q4_K, 100, 512, 5);
    quern_qgemm_arguments arguments = whole(&o);
    OK(quern_qgemm(here, &arguments));
    /* The packed layout is one: what one library packed the other multiplies, to the same bits. */
    float *y = malloc(sizeof(float) * 500);
    CHECK(y != NULL);
    arguments.y = y;
    CHECK(qgemm(there, &arguments) == QUERN_OK);
    CHECK(memcmp(y, o.y, sizeof(float) * 500) == 0);
    quern_context_info info;
    CHECK(describe(there, &info) == QUERN_OK);
    CHECK(info.kernels == 2); /* of its own cache */
    CHECK(qgemm(there, NULL) == QUERN_NULL_ARGUMENT);
    CHECK(strcmp(quern_last_error(), "") == 0 && strcmp(last_error(), "") != 0);
    CHECK(free_context(there) == QUERN_OK);
    CHECK(dlclose(copy) == 0);
    OK(quern_qgemm(here, &arguments));
    free(y);
    free_operands(&o);
    OK(quern_context_free(here));
    return 0;
}
