#pragma once

#include <string>

#include "runtime/dump/kernel_code.hpp"

namespace quern {

/// The code as text that GNU as reads (Intel syntax): a head of comments that says what the kernel is, how many
/// instructions of each kind its marked regions hold and what ceiling those of a qgemm's micro-kernels imply; then the
/// instructions. Marks become labels, their comments come below them; other targets are .L1, .L2, ... Behind each
/// instruction stand its offset, its encoding and its bytes. Alignment is written as bytes, constants as 32-bit words.
///
/// Assembled again it is the same instructions; branches may get shorter. Throws Error where the code cannot be
/// decoded.
std::string listing(const KernelCode& code);

}  // namespace quern
