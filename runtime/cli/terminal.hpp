#pragma once

#include <string_view>

namespace quern::cli {

/// True where the descriptor is a terminal that understands cursor movement.
bool is_terminal(int descriptor);

struct TerminalSize {
    int columns = 80, rows = 24;
};
/// The size now, or 80 x 24 where the terminal does not say.
TerminalSize terminal_size(int descriptor);

/// Writes all of `text` at once, so that a frame is not seen half drawn. A terminal that is gone is not an error here:
/// what is drawn is not the command's result.
void write_to_terminal(int descriptor, std::string_view text);

/// Hides the cursor of a terminal while it lives. The cursor comes back when it ends, and also where a signal stops or
/// ends the process (SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGTSTP). One at a time.
class HiddenCursor {
  public:
    explicit HiddenCursor(int descriptor);
    ~HiddenCursor();
    HiddenCursor(const HiddenCursor&) = delete;
    HiddenCursor& operator=(const HiddenCursor&) = delete;
};

}  // namespace quern::cli
