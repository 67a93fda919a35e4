#pragma once

#include <string>
#include <vector>

namespace quern::test {

/// How a program ended and what it printed.
struct Finished {
    int exit_code = 0;  ///< 128 + the signal where one ended it
    std::string output, errors;
    int process = 0;  ///< its number, while it ran
};

/// Runs a program to its end, arguments passed as they are, standard input empty. `environment` ("NAME=value") is added
/// to this process's. Throws Error where it cannot be started.
Finished run_program(const std::vector<std::string>& arguments, const std::vector<std::string>& environment = {});

}  // namespace quern::test
