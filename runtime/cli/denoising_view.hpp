#pragma once

#include <cstdint>
#include <vector>

#include "runtime/cli/canvas_view.hpp"
#include "runtime/cli/terminal.hpp"
#include "runtime/engine/generate.hpp"

namespace quern::cli {

/// Draws a generation on a terminal, step by step, and removes the drawing at the end (--visual).
class DenoisingView {
  public:
    /// `tokenizer` must outlive it.
    DenoisingView(const Tokenizer& tokenizer, std::int32_t mask_token, int terminal)
        : tokenizer_(tokenizer), mask_token_(mask_token), terminal_(terminal), cursor_(terminal) {}
    ~DenoisingView() { write_to_terminal(terminal_, frame_.erase()); }
    DenoisingView(const DenoisingView&) = delete;
    DenoisingView& operator=(const DenoisingView&) = delete;

    void show(const GenerationProgress& progress);

  private:
    const Tokenizer& tokenizer_;
    std::int32_t mask_token_;
    int terminal_;
    HiddenCursor cursor_;
    FrameInPlace frame_;
    std::vector<CanvasCell> cells_;
};

}  // namespace quern::cli
