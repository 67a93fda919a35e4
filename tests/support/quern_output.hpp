#pragma once

#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "tests/support/subprocess.hpp"

namespace quern::test {

/// What the program QUERN_BINARY prints, which must succeed; with a cache directory where one is given.
inline std::string quern_output(std::vector<std::string> arguments, const std::string& cache = "") {
    arguments.insert(arguments.begin(), QUERN_BINARY);
    const Finished finished =
        cache.empty() ? run_program(arguments) : run_program(arguments, {"QUERN_CACHE_DIR=" + cache});
    CAPTURE(finished.errors);
    REQUIRE(finished.exit_code == 0);
    return finished.output;
}

}  // namespace quern::test
