#pragma once

#include <nlohmann/json.hpp>
#include <string>

namespace quern::test {

/// tests/fixtures/NAME, parsed. Throws Error where it cannot be read.
nlohmann::json json_fixture(const std::string& name);

}  // namespace quern::test
