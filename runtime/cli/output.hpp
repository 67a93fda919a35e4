#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>

namespace quern::cli {

/// Standard input, output and error, where the caller closed them, become /dev/null opened so that writing to standard
/// output fails: otherwise the next file opened would take their place and the command would print into it.
/// A reader that goes away becomes a write error instead of a signal.
void prepare_standard_streams();

/// Flushes and closes standard output. Throws Error where anything written to it was lost (closed, disk full).
void finish_standard_output();

/// Bytes to standard output. A lost write is reported by finish_standard_output().
void print(std::string_view text);
/// One JSON document on one line, members in the order given. Text that is no UTF-8 is printed with U+FFFD in place of
/// the bad bytes.
void print_json(const nlohmann::ordered_json& json);

/// `message` fit for one line of a terminal: line feeds become spaces, other control characters '?'.
std::string one_line(std::string_view message);

}  // namespace quern::cli
