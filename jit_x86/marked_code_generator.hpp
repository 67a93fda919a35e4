#pragma once

#include <xbyak/xbyak.h>

#include <string>
#include <utility>
#include <vector>

#include "gen/error.hpp"
#include "gen/kernel_spec.hpp"
#include "jit_x86/code_mark.hpp"
#include "jit_x86/emitted_code.hpp"

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
    /// Resolves the jumps still open and hands the code and its marks over. Throws Xbyak::Error for a label nowhere
    /// set.
    EmittedCode take_code(std::string plan_text, std::size_t scratch_bytes = 0) {
        ready(Xbyak::CodeArray::PROTECT_RW);
        return {{getCode(), getCode() + getSize()}, std::move(plan_text), scratch_bytes, take_marks()};
    }

  private:
    std::vector<CodeMark> marks_;
};

/// Calls `emit`; what the assembler throws becomes an Error that names the kernel.
template <class Emit>
EmittedCode emit_or_fail(const KernelSpec& spec, const Emit& emit) {
    try {
        return emit();
    } catch (const Xbyak::Error& error) {
        throw Error("kernel \"" + spec.name + "\" cannot be generated: " + error.what());
    }
}

}  // namespace quern
