#pragma once

#include <string>
#include <vector>

namespace quern::cli {

/// One position of the canvas as it is drawn.
struct CanvasCell {
    enum class State { masked, settled, fresh };
    State state = State::masked;
    /// The token's bytes, which may be part of a UTF-8 character that its neighbours complete. Empty for a special
    /// token. Ignored where masked.
    std::string text;
};

/// The canvas as lines for a terminal, each at most `columns` wide and ending in its plain style: masks as dim blocks,
/// special tokens as dim dots, freshly committed tokens bold and green. Line feeds in the text break lines, other
/// control characters and invalid UTF-8 become U+FFFD. Where there are more than `rows` lines, the `rows` around the
/// first mask are given. Takes at least 2 columns (a wide character) and 1 row.
std::vector<std::string> canvas_lines(const std::vector<CanvasCell>& cells, int columns, int rows);

/// Draws frames over each other: the cursor is left below the last line and moved up for the next frame.
class FrameInPlace {
  public:
    /// The bytes that replace the last frame by `lines`.
    std::string draw(const std::vector<std::string>& lines);
    /// The bytes that remove the last frame.
    std::string erase();

  private:
    std::size_t height_ = 0;
};

}  // namespace quern::cli
