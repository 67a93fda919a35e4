#pragma once

#include <atomic>
#include <mutex>
#include <string>
#include <thread>

#include "runtime/capi/status.hpp"

namespace quern::capi {

/// Calls that exclude each other while functions of the caller's run inside them, which may call again: such a call is
/// refused, not left to wait for itself.
class Turns {
  public:
    class Hold {
      public:
        /// Waits for its turn. Throws BUSY, naming `handle`, where the calling thread has it already.
        Hold(Turns& turns, const char* handle) : turns_(turns) {
            if (turns.holder_ == std::this_thread::get_id())
                throw StatusError(QUERN_BUSY,
                                  std::string(handle) + " is at work in the call that this one is made from");
            turns.mutex_.lock();
            turns.holder_ = std::this_thread::get_id();
        }
        ~Hold() {
            turns_.holder_ = std::thread::id();
            turns_.mutex_.unlock();
        }
        Hold(const Hold&) = delete;
        Hold& operator=(const Hold&) = delete;

      private:
        Turns& turns_;
    };

  private:
    std::mutex mutex_;
    std::atomic<std::thread::id> holder_{};
};

}  // namespace quern::capi
