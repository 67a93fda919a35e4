#include "runtime/cli/progress_line.hpp"

#include <unistd.h>

#include <string>

#include "runtime/cli/terminal.hpp"

namespace quern::cli {

ProgressLine::ProgressLine(bool wanted) : active_(wanted && is_terminal(STDERR_FILENO)) {}

ProgressLine::~ProgressLine() {
    clear();
}

void ProgressLine::show(std::string_view text) {
    if (!active_) return;
    // The last column stays free: a character there would make some terminals wrap.
    const auto width = static_cast<std::size_t>(terminal_size(STDERR_FILENO).columns - 1);
    std::string line = "\r";
    line += text.substr(0, width);
    write_to_terminal(STDERR_FILENO, line += "\x1b[K");
    shown_ = true;
}

void ProgressLine::clear() {
    if (shown_) write_to_terminal(STDERR_FILENO, "\r\x1b[K");
    shown_ = false;
}

}  // namespace quern::cli
