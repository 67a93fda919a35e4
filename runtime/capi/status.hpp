#pragma once

#include <new>
#include <string>

#include "gen/error.hpp"
#include "runtime/include/quern/quern.h"
#include "runtime/kernels/publish_kernel.hpp"
#include "runtime/system/caller_loop.hpp"

namespace quern::capi {

/// An error with the status it becomes at the boundary.
class StatusError : public Error {
  public:
    StatusError(quern_status status, const std::string& message) : Error(message), status(status) {}
    const quern_status status;
};

/// Keeps a message for quern_last_error() of this thread, cut to what fits.
void set_last_error(const char* message) noexcept;

/// Runs what a C function does. Exceptions end here: a StatusError's status, OUT_OF_MEMORY, BAD_FILE for what the
/// environment asks of generated kernels, BAD_PARALLEL_FOR, `otherwise` for any other Error, and INTERNAL_ERROR for
/// what should not be.
template <class Body>
quern_status guarded(quern_status otherwise, const Body& body) noexcept {
    const auto failed = [](quern_status status, const char* message) {
        set_last_error(message);
        return status;
    };
    try {
        body();
        return QUERN_OK;
    } catch (const StatusError& error) {
        return failed(error.status, error.what());
    } catch (const OutOfMemory& error) {
        return failed(QUERN_OUT_OF_MEMORY, error.what());
    } catch (const PublishError& error) {
        return failed(QUERN_BAD_FILE, error.what());
    } catch (const BrokenParallelFor& error) {
        return failed(QUERN_BAD_PARALLEL_FOR, error.what());
    } catch (const Error& error) {
        return failed(otherwise, error.what());
    } catch (const std::bad_alloc&) {
        return failed(QUERN_OUT_OF_MEMORY, "out of memory");
    } catch (const std::exception& error) {
        return failed(QUERN_INTERNAL_ERROR, error.what());
    } catch (...) {
        return failed(QUERN_INTERNAL_ERROR, "an exception of unknown type");
    }
}

}  // namespace quern::capi
