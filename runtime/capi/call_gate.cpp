#include "runtime/capi/call_gate.hpp"

namespace quern::capi {

namespace {

// The innermost call of this thread.
thread_local const GatedCall* current = nullptr;

}  // namespace

GatedCall::GatedCall(CallGate& gate) : gate_(gate), outer_(current) {
    const std::lock_guard lock(gate_.mutex_);
    if (gate_.closing_) throw StatusError(QUERN_CLOSING, "the handle is being freed");
    ++gate_.calls_;
    current = this;
}

GatedCall::~GatedCall() {
    current = outer_;
    const std::lock_guard lock(gate_.mutex_);
    // With the mutex held: whoever waits may destroy the gate as soon as it has the mutex.
    if (--gate_.calls_ == 0 && gate_.closing_) gate_.left_.notify_all();
}

void CallGate::close() {
    for (const GatedCall* call = current; call != nullptr; call = call->outer_)
        if (&call->gate_ == this)
            throw StatusError(QUERN_BUSY, "the handle is in use by the call that this one is made from");
    std::unique_lock lock(mutex_);
    if (closing_) throw StatusError(QUERN_CLOSING, "the handle is being freed by another thread");
    closing_ = true;
    left_.wait(lock, [this] { return calls_ == 0; });
}

}  // namespace quern::capi
