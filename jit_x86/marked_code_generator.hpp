#pragma once

#include <xbyak/xbyak.h>

#include <string>
#include <utility>
#include <vector>

#include "jit_x86/code_mark.hpp"

namespace quern {

/// Xbyak's assembler, with names for the places it has reached. What it writes is copied elsewhere to be run: its own
/// buffer is never made executable.
class MarkedCodeGenerator : public Xbyak::CodeGenerator {
  public:
    explicit MarkedCodeGenerator(std::size_t most_code_bytes)
        : CodeGenerator(most_code_bytes, Xbyak::DontSetProtectRWE) {}

    /// Names the place reached in listings; see CodeMark.
    void mark(std::string label, std::string comment = "") {
        marks_.push_back({getSize(), std::move(label), std::move(comment)});
    }
    /// Constants follow, up to the end of the code.
    void mark_constants() { marks_.push_back({getSize(), "constants", "", true}); }
    std::vector<CodeMark> take_marks() { return std::move(marks_); }

  private:
    std::vector<CodeMark> marks_;
};

}  // namespace quern
