#pragma once

#include <cstddef>
#include <string>

namespace quern {

/// Names a place in emitted code, for listings.
struct CodeMark {
    std::size_t offset = 0;  ///< bytes from the code's first
    std::string label;       ///< e.g. "micro_kernel_6"; labels that end in "_end" close the one of that name
    std::string comment;     ///< what happens there and what registers hold; may be empty
    bool is_data = false;    ///< constants, and nothing else, from here to the end of the code
};

}  // namespace quern
