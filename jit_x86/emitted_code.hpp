#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "jit_x86/code_mark.hpp"

namespace quern {

/// What an emitter hands over: position-independent code whose entry is its first byte.
struct EmittedCode {
    std::vector<std::uint8_t> code;
    std::string plan_text;          ///< readable form of the plan, TOML
    std::size_t scratch_bytes = 0;  ///< each thread's scratch, 0 where none is needed
    std::vector<CodeMark> marks{};  ///< by ascending offset
};

}  // namespace quern
