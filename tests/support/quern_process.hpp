#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace quern::test {

struct ProcessResult {
    int exit_code = -1;
    std::string output, errors;  ///< stdout and stderr
};

/// Runs the quern binary of this build with `arguments`, its input empty, and waits for it. Throws Error where it
/// cannot be started or ends by a signal.
ProcessResult run_quern(const std::vector<std::string>& arguments);

/// A directory of its own below the system's temporary one, removed with everything in it.
class TemporaryDirectory {
  public:
    TemporaryDirectory();
    ~TemporaryDirectory();
    TemporaryDirectory(const TemporaryDirectory&) = delete;
    TemporaryDirectory& operator=(const TemporaryDirectory&) = delete;

    std::filesystem::path operator/(const std::string& name) const { return path_ / name; }

  private:
    std::filesystem::path path_;
};

}  // namespace quern::test
