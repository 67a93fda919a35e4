#include "tests/support/json_fixture.hpp"

#include <fstream>

#include "gen/error.hpp"

namespace quern::test {

nlohmann::json json_fixture(const std::string& name) {
    const std::string path = std::string(QUERN_SOURCE_DIR "/tests/fixtures/") + name;
    std::ifstream file(path);
    if (!file) throw Error(path + ": cannot be read");
    return nlohmann::json::parse(file);
}

}  // namespace quern::test
