#include "runtime/cli/denoising_view.hpp"

#include <string>

namespace quern::cli {

void DenoisingView::show(const GenerationProgress& progress) {
    cells_.resize(progress.canvas.size());
    for (std::size_t i = 0; i < cells_.size(); ++i) {
        if (progress.canvas[i] == mask_token_) continue;
        if (cells_[i].state == CanvasCell::State::masked)
            cells_[i].text = tokenizer_.decode(progress.canvas.subspan(i, 1));
        cells_[i].state = CanvasCell::State::settled;
    }
    for (const Commit& commit : progress.commits)
        cells_[static_cast<std::size_t>(commit.position - progress.prompt_length)].state = CanvasCell::State::fresh;

    // A status line above the canvas, and one row free below it for the cursor.
    const TerminalSize size = terminal_size(terminal_);
    std::string status = "step " + std::to_string(progress.step) + " of " + std::to_string(progress.planned_steps);
    status.resize(std::min(status.size(), static_cast<std::size_t>(size.columns)));
    std::vector<std::string> lines{"\x1b[2m" + status + "\x1b[0m"};
    for (std::string& line : canvas_lines(cells_, size.columns, size.rows - 2)) lines.push_back(std::move(line));
    write_to_terminal(terminal_, frame_.draw(lines));
}

}  // namespace quern::cli
