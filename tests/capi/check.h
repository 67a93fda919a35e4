/* Checks of the C API's tests: each prints what failed and ends the test. */
#ifndef QUERN_TESTS_CHECK_H
#define QUERN_TESTS_CHECK_H

#include <quern/quern.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CHECK(condition)                                                                         \
    do {                                                                                         \
        if (!(condition)) {                                                                      \
            fprintf(stderr, "%s:%d: not true: %s\n", __FILE__, __LINE__, #condition);            \
            exit(1);                                                                             \
        }                                                                                        \
    } while (0)

/* A call that succeeds. */
#define OK(call) check_status((call), QUERN_OK, "", #call, __FILE__, __LINE__)
/* A call that fails with a status and a message that names `word`. */
#define FAILS(call, status, word) check_status((call), (status), (word), #call, __FILE__, __LINE__)

static inline void check_status(quern_status is, quern_status wanted, const char *word, const char *call,
                                const char *file, int line) {
    if (is == wanted && (is == QUERN_OK || strstr(quern_last_error(), word) != NULL)) return;
    fprintf(stderr, "%s:%d: %s\n  gave %s, \"%s\"\n  not  %s and a message with \"%s\"\n", file, line, call,
            quern_status_name(is), quern_last_error(), quern_status_name(wanted), word);
    exit(1);
}

static inline void *aligned(size_t bytes) {
    void *memory = aligned_alloc(QUERN_ALIGNMENT, (bytes + QUERN_ALIGNMENT - 1) / QUERN_ALIGNMENT * QUERN_ALIGNMENT);
    CHECK(memory != NULL);
    return memory;
}

#endif
