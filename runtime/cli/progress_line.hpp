#pragma once

#include <string_view>

namespace quern::cli {

/// One line on a terminal's standard error that says what is going on, rewritten in place and removed at the end.
/// Where standard error is no terminal, or where `wanted` is false, nothing is written.
class ProgressLine {
  public:
    explicit ProgressLine(bool wanted = true);
    ~ProgressLine();
    ProgressLine(const ProgressLine&) = delete;
    ProgressLine& operator=(const ProgressLine&) = delete;

    /// `text` is cut to the terminal's width; it must be ASCII.
    void show(std::string_view text);
    void clear();

  private:
    bool active_, shown_ = false;
};

}  // namespace quern::cli
