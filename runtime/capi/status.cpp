#include "runtime/capi/status.hpp"

#include <cstdio>

namespace quern::capi {

namespace {

// Of a fixed size: keeping a message must not fail, and a thread's end frees nothing.
thread_local char last_error[1024];

}  // namespace

void set_last_error(const char* message) noexcept {
    std::snprintf(last_error, sizeof last_error, "%s", message);
}

}  // namespace quern::capi

#define QUERN_TEXT_OF(x) #x
#define QUERN_TEXT(x) QUERN_TEXT_OF(x)

const char* quern_last_error(void) {
    return quern::capi::last_error;
}

const char* quern_version(void) {
    return QUERN_TEXT(QUERN_VERSION_MAJOR) "." QUERN_TEXT(QUERN_VERSION_MINOR) "." QUERN_TEXT(QUERN_VERSION_PATCH);
}

const char* quern_status_name(quern_status status) {
    switch (status) {
#define QUERN_CASE(name) \
    case name:           \
        return #name;
        QUERN_CASE(QUERN_OK)
        QUERN_CASE(QUERN_NULL_ARGUMENT)
        QUERN_CASE(QUERN_BAD_VALUE)
        QUERN_CASE(QUERN_BAD_SHAPE)
        QUERN_CASE(QUERN_BAD_RANGE)
        QUERN_CASE(QUERN_BAD_STRIDE)
        QUERN_CASE(QUERN_BAD_BUFFER_SIZE)
        QUERN_CASE(QUERN_MISALIGNED)
        QUERN_CASE(QUERN_ALIASED)
        QUERN_CASE(QUERN_NOT_FINITE)
        QUERN_CASE(QUERN_BAD_SPEC)
        QUERN_CASE(QUERN_BAD_FILE)
        QUERN_CASE(QUERN_NOT_FOUND)
        QUERN_CASE(QUERN_UNSUPPORTED)
        QUERN_CASE(QUERN_OUT_OF_MEMORY)
        QUERN_CASE(QUERN_BAD_PARALLEL_FOR)
        QUERN_CASE(QUERN_BUSY)
        QUERN_CASE(QUERN_CLOSING)
        QUERN_CASE(QUERN_CANCELLED)
        QUERN_CASE(QUERN_INTERNAL_ERROR)
        QUERN_CASE(QUERN_BAD_CODE)
#undef QUERN_CASE
    }
    return "unknown status";
}
