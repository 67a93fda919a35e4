#include "runtime/cli/default_model.hpp"

#include <string>
#include <system_error>

#include "gen/error.hpp"

namespace quern::cli {

std::filesystem::path default_model() {
    const std::filesystem::path relative = std::filesystem::path("models") / "tales.gguf";
    std::error_code error;
    const std::filesystem::path executable = std::filesystem::read_symlink("/proc/self/exe", error);
    std::string places;
    const auto is_there = [&](const std::filesystem::path& directory) {
        if (std::filesystem::is_regular_file(directory / relative, error)) return true;
        places += (places.empty() ? "" : ", ") + directory.string();
        return false;
    };
    for (auto directory = executable.parent_path(); !directory.empty(); directory = directory.parent_path()) {
        if (is_there(directory)) return directory / relative;
        const std::filesystem::path installed = directory / "share" / "quern";
        if (is_there(installed)) return installed / relative;
        if (directory == directory.parent_path()) break;
    }
    if (const std::filesystem::path source = QUERN_SOURCE_DIR; is_there(source)) return source / relative;
    throw Error("the bundled model " + relative.string() + " is not in any of: " + places + "; name one with --model");
}

}  // namespace quern::cli
