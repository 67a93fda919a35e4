#pragma once

#include <cstddef>
#include <utility>
#include <vector>

#include "jit_cuda/device.hpp"

namespace quern::cuda {

/// Times stretches of a stream's work by events, which are kept for later steps.
class DeviceClock {
  public:
    /// One that is not `enabled` costs nothing and measures nothing.
    DeviceClock(const Device& device, bool enabled) : device_(device), enabled_(enabled) {}

    /// The first stretch begins here.
    void start(const Stream& stream) {
        stretches_.clear();
        used_ = 0;
        if (enabled_) next().record(stream);
    }
    /// What was put on the stream since the last call belongs to `seconds`, and what follows to the next.
    void stop(const Stream& stream, double& seconds) {
        if (!enabled_) return;
        next().record(stream);
        stretches_.push_back(&seconds);
    }
    /// Once the stream is done: adds every stretch's time to where it belongs.
    void collect() {
        for (std::size_t i = 0; i < stretches_.size(); ++i)
            *stretches_[i] += events_[i + 1].milliseconds_since(events_[i]) / 1e3;
        stretches_.clear();
    }

  private:
    Event& next() {
        if (used_ == events_.size()) events_.emplace_back(device_);
        return events_[used_++];
    }

    Device device_;
    bool enabled_;
    std::vector<Event> events_;
    std::size_t used_ = 0;
    std::vector<double*> stretches_;
};

}  // namespace quern::cuda
