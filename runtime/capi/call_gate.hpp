#pragma once

#include <condition_variable>
#include <cstdint>
#include <mutex>

#include "runtime/capi/arguments.hpp"

namespace quern::capi {

/// Lets calls on a handle in until it is to be freed, and lets it be freed when the last of them has left.
class CallGate {
  public:
    /// Waits for the calls under way and lets no other in. Throws BUSY where this thread is inside one itself, and
    /// CLOSING where another thread is freeing the handle already.
    void close();

  private:
    friend class GatedCall;
    std::mutex mutex_;
    std::condition_variable left_;
    std::int64_t calls_ = 0;
    bool closing_ = false;
};

/// A call under way on a handle. Throws CLOSING where the gate is closed.
class GatedCall {
  public:
    explicit GatedCall(CallGate& gate);
    ~GatedCall();
    GatedCall(const GatedCall&) = delete;
    GatedCall& operator=(const GatedCall&) = delete;

  private:
    friend class CallGate;
    CallGate& gate_;
    const GatedCall* const outer_;  ///< the call this thread was in already
};

/// Runs a C function on a handle: a struct with a CallGate `gate`.
template <class Handle, class Body>
quern_status on_handle(Handle* handle, const char* name, quern_status otherwise, const Body& body) noexcept {
    return guarded(otherwise, [&] {
        require(handle, name);
        const GatedCall call(handle->gate);
        body(*handle);
    });
}

template <class Handle>
quern_status free_handle(Handle* handle) noexcept {
    return guarded(QUERN_INTERNAL_ERROR, [&] {
        if (handle == nullptr) return;
        handle->gate.close();
        delete handle;
    });
}

}  // namespace quern::capi
